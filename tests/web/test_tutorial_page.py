"""A first game on pages, in trouble: phones that change, languages, people who leave or know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.observation import Said
from companion.core.play_mode import SEATS
from companion.core.roles import TABLE, seat
from companion.games.bowl import moves as bowl
from companion.games.wall import moves as m
from companion.house.tutorial import Learners, text_of
from companion.table import session
from companion.web.kit.context import EXTENSION
from tests.web.bowl_scenes import a_bowl
from tests.web.scenes import a_browser, a_table, an_app, do, play, state_of, the_words


def new(*seats: int) -> Learners:
    return {number: frozenset[str]() for number in seats}


def tips(client: Any, query: str = "") -> list[str]:
    shown = state_of(client, query).get("tutorial", {"tips": []})
    return [one["topic"] for one in shown["tips"]]


def said(client: Any, query: str = "") -> list[str]:
    return [one["say"] for one in state_of(client, query)["tutorial"]["tips"]]


def test_two_beginners_and_two_who_know_it_each_see_their_own(tmp_path: Path) -> None:
    table = a_table(tmp_path, "Ada", "Bo", "Cleo", "Dan", manner=SEATS)
    app = an_app(table, learners=lambda: new(0, 2))
    page = a_browser(app)
    phones = [a_browser(app, f"seat-{n}-link") for n in (1, 2, 3)]
    do(table, m.Begin())
    assert tips(phones[0]) == tips(phones[2]) == []
    assert "goal" in tips(phones[1])
    told = state_of(page)["tutorial"]
    assert told["seats"] == [0], "who has a phone is taught there"
    assert all(one["seats"] == [0] for one in told["tips"])
    assert "tutorial" not in state_of(phones[0])


def test_a_phone_that_is_sent_away_leaves_its_lesson_to_the_table(tmp_path: Path) -> None:
    table = a_table(tmp_path, "Ada", "Bo", manner=SEATS)
    app = an_app(table, learners=lambda: new(1))
    page, phone = a_browser(app), a_browser(app, "seat-1-link")
    do(table, m.Begin())
    play(table, 3, lambda table: table.state.turns == 2)
    before = tips(phone)
    assert before
    assert tips(page) == []
    _desk(app).keys.revoke(seat(1))
    assert tips(page) == before


def _desk(app: Any) -> Any:
    return app.extensions[EXTENSION]


def test_another_language_in_the_middle_says_the_same_in_other_words(tmp_path: Path) -> None:
    table = a_table(tmp_path, "Ada", "Bo")
    page = a_browser(an_app(table, learners=lambda: new(0, 1)))
    do(table, m.Begin())
    play(table, 3, lambda table: table.state.turns == 3)
    for language in ("en", "de", "fr", "it", "nl", "es"):
        query = f"?lang={language}"
        words = the_words()[language]
        assert said(page, query) == [text_of(words, "wall", one) for one in tips(page, query)]
    assert tips(page, "?lang=de") == tips(page, "?lang=fr") != []


def test_a_beginner_who_leaves_takes_nothing_from_the_others(tmp_path: Path) -> None:
    table = a_bowl(tmp_path)
    page = a_browser(an_app(table, learners=lambda: new(0, 1)))
    do(table, bowl.Begin())
    before = tips(page)
    assert table.submit(Said(by=TABLE, move=bowl.LeaveGame(0), at=0.0)).kind == "accepted"
    assert set(tips(page)) & set(before)


def test_a_light_game_teaches_before_it_begins_and_again_once_it_is_followed(
    tmp_path: Path,
) -> None:
    """What was played without the table is nobody's lesson; from the position on it goes on."""
    table = a_bowl(tmp_path)
    page = a_browser(an_app(table, learners=lambda: new(0, 1)))
    session.play_light(table, True, TABLE)
    assert "goal" in tips(page)
    session.pass_turn(table, 0, TABLE)
    start = table.state.box.track[0].id
    people = len(table.state.seats)
    told = bowl.GoOnFrom(
        1, (start,) * people, (0,) * people, (), table.state.box.track[-2].id, False,
        table.state.box.full_bowl,
    )  # fmt: skip
    assert table.submit(Said(by=TABLE, move=told, at=0.0)).kind == "accepted"
    assert table.state.turn == 1
    assert tips(page)
