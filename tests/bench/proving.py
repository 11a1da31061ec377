"""What no draw can do better: the fewest repeated games of a night, worked out by a solver.

    script/seating-bench --prove "24, with fives"

A person's way is the games they play, round by round. The solver deals people to ways instead of
seats. If nobody meets twice, two tables of different rounds share at most one person, so the people
who play one game in one round and another in another are at most as many as there are pairs of such
tables. That is all it knows of meetings: what it proves holds for every draw, and it takes
minutes where seats took hours. It wants OR-Tools (pip install ortools); PROVEN is what it found.
"""

from __future__ import annotations

import time
from collections import Counter
from importlib import import_module
from itertools import combinations, product
from typing import Any

PROVEN = {
    "24, with fives": (0, 12),
    "30, with sixes": (0, 20),
    "16, 4 rounds": (0, 10),
    "12, 4 rounds": (3, 13),
}
"""Pairs that meet again, and with so few of them repeated games: nobody can draw these nights
better. OR-Tools 9.15 on two busy cores: 5, 179, 1 and 1 s."""

OPEN = {"12, 4 rounds"}
"""Nights whose fewest games lie somewhere between what is proven and what is found."""
NO = "INFEASIBLE"
Boxes = list[tuple[str, int]]
Way = tuple[str, ...]


class Ways:
    """A night whose boxes are all played in every round, as people on ways."""

    def __init__(self, people: int, rounds: int, boxes: Boxes, again: int) -> None:
        self._cp = import_module("ortools.sat.python.cp_model")
        self.model, self.rounds = self._cp.CpModel(), rounds
        self.tables = Counter(game for game, _ in boxes)
        self.seats = Counter[str]()
        for game, size in boxes:
            self.seats[game] += size
        ways = list(product(self.tables, repeat=rounds))
        self.on: dict[Way, Any] = {way: self.model.NewIntVar(0, people, "") for way in ways}
        self._fill_every_round()
        self._meet_seldom(most_twice(again, rounds))
        self.games = sum((rounds - len(set(way))) * on for way, on in self.on.items())

    def _fill_every_round(self) -> None:
        for number, (game, seats) in product(range(self.rounds), self.seats.items()):
            self.model.Add(sum(on for way, on in self.on.items() if way[number] == game) == seats)

    def _meet_seldom(self, most: int) -> None:
        over = []
        games = list(product(self.tables, repeat=2))
        for (one, two), (a, b) in product(combinations(range(self.rounds), 2), games):
            shared = [on for way, on in self.on.items() if way[one] == a and way[two] == b]
            over.append(self.model.NewIntVar(0, most, ""))
            self.model.Add(sum(shared) <= self.tables[a] * self.tables[b] + over[-1])
        self.model.Add(sum(over) <= most)

    def with_at_most(self, games: int, seconds: float, workers: int) -> str:
        """Whether people can be dealt with so few repeated games: as the solver says it."""
        model = self.model.clone()
        model.Add(self.games <= games)
        solver = self._cp.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = workers
        return str(solver.StatusName(solver.Solve(model)))


def most_twice(again: int, rounds: int) -> int:
    """Pairs of rounds in which a pair may meet, beyond none: so many repeats give at most this.

    A pair that meets m times is m-1 repeats and m(m-1)/2 pairs of rounds.
    """
    return min(again * (again + 1), again * rounds) // 2


def prove(people: int, rounds: int, boxes: Boxes, again: int, seconds: float, workers: int) -> None:
    """Print the fewest repeated games of a night in which as few pairs as possible meet again."""
    everything = people * rounds
    while Ways(people, rounds, boxes, again).with_at_most(everything, seconds, workers) == NO:
        print(f"  no night has only {again} pairs that meet again", flush=True)
        again += 1
    ways, games, began = Ways(people, rounds, boxes, again), 0, time.monotonic()
    while (said := ways.with_at_most(games, seconds, workers)) == NO:
        games += 1
    sure = "" if said in ("OPTIMAL", "FEASIBLE") else ", perhaps more: --seconds were over"
    took = time.monotonic() - began
    print(f"  {again} pairs meet again; repeated games: at least {games}{sure} ({took:.0f} s)")
