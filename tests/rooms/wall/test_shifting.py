"""The end-game shift, proven against exhaustive search over single-scarab moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.core.roles import TABLE
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.shifting import Plan, best_plans, plans, steps
from companion.games.wall.state import Chamber, Column, Phase
from tests.rooms.wall.laid import ANIMALS, ME, RIVAL, Position, col, shifting

Spot = tuple[int, tuple[int, ...]]
"""One own column: its scarabs, and the eyes of its stack, front first."""
STACKS: tuple[tuple[int, ...], ...] = ((), (3,), (2, 3), (1, 2, 3))
NONE: tuple[int, ...] = ()

ROWS: dict[str, tuple[list[Spot], dict[tuple[int, ...], int], list[int]]] = {
    "SH-1": ([(1, (2, 3)), (2, (3,))], {(0, 1): 1}, [3]),
    "SH-2": ([(2, (1, 2, 3)), (2, (2, 3)), (2, NONE)], {(0, 2, 0): 4}, [3, 2]),
    "SH-3": ([(3, NONE), (0, (1, 2, 3))], {(0, 1): 3}, [1]),
    "SH-4": (
        [(2, (1, 2, 3)), (1, (3,)), (2, (2, 3)), (1, NONE)],
        {(0, 1, 1, 0): 3, (0, 0, 2, 0): 4},
        [3, 2],
    ),
    "SH-5": (
        [(3, NONE), (3, NONE), (0, (2, 3)), (1, (3,))],
        {(0, 0, 1, 1): 5, (0, 0, 2, 0): 6},
        [3, 2],
    ),
    "SH-6": ([(2, (3,))], {}, []),
    "SH-7": ([(2, (3,))] * 3, {(1, 1, 0): 2, (1, 0, 1): 2, (0, 1, 1): 2}, [3, 3]),
}


# Exhaustive search, one scarab at a time


def one_scarab_moved(spots: tuple[Spot, ...]) -> Iterator[tuple[Spot, ...]]:
    for a, (mine, stack) in enumerate(spots):
        for b, (theirs, other) in enumerate(spots):
            if a == b or not mine or theirs == 3:
                continue
            after = list(spots)
            after[a] = (mine - 1, stack)
            after[b] = (0, other[1:]) if theirs == 2 and other else (theirs + 1, other)
            yield tuple(after)


@cache
def fewest_moves(spots: tuple[Spot, ...]) -> dict[tuple[int, ...], int]:
    """Every way to take sarcophagi, as a count per column, with the fewest moves it needs."""
    heights = [len(stack) for _, stack in spots]
    seen, edge, depth = {spots}, [spots], 0
    best: dict[tuple[int, ...], int] = {}
    while edge:
        for found in edge:
            taken = (high - len(s[1]) for high, s in zip(heights, found, strict=True))
            best.setdefault(tuple(taken), depth)
        depth += 1
        edge = [new for old in edge for new in one_scarab_moved(old) if _first_time(seen, new)]
    del best[(0,) * len(spots)]
    return best


def _first_time(seen: set[tuple[Spot, ...]], spots: tuple[Spot, ...]) -> bool:
    if spots in seen:
        return False
    seen.add(spots)
    return True


def eyes_of(spots: tuple[Spot, ...], taken: tuple[int, ...]) -> list[int]:
    eyes = [eye for (_, stack), k in zip(spots, taken, strict=True) for eye in stack[:k]]
    return sorted(eyes, reverse=True)


def dominates(one: list[int], other: list[int]) -> bool:
    padded = other + [0] * len(one)
    return len(one) >= len(other) and all(a >= b for a, b in zip(one, padded, strict=False))


def some_spots(dice: Random) -> tuple[Spot, ...]:
    """Own columns as they can be at the end: at most five, at most two scarabs before a stack."""
    spots = []
    for _ in range(dice.randint(1, 5)):
        stack = dice.choice(STACKS)
        spots.append((dice.randint(0, 2 if stack else 3), stack))
    return tuple(spots)


def chamber_of(spots: tuple[Spot, ...], dice: Random) -> tuple[Chamber, list[str]]:
    """The own columns somewhere among the seven; the others vacant or a rival's."""
    mine = sorted(dice.sample(range(7), len(spots)))
    columns = [Column(a, (1, 2, 3), 0, dice.choice([None, RIVAL])) for a in ANIMALS]
    for at, (scarabs, stack) in zip(mine, spots, strict=True):
        columns[at] = Column(ANIMALS[at], stack, scarabs, ME)
    slab = 16 - sum(column.scarabs for column in columns)
    return Chamber(tuple(columns), slab, ((), ())), [ANIMALS[at] for at in mine]


