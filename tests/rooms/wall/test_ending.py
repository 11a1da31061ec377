"""The end of the game: a full wall, the shift, the count, and who wins when it is close."""

from __future__ import annotations

import pytest

from companion.core.observation import Reply
from companion.core.roles import TABLE
from companion.core.verdict import Refused
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.state import Phase, Piece
from tests.rooms.wall.laid import (
    ME,
    RIVAL,
    Position,
    a_box,
    col,
    laid,
    revealing,
    shifting,
    turned_over,
)

DONORS = {"camel": col(ME, scarabs=1, stack=(2, 3)), "snake": col(ME, scarabs=2, stack=(3,))}


def test_a_full_wall_ends_normal_play_after_its_last_card_is_resolved_wall_49() -> None:
    box = a_box(slots=1, capacity=2, cards=8)
    table = laid(box=box, wall={(0, 0): "camel_R"}, columns={"camel": col(ME, scarabs=2)})
    done = table.insert(0, "camel_R", "ibis_L")
    kinds = [type(event) for event in done.events]
    assert kinds.index(e.SarcophagusOpened) < kinds.index(e.WallFilled)
    assert e.CardDrawn not in kinds
    assert done.won(ME) == [("camel", 1)]


def test_no_card_goes_in_when_the_wall_is_full_wall_49() -> None:
    full = shifting(DONORS)
    assert full.with_card("ibis_L").refused(m.InsertCard(0, "NEW")).clause == "WALL-49"


def test_scarabs_move_between_own_columns_only_wall_50() -> None:
    columns = DONORS | {"mule": col(RIVAL, scarabs=2), "ibis": col(scarabs=2)}
    table = shifting(columns)
    for source, target in (("mule", "snake"), ("camel", "mule"), ("ibis", "snake"), ("dog", "cat")):
        assert table.refused(m.ShiftScarab(source, target)).clause == "WALL-50"
    assert table.do(m.ShiftScarab("camel", "snake")).won(ME) == [("snake", 3)]


def test_a_scarab_moves_from_somewhere_to_somewhere_else_wall_50() -> None:
    table = shifting(DONORS | {"cat": col(ME)})
    assert table.refused(m.ShiftScarab("camel", "camel")).clause == "WALL-50"
    assert table.refused(m.ShiftScarab("cat", "camel")).clause == "WALL-50"


def test_no_column_is_filled_beyond_three_in_the_shift_wall_40() -> None:
    table = shifting({"camel": col(ME, 3, ()), "mule": col(ME, 1), "cat": col(ME)})
    assert table.refused(m.ShiftScarab("mule", "camel")).clause == "WALL-40"


def test_nothing_is_shifted_before_the_wall_is_full_wall_50() -> None:
    table = laid(columns=DONORS)
    for move in (m.ShiftScarab("camel", "snake"), m.EndShift(), m.ChangePlan(), m.ChoosePlan(())):
        assert table.refused(move).clause == "WALL-50"


def test_three_scarabs_open_in_the_shift_and_go_to_the_slab_wall_51() -> None:
    before = shifting(DONORS)
    after = before.do(m.ShiftScarab("camel", "snake"))
    (opened,) = after.happened(e.SarcophagusOpened)
    assert (opened.seat, opened.eyes) == (ME, 3)
    assert "WALL-51" in opened.because
    assert (after.slab, after.scarabs("snake"), after.scarabs("camel")) == (16, 0, 0)


def test_own_columns_without_sarcophagi_give_scarabs_wall_52() -> None:
    table = shifting({"camel": col(ME, 3, ()), "mule": col(ME)})
    done = table.answer("shift_done", "shift_done", "shift_done")
    assert done.won(ME) == [("mule", 1)]


def test_what_stays_closed_scores_for_nobody_wall_53() -> None:
    table = revealing({"camel": col(ME, scarabs=2)})
    assert table.state.phase == Phase.REVEAL
    assert [line.high for line in GAME.score(table.state).lines] == [7, 0]
    assert sum(len(column.stack) for column in table.state.chamber.columns) == 21


def test_the_score_is_the_sum_of_the_own_mummies_wall_54() -> None:
    columns = {"camel": col(stack=(), opened_by=ME)}
    mine = {("camel", 1): 4, ("camel", 2): 5, ("camel", 3): 8}
    over = turned_over(revealing(columns), ("cat", mine), ("ibis", {}))
    assert [line.low for line in GAME.score(over.state).lines] == [17, 0]


def test_hidden_values_are_shown_as_bounds_until_turned_over_wall_54() -> None:
    table = revealing({"camel": col(stack=(), opened_by=ME)})
    line = GAME.score(table.state).lines[ME]
    assert [(part.low, part.high) for part in line.parts] == [(3, 4), (5, 6), (7, 10), (0, 0)]
    assert line.rank is None


def test_every_own_mummy_must_be_turned_over_once_with_a_value_it_can_have_wall_54() -> None:
    table = revealing({"camel": col(stack=(2, 3), opened_by=ME)})
    one = Piece("camel", 1)
    for values in ((), ((one, 3), (one, 3)), ((Piece("mule", 1), 3),), ((one, 5),)):
        assert table.refused(m.TurnOver(ME, "cat", values)).clause == "WALL-54"
    assert table.refused(m.TurnOver(5, "cat", ())).clause == "WALL-54"
    done = table.do(m.TurnOver(ME, "cat", ((one, 3),)))
    assert done.refused(m.TurnOver(ME, "cat", ((one, 3),))).clause == "WALL-54"


