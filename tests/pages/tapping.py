"""Taps by hand: somebody plays at the table's page without a camera, and every tap counts."""

from __future__ import annotations

from random import Random
from statistics import median

from playwright.sync_api import Error, Locator, Page

from companion.table import Table
from tests.web.house_stories import settled

FIRST = (
    "dialog[open] .card",
    "dialog[open] .digit",
    "dialog[open] .answer",
    ".stop:not([hidden]) .answer",
    ".swapping .row:not(:has([aria-checked='true'])) .pick",
    ".question .answer:enabled",
    ".slot-head:enabled",
    ".dig-board .cell:enabled",
    ".build",
    ".site .cell[role='button']:not(:has(~ .none))",
    ".tile-pick",
)
"""What somebody taps next, the first of these that is there."""
DICE = ".question .keypad .dice-row"
"""A throw: the finger is drawn from column to column, which is one touch."""
MOST_TAPS = 120
AIM = 350
"""Milliseconds a person takes to see what is new and to aim."""


def taps_for_setup(page: Page, table: Table) -> int:
    """Taps that lay a table out tile by tile; the one that begins the game comes after them."""
    taps = 0
    begin = page.locator(".question .answer.main:enabled:visible")
    while table.state.phase == "setup" and not begin.count() and taps < MOST_TAPS:
        page.locator(".tile-pick:not([aria-checked='true']):visible").first.click()
        taps += 1
        settled(page)
        page.wait_for_timeout(AIM)
    return taps


def taps_per_turn(page: Page, table: Table, turns: int = 12) -> float | None:
    """Taps for a turn in the median, answers among them; None when nobody found what to tap.

    Every tap is that of a finger: a button that is covered or out of sight takes none.
    """
    begun, counts, luck = table.game.turn(table.state), [0], Random(7)
    while table.game.turn(table.state) - begun < turns and sum(counts) < MOST_TAPS:
        turn = table.game.turn(table.state)
        if page.locator(DICE).count():
            counts[-1] += _thrown(page, luck)
        elif button := _next(page):
            counts[-1] += _tapped(button)
        else:
            break
        settled(page)
        page.wait_for_timeout(AIM)
        if table.game.turn(table.state) != turn:
            counts.append(0)
    return median(counts[:-1]) if len(counts) > 1 else None


def _tapped(button: Locator) -> bool:
    """Tap it, unless it has just gone."""
    try:
        button.click(timeout=2000)
    except Error:
        return False
    return True


def _thrown(page: Page, luck: Random) -> int:
    """Draw the mouse across a face of every die, as they happen to fall."""
    for n, column in enumerate(page.locator(DICE).all()):
        faces = column.locator(".pick").all()
        box = luck.choice(faces).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if not n:
            page.mouse.down()
    page.mouse.up()
    return 1


def _next(page: Page) -> Locator | None:
    if page.locator(".confirm .pick-first").count():
        return page.locator(".tile-pick").first
    for what in FIRST:
        found = page.locator(f"{what}:visible")
        if found.count():
            return found.first
    return None
