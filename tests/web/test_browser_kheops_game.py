"""A whole small game of Kheops at the page: base, pawns, powers and tiles by tapping alone."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.house import HouseRules
from companion.table import Table
from tests.rooms.kheops.laid import SEATS, small_box
from tests.rooms.kheops.players import a_game
from tests.web.kheops_scenes import standing
from tests.web.test_browser import opened
from tests.web.test_browser_kheops import moved_on, pick_tile, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from companion.core.verdict import Move

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def place(page: Page, cell: str, face: str, turn: int) -> None:
    tap(page, cell)
    pick_tile(page, face)
    for _ in range(turn):
        page.locator(".turner [data-by='1']").click()
    page.locator(".build").click()


def perform(page: Page, table: Table, move: Move) -> None:
    """Do at the page what the players of a seeded game do."""
    match move:
        case m.LayBase(tiles):
            for cell, face, turn in tiles:
                number = table.number
                place(page, cell, face, turn)
                moved_on(page, table, number)
        case m.LayBaseTile(cell, face, turn) | m.BuildTile(cell, face, turn):
            place(page, cell, face, turn)
        case m.Begin():
            page.locator(".question .answer.main").click()
        case m.SetPawn(cell, kind):
            page.locator(f"[data-pawn='{kind}']").click()
            tap(page, cell)
        case m.TurnTile(cell, turn):
            tap(page, cell)
            chosen = page.locator(f".turn-pick[data-option='turn:{cell}:{turn}']")
            chosen.or_(page.locator(".aim .choices .answer").first).first.click()
        case m.SwapPawns(one, other) | m.MovePawn(one, other):
            if not page.locator(f".cell.chosen[data-cell='{one}']").count():
                tap(page, one)
            tap(page, other)
        case _:
            raise AssertionError(move)


@pytest.mark.parametrize("seed", [4])
def test_a_game_is_played_to_its_end_in_the_browser(
    hasty_page: Page, tmp_path: Path, seed: int
) -> None:
    page = hasty_page
    box = small_box(5, 2)
    *game, (_, last, _, end) = a_game(Random(seed), box, HouseRules())
    table = standing(tmp_path, GAME.opening(box, SEATS, HouseRules()))
    with opened(page, table):
        for _, move, _, _ in [*game, (None, last, None, None)]:
            number = table.number
            perform(page, table, move)
            moved_on(page, table, number)
        page.wait_for_selector("html[data-phase='over']")
        totals = [line.low for line in GAME.score(end).lines]
        shown = page.locator(".tale .counted-path").last.locator(".running span").all_inner_texts()
    assert [int(text) for text in shown] == totals
    assert table.state.pyramid == end.pyramid
