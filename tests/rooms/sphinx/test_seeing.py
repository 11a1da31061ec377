"""What the camera sees at the sphinx: pawns on squares, cards of a claim, and what cannot be."""

from __future__ import annotations

import pytest

from companion.core.observation import SOMETHING_ELSE, Pressed, Reading, Reply, Seen
from companion.core.roles import TABLE
from companion.core.verdict import Explained, Refused, Unchanged, Unclear, Verdict
from companion.games.sphinx import GAME
from companion.games.sphinx import moves as m
from companion.games.sphinx.boxfile import read_box
from companion.games.sphinx.reader import cells
from companion.table.explain.referee import judge
from tests.rooms.sphinx.laid import BOX, ME, RIVAL, Position, box_data, laid, opening
from tests.rooms.sphinx.words import say

UNDER = "red green blue yellow purple orange"


def looked(table: Position, changed: dict[str, str]) -> Verdict:
    shown = dict(GAME.visible(table.state)) | changed
    readings = {cell: Reading({label: 1.0}) for cell, label in shown.items()}
    return judge(GAME, table.state, Seen(readings=readings, at=0.0))


def test_every_square_of_the_corridor_but_the_start_is_looked_at() -> None:
    shown = GAME.visible(opening().state)
    assert set(shown.values()) == {"empty"}
    assert {cell for cell in shown if cell.startswith("s")} == {
        *(f"s{square}" for square in range(1, 77)),
        "s80",
    }
    assert {cell for cell in shown if cell.startswith("r")} == {
        f"r{row}c{column}" for row in range(2) for column in range(3)
    }


def test_the_reader_declares_where_to_look_and_for_what() -> None:
    board = cells(BOX)
    assert board["pawns"]["places"]["s36"] == (1, 5)
    assert set(board["pawns"]["places"]) | {
        f"r{row}c{column}" for row in range(2) for column in range(3)
    } == set(GAME.visible(opening().state))
    assert board["cards"]["labels"] == ("empty", "down", *BOX.colours)
    assert board["pawns"]["labels"] == ("empty", *BOX.pawns)


def test_pawns_are_seen_by_their_colour() -> None:
    shown = GAME.visible(laid(pawns=(12, 59)).state)
    assert (shown["s12"], shown["s59"]) == ("red", "blue")


def test_a_pawn_seen_on_an_end_is_a_move() -> None:
    table = laid(pawns=(10, 0), dice=(3, 6))
    verdict = looked(table, {"s10": "empty", "s13": "red"})
    assert isinstance(verdict, Explained)
    assert [made.move for made in verdict.made] == [m.UseDie(3, True)]


def test_a_pawn_that_jumped_the_wall_is_expected_sphinx_25() -> None:
    table = laid(pawns=(34, 59), dice=(2, 3))
    verdict = looked(table, {"s34": "empty", "s59": "red", "s36": "blue"})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.UseDie(2, True)


def test_a_door_and_what_is_asked_before_it_turns_show_the_pawn_where_it_will_rest() -> None:
    asked = laid(pawns=(34, 59), dice=(2, 3)).use(2)
    assert asked.question.topic == "card"
    shown = GAME.visible(asked.state)
    assert (shown["s59"], shown["s36"]) == ("red", "blue")
    assert GAME.visible(asked.answer("leave").state) == shown


def test_nothing_new_is_nothing_new() -> None:
    assert isinstance(looked(laid(pawns=(10, 0), dice=(3,)), {}), Unchanged)


def test_a_pawn_back_on_the_start_is_explained() -> None:
    verdict = looked(laid(pawns=(3, 9), dice=(3, 6)), {"s3": "empty"})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.UseDie(3, False)


def test_cards_of_a_claim_are_read_in_their_order_sphinx_37b() -> None:
    table = laid(pawns=(74, 0), hands=("red green blue",), dice=(6,)).do(m.ApproachGuards(6))
    verdict = looked(table, {"r0c0": "blue", "r0c1": "red", "r0c2": "green"})
    assert isinstance(verdict, Explained)
    assert verdict.made[0].move == m.LayClaim(ME, ("blue", "red", "green"))


def test_after_a_wrong_claim_pawn_and_cards_are_gone_sphinx_40c() -> None:
    table = laid(pawns=(74, 0), hands=("red green blue",), dice=(6,)).do(
        m.ApproachGuards(6), m.LayClaim(ME, ("red", "green", "blue"))
    )
    shown = GAME.shown_by(table.state, m.CompareClaim(False))
    assert shown == {"s80": "empty", "r0c0": "empty", "r0c1": "empty", "r0c2": "empty"}


AT_THE_GUARDS = laid(pawns=(74, 0), hands=("red green blue",), dice=(6,), sealed=UNDER).do(
    m.ApproachGuards(6)
)
MOVING = laid(pawns=(10, 20), dice=(3, 6))

