"""The setup guide of a box: playing time, ideas by time and people, how to lay it out.

Data beside a room's record; a room without any is offered all the same."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.core.decode import convert
from companion.core.game import ROOMS, Game
from companion.core.observation import Reading, Seen


class GameLength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes for the game itself and for each person, and who says so."""

    minutes: tuple[int, int] = (30, 5)
    source: str = "assumed"


class Idea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules that go well together; *times* is how much longer or shorter they play."""

    name: str
    rules: dict[str, Any] = {}
    times: float = 1.0


class SetupStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to lay out. *when* are house rules it belongs to; *pieces* lists everybody's."""

    name: str
    clauses: tuple[str, ...] = ()
    when: dict[str, Any] = {}
    pieces: bool = False
    sees: str = ""
    """What the camera sees of it: cells with this label; ``asked``: those a question is about."""


class SetupGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The setup guide of one room."""

    pace: GameLength = GameLength()
    ideas: tuple[Idea, ...] = ()
    steps: tuple[SetupStep, ...] = ()
    leaves: str = ""
    """The move of a player who leaves; empty if the rules have none."""


class Suggested(msgspec.Struct, frozen=True):
    """An idea for these people, with its minutes; one of all fits the time best."""

    name: str
    rules: dict[str, Any]
    minutes: int
    fits: bool
    best: bool


def setup_guide_of(room: str) -> SetupGuide:
    """Read the setup guide of a room; an empty one if there is none."""
    return _written(room) if room in ROOMS else SetupGuide()


@cache
def _written(room: str) -> SetupGuide:
    file = resources.files("companion.rooms").joinpath(f"{room}.toml")
    if not file.is_file():
        return SetupGuide()
    return convert(tomllib.loads(file.read_text("utf-8")), SetupGuide)


def minutes_of(guide: SetupGuide, idea: Idea, people: int) -> int:
    """Estimate the playing time, rounded to five minutes."""
    fixed, each = guide.pace.minutes
    return max(5, 5 * round((fixed + each * people) * idea.times / 5))


def suggested(guide: SetupGuide, people: int, minutes: int | None) -> tuple[Suggested, ...]:
    """List all ideas for this many people; with *minutes*, the longest that fits is the best one.

    If nothing fits, it is the shortest.
    """
    timed = [(idea, minutes_of(guide, idea, people)) for idea in guide.ideas]
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


def steps_for(guide: SetupGuide, rules: Any) -> Iterator[SetupStep]:
    """List the steps for these house rules, in order."""
    for step in guide.steps:
        if all(getattr(rules, name) == value for name, value in step.when.items()):
            yield step


ASKED, EMPTY = "asked", "empty"
SURE = 0.5
"""A reading counts where it is more likely than everything else together."""


class SeenSoFar(msgspec.Struct, frozen=True):
    """How many cells of a step the camera sees as they should be."""

    right: int
    of: int


def seen_so_far(game: Game, state: Any, seen: Seen | None, step: SetupStep) -> SeenSoFar | None:
    """Say what the camera sees of a step; None where it sees nothing of it, or is not there."""
    if seen is None or not step.sees:
        return None
    lies = game.visible(state)
    if step.sees == ASKED:
        asked = {cell for one in game.questions(state) for cell in one.cells}
        lying = sum(label != EMPTY for label in lies.values())
        shown = sum(_shows_something(seen.readings.get(cell)) for cell in asked)
        return SeenSoFar(lying + shown, lying + len(asked)) if lying + len(asked) else None
    cells = [cell for cell, label in lies.items() if label == step.sees and cell in seen.readings]
    right = sum(seen.readings[cell].chances.get(step.sees, 0.0) > SURE for cell in cells)
    return SeenSoFar(right, len(cells)) if cells else None


def _shows_something(reading: Reading | None) -> bool:
    return bool(reading and reading.readable and reading.chances.get(EMPTY, 0.0) < SURE)
