"""What the table makes of pictures: counted once, asked when unclear, never silently wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.cells import EMPTY
from companion.core.roles import TABLE
from companion.games.wall import moves as m
from tests.table.evening import Evening, card_at


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


UNSURE = {"6,0": "camel_L", "7,0": {"mule_L": 0.6, "ibis_L": 0.4}}


def test_a_card_seen_is_a_move_made(evening: Evening) -> None:
    answer = evening.see(card_at("H01", 3))
    assert (answer.kind, answer.number) == ("accepted", 3)
    assert evening.moves() == [m.Begin(), m.InsertCard(3, "H01")]
    assert evening.see().kind == "unchanged"
    assert len(evening.moves()) == 2


def test_two_cards_between_two_looks_are_two_moves(evening: Evening) -> None:
    assert evening.see(card_at("H01", 3) | card_at("H25", 0)).kind == "accepted"
    assert set(evening.moves()[1:]) == {m.InsertCard(3, "H01"), m.InsertCard(0, "H25")}


def test_an_unclear_card_is_asked_about_and_the_answer_counts(evening: Evening) -> None:
    assert evening.see(UNSURE).kind == "unclear"
    assert evening.kinds()[-1] == "doubted"
    assert evening.answer("move:1").kind == "accepted"
    assert evening.moves()[-1] == m.InsertCard(3, "H03")
    assert evening.asked() == []


def test_the_same_doubt_is_asked_once(evening: Evening) -> None:
    evening.see(UNSURE)
    number = evening.table.number
    assert evening.see(UNSURE).kind == "unclear"
    assert evening.table.number == number


def test_a_doubt_goes_when_the_picture_becomes_clear(evening: Evening) -> None:
    evening.see(UNSURE)
    assert evening.see(card_at("H03", 3)).kind == "accepted"
    assert evening.moves()[-1] == m.InsertCard(3, "H03")
    assert evening.asked() == []


def test_a_doubt_goes_when_the_card_is_taken_away(evening: Evening) -> None:
    evening.see(UNSURE)
    assert evening.see().kind == "unchanged"
    assert evening.asked() == []
    assert evening.kinds()[-1] == "settled"


def test_none_of_these_is_not_asked_again_until_the_wall_was_clear(evening: Evening) -> None:
    evening.see(UNSURE)
    assert evening.answer("none").kind == "accepted"
    assert evening.see(UNSURE).kind == "unchanged"
    assert evening.asked() == []
    evening.see()
    assert evening.see(UNSURE).kind == "unclear"


def test_none_of_these_does_not_silence_another_doubt_at_the_same_place(evening: Evening) -> None:
    evening.see(UNSURE)
    evening.answer("none")
    other = {"6,0": "camel_R", "7,0": {"crocodile_R": 0.6, "baboon_R": 0.4}}
    assert evening.see(other).kind == "unclear"
    assert evening.answer("move:0").kind == "accepted"
    assert evening.moves()[-1] == m.InsertCard(3, "H04")


def test_a_doubt_about_another_card_at_the_same_place_is_asked_anew(evening: Evening) -> None:
    evening.see(UNSURE)
    evening.see({"6,0": "camel_R", "7,0": {"crocodile_R": 0.6, "baboon_R": 0.4}})
    (question,) = evening.table.questions()
    assert [option.move for option in question.options[:2]] == [
        m.InsertCard(3, "H04"),
        m.InsertCard(3, "H06"),
    ]


def test_what_cannot_be_is_refused_and_shown_until_it_is_put_right(evening: Evening) -> None:
    evening.see(card_at("H01", 3))
    answer = evening.see({"6,0": EMPTY, "7,0": EMPTY})
    assert (answer.kind, answer.clause) == ("refused", "WALL-18")
    assert evening.table.snapshot(TABLE)["refusal"]["clause"] == "WALL-18"
    evening.see()
    assert evening.table.snapshot(TABLE)["refusal"] is None
    assert len(evening.moves()) == 2


def test_a_card_in_the_wall_before_the_game_is_refused_wall_08(tmp_path: Path) -> None:
    early = Evening(tmp_path)
    assert early.see(card_at("H01", 3)).clause == "WALL-08"


def test_a_card_before_the_game_is_refused_whatever_was_noted_or_arranged(tmp_path: Path) -> None:
    """Noting a pharaoh card is part of the setup and must not blind the table."""
    early = Evening(tmp_path)
    early.say(m.NotePharaoh(0, "cat"))
    assert early.see(card_at("H01", 3)).clause == "WALL-08"
    early.say(m.ArrangeColumns(tuple(reversed(early.table.state.box.columns))))
    assert early.see(card_at("H01", 3)).clause == "WALL-08"


def test_a_look_made_against_an_older_table_is_stale(evening: Evening) -> None:
    old = evening.table.number
    evening.see(card_at("H01", 3))
    answer = evening.see(card_at("H25", 0), base=old)
    assert answer.kind == "stale"
    assert len(evening.moves()) == 2
    assert evening.see(card_at("H25", 0), base=evening.table.number).kind == "accepted"


def test_a_card_waits_while_a_question_is_open_and_counts_after_the_answer(
    evening: Evening,
) -> None:
    evening.insert(3, "H01")
    evening.insert(2, "H25")
    evening.see(card_at("H00", 3, 1))
    assert evening.topics()[0] == "researcher"
    pending = card_at("H31", 6)
    assert evening.see(pending).kind == "unchanged"
    evening.answer("set")
    while evening.asked():
        assert evening.answer("set_none").kind == "accepted"
    assert m.InsertCard(6, "H31") in evening.moves()


def test_a_card_taken_back_is_not_counted_again_without_asking(evening: Evening) -> None:
    wall = evening.wall(s3="H01")
    evening.look(wall)
    assert evening.take_back().kind == "accepted"
    assert evening.look(wall).kind == "unclear"
    assert evening.moves() == [m.Begin()]
    assert evening.answer("count").kind == "accepted"
    assert evening.moves() == [m.Begin(), m.InsertCard(3, "H01")]


def test_a_card_taken_back_and_removed_may_come_again(evening: Evening) -> None:
    wall = evening.wall(s3="H01")
    evening.look(wall)
    evening.take_back()
    evening.look(evening.wall())
    assert evening.look(wall).kind == "accepted"


def test_a_card_being_removed_is_left_alone(evening: Evening) -> None:
    wall = evening.wall(s3="H01")
    evening.look(wall)
    evening.take_back()
    evening.look(wall)
    evening.answer("none")
    assert evening.look(wall).kind == "unchanged"
    assert evening.moves() == [m.Begin()]


def test_a_card_taken_back_does_not_slip_in_beside_a_new_one(evening: Evening) -> None:
    evening.look(evening.wall(s3="H01"))
    evening.take_back()
    assert evening.look(evening.wall(s3="H01", s0="H25")).kind == "unclear"
    assert m.InsertCard(3, "H01") not in evening.moves()


def test_a_card_taken_back_is_still_asked_about_after_a_restart(evening: Evening) -> None:
    wall = evening.wall(s3="H01")
    evening.look(wall)
    evening.take_back()
    evening.resume()
    assert evening.look(wall).kind == "unclear"
    assert evening.moves() == [m.Begin()]


def test_a_wrong_answer_to_a_doubt_is_refused(evening: Evening) -> None:
    evening.see(UNSURE)
    assert evening.answer("perhaps", evening.asked()[0]).kind == "refused"
    assert evening.answer("move:0", "doubt-of-yesterday").kind == "stale"
