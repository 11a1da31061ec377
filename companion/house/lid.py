"""The lid of a box: how long a game takes, ideas by time and people, how the box is laid out.

Data beside a room's record; a room without any is offered all the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.core.shapes import convert


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes for the game itself and for each person, and who says so."""

    minutes: tuple[int, int] = (30, 5)
    source: str = "assumed"


class Idea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules that go well together; *times* is how much longer or shorter they play."""

    name: str
    rules: dict[str, Any] = {}
    times: float = 1.0


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to lay out. *when* are house rules it belongs to; *pieces* lists everybody's."""

    name: str
    clauses: tuple[str, ...] = ()
    when: dict[str, Any] = {}
    pieces: bool = False


class Lid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed on the lid and on the first page."""

    pace: Pace = Pace()
    ideas: tuple[Idea, ...] = ()
    steps: tuple[Step, ...] = ()
    leaves: str = ""
    """The move of somebody who gets up and goes; empty where the rules have none."""


class Suggested(msgspec.Struct, frozen=True):
    """An idea for these people, with its minutes; one of all fits the time best."""

    name: str
    rules: dict[str, Any]
    minutes: int
    fits: bool
    best: bool


@cache
def lid_of(room: str) -> Lid:
    """The lid of a room; an empty one where nobody has written it."""
    file = resources.files("companion.rooms").joinpath(f"{room}.toml")
    if not file.is_file():
        return Lid()
    return convert(tomllib.loads(file.read_text("utf-8")), Lid)


def minutes_of(lid: Lid, idea: Idea, people: int) -> int:
    """How long a game takes, rounded to five minutes."""
    fixed, each = lid.pace.minutes
    return max(5, 5 * round((fixed + each * people) * idea.times / 5))


def suggested(lid: Lid, people: int, minutes: int | None) -> tuple[Suggested, ...]:
    """Every idea for this many people; with *minutes*, the longest that fits is the best one.

    Where nothing fits, it is the shortest.
    """
    timed = [(idea, minutes_of(lid, idea, people)) for idea in lid.ideas]
    best = None if minutes is None else _best(timed, minutes)
    return tuple(
        Suggested(idea.name, idea.rules, takes, minutes is None or takes <= minutes, idea is best)
        for idea, takes in timed
    )


def _best(timed: list[tuple[Idea, int]], minutes: int) -> Idea | None:
    fitting = [(takes, idea) for idea, takes in timed if takes <= minutes]
    if fitting:
        return max(fitting, key=lambda pair: pair[0])[1]
    return min(timed, key=lambda pair: pair[1])[0] if timed else None


def steps_for(lid: Lid, rules: Any) -> Iterator[Step]:
    """The steps that belong to these house rules, in their order."""
    for step in lid.steps:
        if all(getattr(rules, name) == value for name, value in step.when.items()):
            yield step
