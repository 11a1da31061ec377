"""What our lists do not have, said with real taps: it is taken, and the page says so once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games.bowl import moves as bowl
from companion.games.sphinx import moves as sphinx
from companion.games.wall import moves as wall
from companion.table import Table
from tests.web.bowl_scenes import a_bowl
from tests.web.dig_scenes import a_dig, digging
from tests.web.kheops_scenes import a_pyramid
from tests.web.scenes import a_table, asks, do, play
from tests.web.sphinx_scenes import a_court
from tests.web.test_browser import DESK, PHONE, moved_on, opened, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

SIZES = [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")]


def answer(page: Page, table: Table, option: str) -> None:
    number = table.number
    page.locator(f".question .answer[data-option='{option}']").click()
    moved_on(page, table, number)


def rulings(page: Page) -> str:
    return " ".join(page.locator(".ruling").all_inner_texts())


@pytest.mark.parametrize("size", SIZES)
def test_three_red_tiles_in_a_row_are_taken_as_they_lie(
    page: Page, tmp_path: Path, size: ViewportSize
) -> None:
    """Our list has two red tiles for the desert; the box on the table has three."""
    table = a_bowl(tmp_path)
    do(table, bowl.Begin())
    with opened(page, table, size=size):
        for field in ("D1", "D2", "D3"):
            answer(page, table, f"flip:{field}:red:0")
            assert ("Our list had 2 tiles" in rulings(page)) == (field == "D3")
            answer(page, table, "give_up")
    tiles = dict(zip([f.id for f in table.state.box.track], table.state.tiles, strict=True))
    assert [tiles[field].colour for field in ("D1", "D2", "D3") if tiles[field]] == ["red"] * 3
    assert table.state.box.learned == ("tile:desert:red:0",)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_is_not_on_the_list_goes_into_the_wall(
    page: Page, tmp_path: Path, size: ViewportSize
) -> None:
    table = a_table(tmp_path)
    do(table, wall.Begin())
    with opened(page, table, size=size):
        page.locator(".slot-head").nth(3).click()
        page.locator("dialog .other").click()
        for face in ("camel_R", "mule_R"):
            page.locator(f"dialog [data-face='{face}']").click()
        page.wait_for_selector("[data-cell='6,0'][data-animal='camel']")
        shows(page, table)
        assert "Our list had 0 cards" in rulings(page)
    assert table.state.slots[3] == ("camel_R+mule_R",)
    assert len(table.state.box.cards) == 49


def test_a_full_slot_takes_one_more_where_the_size_of_the_wall_is_a_guess(
    page: Page, tmp_path: Path
) -> None:
    table = a_table(tmp_path)
    do(table, wall.Begin())
    while len(table.state.slots[0]) < table.state.box.wall.capacity:
        left = [card.id for card in table.state.box.cards if card.id not in table.state.inserted]
        for card in left:
            do(table, wall.InsertCard(0, card))
            break
        while questions := table.game.questions(table.state):
            do(table, questions[0].options[-1].move)
    with opened(page, table):
        page.locator(".slot-head").first.click()
        page.locator("dialog .card[data-card]").first.click()
        page.wait_for_selector("[data-cell='0,7'][data-animal]")
        assert "room for 7 cards" in rulings(page)
    assert len(table.state.slots[0]) == 8


def test_a_number_that_is_not_on_the_list_is_dug_up(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path))
    with opened(page, table):
        page.locator("[data-cell='A1']").click()
        page.locator("dialog form.other input").fill("9")
        number = table.number
        page.locator("dialog form.other button").click()
        moved_on(page, table, number)
        assert "Our list had 0 cards with 9 in layer 5" in rulings(page)
    assert table.state.box.learned[0].startswith("value:5:9:")


def test_a_tile_that_is_not_on_the_list_is_laid(page: Page, tmp_path: Path) -> None:
    table = a_pyramid(tmp_path)
    with opened(page, table):
        page.locator(".tray .other").click()
        page.locator("dialog [data-face='corridor-1']").click()
        number = table.number
        page.locator("dialog [data-face='corridor-1-ankh']").click()
        moved_on(page, table, number)
        assert "Our list had 0 tiles like this" in rulings(page)
    assert "corridor-1-ankh" in table.state.box.faces
    assert len(table.state.box.tiles) == 50


def test_a_square_that_our_list_has_otherwise_is_told(page: Page, tmp_path: Path) -> None:
    table = a_court(tmp_path, under=None)
    do(table, sphinx.Begin())
    with opened(page, table):
        page.locator(".mishaps summary").click()
        page.locator("[data-mishap='square']").click()
        page.locator("dialog input[name='square']").fill("3")
        page.locator("dialog form.other button").click()
        number = table.number
        page.locator("dialog [data-shows='door-34']").click()
        moved_on(page, table, number)
        assert "Our list had nothing on square 3." in rulings(page)
    assert table.state.box.door_at(3) is not None


def test_a_curse_that_is_not_on_the_list_is_turned_up(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path, rules={"curse_of_the_pharaoh": True})
    play(table, 5, lambda table: asks(table, "draw"))
    with opened(page, table):
        page.locator(".other-curse button").click()
        for animal in ("cat", "baboon", "snake"):
            page.locator(f"dialog [data-face='{animal}']").click()
        page.wait_for_selector("html[data-phase='play'] .question[data-question^='curse']")
        shows(page, table)
        assert "Our list had 0 curse cards" in rulings(page)
    assert table.state.curse is not None
