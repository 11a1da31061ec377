"""Card squares and mummies: passed or reached, under another pawn or not, in path order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.verdict import Move
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.state import Look
from tests.rooms.sphinx.laid import BOX, ME, RIVAL, laid


@pytest.mark.parametrize(("square", "colour"), BOX.card_squares)
def test_a_missing_card_may_be_taken_by_ending_or_passing_sphinx_29_sphinx_c_03(
    square: int, colour: str
) -> None:
    """SPHINX-29, SPHINX-C-03: on or over every card square."""
    ending = laid(dice=(1, "S"), pawns=(square - 1, 0)).use(1)
    assert ending.answer("take").hands[ME] == colour
    passing = laid(dice=(2, "S"), pawns=(square - 1, 0)).use(2)
    assert passing.options == ("take", "leave")
    assert passing.answer("leave").hands[ME] == ""


def test_taking_is_optional_sphinx_29() -> None:
    table = laid(dice=(5,)).use(5).answer("no_look")
    left = table.answer("leave")
    assert left.hands[ME] == ""
    assert left.state.turn == RIVAL


def test_an_owned_card_has_to_go_back_sphinx_30_sphinx_c_04() -> None:
    table = laid(dice=(1, "S"), pawns=(4, 0), hands=("red blue",)).use(1)
    assert table.hands[ME] == "blue"
    (returned,) = table.happened(e.CardReturned)
    assert returned.because == ("SPHINX-30",)


def test_the_same_card_square_twice_in_a_turn_sphinx_t2() -> None:
    """SPHINX-T2: forward a card taken, back the card returned."""
    table = laid(dice=(2, 2, "S"), pawns=(4, 0)).use(2)
    table = table.answer("take")
    assert table.hands[ME] == "red"
    back = table.use(-2)
    assert back.hands[ME] == ""
    assert back.happened(e.CardReturned)


def test_a_card_left_may_be_taken_on_a_later_pass_sphinx_o_14() -> None:
    table = laid(dice=(2, 2, "S"), pawns=(4, 0)).use(2).answer("leave")
    assert table.use(-2).answer("take").hands[ME] == "red"


def test_the_stock_cannot_run_out_sphinx_o_16() -> None:
    table = laid(dice=(1, "S"), pawns=(4, 1, 2, 3), hands=("", "red", "red", "red"), turn=ME).use(1)
    assert table.state.stock("red") == 1
    taken = table.answer("take")
    assert taken.state.stock("red") == 0
    assert BOX.each >= BOX.players[1]


def test_in_the_simplified_game_an_owned_card_is_kept_sphinx_47() -> None:
    table = laid(dice=(1, "S"), pawns=(4, 0), hands=("red",), keep_cards=True).use(1)
    assert table.hands[ME] == "red"
    assert table.happened(e.CardKept)[0].because == ("SPHINX-47",)


@pytest.mark.parametrize("square", BOX.mummies)
@pytest.mark.parametrize("face", [1, 2])
def test_a_mummy_allows_a_look_by_ending_or_passing_sphinx_31(square: int, face: int) -> None:
    table = laid(dice=(face, "S"), pawns=(square - 1, 0)).use(face)
    assert table.question.topic == "look"
    looked = table.answer("look:G2")
    assert looked.state.looks == (Look(ME, 1),)
    assert {"SPHINX-31", "SPHINX-32"} <= looked.because


def test_a_look_is_taken_at_once_or_not_at_all_sphinx_c_07() -> None:
    """SPHINX-C-07: the right is asked about before anything else goes on."""
    table = laid(dice=(6, "S"), pawns=(0, 0)).use(6)
    assert table.question.topic == "look"
    assert table.refused(m.SwapSphinxes("G1", "T1")).clause == "SPHINX-O-11"
    declined = table.answer("no_look", "leave")
    assert declined.refused(m.LookUnder("G1")).clause == "SPHINX-31"


def test_any_of_the_six_may_be_looked_under_sphinx_o_26() -> None:
    table = laid(dice=(4,)).use(4)
    assert table.options == (*(f"look:{seat}" for seat in BOX.seats), "no_look")


def test_the_sphinx_goes_back_to_its_place_sphinx_32() -> None:
    table = laid(dice=(4, "S")).use(4).answer("look:T3")
    assert table.state.figures == (0, 1, 2, 3, 4, 5)


def test_one_look_per_turn_sphinx_33_sphinx_t4() -> None:
    """SPHINX-T4: three mummy squares crossed, one look."""
    table = laid(dice=(2, 2, 2, "S"), pawns=(3, 0)).use(2).answer("look:G1", "leave")
    back = table.use(-2)
    assert back.happened(e.MummySilent)[0].because == ("SPHINX-33",)
    third = back.use(2)
    assert third.happened(e.MummySilent)
    assert len(third.state.looks) == 1
    refusal = third.answer("leave").refused(m.LookUnder("G2"))
    assert refusal.clause == "SPHINX-33"


def test_the_next_turn_brings_a_new_look_sphinx_33() -> None:
    table = laid(dice=(4,)).use(4).answer("look:G1")
    assert table.state.turn == RIVAL
    assert table.do(m.Throw((6, 1, 2))).use(6).question.topic == "look"


def test_a_look_declined_may_be_taken_at_a_later_mummy_sphinx_o_15() -> None:
    table = laid(dice=(2, 2), pawns=(3, 0)).use(2).answer("no_look", "leave").use(-2)
    assert table.question.topic == "look"
    assert table.answer("look:T2").state.turn == RIVAL


def test_the_right_to_look_expires_with_the_turn_sphinx_o_15() -> None:
    table = laid(dice=(4,)).use(4).answer("no_look")
    assert table.state.turn == RIVAL
    assert table.refused(m.LookUnder("G1")).clause == "SPHINX-31"


def test_a_special_square_works_under_another_pawn_sphinx_43() -> None:
    card = laid(dice=(2, "S"), pawns=(4, 5)).use(2)
    assert card.options == ("take", "leave")
    mummy = laid(dice=(2, "S"), pawns=(3, 4)).use(2)
    assert mummy.question.topic == "look"


def test_the_square_comes_before_the_steal_on_it_sphinx_44() -> None:
    table = laid(dice=(2, "S"), pawns=(4, 5), hands=("", "blue")).use(2)
    assert table.question.topic == "card"
    assert table.answer("take").question.topic == "steal"


def test_effects_come_in_the_order_of_the_path_sphinx_o_11() -> None:
    forward = laid(dice=(6, "S"), pawns=(13, 15), hands=("", "blue")).use(6)
    asked = []
    while forward.state.action:
        asked.append(forward.question.cells[0])
        forward = forward.answer(forward.options[-1])
    assert asked == ["s14", "s15", "s16", "s18"]
    back = laid(dice=(6, "S"), pawns=(19, 15), hands=("", "blue")).use(-6)
    asked = []
    while back.state.action:
        asked.append(back.question.cells[0])
        back = back.answer(back.options[-1])
    assert asked == ["s18", "s16", "s15", "s14"]


def test_what_is_asked_on_the_way_must_be_answered_before_the_next_die_sphinx_o_11() -> None:
    table = laid(dice=(5, 1)).use(5)
    assert table.refused(m.UseDie(1, True)).clause == "SPHINX-O-11"
    assert table.refused(m.TakeCard()).clause == "SPHINX-29"
    assert table.refused(m.WaiveSteal()).clause == "SPHINX-34"


@pytest.mark.parametrize(
    "move", [m.TakeCard(), m.LeaveCard(), m.DeclineLook(), m.Steal("red"), m.WaiveSteal()]
)
def test_without_anything_on_the_way_there_is_nothing_to_take(move: Move) -> None:
    assert laid(dice=(3,)).refused(move).clause in ("SPHINX-29", "SPHINX-31", "SPHINX-34")


def test_a_hand_is_kept_in_the_order_of_the_box() -> None:
    table = laid(dice=(1, "S"), pawns=(4, 0), hands=("orange blue",)).use(1).answer("take")
    hand = [BOX.colours.index(colour) for colour in table.state.hands[ME]]
    assert all(one < other for one, other in pairwise(hand))