def test_plans_and_steps_agree_with_exhaustive_search_on_2500_positions_wall_51_wo_27() -> None:
    """Every plan and its fewest moves, the best eyes, and the steps that lead there."""
    dice = Random(2500)
    openings = []
    for _ in range(2500):
        spots = some_spots(dice)
        chamber, names = chamber_of(spots, dice)
        truth = fewest_moves(spots)
        planned = plans(chamber, ME)
        offered = {
            tuple(dict(plan.takes).get(name, 0) for name in names): plan.moves for plan in planned
        }
        assert offered == truth, spots
        _check_best(spots, truth, planned)
        for plan in best_plans(chamber, ME):
            _check_steps(chamber, plan.takes, plan.moves)
        openings.append(max((sum(k) for k in truth), default=0))
    assert set(openings) == {0, 1, 2, 3, 4}


def _check_best(
    spots: tuple[Spot, ...], truth: dict[tuple[int, ...], int], planned: tuple[Plan, ...]
) -> None:
    eyes = [eyes_of(spots, taken) for taken in truth]
    if not eyes:
        assert planned == ()
        return
    best = max(eyes)
    assert all(dominates(best, other) for other in eyes), spots
    assert list(planned[0].eyes) == best
    fewest = min(moves for taken, moves in truth.items() if eyes_of(spots, taken) == best)
    assert planned[0].moves == fewest


def _check_steps(chamber: Chamber, takes: tuple[tuple[str, int], ...], moves: int) -> None:
    """Walk the steps by hand: legal, as many as promised, and all taken in the end."""
    scarabs = {c.animal: c.scarabs for c in chamber.columns if c.researcher == ME}
    left = dict(takes)
    walked = list(steps(chamber, ME, takes))
    for step in walked:
        assert scarabs[step.source] > 0
        assert scarabs[step.target] < 3
        assert step.source != step.target
        scarabs[step.source] -= 1
        scarabs[step.target] += 1
        assert step.opens == (scarabs[step.target] == 3)
        if step.opens:
            scarabs[step.target] = 0
            left[step.target] -= 1
    assert len(walked) == moves
    assert not any(left.values())


# The worked cases


def laid_out(spots: list[Spot]) -> tuple[Position, list[str]]:
    """Own columns from the left, as at the end of a game."""
    names = list(ANIMALS[: len(spots)])
    columns = {
        name: col(ME, scarabs, stack) for name, (scarabs, stack) in zip(names, spots, strict=True)
    }
    return shifting(columns), names


@pytest.mark.parametrize(("spots", "best", "eyes"), ROWS.values(), ids=list(ROWS))
def test_the_worked_cases_of_the_shift(
    spots: list[Spot], best: dict[tuple[int, ...], int], eyes: list[int]
) -> None:
    table, names = laid_out(spots)
    found = {
        tuple(dict(plan.takes).get(name, 0) for name in names): plan.moves
        for plan in best_plans(table.state.chamber, ME)
    }
    assert found == best
    assert all(list(plan.eyes) == eyes for plan in best_plans(table.state.chamber, ME))
    ordered = [plan.moves for plan in best_plans(table.state.chamber, ME)]
    assert ordered == sorted(ordered)


@pytest.mark.parametrize("row", ["SH-1", "SH-2", "SH-3"])
def test_a_single_best_plan_is_taken_up_and_led_through_step_by_step(row: str) -> None:
    table, _ = laid_out(ROWS[row][0])
    moves = next(iter(ROWS[row][1].values()))
    for left in range(moves, 0, -1):
        assert table.question.style == "step"
        assert table.question.ask.values["left"] == left
        assert GAME.view(table.state, TABLE)["shift"]["done"] == moves - left
        table = table.answer("shift_done")
    assert sorted((eyes for _, eyes in table.won(ME)), reverse=True) == ROWS[row][2]
    assert table.state.phase == Phase.REVEAL


@pytest.mark.parametrize("row", ["SH-4", "SH-5", "SH-7"])
def test_equal_plans_that_take_different_sarcophagi_are_shown_and_asked(row: str) -> None:
    table, names = laid_out(ROWS[row][0])
    assert table.question.topic == "plan"
    shown = [o for o in table.question.options if o.say.key == "wall.option.plan"]
    takes = {
        tuple(dict(o.move.takes).get(name, 0) for name in names): o.say.values["moves"]  # type: ignore[attr-defined]
        for o in shown
    }
    assert takes == ROWS[row][1]
    fewest = min(ROWS[row][1].values())
    assert all(o.advised == (o.say.values["moves"] == fewest) for o in shown)


