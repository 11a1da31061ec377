"""Tables for the bowl's page: real rules and a real journal, played by seeded hands; a scale."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.observation import Weighed
from companion.core.verdict import Event, Move
from companion.games.bowl import moves as m
from companion.journal import Journal, SystemClock
from companion.table import Answer, Table
from tests.rooms.bowl.laid import SEATS
from tests.rooms.bowl.players import a_game
from tests.web.scenes import OPENED, StoppedClock, do

Before = Callable[[Move, tuple[Event, ...]], bool]


def a_bowl(
    folder: Path, players: int = 2, rules: Mapping[str, Any] | None = None, stopped: bool = False
) -> Table:
    """Open a new game of the bowl."""
    game = load_room("bowl")
    switches = read_house_rules(game.house_rules, rules or {})
    watch = StoppedClock() if stopped else SystemClock()
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    seats = SEATS[:players]
    return Table.begin(book, game, game.load_box(None), seats, switches, clock=watch.monotonic)


def play_until(table: Table, seed: int, before: Before, clumsy: float = 0.05) -> list[Move]:
    """Play a seeded game until a move is due for which *before* holds; give the moves from there.

    *before* gets the move and what it would bring about.
    """
    state = table.state
    rest = list(a_game(Random(seed), state.box, state.rules, len(state.seats), clumsy))
    for n, (_, move, events, _) in enumerate(rest):
        if before(move, events):
            return [left[1] for left in rest[n:]]
        do(table, move)
    raise AssertionError(f"the game of seed {seed} never comes there")


def wanting(table: Table, colour: str = "red") -> Table:
    """The first player has flipped a tile of this colour: the trap is armed."""
    do(table, m.Begin())
    do(table, m.FlipTile("D1", colour))
    return table


def weighed(table: Table, finding: str, **more: Any) -> Answer:
    """The scale is sure of something, and final about it."""
    return table.submit(Weighed(finding=finding, at=time.monotonic(), final=True, **more))


def says(finding: str = "clean", **more: Any) -> dict[str, Any]:
    """What the scale thinks, as the page gets it."""
    return {
        "finding": finding, "colour": None, "fell": None, "named": True, "sure": 0.9987,
        "lost_g": 5.71, "error_g": 0.06, "final": True, "why": None, "question": None,
        "choices": [], "because": ["BOWL-19"], "overrule_seconds": 9.5, "overruled": None,
    } | more  # fmt: skip


def shows(phase: str = "armed", **more: Any) -> dict[str, Any]:
    """What the scale shows about five times a second."""
    steps = range(80)
    trace = [[n / 10 - 7.9, 261.3 - (5.7 if n > 50 else 0) + (n % 3) / 20] for n in steps]
    return {
        "phase": phase, "wanted": "red", "grams": 255.6, "trace": trace, "says": None,
        "last": None, "faults": [], "blind": False, "trap": None,
    } | more  # fmt: skip


WEIGHTS: dict[str, Any] = {
    "boulder_g": {"red": 5.7, "blue": 2.9, "yellow": 1.2, "green": 2.1},
    "staff_g": 4.2,
    "bowl_g": 200.0,
    "twins": ["A red boulder weighs about as much as two blue boulders."],
    "problem": None,
}


def replay(number: int, said: dict[str, Any]) -> dict[str, Any]:
    """The instant replay of a verdict."""
    points = [[n / 20 - 6, 261.3 - (9.9 if n > 80 else 0) + 3 * (60 < n < 90)] for n in range(160)]
    marks = [(-5.6, "armed", "red"), (-3.0, "touched", ""), (-1.4, "tilt", ""), (0.0, "still", ""),
             (0.0, "verdict", said["finding"]), (2.0, "locked", said["finding"])]  # fmt: skip
    return {
        "number": number,
        "wanted": "red",
        "says": said,
        "points": points,
        "tilted": [[-1.4, -1.1]],
        "marks": [{"at": at, "name": name, "detail": detail} for at, name, detail in marks],
    }