MISFITS: dict[str, tuple[Position, dict[str, str], str, str]] = {
    "two cards for a claim": (
        AT_THE_GUARDS, {"r0c0": "red", "r0c1": "green"}, "SPHINX-37b", "sphinx.three_cards",
    ),
    "four cards for a claim": (
        AT_THE_GUARDS,
        {"r0c0": "red", "r0c1": "green", "r0c2": "blue", "r1c0": "red"},
        "SPHINX-37b", "sphinx.three_cards",
    ),
    "a card face down": (
        AT_THE_GUARDS, {"r0c0": "red", "r0c1": "down", "r0c2": "blue"},
        "SPHINX-37b", "sphinx.face_down",
    ),
    "cards in the second row": (
        AT_THE_GUARDS, {"r1c0": "red", "r1c1": "green", "r1c2": "blue"},
        "SPHINX-37b", "sphinx.first_row",
    ),
    "a card somebody else has": (
        AT_THE_GUARDS, {"r0c0": "red", "r0c1": "green", "r0c2": "orange"},
        "SPHINX-37b", "sphinx.own_cards_only",
    ),
    "cards changed after they were laid": (
        AT_THE_GUARDS.do(m.LayClaim(ME, ("red", "green", "blue"), 0.0)), {"r0c0": "orange"},
        "SPHINX-42", "sphinx.cards_stay",
    ),
    "cards without a claim": (MOVING, {"r0c0": "red"}, "SPHINX-36a", "sphinx.no_claim_now"),
    "a wrong count": (
        MOVING, {"s10": "empty", "s15": "red"}, "SPHINX-13", "sphinx.wrong_count",
    ),
    "the treasure without a claim": (
        MOVING, {"s10": "empty", "s80": "red"}, "SPHINX-O-19", "sphinx.no_claim_possible",
    ),
    "another player's pawn": (
        MOVING, {"s20": "empty", "s23": "blue"}, "SPHINX-18", "sphinx.other_pawn",
    ),
    "a pawn nobody plays": (MOVING, {"s50": "yellow"}, "SPHINX-06", "sphinx.strange_pawn"),
    "a pawn that is gone": (MOVING, {"s20": "empty"}, "SPHINX-42", "sphinx.pawn_gone"),
    "something unknown": (MOVING, {"s30": SOMETHING_ELSE}, "SPHINX-06", "sphinx.unknown_thing"),
    "a move before the throw": (
        laid(pawns=(10, 20)), {"s10": "empty", "s13": "red"}, "SPHINX-10", "sphinx.throw_first",
    ),
    "a pawn before the game": (
        opening(), {"s5": "red"}, "SPHINX-06", "sphinx.board_not_empty",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISFITS)
def test_a_picture_no_move_explains_is_refused_with_a_clear_sentence(what: str) -> None:
    table, changed, clause, key = MISFITS[what]
    verdict = looked(table, changed)
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.say.key) == (clause, key)
    assert verdict.cells
    assert set(verdict.cells) <= changed.keys()
    assert say(verdict.say)


@pytest.mark.parametrize("what", MISFITS)
def test_a_refused_picture_changes_nothing_and_reveals_nothing(what: str) -> None:
    table, changed, _, _ = MISFITS[what]
    untracked = Position(table.state.but(sealed=(), seals=(), tracked=False))
    if not table.state.claim or not table.state.claim.cards:
        assert looked(table, changed) == looked(untracked, changed)


def test_a_doubtful_pawn_is_a_question() -> None:
    table = laid(pawns=(10, 0), dice=(3, 4))
    shown = dict(GAME.visible(table.state))
    readings = {cell: Reading({label: 1.0}) for cell, label in shown.items()}
    readings["s10"] = Reading({"empty": 1.0})
    readings["s13"] = Reading({"red": 0.5, "empty": 0.5})
    readings["s14"] = Reading({"red": 0.5, "empty": 0.5})
    verdict = judge(GAME, table.state, Seen(readings=readings, at=0.0))
    assert isinstance(verdict, Unclear)
    moves = {option.move for option in verdict.question.options[:-1]}
    assert moves == {m.UseDie(3, True), m.UseDie(4, True)}
    assert all(say(option.say) for option in verdict.question.options)


# Taps


def test_a_tapped_square_is_the_end_that_rests_there() -> None:
    table = laid(pawns=(10, 0), dice=(3, 6))
    assert GAME.answer(table.state, table.question, Reply(points=("s13",)), 0.0) == m.UseDie(
        3, True
    )
    refusal = GAME.answer(table.state, table.question, Reply(points=("s14",)), 0.0)
    assert isinstance(refusal, Refused)
    assert refusal.clause == "SPHINX-13"


def two_ways() -> Position:
    """No board of ours has two dice that lead to one square, so one die shows a thirty here.

    From 3, one back is the door 2-33 and leads to 33; thirty forward is 33 itself.
    """
    data = box_data()
    data["dice"][0]["faces"] = [30]
    return laid(pawns=(3, 0), dice=(1, 30), doors_optional=True, box=read_box(data))


def test_a_tapped_square_that_two_dice_reach_has_to_be_told_apart_sphinx_12() -> None:
    table = two_ways()
    assert table.ends["move:1:back"] == table.ends["stay:30:forward"] == 33
    refusal = GAME.answer(table.state, table.question, Reply(points=("s33",)), 0.0)
    assert isinstance(refusal, Refused)
    assert refusal.clause == "SPHINX-12"


