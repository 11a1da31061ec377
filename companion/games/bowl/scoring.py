"""The standing: how far each figure has come. There are no points; the first two boulders win."""

from __future__ import annotations

from companion.core.score import Outcome, Part, Scoreboard, ScoreLine
from companion.core.verdict import Saying

from .state import Phase, State


def score(state: State) -> Scoreboard:
    """Return the fields each figure has behind it; ranks once somebody has won."""
    return Scoreboard(tuple(_line(state, seat) for seat in range(len(state.seats))))


def _line(state: State, seat: int) -> ScoreLine:
    rank = None if state.winner is None else 1 if seat == state.winner else 2
    return ScoreLine(seat, _parts(state, seat), rank)


def _parts(state: State, seat: int) -> tuple[Part, ...]:
    place = state.figures[seat]
    if place is None:
        return ()
    field = state.box.track[place].id
    values = {"field": field, "left": state.box.chamber - place}
    return (Part(Saying("bowl.part.way", values), place, place, ("BOWL-02",)),)


def is_over(state: State) -> Outcome | None:
    """Return who won: by both boulders of the chamber, or because nobody else is left."""
    if state.winner is None or state.phase != Phase.OVER:
        return None
    freed = state.figures[state.winner] == state.box.chamber
    key, because = (
        ("bowl.won.freed", ("BOWL-58", "BOWL-60"))
        if freed
        else ("bowl.won.alone", ("BOWL-O-41", "BOWL-01"))
    )
    player = state.seats[state.winner].name
    return Outcome((state.winner,), Saying(key, {"player": player}), because)