def test_nothing_is_turned_over_before_the_end_wall_54() -> None:
    assert laid().refused(m.TurnOver(ME, "cat", ())).clause == "WALL-54"


@pytest.mark.parametrize(
    ("pharaoh", "points"), [("camel", 7), ("mule", 0), ("snake", 0)], ids=["own", "rival", "vacant"]
)
def test_the_favourite_animal_counts_with_an_own_researcher_there_wall_55(
    pharaoh: str, points: int
) -> None:
    columns = {"camel": col(ME), "mule": col(RIVAL)}
    over = turned_over(revealing(columns), (pharaoh, {}), ("cat", {}))
    assert GAME.score(over.state).lines[ME].low == points


def test_most_points_win_wall_56() -> None:
    columns = {"camel": col(stack=(2, 3), opened_by=ME), "mule": col(stack=(2, 3))}
    over = turned_over(revealing(columns), ("cat", {("camel", 1): 3}), ("ibis", {("mule", 1): 4}))
    outcome = GAME.is_over(over.state)
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((RIVAL,), ("WALL-56",))
    assert [line.rank for line in GAME.score(over.state).lines] == [2, 1]


def test_more_sarcophagi_win_at_equal_points_wall_57() -> None:
    """Seven points by two mummies beat seven points by one."""
    columns = {"camel": col(stack=(), opened_by=ME), "mule": col(RIVAL)}
    table = revealing(columns)
    mine = {("camel", 1): 3, ("camel", 2): 5, ("camel", 3): 7}
    over = turned_over(table, ("cat", mine), ("mule", {}))
    assert GAME.is_over(over.state).winners == (ME,)  # type: ignore[union-attr]
    columns = {"camel": col(ME), "mule": col(stack=(2, 3), opened_by=RIVAL), "cat": col(RIVAL)}
    over = turned_over(revealing(columns), ("camel", {}), ("cat", {("mule", 1): 3}))
    assert GAME.is_over(over.state).winners == (RIVAL,)  # type: ignore[union-attr]


TIED = {"camel": col(stack=(2, 3), opened_by=ME), "mule": col(stack=(2, 3), opened_by=RIVAL)}


def tied(**rules: object) -> Position:
    reveal = revealing(TIED, **rules)
    return turned_over(reveal, ("cat", {("camel", 1): 4}), ("ibis", {("mule", 1): 4}))


def test_a_tie_in_points_and_sarcophagi_is_a_shared_victory_wo_23() -> None:
    """WO-23, default shared."""
    outcome = GAME.is_over(tied().state)
    assert outcome is not None
    assert outcome.winners == (ME, RIVAL)
    assert "WO-23" in outcome.because
    assert [line.rank for line in GAME.score(tied().state).lines] == [1, 1]


def test_the_house_may_let_the_later_player_win_a_tie_wo_23() -> None:
    """WO-23, final_tie = later_seat: the later seat, however many turns anybody had."""
    outcome = GAME.is_over(tied(final_tie="later_seat").state)
    assert outcome is not None
    assert outcome.winners == (RIVAL,)
    assert "WO-23" in outcome.because


def test_final_values_are_always_asked_even_when_noted_before_wall_54_wall_55() -> None:
    table = revealing({"camel": col(stack=(2, 3), opened_by=ME)})
    assert [question.id for question in table.questions] == ["reveal-0", "reveal-1"]
    assert all(q.style == "form" and q.to == TABLE for q in table.questions)
    names = [field["name"] for field in table.questions[ME].fields]
    assert names == ["pharaoh", "camel:1"]


def test_the_form_is_read_into_what_was_turned_over_wall_54() -> None:
    table = revealing({"camel": col(stack=(2, 3), opened_by=ME)})
    reply = Reply(fields={"pharaoh": "cat", "camel:1": "4"})
    move = GAME.answer(table.state, table.questions[ME], reply, 0.0)
    assert move == m.TurnOver(ME, "cat", ((Piece("camel", 1), 4),))


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"pharaoh": "cat"}, "WALL-54"),
        ({"pharaoh": "cat", "camel:1": ""}, "WALL-54"),
        ({"pharaoh": "cat", "camel:1": "four"}, "WALL-54"),
        ({"pharaoh": "cat", "camel:1": "²"}, "WALL-54"),
        ({"pharaoh": "cat", "camel:1": "-3"}, "WALL-54"),
        ({"camel:1": 3}, "WALL-55"),
        ({"pharaoh": "dog", "camel:1": 3}, "WALL-55"),
    ],
)
def test_a_form_filled_in_badly_is_refused_by_its_clause(
    fields: dict[str, str | int], clause: str
) -> None:
    table = revealing({"camel": col(stack=(2, 3), opened_by=ME)})
    refusal = GAME.answer(table.state, table.questions[ME], Reply(fields=fields), 0.0)
    assert isinstance(refusal, Refused)
    assert refusal.clause == clause


def test_the_shift_goes_round_by_seat_and_each_player_is_independent_wall_50() -> None:
    columns = {
        "camel": col(ME, 1), "mule": col(ME, 2), "snake": col(RIVAL, 1), "ibis": col(RIVAL, 2),
    }  # fmt: skip
    table = shifting(columns, players=2)
    assert table.question.to.seat == ME
    after = table.do(m.EndShift())
    assert after.question.to.seat == RIVAL
    assert after.refused(m.ShiftScarab("camel", "mule")).clause == "WALL-50"
