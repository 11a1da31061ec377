"""Perft files and their counts: positions, and how many lines of play lead away from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.verdict import Accepted, Move

FOLDER = Path(__file__).parents[1] / "perft"


@dataclass
class Entry:
    """A position of the file, and how many lines lead away from it."""

    id: str
    given: dict[str, str] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)


def read(room: str) -> list[Entry]:
    """The positions of a room's file. A line is a word and what it stands for."""
    entries: list[Entry] = []
    for line in (FOLDER / f"{room}.txt").read_text("utf-8").splitlines():
        name, _, rest = line.partition(" ")
        if name == "id":
            entries.append(Entry(rest))
        elif name == "perft":
            depth, count = rest.split()
            entries[-1].counts[int(depth)] = int(count)
        elif name and name != "#":
            entries[-1].given[name] = rest
    return entries


@dataclass(frozen=True)
class Lines:
    """Counts lines of play by the rules of a room."""

    game: Game
    last_is_made: bool = True
    """Whether the last move of a line is made too; counting it alone is much faster."""

    def count(self, state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self.game.legal_moves(state)
        if depth == 1 and not self.last_is_made:
            return sum(1 for _ in moves)
        return sum(self.count(self.after(state, move), depth - 1) for move in moves)

    def after(self, state: Any, move: Move) -> Any:
        ruling = self.game.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        for event in ruling.events:
            state = self.game.evolve(state, event)
        return state

    def breakdown(self, state: Any, depth: int) -> str:
        """The count of each first move: what finds the mistake."""
        return "\n".join(
            f"{move}: {self.count(self.after(state, move), depth - 1)}"
            for move in self.game.legal_moves(state)
        )

    def check(self, state: Any, entry: Entry) -> None:
        """There are as many lines as the file says."""
        for depth, count in entry.counts.items():
            assert self.count(state, depth) == count, self.breakdown(state, depth)
