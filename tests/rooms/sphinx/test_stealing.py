"""Stealing: passing a pawn allows taking one card the owner has and the thief lacks."""

from __future__ import annotations

from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from tests.rooms.sphinx.laid import ME, RIVAL, THIRD, laid


def test_passing_a_pawn_allows_to_steal_a_colour_not_yet_owned_sphinx_34() -> None:
    table = laid(dice=(3, "S"), pawns=(10, 12), hands=("red", "red blue green")).use(3)
    assert table.options == ("steal:blue", "steal:green", "no_steal")
    stolen = table.answer("steal:green")
    assert stolen.hands == ("red green", "red blue")
    assert table.refused(m.Steal("red")).clause == "SPHINX-34"
    assert table.refused(m.Steal("orange")).clause == "SPHINX-34"


def test_passing_backward_is_passing_too_sphinx_34() -> None:
    table = laid(dice=(3, "S"), pawns=(13, 12), hands=("", "blue")).use(-3)
    assert table.answer("steal:blue").hands == ("blue", "")


def test_a_victim_without_cards_cannot_be_robbed_sphinx_35a() -> None:
    table = laid(dice=(3, "S"), pawns=(10, 12)).use(3)
    (nothing,) = table.happened(e.NothingStolen)
    assert (nothing.why, nothing.because) == ("no_card", ("SPHINX-35a",))


def test_a_victim_without_a_fitting_card_cannot_be_robbed_sphinx_35a() -> None:
    table = laid(dice=(3, "S"), pawns=(10, 12), hands=("red blue", "red")).use(3)
    (nothing,) = table.happened(e.NothingStolen)
    assert (nothing.why, nothing.because) == ("none_fits", ("SPHINX-35a",))


def test_several_victims_in_one_turn_sphinx_35b() -> None:
    table = laid(dice=(3, "S"), pawns=(9, 10, 11), hands=("", "red", "blue")).use(3)
    table = table.answer("steal:red", "steal:blue")
    assert table.hands == ("red blue", "", "")
    assert table.state.robbed == (RIVAL, THIRD)


def test_the_same_victim_never_twice_sphinx_35c_sphinx_t5() -> None:
    """SPHINX-T5: A passes B forward and backward in one turn: one steal."""
    table = laid(dice=(3, 3, "S"), pawns=(10, 12), hands=("", "red blue")).use(3)
    table = table.answer("steal:red").use(-3)
    (nothing,) = table.happened(e.NothingStolen)
    assert (nothing.why, nothing.because) == ("robbed", ("SPHINX-35c",))
    assert table.hands == ("red", "blue")


def test_a_new_turn_allows_to_rob_again_sphinx_35c() -> None:
    table = laid(dice=(3,), pawns=(10, 12), hands=("", "red blue")).use(3).answer("steal:red")
    assert table.state.robbed == ()


def test_a_waived_steal_may_be_made_on_a_later_pass_sphinx_o_12() -> None:
    table = laid(dice=(3, 3, "S"), pawns=(10, 12), hands=("", "red")).use(3)
    waived = table.answer("no_steal")
    assert waived.happened(e.StealWaived)[0].because == ("SPHINX-34", "SPHINX-O-12")
    assert waived.use(-3).answer("steal:red").hands == ("red", "")


def test_the_nearest_pawn_comes_first_sphinx_o_12() -> None:
    forward = laid(dice=(3, "S"), pawns=(9, 10, 11), hands=("", "red", "blue")).use(3)
    assert forward.question.cells == ("s10",)
    back = laid(dice=(3, "S"), pawns=(13, 11, 12), hands=("", "red", "blue")).use(-3)
    assert back.question.cells == ("s12",)


def test_a_colour_stolen_first_cannot_be_stolen_again_sphinx_34() -> None:
    table = laid(dice=(3, "S"), pawns=(9, 10, 11), hands=("", "red", "red")).use(3)
    robbed = table.answer("steal:red")
    assert robbed.happened(e.NothingStolen)[0].why == "none_fits"


def test_card_then_steal_on_an_occupied_card_square_ex_sphinx_01() -> None:
    """EX-SPHINX-01: A lacks the colour, takes the card, then may steal what A still lacks."""
    table = laid(dice=(2, "S"), pawns=(4, 5), hands=("", "red blue")).use(2)
    taken = table.answer("take")
    assert taken.hands[ME] == "red"
    assert taken.options == ("steal:blue", "no_steal")
    assert taken.answer("steal:blue").hands == ("red blue", "red")


def test_return_then_steal_even_the_same_colour_sphinx_t1() -> None:
    """SPHINX-T1: A owns the colour, must return it, then may steal that colour too."""
    table = laid(dice=(2, "S"), pawns=(4, 5), hands=("red", "red blue")).use(2)
    assert table.happened(e.CardReturned)
    assert table.options == ("steal:red", "steal:blue", "no_steal")
    assert table.answer("steal:red").hands == ("red", "blue")
