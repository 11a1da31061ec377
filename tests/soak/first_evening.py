"""(i) A family that has never played: every box from an empty house to the end of its first round.

Nobody knows anything but the pages. They choose a box, type four names, lay it out step by step as
it is drawn, read their lesson, and play until everybody has had a turn, each tap a real one. Taps,
seconds and words are counted; each page is looked at by axe. The six languages take turns.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.core.game import ROOMS
from companion.core.languages import LANGUAGES
from companion.table import Table
from tests.pages.measuring import axe
from tests.pages.tapping import AIM, MOST_TAPS, taps_for_setup, taps_per_turn
from tests.web.house_stories import Evening, house, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .stories import Stage

FAMILY = ("Mia", "Tom", "Ada", "Bo")
MOST_BEFORE = 60
"""Words of the lesson before the first move."""
MOST_STEPS = 12
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class FirstRound:
    """What one family met in one box."""

    taps: int = 0
    """From the front page to the first move."""
    steps: int = 0
    setup_words: int = 0
    before: int = 0
    """Words of the lesson before the first move."""
    turns: list[int] = field(default_factory=list)
    """New words of the lesson in each turn."""
    per_turn: float | None = None
    heard: set[str] = field(default_factory=set)

    def read(self, page: Page) -> int:
        """Read what is new in the lesson, and count its words."""
        lines = page.locator("#tutorial:not([hidden]) :is(.tip:not(.opening), .goal, li)")
        fresh = [line for line in lines.all_inner_texts() if line not in self.heard]
        self.heard.update(fresh)
        return sum(len(line.split()) for line in fresh)


def first_evening(stage: Stage) -> None:
    for number, room in enumerate(ROOMS):
        width = stage.size["width"]
        language = LANGUAGES[(number + (width > 500) * 3) % len(LANGUAGES)]
        begun = time.monotonic()
        with house(stage.folder / room) as (housed, url):
            evening = Evening(stage.browser, url, housed, stage.size, shots=stage.shots)
            page = _opened(evening, language)
            evening.claim(page)
            found = _first_round(stage, evening, page, room)
            assert evening.complaints == [], evening.complaints
        print(
            f"  {room} in {language}: {time.monotonic() - begun:.0f} s; {found.taps} taps to the "
            f"first move, {found.steps} steps of laying out with {found.setup_words} words; "
            f"{found.before} words of the lesson before the first move, then "
            f"{', '.join(map(str, found.turns))} in its turns; {found.per_turn:g} taps a turn",
            flush=True,
        )


def _opened(evening: Evening, language: str) -> Page:
    """A browser of its own, in a language."""
    context = evening.browser.new_context(viewport=evening.size, locale=language)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: evening.complaints.append(str(error)))
    return page


def _first_round(stage: Stage, evening: Evening, page: Page, room: str) -> FirstRound:
    found = FirstRound()
    names = FAMILY[:2] if room == "kheops" else FAMILY
    _planned(stage, page, room, names, found)
    _laid_out(stage, page, room, found)
    page.wait_for_selector("#tutorial:not([hidden]) .goal")
    found.before = found.read(page)
    assert found.before <= MOST_BEFORE, found.before
    _good(stage, page, f"{room} lesson")
    table = evening.table
    if room == "kheops":
        found.taps += taps_for_setup(page, table)
    _begun(page, table, found)
    found.read(page)
    for _ in names:
        taps = _one_turn(page, table)
        found.turns.append(found.read(page))
        found.per_turn = max(found.per_turn or 0, taps)
    _good(stage, page, f"{room} after a round")
    return found


def _planned(
    stage: Stage, page: Page, room: str, names: tuple[str, ...], found: FirstRound
) -> None:
    page.click(f'.boxes a[href="#{room}"]')
    page.wait_for_selector(".plan .idea")
    fields = page.locator(".people input[list]")
    while fields.count() < len(names):
        page.click(".plan fieldset > button.quiet")
        found.taps += 1
    for number, name in enumerate(names):
        fields.nth(number).fill(name)
    ticked = page.locator(".people .new input:checked")
    assert ticked.count() == len(names), "whoever has never played here is taught"
    _good(stage, page, f"{room} plan")
    page.locator("button.big").first.click()
    found.taps += 2


def _laid_out(stage: Stage, page: Page, room: str, found: FirstRound) -> None:
    page.wait_for_selector(".step")
    while "/house/setup" in page.url and found.steps < MOST_STEPS:
        step = page.locator(".step")
        found.setup_words += len(step.inner_text().split())
        _good(stage, page, f"{room} step {found.steps + 1}", axes=not found.steps)
        before = step.inner_text()
        page.locator(".row.stays .big").click()
        found.steps += 1
        found.taps += 1
        page.wait_for_function(
            "before => document.querySelector('.step')?.innerText !== before", arg=before
        )


def _begun(page: Page, table: Table, found: FirstRound) -> None:
    """Whatever is asked before the first turn is tapped through."""
    for _ in range(MOST_TAPS):
        if table.state.begun:
            return
        settled(page)
        page.locator(".question .answer:enabled:visible").first.click()
        found.taps += 1
        page.wait_for_timeout(AIM)
    raise AssertionError(f"nobody could begin: {table.state.phase}")


def _one_turn(page: Page, table: Table) -> float:
    """Somebody's turn; at the dig they dare to lift a card before they stop."""
    lifted = 0
    if table.game.name == "dig":
        page.wait_for_timeout(2 * AIM)
        settled(page)
        page.locator(".dig-board .cell:enabled").first.click()
        page.locator("dialog[open] .digit:visible").first.click()
        page.wait_for_timeout(AIM)
        settled(page)
        lifted = 2
    taps = taps_per_turn(page, table, 1)
    assert taps is not None, f"nobody found what to tap in {table.state.phase}"
    return taps + lifted


def _good(stage: Stage, page: Page, name: str, *, axes: bool = True) -> None:
    """Look at a page: nothing is wider than it, axe finds nothing, and its picture is kept."""
    stage.shot(page, name)
    assert page.evaluate(WIDER) <= 0, name
    broken = axe(page) if axes else []
    assert broken == [], (name, broken)
