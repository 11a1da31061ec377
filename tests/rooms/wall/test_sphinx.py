"""The variant Eyes of the Sphinx: pairs at any distance, one per line."""

from __future__ import annotations

import pytest

from companion.games.wall import events as e
from companion.games.wall import moves as m
from tests.rooms.wall.laid import ME, RIVAL, Position, col, laid

MINE = {"ibis": col(ME), "camel": col(ME)}
SHAPES = {
    "row": {(0, 0): "ibis_R"},
    "file": {(6, 0): "ibis_R", (6, 3): "snake_L"},
    "rising": {(2, 0): "ibis_R", (6, 3): "snake_L"},
    "falling": {(10, 0): "ibis_R", (6, 3): "snake_L"},
}


def sphinx(wall: dict[tuple[int, int], str], columns: dict[str, col], **rules: object) -> Position:
    return laid(wall=wall, columns=columns, eyes_of_the_sphinx=True, **rules)  # type: ignore[arg-type]


def lines_used(position: Position) -> set[str]:
    return {line for line, _ in position.state.used_lines}


@pytest.mark.parametrize("wall", SHAPES.values(), ids=list(SHAPES))
def test_equal_animals_anywhere_in_a_line_are_a_pair_wall_70(
    wall: dict[tuple[int, int], str],
) -> None:
    table = sphinx(wall, MINE).insert(3, "ibis_L", "mule_R")
    assert table.scarabs("ibis") == 1
    assert len(table.happened(e.LineUsed)) == 1


@pytest.mark.parametrize("there", [(3, 1), (9, 2), (0, 2)])
def test_equal_animals_in_no_common_line_are_no_pair_wall_70(there: tuple[int, int]) -> None:
    table = sphinx({there: "ibis_R"}, MINE).insert(3, "ibis_L", "mule_R")
    assert table.scarabs("ibis") == 0


def test_distance_does_not_matter_wall_70() -> None:
    far = sphinx({(0, 0): "ibis_R"}, MINE).insert(6, "mule_L", "ibis_L")
    assert far.scarabs("ibis") == 1
    near = laid(wall={(0, 0): "ibis_R"}, columns=MINE).insert(6, "mule_L", "ibis_L")
    assert near.scarabs("ibis") == 0


def test_a_third_and_fourth_in_the_line_bring_nothing_wall_71() -> None:
    table = sphinx({(0, 0): "ibis_R"}, MINE)
    for slot, beside in ((2, "mule_R"), (4, "snake_R"), (6, "crocodile_R")):
        table = table.insert(slot, "ibis_L", beside)
    assert table.scarabs("ibis") == 1


def test_one_card_may_use_a_row_and_a_diagonal_wall_71() -> None:
    wall = {(0, 0): "ibis_R", (5, 1): "ibis_R"}
    table = sphinx(wall, MINE).insert(3, "ibis_L", "mule_R")
    assert table.scarabs("ibis") == 2
    assert lines_used(table) == {"row 0 ibis", "fall 6 ibis"}


def test_a_line_with_two_equal_animals_before_the_card_still_pays_one_pair_wall_71() -> None:
    """A new ibis beside two old ones of a line nobody used: one pair, not two."""
    wall = {(0, 0): "ibis_R", (1, 0): "ibis_R"}
    table = sphinx(wall, MINE).insert(3, "ibis_R", "mule_R")
    assert table.scarabs("ibis") == 1


def test_two_animals_may_each_have_a_pair_in_one_line_wo_19() -> None:
    """WO-19, default sphinx_scope = line_and_animal."""
    wall = {(0, 0): "ibis_R", (1, 0): "camel_R"}
    table = sphinx(wall, MINE).insert(3, "ibis_R", "camel_R")
    assert (table.scarabs("ibis"), table.scarabs("camel")) == (1, 1)


def test_the_house_may_allow_one_pair_per_line_whatever_the_animal_wo_19() -> None:
    """WO-19, sphinx_scope = line: the mover says which, and the line is used up for both."""
    wall = {(0, 0): "ibis_R", (1, 0): "camel_R"}
    asked = sphinx(wall, MINE, sphinx_scope="line").insert(3, "ibis_R", "camel_R")
    assert set(asked.options) == {"line_pair:ibis:same", "line_pair:camel:same"}
    done = asked.answer("line_pair:camel:same")
    assert (done.scarabs("ibis"), done.scarabs("camel")) == (0, 1)
    later = done.insert(5, "ibis_L", "mule_R")
    assert later.scarabs("ibis") == 0


def test_the_third_animal_gives_no_right_to_a_researcher_wo_20() -> None:
    """WO-20: it is not a pair."""
    table = sphinx({(0, 0): "ibis_R"}, {"ibis": col(RIVAL)}, swap_mandatory=True)
    second = table.insert(2, "ibis_L", "mule_R")
    assert second.holder("ibis") == RIVAL
    third = second.insert(4, "crocodile_L", "snake_L").insert(6, "ibis_R", "camel_R")
    assert third.questions == ()
    assert third.holder("ibis") == RIVAL


