"""What was begun at one table does not count at the next: the person is asked to look again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.dig import moves as d
from companion.games.wall import moves as m
from companion.table import Table
from tests.web.dig_scenes import a_dig, digging
from tests.web.scenes import a_table, do, served
from tests.web.test_browser import DESK, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@contextmanager
def opened(page: Page, table: Table) -> Iterator[Page]:
    """The public page; an act that comes too late is complained about, and that is right here."""
    page.set_viewport_size(DESK)
    with served(table) as server:
        page.goto(server.url)
        shows(page, table)
        yield page
        page.goto("about:blank")


def sheet_of(page: Page) -> str:
    page.wait_for_selector("#sheet:not([hidden])")
    return page.locator("#sheet").inner_text()


def test_a_card_picked_in_bens_turn_is_not_annas_move(page: Page, tmp_path: Path) -> None:
    """Somebody opens "Which card?", somebody else enters the card first."""
    table = a_table(tmp_path, "Ben", "Anna")
    do(table, m.Begin())
    with opened(page, table):
        page.locator(".slot-head").nth(3).click()
        do(table, m.InsertCard(3, "H25"))
        shows(page, table)
        page.locator("dialog [data-card='H33']").click()
        assert "Something else happened" in sheet_of(page)
        assert table.state.slots[3] == ("H25",)
        page.locator(".slot-head").nth(4).click()
        page.locator("dialog [data-card='H33']").click()
        page.wait_for_selector("[data-cell='8,0'][data-animal]")
        assert table.state.slots[4] == ("H33",)


def test_a_move_is_not_put_right_after_the_past_has_changed(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    with opened(page, table):
        page.locator(".ruling .correct").first.click()
        page.get_by_role("button", name=re.compile("another card")).click()
        do(table, m.InsertCard(5, "H12"))
        shows(page, table)
        page.locator("dialog [data-card='H44']").click()
        assert "Something else happened" in sheet_of(page)
        assert table.state.slots[2] == ("H33",)


def test_a_move_struck_out_too_late_stands(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    with opened(page, table):
        page.locator(".ruling .correct").first.click()
        page.wait_for_selector("dialog[open]")
        do(table, m.InsertCard(5, "H12"))
        shows(page, table)
        page.get_by_role("button", name=re.compile("didn't happen")).click()
        assert "Something else happened" in sheet_of(page)
        assert (table.state.slots[2], table.state.slots[5]) == (("H33",), ("H12",))


def test_what_a_lift_uncovered_is_not_said_of_the_next_one(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path))
    with opened(page, table):
        page.locator(".cell[data-cell='B2']").click()
        do(table, d.Lift("A1", value=5))
        shows(page, table)
        page.locator("dialog .digit[data-value='5']").click()
        assert "Something else happened" in sheet_of(page)
        last: Any = table.timeline.past[-1].made.move
        assert last.cell == "A1"
