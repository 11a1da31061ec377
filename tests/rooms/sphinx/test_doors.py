"""Secret doors: a pawn that ends beside one turns with it, and so do those that stand there."""

from __future__ import annotations

import pytest

from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.boxfile import read_box
from tests.rooms.sphinx.laid import BOX, ME, RIVAL, box_data, laid

EVERY_SIDE = [
    (door.number, *sides) for door in BOX.doors for sides in (door.squares, door.squares[::-1])
]


@pytest.mark.parametrize(("number", "here", "there"), EVERY_SIDE)
def test_ending_beside_a_door_leads_to_the_other_side_sphinx_24_sphinx_25(
    number: int, here: int, there: int
) -> None:
    """SPHINX-24, SPHINX-25: from either side of every door."""
    table = laid(dice=(1, 6), pawns=(here - 1, 0)).use(1)
    assert table.pawns[ME] == there
    (turned,) = table.happened(e.DoorTurned)
    assert (turned.door, turned.turned) == (number, ((ME, there),))
    assert {"SPHINX-24", "SPHINX-25", "SPHINX-26"} <= table.because


def test_a_door_has_to_turn_sphinx_24() -> None:
    refusal = laid(dice=(2,)).refused(m.UseDie(2, True, stay=True))
    assert refusal.clause == "SPHINX-24"
    assert laid(dice=(3,)).refused(m.UseDie(3, True, stay=True)).clause == "SPHINX-24"


def test_the_action_is_over_behind_the_door_sphinx_26() -> None:
    """SPHINX-26: no second door, no effect; the next die is used from there."""
    table = laid(dice=(2, 3)).use(2)
    assert [type(event) for event in table.events] == [e.DieUsed, e.DoorTurned, e.ActionEnded]
    assert table.ends == {"move:3:forward": 59, "move:3:back": 30}


def test_a_pawn_on_the_other_side_turns_too_sphinx_27() -> None:
    table = laid(dice=(2,), pawns=(0, 33)).use(2)
    assert table.pawns == (33, 2)
    assert "SPHINX-27" in table.because


def test_passing_a_door_does_nothing_sphinx_28() -> None:
    table = laid(dice=(3,)).use(3)
    assert table.pawns[ME] == 3
    assert not table.happened(e.DoorTurned)


def test_door_36_and_59_exchange_two_pawns_sphinx_t3_sphinx_o_07() -> None:
    """SPHINX-T3: A ends on 36, B stands on 59: A on 59, B on 36, no effects, no steal."""
    table = laid(dice=(2, "S"), pawns=(34, 59), hands=("purple", "red"), turn=ME).use(2)
    assert table.pawns == (59, 36)
    assert table.hands == ("", "red")  # purple went back on 35, on the way
    kinds = [type(event) for event in table.events]
    assert kinds == [e.DieUsed, e.CardReturned, e.DoorTurned, e.ActionEnded]
    assert "SPHINX-O-07" in table.because


def test_the_far_side_of_a_door_does_nothing_even_if_special_sphinx_o_08() -> None:
    data = box_data()
    data["mummies"]["squares"] = [33]
    data["card_squares"]["red"] = [5, 45]
    table = laid(dice=(2,), box=read_box(data)).use(2)
    assert table.pawns[ME] == 33
    assert [type(event) for event in table.events][:3] == [e.DieUsed, e.DoorTurned, e.ActionEnded]


def test_a_special_square_beside_a_door_works_where_the_count_ends() -> None:
    data = box_data()
    data["mummies"]["squares"] = [2]
    table = laid(dice=(2,), box=read_box(data)).use(2)
    assert table.question.topic == "look"
    assert table.answer("look:T1").pawns[ME] == 33


def test_turning_a_door_passes_nobody_sphinx_o_10() -> None:
    """The half turn leads from 2 to 33, and nobody between is passed."""
    table = laid(dice=(2, "S"), pawns=(0, 20, 33), hands=("", "red", "blue")).use(2)
    assert table.happened(e.DieUsed)[0].visits == ()
    assert table.pawns == (33, 20, 2)
    assert table.state.robbed == ()


def test_in_the_simplified_game_a_door_is_used_only_if_one_likes_sphinx_46() -> None:
    table = laid(dice=(2, 6), doors_optional=True)
    assert table.ends["move:2:forward"] == 33
    assert table.ends["stay:2:forward"] == 2
    assert table.answer("stay:2:forward").pawns[ME] == 2
    assert table.answer("move:2:forward").pawns[ME] == 33


def test_a_pawn_that_stayed_beside_a_door_is_turned_by_another_sphinx_46() -> None:
    table = laid(dice=(2,), pawns=(31, 2), doors_optional=True, turn=ME)
    assert table.answer("move:2:forward").pawns == (2, 33)
    assert laid(dice=(3,), doors_optional=True).refused(m.UseDie(3, True, stay=True)).clause == (
        "SPHINX-24"
    )


def test_a_pawn_turned_along_keeps_its_rights() -> None:
    """Its next action begins where it was turned to, and nothing happens on the square itself."""
    table = laid(dice=(2,), pawns=(0, 33)).use(2).do(m.Throw((1, 1, 1)))
    assert table.state.turn == RIVAL
    assert table.ends == {"move:1:forward": 3, "move:1:back": 1}
