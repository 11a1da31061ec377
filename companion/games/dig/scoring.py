"""The score: money held. Players who are out rank below all others, the latest exit first."""

from __future__ import annotations

from companion.core.score import Outcome, Part, Scoreboard, ScoreLine
from companion.core.verdict import Saying

from .state import Phase, State


def score(state: State) -> Scoreboard:
    """Return every purse; ranked once the game is over. The pot is nobody's yet."""
    lines = (ScoreLine(seat, _parts(state, seat)) for seat in range(len(state.seats)))
    if state.phase != Phase.OVER:
        return Scoreboard(tuple(lines))
    merits = [_merit(state, seat) for seat in range(len(state.seats))]
    return Scoreboard(
        tuple(
            ScoreLine(line.seat, line.parts, 1 + sum(m > merits[line.seat] for m in merits))
            for line in lines
        )
    )


def _parts(state: State, seat: int) -> tuple[Part, ...]:
    coins, owed = state.purses[seat], state.owed[seat]
    held = coins.worth(state.rate)
    say = Saying("dig.part.purse", {"gold": coins.gold, "silver": coins.silver})
    parts = [Part(say, held, held, ("DIG-45", "EX-DIG-03"))]
    if owed:
        parts.append(Part(Saying("dig.part.owed", {"silver": owed}), owed, owed, ("DIG-O-12",)))
    return tuple(parts)


def _merit(state: State, seat: int) -> tuple[int, int]:
    """Return what seats are compared by: money among those in;
    the order of leaving among the others."""
    if seat in state.out:
        return 0, state.out.index(seat)
    return 1, state.purse(seat)


def is_over(state: State) -> Outcome | None:
    """Return who won and by what, once the game has ended."""
    if state.phase != Phase.OVER:
        return None
    best = tuple(line.seat for line in score(state).lines if line.rank == 1)
    names = [state.seats[seat].name for seat in best]
    say = Saying(
        f"dig.won.{_how(state, best)}",
        {"players": names, "count": len(best), "points": state.purse(best[0])},
    )
    return Outcome(best, say, WHY[_how(state, best)])


WHY = {
    "last_out": ("DIG-O-03",),
    "last_in": ("DIG-O-02",),
    "shared": ("DIG-45", "DIG-O-24"),
    "most": ("DIG-45", "DIG-C-17"),
}


def _how(state: State, best: tuple[int, ...]) -> str:
    if not state.active:
        return "last_out"
    if len(state.active) == 1:
        return "last_in"
    return "shared" if len(best) > 1 else "most"
