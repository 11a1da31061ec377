"""Taps by hand: somebody plays at the table's page without a camera, and every tap counts."""

from __future__ import annotations

from playwright.sync_api import Error, Locator, Page

from companion.table import Table

FIRST = (
    "dialog[open] .card",
    "dialog[open] .digit",
    "dialog[open] .answer",
    ".stop:not([hidden]) .answer",
    ".question .dice-row:not(:has([aria-checked='true'])) .pick",
    ".swapping .row:not(:has([aria-checked='true'])) .pick",
    ".question .answer:enabled",
    ".slot-head:enabled",
    ".dig-board .cell:enabled",
    ".build",
    ".site .cell[role='button']:not(:has(~ .none))",
    ".tile-pick",
)
"""What somebody taps next, the first of these that is there."""
MOST_TAPS = 80


def taps_for_setup(page: Page, table: Table) -> int:
    """Taps that lay a table out tile by tile; the one that begins the game comes after them."""
    taps = 0
    begin = page.locator(".question .answer.main:enabled:visible")
    while table.state.phase == "setup" and not begin.count() and taps < MOST_TAPS:
        page.locator(".tile-pick:not([aria-checked='true']):visible").first.click(force=True)
        taps += 1
        page.wait_for_timeout(200)
    return taps


def taps_per_turn(page: Page, table: Table, turns: int = 5) -> tuple[float, float] | None:
    """Taps for a turn on average, and answers beside them; None when nobody found what to tap.

    A tap by hand enters what a camera would have seen. What only a person can decide is answered
    at every table, with a camera too.
    """
    begun, taps, answers = table.game.turn(table.state), 0, 0
    while table.game.turn(table.state) - begun < turns and taps + answers < MOST_TAPS:
        button = _next(page)
        if button is None:
            break
        decided = any(not question.by_sight for question in table.questions())
        if _tapped(button):
            taps, answers = taps + (not decided), answers + decided
        page.wait_for_timeout(150)
    played = table.game.turn(table.state) - begun
    return (taps / played, answers / played) if played > 0 else None


def _tapped(button: Locator) -> bool:
    """Tap it, unless it has just gone."""
    try:
        button.click(force=True, timeout=2000)
    except Error:
        return False
    return True


def _next(page: Page) -> Locator | None:
    if page.locator(".confirm .pick-first").count():
        return page.locator(".tile-pick").first
    for what in FIRST:
        found = page.locator(f"{what}:visible")
        if found.count():
            return found.first
    return None