def test_when_nothing_can_be_opened_nobody_is_asked_sh_6() -> None:
    table, _ = laid_out(ROWS["SH-6"][0])
    assert table.state.phase == Phase.REVEAL
    assert table.happened(e.ShiftEnded)[0].why == "nothing"


def test_the_same_column_may_be_opened_twice_wo_27() -> None:
    table, _ = laid_out([(2, (2, 3)), (2, NONE), (2, NONE)])
    for _ in range(4):
        table = table.answer("shift_done")
    assert table.won(ME) == [("camel", 2), ("camel", 3)]


def test_a_worse_plan_is_allowed_wall_50() -> None:
    table, names = laid_out(ROWS["SH-1"][0])
    asked = table.answer("change_plan")
    worse = [o for o in asked.question.options if o.say.key == "wall.option.worse_plan"]
    assert [dict(o.move.takes) for o in worse] == [{names[0]: 1}]  # type: ignore[attr-defined]
    done = asked.answer(worse[0].name, "shift_done", "shift_done")
    assert done.won(ME) == [("camel", 2)]


def test_no_shift_at_all_is_allowed_wall_50() -> None:
    table, _ = laid_out(ROWS["SH-1"][0])
    done = table.answer("end_shift")
    assert (done.won(ME), done.state.phase) == ([], Phase.REVEAL)


def test_a_step_off_the_plan_is_allowed_and_the_plan_is_made_anew_wall_50() -> None:
    table, _ = laid_out([(2, (1, 2, 3)), (2, (2, 3)), (2, NONE)])
    assert table.question.ask.values["target"] == "mule"
    strayed = table.do(m.ShiftScarab("mule", "snake"))
    assert strayed.question.style == "step"
    assert GAME.view(strayed.state, TABLE)["shift"]["done"] == 1
    assert strayed.scarabs("snake") == 3
    while strayed.state.phase == Phase.SHIFT:
        strayed = strayed.answer("shift_done")
    assert [eyes for _, eyes in strayed.won(ME)] == [2, 3]


def test_a_step_that_opens_something_else_leaves_the_rest_to_choose_wall_51() -> None:
    table, _ = laid_out([(2, (1, 2, 3)), (2, (2, 3)), (2, NONE)])
    strayed = table.do(m.ShiftScarab("snake", "camel"))
    assert strayed.won(ME) == [("camel", 1)]
    assert strayed.state.phase == Phase.SHIFT
    assert [dict(o.move.takes) for o in strayed.question.options[:2]] == [{"mule": 1}, {"camel": 1}]  # type: ignore[attr-defined]
    assert strayed.answer("plan:0", "shift_done").won(ME) == [("camel", 1), ("mule", 2)]


@pytest.mark.parametrize(
    "takes",
    [
        (("camel", 3),), (("mule", 1), ("mule", 1)), (("cat", 1),), (("camel", 0),), (),
        (("camel", -1),), (("dog", 1),), (("camel", 1), ("mule", 1)),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_carried_out_is_refused_wall_51(
    takes: tuple[tuple[str, int], ...],
) -> None:
    table, _ = laid_out(ROWS["SH-1"][0])
    assert table.refused(m.ChoosePlan(takes)).clause == "WALL-51"


def test_both_columns_of_a_step_are_lit_wall_50() -> None:
    table, _ = laid_out(ROWS["SH-1"][0])
    assert GAME.cues(table.state, ()).glow == {"camel": "pulse", "mule": "on"}


def test_the_leftmost_target_comes_first_among_equals_sh_7() -> None:
    table, _ = laid_out(ROWS["SH-7"][0])
    first = table.question.options[0]
    assert dict(first.move.takes) == {"camel": 1, "mule": 1}  # type: ignore[attr-defined]


def test_every_option_of_every_plan_question_is_accepted_wall_50() -> None:
    dice = Random(50)
    for _ in range(150):
        table, _ = laid_out(list(some_spots(dice)))
        for _ in range(4):
            if table.state.phase != Phase.SHIFT:
                break
            for option in table.question.options:
                table.do(option.move)
            table = table.do(dice.choice(table.question.options).move)
