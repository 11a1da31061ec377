"""Who wins. There are no points: one treasure, for one player."""

from __future__ import annotations

from companion.core.score import Outcome, Part, Scoreboard, ScoreLine
from companion.core.verdict import Saying

from .state import Phase, State

CLAUSES = {"claim": ("SPHINX-08", "SPHINX-39"), "last": ("SPHINX-O-28",)}


def score(state: State) -> Scoreboard:
    """Return the treasure, still open to everybody in the game until somebody has it."""
    return Scoreboard(tuple(_line(state, seat) for seat in range(len(state.seats))))


def _line(state: State, seat: int) -> ScoreLine:
    over = state.phase == Phase.OVER
    low = int(over and seat == state.winner)
    high = low if over else int(seat in state.playing)
    part = Part(Saying("sphinx.part.treasure", {}), low, high, ("SPHINX-08",))
    return ScoreLine(seat, (part,), (1 if low else 2) if over else None)


def is_over(state: State) -> Outcome | None:
    """Return who won and why."""
    if state.phase != Phase.OVER or state.winner is None:
        return None
    player = state.seats[state.winner].name
    say = Saying(f"sphinx.won.{state.why_over}", {"player": player})
    return Outcome((state.winner,), say, CLAUSES[state.why_over])
