"""One page looked at: opened as the person it is for, measured, and kept as a picture."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile

from playwright.sync_api import Browser, Page

from . import measuring
from .halls import PICTURES as IN_HALL
from .halls import HallPlace
from .tables import HALL, PHONE, Look, Place
from .tapping import taps_for_setup, taps_per_turn

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
IN_README = {
    "wall-table.jpg": "table.jpg",
    "bowl-table.jpg": "bowl.jpg",
    "dig-table.jpg": "dig.jpg",
    "kheops-over.jpg": "kheops.jpg",
    "sphinx-table.jpg": "sphinx.jpg",
}
SETTLED = 900
MOST_FIRST, MOST_UPDATE, MOST_SHIFT, LEAST_SCORE = 60.0, 5.0, 0.1, 95
MOST_TAPS = {"wall": 2.0, "bowl": 3.0, "sphinx": 5.0, "dig": 2.0, "kheops": 19}
FORM = "{:8} {:14} {:>8} {:>9} {:>5} {:>6}  {:20} {}"


@dataclass
class Line:
    """What was found out about one page."""

    room: str
    name: str
    first: float | None = None
    """Kilobytes until it is drawn, packed as they come."""
    update: float | None = None
    """Kilobytes of the largest change that arrived while it was looked at."""
    taps: float | None = None
    shift: float | None = None
    broken: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    note: str = ""

    @staticmethod
    def head() -> str:
        return FORM.format(
            "room", "page", "first kB", "update kB", "taps", "shift", "axe", "lighthouse"
        )

    @property
    def holds(self) -> bool:
        """Whether all of it is as good as it has to be."""
        return (
            (self.first or 0) <= MOST_FIRST
            and (self.update or 0) <= MOST_UPDATE
            and (self.taps or 0) <= MOST_TAPS.get(self.room, 100)
            and (self.shift or 0) <= MOST_SHIFT
            and not self.broken
            and all(score >= LEAST_SCORE for score in self.scores.values())
        )

    def __str__(self) -> str:
        scores = [f"{name[:4]} {score}" for name, score in self.scores.items()]
        marks = " ".join([*scores, self.note])
        broken = "" if self.first is None else ", ".join(self.broken) or "0"
        return FORM.format(
            *(self.room, self.name),
            *(_figure(self.first), _figure(self.update), _figure(self.taps)),
            *(_figure(self.shift, 3), broken, marks),
        ) + ("" if self.holds else "  !")


def _figure(value: float | None, places: int = 1) -> str:
    return "" if value is None else f"{value:.{places}f}"


def looked_at(
    browser: Browser, place: Place | HallPlace, room: str, look: Look, wanted: argparse.Namespace
) -> Line:
    """Open a page and measure it. Tapping comes last: it plays the game on."""
    width, height = look.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=wanted.language
    )
    context.add_init_script(measuring.SHIFTS)
    context.add_cookies([{"name": "language", "value": wanted.language, "url": place.origin}])
    page = context.new_page()
    if look.role:
        place.become(page, look.role)
    address = place.origin + look.path.format(room=room)
    line = Line(room, look.name, _opened(page, address, look))
    in_hall = isinstance(place, HallPlace)
    line.shift = float(page.evaluate("window.shifted")) if in_hall else None
    name = IN_HALL.get(look.name) if in_hall else f"{room}-{look.name.replace(' ', '-')}.jpg"
    if name and not wanted.no_pictures:
        _pictured(page, name, wanted.into)
    line.broken = _broken(page, look)
    if not wanted.no_lighthouse and look.name != "claim":  # who asks from here needs no code
        line.scores = measuring.lighthouse(page, place.own + look.path.format(room=room))
    if isinstance(place, Place):
        _tapped(page, place, look, line)
    context.close()
    return line


def _tapped(page: Page, place: Place, look: Look, line: Line) -> None:
    if look.name == "base":
        line.taps = taps_for_setup(page, place.table)
    if look.name == "table":
        line.taps, answers = taps_per_turn(page, place.table) or (None, 0.0)
        line.note = f"and {answers:.1f} answers a turn" if answers else ""


def _opened(page: Page, address: str, look: Look) -> float:
    weight = measuring.Weight(page)
    page.goto(address)
    page.wait_for_selector(look.waits, state="attached")
    page.wait_for_timeout(SETTLED)
    return weight.bytes() / 1000


def _broken(page: Page, look: Look) -> list[str]:
    """What axe finds, at the size of the page and on a phone; a screen is never that small."""
    found = measuring.axe(page) + measuring.illegible(page)
    if look.size == HALL:
        return found + measuring.too_small(page)
    if look.size != PHONE:
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_timeout(SETTLED // 3)
        small = measuring.axe(page) + measuring.illegible(page)
        found += [f"{one} on a phone" for one in small if one not in found]
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    return found


def _pictured(page: Page, name: str, into: Path) -> None:
    """Refresh a picture, and its copy in the README where it has one."""
    into.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=into / name, type="jpeg", quality=70)
    if into == PICTURES and name in IN_README:
        copyfile(PICTURES / name, PICTURES / IN_README[name])