def test_a_pawn_seen_where_two_dice_lead_is_a_question_sphinx_12() -> None:
    verdict = looked(two_ways(), {"s3": "empty", "s33": "red"})
    assert isinstance(verdict, Unclear)
    moves = {option.move for option in verdict.question.options[:-1]}
    assert moves == {m.UseDie(1, False), m.UseDie(30, True, stay=True)}


def test_dice_are_entered_in_a_form_sphinx_10() -> None:
    table = laid()
    reply = Reply(fields={"first": "3", "second": 5, "snake": "s"})
    assert GAME.answer(table.state, table.question, reply, 0.0) == m.Throw((3, 5, "S"))
    missing = GAME.answer(table.state, table.question, Reply(fields={"first": "3"}), 0.0)
    assert isinstance(missing, Refused)
    assert missing.say.key == "sphinx.every_die"
    odd = GAME.answer(
        table.state, table.question, Reply(fields={"first": "x", "second": "1", "snake": "1"}), 0.0
    )
    assert table.refused(odd).clause == "SPHINX-20"  # type: ignore[arg-type]


def test_an_answer_nobody_offered_is_refused() -> None:
    table = laid(dice=(3,))
    refusal = GAME.answer(table.state, table.question, Reply(option="fly"), 0.0)
    assert isinstance(refusal, Refused)
    assert refusal.say.key == "sphinx.no_such_choice"
    assert GAME.hears(table.state, Pressed(button="seat-0", at=0.0)) is None


def test_a_sphinx_lifted_without_a_right_brings_a_warning_sphinx_31() -> None:
    refusal = laid(dice=(3,)).refused(m.LookUnder("T2"))
    assert refusal.clause == "SPHINX-31"
    assert "second temple sphinx back" in say(refusal.say)
    assert laid(dice=(3,)).refused(m.LookUnder("X7")).clause == "SPHINX-05"


def test_everybody_sees_the_same_board() -> None:
    state = laid(pawns=(10, 20), dice=(3,)).state
    assert GAME.view(state, TABLE)["seats"][RIVAL]["square"] == 20


def test_a_pawn_left_beside_a_door_is_asked_to_turn_with_it_sphinx_24() -> None:
    verdict = looked(laid(pawns=(30, 0), dice=(6, 4)), {"s30": "empty", "s36": "red"})
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.say.key) == ("SPHINX-24", "sphinx.door_must_turn")
    assert verdict.say.values == {"square": 36}


def test_after_a_wrong_claim_the_pawn_is_sent_back_from_the_treasure_sphinx_40c() -> None:
    verdict = looked(laid(pawns=(12, 0)), {"s80": "blue", "r0c0": "red"})
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.say.key) == ("SPHINX-40c", "sphinx.pawn_back")
    assert "back on the start" in say(verdict.say)


def test_cards_seen_for_a_claim_wait_from_the_moment_they_were_seen() -> None:
    seen = GAME.looking.stamped(m.LayClaim(0, ("red", "green", "blue")), 73.5)
    assert seen == m.LayClaim(0, ("red", "green", "blue"), 73.5)
    assert GAME.looking.stamped(m.UseDie(3, True), 73.5) == m.UseDie(3, True)


def on_pads(*faces: str) -> dict[str, str]:
    return {f"die{number}": face for number, face in enumerate(faces, 1)}


def test_dice_laid_on_their_pads_are_a_throw_sphinx_10() -> None:
    table = laid(pawns=(10, 0))
    assert GAME.looking.looked(table.state, on_pads("3", "6", "S")) == m.Throw((3, 6, "S"))


def test_any_die_may_lie_on_any_pad() -> None:
    assert GAME.looking.looked(laid().state, on_pads("S", "5", "2")) == m.Throw((5, 2, "S"))
    assert GAME.looking.looked(laid().state, on_pads("1", "2", "6")) == m.Throw((1, 6, 2))


def test_dice_that_still_lie_there_from_the_last_throw_are_not_thrown_again() -> None:
    table = laid(pawns=(10, 0))
    thrown = table.state.but(thrown=(3, 6, "S"))
    assert GAME.looking.looked(thrown, on_pads("6", "3", "S")) is None
    assert GAME.looking.looked(thrown, on_pads("6", "4", "S")) == m.Throw((6, 4, "S"))


def test_a_missing_die_an_unread_die_and_dice_in_use_are_no_throw() -> None:
    assert GAME.looking.looked(laid().state, on_pads("3", "6", "empty")) is None
    assert GAME.looking.looked(laid().state, on_pads("3", "6")) is None
    assert GAME.looking.looked(laid(dice=(1, 2)).state, on_pads("3", "6", "S")) is None


def test_without_the_snake_die_two_dice_are_a_throw_sphinx_45() -> None:
    table = laid(two_dice=True)
    assert GAME.looking.looked(table.state, on_pads("4", "empty", "6")) == m.Throw((4, 6))
