"""One page looked at: opened as the person it is for, measured, and kept as a picture."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from statistics import median, quantiles

from playwright.sync_api import Browser, Page

from companion.rooms import room_of
from tests.house.played import step

from . import measuring
from .halls import HallPlace
from .tables import HALL, PHONE, Look, Place
from .tapping import taps_for_setup, taps_per_turn

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "var" / "pages"
DOCS = ROOT / "docs" / "pictures"
IN_DOCS = {
    "wall-table.jpg": "table.jpg",
    "bowl-table.jpg": "bowl.jpg",
    "dig-table.jpg": "dig.jpg",
    "kheops-over.jpg": "kheops.jpg",
    "sphinx-table.jpg": "sphinx.jpg",
    "hall-desk-round.jpg": "hall-round.jpg",
    "hall-screen.jpg": "hall-screen.jpg",
}
"""The pictures a document shows, and what they are called there."""
SETTLED = 900
MOST_FIRST, MOST_UPDATE, MOST_PAINT, LEAST_SCORE = 90.0, 25.0, 50.0, 95
MOST_TAPS = {"wall": 2.0, "bowl": 2.0, "sphinx": 4.0, "dig": 2.0, "kheops": 4.0}
MOST_BASE = 19
STEPS = 24
"""Moves of others that a slow phone follows."""
FORM = "{:8} {:14} {:>8} {:>9} {:>5} {:>8}  {:20} {}"


@dataclass
class Line:
    """What was found out about one page."""

    room: str
    name: str
    first: float | None = None
    """Kilobytes until it is drawn, packed as they come, fonts among them."""
    update: float | None = None
    """Kilobytes of the largest change that arrived while it was looked at."""
    taps: float | None = None
    """In the median of a turn; at the base in all."""
    paint: float | None = None
    """Milliseconds from a change's arrival until it is painted, on a slow phone, in the median."""
    late: float | None = None
    """The same milliseconds, for the slowest change of twenty."""
    broken: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    note: str = ""

    @staticmethod
    def head() -> str:
        return FORM.format(
            "room", "page", "first kB", "update kB", "taps", "paint ms", "axe", "lighthouse"
        )

    @property
    def holds(self) -> bool:
        """Whether all of it is as good as it has to be."""
        return (
            (self.first or 0) <= MOST_FIRST
            and (self.update or 0) <= MOST_UPDATE
            and (self.taps or 0) <= self._most_taps()
            and (self.paint or 0) <= MOST_PAINT
            and not self.broken
            and all(score >= LEAST_SCORE for score in self.scores.values())
        )

    def _most_taps(self) -> float:
        return MOST_BASE if self.name == "base" else MOST_TAPS.get(self.room, 0)

    def __str__(self) -> str:
        paint = _figure(self.paint) if self.late is None else f"{self.paint:.0f}/{self.late:.0f}"
        scores = [f"{name[:4]} {score}" for name, score in self.scores.items()]
        marks = " ".join([*scores, self.note])
        broken = "" if self.first is None else ", ".join(self.broken) or "0"
        return FORM.format(
            *(self.room, self.name),
            *(_figure(self.first), _figure(self.update), _figure(self.taps)),
            *(paint, broken, marks),
        ) + ("" if self.holds else "  !")


def _figure(value: float | None, places: int = 1) -> str:
    return "" if value is None else f"{value:.{places}f}"


def looked_at(
    browser: Browser, place: Place | HallPlace, room: str, look: Look, wanted: argparse.Namespace
) -> Line:
    """Open a page and measure it. Tapping comes last: it plays the game on."""
    width, height = look.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=wanted.language,
        color_scheme="dark",
    )
    context.add_init_script(measuring.ARRIVALS)
    context.add_cookies([{"name": "language", "value": wanted.language, "url": place.origin}])
    if isinstance(place, Place) and not look.role and look.name != "claim":
        context.add_cookies([place.owner])
    page = context.new_page()
    if look.role:
        place.become(page, look.role)
    address = place.origin + look.path.format(room=room)
    line = Line(room, look.name, _opened(page, address, look))
    _pictured(page, f"{room}-{look.name.replace(' ', '-')}.jpg", wanted.into, docs=wanted.docs)
    line.broken = _broken(page, look)
    if look.size != HALL:
        page.emulate_media(color_scheme="light")
        line.broken += [f"{one} by day" for one in _broken(page, look) if one not in line.broken]
        page.emulate_media(color_scheme="dark")
    if not wanted.no_lighthouse and look.name != "claim":  # who asks from here needs no code
        line.scores = measuring.lighthouse(page, place.own + look.path.format(room=room))
    if isinstance(place, Place):
        _tapped(page, place, look, line)
    context.close()
    return line


def _tapped(page: Page, place: Place, look: Look, line: Line) -> None:
    if look.name == "base":
        line.taps = taps_for_setup(page, place.table)
    if look.name == "seat":
        updates = measuring.Updates(page)
        line.paint, line.late = _followed(page, place)
        line.update = max(updates.bytes, default=0) / 1000
        line.note = f"updates {median(updates.bytes or [0]) / 1000:.1f} kB in the median"
    if look.name == "table":
        line.taps = taps_per_turn(page, place.table)


def _followed(page: Page, place: Place) -> tuple[float, float]:
    """Let the others play on before a phone whose processor is slow; the median, and 95 of 100."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": measuring.SLOW_PHONE})
    people = room_of(place.table.game.name).people(5)
    page.evaluate("painted.length = 0")
    for _ in range(STEPS):
        if not step(place.table, people):
            break
        page.wait_for_timeout(SETTLED)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    painted = page.evaluate("painted") or [0.0]
    return median(painted), quantiles([*painted, painted[-1]], n=20, method="inclusive")[-1]


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


def _pictured(page: Page, name: str, into: Path, *, docs: bool) -> None:
    """Keep a picture, and refresh the one in the docs if that is wanted."""
    into.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=into / name, type="jpeg", quality=70)
    if docs and name in IN_DOCS:
        copyfile(into / name, DOCS / IN_DOCS[name])
