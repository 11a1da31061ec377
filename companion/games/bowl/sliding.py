"""Where a landslide sends the figure: start, front field, or back along the colours."""

from __future__ import annotations

from companion.core.decide import Unfolding

from . import events as e
from .moves import STAFF
from .state import State, Then
from .way import fields_behind, is_inside, nearest


def slide(
    unfolding: Unfolding[State], fell: tuple[str, ...], because: tuple[str, ...]
) -> Unfolding[State]:
    """Return the landslide with all that follows: back, rebuild,
    and then the next (BOWL-37 to 41)."""
    state = unfolding.state
    unfolding.add(e.LandslideHappened(state.turn, fell, (*because, "BOWL-39")))
    place, why = destination(state, fell)
    if place != state.here:
        field = state.box.track[place].id
        unfolding.add(e.FigureSentBack(state.turn, field, "landslide", (*why, "BOWL-O-15")))
    rebuild = ("BOWL-59", "BOWL-40") if state.visit is not None else ("BOWL-40",)
    return unfolding.add(e.RebuildDue(state.turn, Then.PASS, rebuild))


def destination(state: State, fell: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the field the figure on turn goes back to, and by which clauses."""
    if state.visit is not None and not (state.rules.adventurous and state.rules.v1_in_chamber):
        return state.box.front, ("BOWL-59",)
    if state.rules.adventurous:
        return _along_the_colours(state, fell)
    if is_inside(state, state.here):
        return state.box.front, ("BOWL-38",)
    if state.here != state.box.front:
        return 0, ("BOWL-37",)
    if state.rules.front_is == "safe":
        return state.here, ("BOWL-O-16",)
    return 0, ("BOWL-37", "BOWL-O-16")


def _along_the_colours(state: State, fell: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Back to the field of each thing that fell; the farthest of them counts (BOWL-O-37)."""
    assert state.wanted is not None
    ways = []
    for item in fell:
        colour = state.wanted if item == STAFF else item
        place, why = _behind(state, colour)
        ways.append((place, ("BOWL-64" if item == STAFF else "BOWL-65", *why)))
    place, because = min(ways)
    because = (*because, "BOWL-O-37") if len(ways) > 1 else because
    if state.here == state.box.front:
        because = (*because, "BOWL-O-43")
    return place, (*because, "BOWL-O-38") if state.visit is not None else because


def _behind(state: State, colour: str) -> tuple[int, tuple[str, ...]]:
    """Return the nearest field of a colour behind the figure,
    or how far back it goes without one."""
    floor = state.box.front if is_inside(state, state.here) else 0
    found = nearest(state, fields_behind(state.here), colour)
    if found is None:
        return floor, ("BOWL-O-35",)
    if found < floor and state.rules.v1_floor == "front":
        return floor, ("BOWL-O-36",)
    return found, ("BOWL-C-21", "BOWL-67")
