"""The snake: one guard and one temple sphinx change places, and nobody looks."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from tests.rooms.sphinx.laid import ME, RIVAL, laid
from tests.rooms.sphinx.words import say


def test_one_die_bears_snakes_sphinx_20() -> None:
    table = laid()
    assert [("S" in field["choices"]) for field in table.question.fields] == [False, False, True]
    assert table.do(m.Throw((1, 1, "S"))).state.dice == (1, 1, "S")


def test_a_thrown_snake_has_to_be_used_sphinx_21() -> None:
    table = laid(dice=("S",))
    assert all(option.startswith("swap") for option in table.options)
    refusal = table.refused(m.Throw((1, 2, 3)))
    assert (refusal.clause, refusal.say.key) == ("SPHINX-21", "sphinx.snake_waits")
    assert laid(dice=(3,)).refused(m.SwapSphinxes("G1", "T1")).clause == "SPHINX-21"


def test_the_last_die_is_named_with_what_to_do_with_it_sphinx_21() -> None:
    last, two = laid(dice=("S",)), laid(dice=(3, "S"))
    assert say(last.question.ask).endswith(
        "one die left: the snake. Swap a guard with a temple sphinx."
    )
    assert say(two.question.ask).endswith("you have a 3 and a snake. What do you use next?")


def test_one_guard_changes_places_with_one_temple_sphinx_sphinx_22() -> None:
    table = laid(dice=("S",))
    assert len(table.options) == 9
    swapped = table.answer("swap:G2:T3")
    assert swapped.state.figures == (0, 5, 2, 3, 4, 1)
    assert {"SPHINX-21", "SPHINX-22", "SPHINX-23"} <= swapped.because


@pytest.mark.parametrize(
    "seats", [("G1", "G2"), ("T1", "G1"), ("T1", "T2"), ("G1", "X9"), ("", "")]
)
def test_no_other_two_sphinxes_are_swapped_sphinx_22_sphinx_o_25(seats: tuple[str, str]) -> None:
    """SPHINX-O-25: anything but one guard and one temple sphinx is not a swap."""
    assert laid(dice=("S",)).refused(m.SwapSphinxes(*seats)).clause == "SPHINX-22"


def test_swapping_gives_nobody_a_look_sphinx_23() -> None:
    table = laid(dice=(1, "S")).answer("swap:G1:T1")
    assert table.state.looks == ()
    assert table.refused(m.LookUnder("G1")).clause == "SPHINX-31"
    assert table.refused(m.NoteColour(ME, "G1", "red")).clause == "SPHINX-31"


def test_the_snake_is_an_action_at_any_place_in_the_order_sphinx_o_04() -> None:
    first = laid(dice=(1, 3, "S")).answer("swap:G1:T1")
    assert first.state.dice == (1, 3)
    last = laid(dice=(1, "S")).use(1)
    assert last.state.turn == ME
    assert last.answer("swap:G1:T1").state.turn == RIVAL


@pytest.mark.parametrize("order", list(permutations(["S", 3, 5])))
def test_snake_three_and_five_in_any_of_six_orders_sphinx_t7(order: tuple[int | str, ...]) -> None:
    """SPHINX-T7: all six orders are legal; the swap is compulsory in each."""
    table = laid().do(m.Throw((3, 5, "S")))
    for face in order:
        table = table.answer("swap:G3:T2") if face == "S" else table.use(int(face))
        while table.state.action:
            table = table.answer(table.options[-1])
    assert table.state.turn == RIVAL
    assert len(table.state.swaps) == 1


def test_a_snake_left_over_by_a_claim_is_lost_sphinx_o_05() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6, "S"))
    claimed = table.answer("claim:6").do(m.LayClaim(ME, ("red", "blue", "green")))
    lost = claimed.answer("wrong")
    assert lost.happened(e.DiceLost)[0].faces == ("S",)
    assert "SPHINX-O-05" in lost.because
    assert lost.state.turn == RIVAL
    assert lost.state.swaps == ()


def test_the_simplified_game_leaves_the_snake_die_out_sphinx_45() -> None:
    table = laid(two_dice=True)
    assert [field["name"] for field in table.question.fields] == ["first", "second"]
    assert table.refused(m.Throw((1, 2, "S"))).clause == "SPHINX-45"
    thrown = table.do(m.Throw((1, 3)))
    assert thrown.use(1).use(3).answer("no_look").state.turn == RIVAL


def test_a_swap_moves_figures_and_never_what_is_sealed() -> None:
    table = laid(dice=("S",), sealed="red blue yellow green purple orange")
    assert table.answer("swap:G1:T1").state.sealed == table.state.sealed
