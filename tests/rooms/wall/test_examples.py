"""The worked examples, as the scenario table has them."""

from __future__ import annotations

import pytest

from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from tests.rooms.wall.laid import ME, RIVAL, col, laid, revealing, shifting, turned_over

A1 = {(5, 0): "camel_R", (8, 0): "mule_L"}
A2 = {(5, 0): "camel_R", (8, 0): "mule_R"}
TWO_SAME = {(5, 0): "camel_R", (5, 1): "camel_R", (6, 0): "snake_L"}
SAME_AND_DIFFERENT = {(5, 0): "camel_R", (5, 1): "camel_L", (6, 0): "snake_L"}


def test_a_card_may_exchange_at_one_column_and_only_pay_at_another_ex_a1() -> None:
    columns = {"camel": col(RIVAL), "mule": col(RIVAL)}
    table = laid(wall=A1, columns=columns).insert(3, "camel_R", "mule_R")
    assert table.questions == ()
    assert (table.scarabs("camel"), table.scarabs("mule")) == (1, 1)
    assert (table.holder("camel"), table.holder("mule")) == (ME, RIVAL)


def test_the_printed_result_stays_reachable_by_declining_ex_a2() -> None:
    table = laid(wall=A2, columns={"camel": col(RIVAL)}).insert(3, "camel_R", "mule_R")
    assert table.holder("camel") == ME
    assert table.question.id.endswith("mule")
    declined = table.answer("set_none")
    assert (declined.scarabs("camel"), declined.scarabs("mule")) == (1, 1)
    assert (declined.holder("camel"), declined.holder("mule")) == (ME, None)


def test_with_one_researcher_per_move_the_table_asks_which_column_ex_a3() -> None:
    table = laid(wall=A2, columns={"camel": col(RIVAL)}, researchers_per_move="1")
    asked = table.insert(3, "camel_R", "mule_R")
    assert asked.options == ("column:camel", "column:mule")
    camel, mule = asked.answer("column:camel"), asked.answer("column:mule")
    assert (camel.holder("camel"), camel.holder("mule")) == (ME, None)
    assert (mule.holder("camel"), mule.holder("mule")) == (RIVAL, ME)
    assert all((end.scarabs("camel"), end.scarabs("mule")) == (1, 1) for end in (camel, mule))


@pytest.mark.parametrize("holder", [None, RIVAL])
def test_two_new_pairs_pay_and_the_old_one_does_not_ex_b(holder: int | None) -> None:
    wall = {(3, 0): "camel_R", (4, 0): "camel_R", (5, 0): "ibis_L"}
    table = laid(wall=wall, columns={"camel": col(holder)}).insert(2, "camel_R", "snake_R")
    (formed,) = (x for x in table.events if isinstance(x, e.PairsFormed))
    assert {pair.there for pair in formed.pairs} == {(4, 0), (3, 0)}
    table = table.answer("set") if holder is None else table
    assert (table.scarabs("camel"), table.holder("camel")) == (2, ME)


def test_two_scarabs_for_a_column_with_two_leave_one_ex_c() -> None:
    table = laid(wall=TWO_SAME, columns={"camel": col(ME, scarabs=2)})
    done = table.insert(3, "camel_R", "mule_L")
    assert done.won(ME) == [("camel", 1)]
    assert (done.scarabs("camel"), done.slab - table.slab) == (1, 1)


def test_the_shift_prefers_three_eyes_but_allows_two_ex_d() -> None:
    columns = {
        "camel": col(ME, scarabs=1, stack=(2, 3)),
        "snake": col(ME, scarabs=2, stack=(3,)),
    }
    table = shifting(columns)
    assert dict(table.question.ask.values) | {"player": ""} == {
        "player": "", "source": "camel", "target": "snake", "opens": True, "left": 1, "eyes": 3,
    }  # fmt: skip
    assert table.answer("shift_done").won(ME) == [("snake", 3)]
    worse = table.answer("change_plan").do(m.ChoosePlan((("camel", 1),)))
    assert worse.answer("shift_done", "shift_done").won(ME) == [("camel", 2)]


def test_the_second_in_a_row_pays_and_the_third_does_not_ex_e() -> None:
    table = laid(wall={(0, 0): "ibis_R"}, columns={"ibis": col(ME)}, eyes_of_the_sphinx=True)
    second = table.insert(3, "ibis_L", "snake_R")
    assert second.scarabs("ibis") == 1
    third = second.insert(6, "ibis_R", "mule_R")
    assert third.scarabs("ibis") == 1


