"""What no draw can do better: small nights worked out by a solver that tries everything.

    script/seating-bench --prove "12, 4 rounds"

First the fewest pairs that meet again, then the fewest repeated games with so few pairs. It wants
OR-Tools (pip install ortools) and minutes to hours; what it has proven is written down in PROVEN.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from typing import Any

PROVEN = {"16, 4 rounds": (0, 10), "12, 4 rounds": (3, 12)}
"""Pairs that meet again, and with so few of them repeated games: nobody can draw these nights
better. OR-Tools 9.15 on two busy cores: 16 people, both after 417 s; 12 people, the pairs after
230 s, and of the games in 600 s only the least (it found 18)."""

Boxes = list[tuple[str, int]]


@dataclass
class Model:
    """A night whose boxes are all played in every round, as a problem of whole numbers."""

    people: int
    rounds: int
    boxes: Boxes
    seconds: float
    workers: int
    _model: Any = field(init=False)
    _sits: dict[tuple[int, int, int], Any] = field(default_factory=dict)
    repeats: list[Any] = field(default_factory=list)
    games: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._cp = import_module("ortools.sat.python.cp_model")
        self._model = self._cp.CpModel()
        self._seat_everybody()
        self._count_pairs()
        self._count_games()

    def _seat_everybody(self) -> None:
        model, boxes = self._model, range(len(self.boxes))
        for who in range(self.people):
            for number in range(self.rounds):
                here = [model.NewBoolVar("") for _ in boxes]
                model.AddExactlyOne(here)
                self._sits |= {(who, number, box): one for box, one in enumerate(here)}
        for number in range(self.rounds):
            for box in boxes:
                sits = [self._sits[who, number, box] for who in range(self.people)]
                model.Add(sum(sits) == self.boxes[box][1])
        seats = [box for box in boxes for _ in range(self.boxes[box][1])]
        for who, box in enumerate(seats):  # names are only names: the first round is as it likes
            model.Add(self._sits[who, 0, box] == 1)

    def _count_pairs(self) -> None:
        model = self._model
        for one, two in combinations(range(self.people), 2):
            together = []
            for number in range(self.rounds):
                for box in range(len(self.boxes)):
                    meet = model.NewBoolVar("")
                    a, b = self._sits[one, number, box], self._sits[two, number, box]
                    model.AddBoolOr([a.Not(), b.Not(), meet])
                    together.append(meet)
            again = model.NewIntVar(0, self.rounds - 1, "")
            model.Add(sum(together) <= 1 + again)
            self.repeats.append(again)

    def _count_games(self) -> None:
        model = self._model
        for who in range(self.people):
            for game in sorted({game for game, _ in self.boxes}):
                played = model.NewBoolVar("")
                model.Add(played <= sum(
                    self._sits[who, number, box]
                    for number in range(self.rounds)
                    for box, (name, _) in enumerate(self.boxes) if name == game
                ))  # fmt: skip
                self.games.append(played)

    def fewest(self, what: str, wanted: Any) -> tuple[int, bool]:
        """The least of a sum, and whether that is proven."""
        self._model.Minimize(wanted)
        solver = self._cp.CpSolver()
        solver.parameters.max_time_in_seconds = self.seconds
        solver.parameters.num_workers = self.workers
        began = time.monotonic()
        status = solver.StatusName(solver.Solve(self._model))
        found, least = round(solver.ObjectiveValue()), round(solver.BestObjectiveBound())
        took = time.monotonic() - began
        print(f"  {what}: {found}, at least {least} ({status.lower()}, {took:.0f} s)", flush=True)
        return found, status == "OPTIMAL"

    def keep(self, wanted: Any, most: int) -> None:
        self._model.Add(wanted <= most)


def prove(people: int, rounds: int, boxes: Boxes, seconds: float, workers: int) -> None:
    """Print the fewest repeats of pairs, and with so few of them the fewest of games."""
    model = Model(people, rounds, boxes, seconds, workers)
    pairs = sum(model.repeats)
    found, _ = model.fewest("pairs that meet again", pairs)
    model.keep(pairs, found)
    model.fewest("repeated games", people * rounds - sum(model.games))