def test_a_pair_beyond_two_scarabs_uses_its_line_up_all_the_same_wo_21() -> None:
    wall = {(0, 0): "ibis_R", (5, 1): "ibis_R", (8, 1): "snake_L", (8, 2): "snake_L"}
    wall |= {(9, 3): "ibis_R"}
    table = sphinx(wall, MINE).insert(3, "ibis_L", "mule_R")
    assert len(table.happened(e.LineUsed)) == 3
    assert table.scarabs("ibis") == 2
    later = table.insert(1, "snake_R", "crocodile_R").insert(6, "camel_L", "ibis_R")
    assert lines_used(table) == {"row 0 ibis", "fall 6 ibis", "rise 6 ibis"}
    assert later.scarabs("ibis") == 2


def test_which_couple_is_the_lines_pair_is_asked_when_it_matters_wall_71() -> None:
    """The row offers a same and a different gaze, and a rival holds the column."""
    wall = {(0, 0): "ibis_R", (1, 0): "ibis_L"}
    asked = sphinx(wall, {"ibis": col(RIVAL)}).insert(3, "ibis_R", "mule_R")
    assert asked.question.to.seat == ME
    assert set(asked.options) == {"line_pair:ibis:same", "line_pair:ibis:different"}
    assert asked.answer("line_pair:ibis:same").holder("ibis") == ME
    assert asked.answer("line_pair:ibis:different").holder("ibis") == RIVAL
    assert asked.refused(m.ChooseLinePair("row 0 camel", "camel", True)).clause == "WALL-71"


def test_which_couple_is_the_lines_pair_is_silent_when_it_makes_no_difference_wall_71() -> None:
    wall = {(0, 0): "ibis_R", (1, 0): "ibis_L"}
    assert sphinx(wall, MINE).insert(3, "ibis_R", "mule_R").questions == ()


def test_all_other_rules_stay_wall_72() -> None:
    """Gaze decides the exchange, two scarabs are the limit, the third opens."""
    wall = {(0, 0): "ibis_R", (5, 1): "ibis_R"}
    table = sphinx(wall, {"ibis": col(RIVAL, scarabs=2)}).insert(3, "ibis_R", "mule_R")
    assert table.questions == ()
    assert (table.holder("ibis"), table.won(ME)) == (ME, [("ibis", 1)])
    assert table.scarabs("ibis") == 1
    vacant = sphinx({(0, 0): "ibis_R"}, {}).insert(3, "ibis_L", "mule_R")
    assert vacant.options == ("set", "set_none")


def test_the_couple_on_one_card_uses_no_line_wo_8_wall_70() -> None:
    table = sphinx({}, MINE).insert(3, "ibis_L", "ibis_R")
    assert lines_used(table) == set()
    paired = sphinx({}, MINE, intra_card_pairs=True).insert(3, "ibis_L", "ibis_R")
    assert lines_used(paired) == {"row 0 ibis"}
    assert paired.scarabs("ibis") == 1


def test_a_double_leaves_its_line_open_for_the_next_of_its_animal_wo_31() -> None:
    """The two on one card are not a pair, so the line has not paid yet."""
    double = sphinx({}, MINE).insert(3, "ibis_R", "ibis_R")
    third = double.insert(1, "ibis_L", "mule_R")
    assert (double.scarabs("ibis"), third.scarabs("ibis")) == (0, 1)
    assert lines_used(third) == {"row 0 ibis"}


def test_the_house_may_let_a_double_fill_its_line_wo_31_wall_71() -> None:
    """sphinx_double_fills_line: the next one is the third, and the third brings no scarab."""
    double = sphinx({}, MINE, sphinx_double_fills_line=True).insert(3, "ibis_R", "ibis_R")
    assert lines_used(double) == {"row 0 ibis"}
    assert [used.because for used in double.happened(e.LineUsed)] == [("WALL-71", "WO-31")]
    assert double.insert(1, "ibis_L", "mule_R").scarabs("ibis") == 0


def test_a_double_still_pairs_with_what_lay_in_its_line_before_wo_31() -> None:
    table = sphinx({(0, 0): "ibis_R"}, MINE, sphinx_double_fills_line=True)
    double = table.insert(3, "ibis_L", "ibis_R")
    assert double.scarabs("ibis") == 1
    assert len(double.happened(e.LineUsed)) == 1


def test_a_double_fills_its_line_where_pairs_are_called_too_wo_31_wo_25() -> None:
    rules = {"sphinx_double_fills_line": True, "auto_detect": False}
    called = sphinx({}, MINE, **rules).insert(3, "ibis_L", "ibis_R").do(m.CallNoMore())
    assert lines_used(called) == {"row 0 ibis"}


def test_both_animals_of_a_double_may_pair_in_different_lines_wall_70() -> None:
    wall = {(6, 0): "ibis_R", (7, 0): "snake_L", (7, 1): "ibis_R", (6, 1): "snake_L"}
    table = sphinx(wall, MINE).insert(3, "ibis_R", "ibis_R")
    assert table.scarabs("ibis") == 2
    assert lines_used(table) == {"file 6 ibis", "file 7 ibis", "fall 8 ibis"}
