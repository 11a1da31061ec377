"""The page in words: a table played by ear and keyboard, through the accessibility tree alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.play_mode import SEATS
from companion.journal import read
from companion.rooms import room_of
from companion.table import Table
from tests.web.bowl_scenes import a_bowl
from tests.web.ears import HEARD, Listener
from tests.web.scenes import a_browser, a_table, an_app, asks, play, served, the_words

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def listening(page: Page, table: Table, path: str = "?view=words") -> Iterator[Listener]:
    """Somebody who opens the page in words and waits until it knows the table."""
    people = room_of(table.game.name).people(3)
    listener = Listener(page, table, people, the_words()["en"])
    page.add_init_script(HEARD)
    with served(table) as server:
        page.goto(f"{server.url}{path}")
        listener.hears_something_new("")
        yield listener
        page.goto("about:blank")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("opened", [a_table, a_bowl])
def test_a_game_is_played_by_ear_and_every_act_is_announced_once(
    page: Page, tmp_path: Path, opened: Any
) -> None:
    table = opened(tmp_path)
    with listening(page, table) as listener:
        listener.announcements()
        while table.state.turns < 15:
            listener.plays()
            assert len(listener.announcements()) == 1, listener.done[-1]
        made = table.number
    assert len(list(read(tmp_path / "game.journal"))) >= made


@pytest.mark.browser
@pytest.mark.slow
def test_typed_commands_say_what_their_buttons_say(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 3, lambda table: asks(table, "researcher"))
    words = the_words()["en"]
    question = table.questions()[0]
    with listening(page, table) as listener:
        turn = listener.types("turn")
        assert words.say(question.ask) in turn
        assert f"1: {words.say(question.options[0].say)}" in turn
        score = listener.types("score")
        assert score.startswith("Ada: ")
        assert listener.presses(listener.label("plain_button_turn")) == turn
        assert listener.presses(listener.label("plain_button_score")) == score
        assert "WALL-" in listener.types("why")
        board = listener.types("board").splitlines()
        assert "Row 2. Empty." in board
        laid = next(n for n, row in enumerate(board) if re.match(r"Row \d\. 1(–\d)?: ", row))
        assert listener.types(f"board row {laid + 1}") == board[laid]
        assert "row" in listener.types("board row 99")
        assert "help" in listener.types("fly")
        assert listener.types("last").strip()
        assert "Alt+R" in listener.types("help")


@pytest.mark.browser
@pytest.mark.slow
def test_the_repeat_key_says_it_again_while_a_field_has_focus(page: Page, tmp_path: Path) -> None:
    with listening(page, a_table(tmp_path)) as listener:
        score = listener.types("score")
        listener.announcements()
        page.keyboard.press("Alt+r")
        listener.hears_something_new(score)
        listener.types("repeat")
        assert [one.strip("\u00a0") for one in listener.announcements()] == [score, score]


@pytest.mark.browser
@pytest.mark.slow
def test_the_arrow_keys_walk_the_board(page: Page, tmp_path: Path) -> None:
    with listening(page, a_table(tmp_path)) as listener:
        grid = page.get_by_role("grid", name=listener.label("the_wall"))
        grid.get_by_role("button", name="Place 1, row 1:").focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
            page.keyboard.press(key)
        before = listener.said
        page.keyboard.press("Enter")
        assert listener.hears_something_new(before) == "Place 2, row 2: Empty"


@pytest.mark.browser
@pytest.mark.slow
def test_who_may_only_look_gets_no_buttons_in_words_either(page: Page, tmp_path: Path) -> None:
    table = play(a_table(tmp_path, manner=SEATS), 3, lambda table: asks(table, "researcher"))
    with listening(page, table) as listener:
        assert page.get_by_role("button", name=re.compile("^1: ")).count() == 0
        assert page.get_by_role("button", name=listener.label("plain_enter")).count() == 0
        assert listener.types("1") == listener.label("plain_nothing_asked")


def test_a_phone_remembers_that_it_wants_words(tmp_path: Path) -> None:
    client = a_browser(an_app(a_table(tmp_path)))
    assert b'data-view="words"' not in client.get("/").data
    assert b'data-view="words"' in client.get("/?view=words").data
    assert b'data-view="words"' in client.get("/").data
    assert b'data-view="words"' not in client.get("/?projector").data
    assert b'data-view="words"' not in client.get("/?view=drawn").data
    assert b'data-view="words"' not in client.get("/").data


def test_words_tell_a_stranger_nothing_that_is_private_to_a_seat(tmp_path: Path) -> None:
    app = an_app(play(a_table(tmp_path), 3, lambda table: table.state.turns > 3))
    stranger = a_browser(app).get("/plain.json").json
    owner = a_browser(app, "seat-0-link").get("/plain.json").json
    notes = [entry["move"]["type"] for entry in owner["entries"] if entry["whose"] == "seat"]
    assert notes
    assert not [one for one in stranger["entries"] if one["whose"] == "seat"]
    assert stranger["board"] == owner["board"]
