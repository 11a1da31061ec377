"""A light game in the house: chosen in the lobby, turn by turn, counted at the end, marked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.core.observation import Reading, Said, Seen
from companion.core.roles import TABLE
from companion.games.bowl import moves as bowl
from companion.games.wall import moves as wall
from companion.house.game_card import card_of
from companion.house.people import standings
from companion.table import Table, session
from tests.web.bowl_scenes import a_bowl
from tests.web.scenes import a_browser, a_table, an_app, state_of


def light(folder: Path) -> Table:
    table = a_table(folder, "Ada", "Bo", "Cleo")
    assert session.play_light(table, True, TABLE).kind == "accepted"
    return table


def test_nothing_is_asked_and_the_turn_goes_round(tmp_path: Path) -> None:
    table = light(tmp_path)
    assert table.questions() == ()
    seats = []
    for turns in range(4):
        shown = state_of(a_browser(an_app(table)))["light"]
        seats.append(shown["seat"])
        assert session.pass_turn(table, turns, TABLE).kind == "accepted"
    assert seats == [0, 1, 2, 0]


def test_two_who_press_at_once_pass_one_turn(tmp_path: Path) -> None:
    table = light(tmp_path)
    assert session.pass_turn(table, 0, TABLE).kind == "accepted"
    assert session.pass_turn(table, 0, TABLE).kind == "stale"
    assert table.ledger.record.light is not None
    assert table.ledger.record.light.turns == 1


def test_what_the_camera_sees_is_nobodys_move(tmp_path: Path) -> None:
    table, number = light(tmp_path), 0
    number = table.number
    seen = Seen(readings={"0,0": Reading({"cat_L": 1.0})}, at=time.monotonic())
    assert table.submit(seen).kind == "unchanged"
    assert table.number == number
    assert state_of(a_browser(an_app(table)))["refusal"] is None


def test_a_pulled_plug_comes_back_to_the_same_turn(tmp_path: Path) -> None:
    table = light(tmp_path)
    session.pass_turn(table, 0, TABLE)
    before = table.ledger.record.light
    again = Table.resume(table.ledger.journal)
    assert again.ledger.record.light == before
    assert again.questions() == ()


def test_before_the_first_turn_the_moves_may_be_followed_after_all(tmp_path: Path) -> None:
    table = light(tmp_path)
    assert session.play_light(table, False, TABLE).kind == "accepted"
    assert [one.topic for one in table.questions()] == ["setup"]
    assert card_of(table.ledger.journal.path).light is False


def test_moves_that_nobody_saw_are_not_made_up(tmp_path: Path) -> None:
    table = light(tmp_path)
    session.pass_turn(table, 0, TABLE)
    answer = session.play_light(table, False, TABLE)
    assert answer.kind == "refused"
    assert answer.say is not None
    assert answer.say.key == "table.light_not_followed"


def test_a_game_that_has_begun_is_followed_to_its_end(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    assert table.submit(Said(by=TABLE, move=wall.Begin(), at=0.0)).kind == "accepted"
    assert session.play_light(table, True, TABLE).kind == "refused"
    assert session.pass_turn(table, 0, TABLE).kind == "refused"


def test_the_result_is_on_the_shelf_and_marked_as_what_it_is(tmp_path: Path) -> None:
    table = a_bowl(tmp_path)
    session.play_light(table, True, TABLE)
    said = Said(by=TABLE, move=bowl.CountAtEnd(1), at=0.0)
    assert table.submit(said).kind == "accepted"
    card = card_of(table.ledger.journal.path)
    assert (card.over, card.winners, card.light) == (True, (1,), True)
    assert [person.total.light for person in standings([card])] == [1] * len(card.people)


@pytest.mark.parametrize("typed", ["cat", "tie"])
def test_questions_about_the_rules_are_answered_and_none_about_the_board(
    tmp_path: Path, typed: str
) -> None:
    answer = a_browser(an_app(light(tmp_path))).post("/may-i", json={"typed": typed}).json
    assert answer["clauses"]
    assert not answer.get("ways")
    assert not answer.get("holds")