def test_the_rival_receives_what_a_different_gaze_opens_ex_f() -> None:
    columns = {"camel": col(RIVAL, scarabs=2)}
    table = laid(wall={(5, 0): "camel_R"}, columns=columns).insert(3, "camel_L")
    assert (table.won(RIVAL), table.holder("camel")) == ([("camel", 1)], RIVAL)


def test_the_mover_receives_what_a_same_gaze_opens_ex_g() -> None:
    columns = {"camel": col(RIVAL, scarabs=2)}
    table = laid(wall={(5, 0): "camel_R"}, columns=columns).insert(3, "camel_R")
    assert (table.won(ME), table.holder("camel")) == ([("camel", 1)], ME)


def test_same_and_different_gaze_at_a_rivals_two_scarabs_must_be_asked_ex_h() -> None:
    columns = {"camel": col(RIVAL, scarabs=2)}
    asked = laid(wall=SAME_AND_DIFFERENT, columns=columns).insert(3, "camel_R", "mule_L")
    assert set(asked.options) == {"first:camel:same", "first:camel:different"}
    same = asked.answer("first:camel:same")
    assert (same.won(ME), same.won(RIVAL)) == ([("camel", 1)], [])
    assert (same.holder("camel"), same.scarabs("camel")) == (ME, 1)
    different = asked.answer("first:camel:different")
    assert (different.won(ME), different.won(RIVAL)) == ([], [("camel", 1)])
    assert (different.holder("camel"), different.scarabs("camel")) == (ME, 1)


def test_three_pairs_of_an_animal_bring_two_scarabs_ex_i() -> None:
    wall = TWO_SAME | {(6, 0): "camel_L"}
    table = laid(wall=wall, columns={"camel": col(ME)}).insert(3, "camel_R", "mule_L")
    assert len(table.happened(e.PairsFormed)[0].pairs) == 3
    assert table.scarabs("camel") == 2


def test_a_full_empty_column_is_exchanged_without_a_scarab_ex_j() -> None:
    columns = {"camel": col(RIVAL, scarabs=3, stack=())}
    table = laid(wall={(5, 0): "camel_R"}, columns=columns).insert(3, "camel_R")
    assert (table.holder("camel"), table.scarabs("camel"), table.slab) == (ME, 3, 13)


def test_a_sixth_column_may_be_taken_by_leaving_another_ex_k() -> None:
    held = {a: col(ME) for a in ("mule", "snake", "ibis", "crocodile")} | {"cat": col(ME, 2)}
    asked = laid(wall={(5, 0): "camel_R"}, columns=held).insert(3, "camel_R", "snake_L")
    done = asked.answer("move_from:cat")
    assert (done.holder("camel"), done.holder("cat"), done.scarabs("cat")) == (ME, None, 2)
    assert asked.answer("set_none").holder("cat") == ME


def test_more_sarcophagi_win_at_equal_points_ex_l() -> None:
    """24 points with five sarcophagi beat 24 points with four."""
    columns = {
        "camel": col(stack=(), opened_by=ME),
        "mule": col(stack=(3,), opened_by=ME),
        "snake": col(stack=(), opened_by=RIVAL),
        "ibis": col(stack=(2, 3), opened_by=RIVAL),
    }
    mine = {("camel", 1): 3, ("camel", 2): 5, ("camel", 3): 7, ("mule", 1): 4, ("mule", 2): 5}
    theirs = {("snake", 1): 4, ("snake", 2): 6, ("snake", 3): 10, ("ibis", 1): 4}
    over = turned_over(revealing(columns), ("cat", mine), ("baboon", theirs))
    board = GAME.score(over.state)
    assert [line.low for line in board.lines] == [24, 24]
    outcome = GAME.is_over(over.state)
    assert outcome is not None
    assert outcome.winners == (ME,)
    assert "WALL-57" in outcome.because


def test_the_pharaohs_favourite_brings_seven_ex_m() -> None:
    """4 + 6 + 10 = 20, and 7 for the researcher at the camel."""
    columns = {"camel": col(ME), "mule": col(stack=(), opened_by=ME)}
    mine = {("mule", 1): 4, ("mule", 2): 6, ("mule", 3): 10}
    over = turned_over(revealing(columns), ("camel", mine), ("snake", {}))
    assert GAME.score(over.state).lines[ME].low == 27
