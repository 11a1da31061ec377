"""Questions at the end: which scarab moves where, and what was turned over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core import replies
from companion.core.roles import TABLE, seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .box import Box
from .ending import pharaohs_to_say
from .shifting import Plan, plans, steps
from .state import Shift, State

_option = partial(replies.option, "wall")


def shifting(state: State, shift: Shift) -> Question:
    if shift.plan is None:
        return _plan(state, shift)
    left = list(steps(state.chamber, shift.seat, shift.plan))
    step = left[0]
    return Question(
        topic="shift",
        id=f"shift-{shift.seat}-{len(left)}-{step.source}-{step.target}",
        to=seat(shift.seat),
        ask=Saying(
            "wall.ask.shift",
            {
                "player": state.seats[shift.seat].name,
                "source": step.source,
                "target": step.target,
                "opens": step.opens,
                "left": len(left),
                "eyes": state.chamber.at(step.target).stack[0],
            },
        ),
        because=("WALL-50", "WALL-51", "WALL-52"),
        options=(
            _option("shift_done", m.ShiftScarab(step.source, step.target), True),
            _option("change_plan", m.ChangePlan()),
            _option("end_shift", m.EndShift()),
        ),
        style="step",
    )


def _plan(state: State, shift: Shift) -> Question:
    every = plans(state.chamber, shift.seat)
    return Question(
        topic="plan",
        id=f"plan-{shift.seat}-{len(state.chamber.won[shift.seat])}",
        to=seat(shift.seat),
        ask=Saying("wall.ask.plan", {"player": state.seats[shift.seat].name}),
        because=("WALL-50", "WALL-51", "WALL-53"),
        options=(*_plan_options(state.box, every), _option("end_shift", m.EndShift())),
    )


def _plan_options(box: Box, every: tuple[Plan, ...]) -> Iterator[Option]:
    for number, plan in enumerate(every):
        as_good = plan.eyes == every[0].eyes
        yield Option(
            f"plan:{number}",
            m.ChoosePlan(plan.takes),
            Saying(
                "wall.option.plan" if as_good else "wall.option.worse_plan",
                {
                    "takes": [list(take) for take in plan.takes],
                    "eyes": list(plan.eyes),
                    "seen": sum(plan.eyes),
                    "low": sum(min(box.worth(eyes)) for eyes in plan.eyes),
                    "high": sum(max(box.worth(eyes)) for eyes in plan.eyes),
                    "moves": plan.moves,
                },
            ),
            advised=as_good and plan.moves == every[0].moves,
        )


def reveal(state: State, who: int) -> Question:
    pieces = state.chamber.won[who]
    return Question(
        topic="reveal",
        id=f"reveal-{who}",
        to=TABLE,
        ask=Saying("wall.ask.reveal", {"player": state.seats[who].name}),
        because=("WALL-54", "WALL-55"),
        options=(),
        style="form",
        fields=(
            {"name": "pharaoh", "choices": list(pharaohs_to_say(state.box)), "seat": who},
            *(
                {
                    "name": f"{piece.animal}:{piece.eyes}",
                    "animal": piece.animal,
                    "eyes": piece.eyes,
                    "choices": list(state.box.worth(piece.eyes)),
                    "seat": who,
                }
                for piece in pieces
            ),
        ),
    )
