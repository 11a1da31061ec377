"""The page in words: a table played by ear and keyboard, through the accessibility tree alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.journal import read
from companion.rooms import room_of
from companion.table import Table
from tests.web.ears import HEARD, Listener
from tests.web.scenes import a_table, served, the_words

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@contextmanager
def listening(page: Page, table: Table, seed: int = 3, **more: Any) -> Iterator[Listener]:
    """Somebody who opens the page in words and waits until it knows the table."""
    people = room_of(table.game.name).people(seed)
    listener = Listener(page, table, people, the_words()["en"])
    page.add_init_script(HEARD)
    with served(table, **more) as server:
        page.goto(f"{server.url}?view=words")
        listener.hears_something_new("")
        yield listener
        page.goto("about:blank")


def test_a_game_of_the_wall_is_played_by_ear_and_keyboard(page: Page, tmp_path: Path) -> None:
    table = a_table(tmp_path, "Ada", "Bo")
    with listening(page, table) as listener:
        while table.state.turns < 15:
            listener.announcements()
            listener.plays()
            assert len(listener.announcements()) == 1, listener.done[-1]
        assert {"InsertCard", "setup", "researcher"} <= set(listener.done)
    assert read(tmp_path / "game.journal")
