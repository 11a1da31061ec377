"""The score: every path of the pyramid by number, then the ankhs; the winner once it is built."""

from __future__ import annotations

from companion.core.score import Outcome, Part, Scoreboard, ScoreLine
from companion.core.verdict import Saying

from .settling import Path, Settlement, clauses_of, settle
from .state import Phase, State


def settled(state: State) -> Settlement:
    """Return the pyramid counted as it stands now."""
    return settle(state.box, state.rules, state.pyramid)


def score(state: State) -> Scoreboard:
    """Return the points each seat would have if nothing more were built; with ranks at the end."""
    count = settled(state)
    over = state.phase == Phase.OVER
    lines = tuple(_line(state, count, seat, over) for seat in range(len(state.seats)))
    return Scoreboard(lines, None if over else Saying("kheops.score.so_far", {}))


def _line(state: State, count: Settlement, seat: int, over: bool) -> ScoreLine:
    colour = state.seats[seat].colour
    which = state.box.colours.index(colour)
    parts = [_part(state, path, which) for path in count.paths if path.points[which]]
    ankhs = count.ankhs[which]
    if ankhs.cells:
        say = Saying("kheops.part.ankhs", {"count": len(ankhs.cells), "cells": list(ankhs.cells)})
        parts.append(Part(say, ankhs.points, ankhs.points, ("KHEOPS-31", "KHEOPS-79")))
    rank = (1 if colour in count.winners else 2) if over else None
    return ScoreLine(seat, tuple(parts), rank)


def _part(state: State, path: Path, which: int) -> Part:
    points = path.points[which]
    say = Saying("kheops.part.path", {"number": path.number, "tiles": len(path.cells)})
    return Part(say, points, points, clauses_of(path, state.rules))


def is_over(state: State) -> Outcome | None:
    """Return who is the great architect, and by what, once the pyramid is built."""
    if state.phase != Phase.OVER:
        return None
    count = settled(state)
    seats = tuple(sorted(state.seat_of(colour) for colour in count.winners))
    values = {"players": [state.seats[seat].name for seat in seats], "points": max(count.totals)}
    return Outcome(seats, Saying(WON[count.why], values), BECAUSE[count.why])


WON = {
    "most": "kheops.won.most",
    "draw": "kheops.won.draw",
    "last": "kheops.won.last",
    "ankhs": "kheops.won.ankhs",
}
BECAUSE = {
    "most": ("KHEOPS-80",),
    "draw": ("KHEOPS-81", "KO-22"),
    "last": ("KO-22",),
    "ankhs": ("KO-22",),
}
