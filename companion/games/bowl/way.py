"""The way from the start to the chamber: what lies ahead, behind, inside. Knows no trap."""

from __future__ import annotations

from collections.abc import Iterable

from .state import State

FORWARD = "forward"
BACKWARD = "backward"


def next_face_down(state: State) -> int | None:
    """Return the first tile along the way that is still face down (BOWL-16)."""
    return next(
        (n for n, f in enumerate(state.box.track) if f.has_tile and state.tiles[n] is None), None
    )


def open_colours(state: State, fields: Iterable[int]) -> tuple[str, ...]:
    """Return the colours that lie open on these fields, in the order of the box."""
    shown = {face.colour for n in fields if (face := state.tiles[n]) is not None}
    return tuple(colour for colour in state.box.boulder_colours if colour in shown)


def fields_ahead(state: State, place: int) -> range:
    return range(place + 1, state.box.chamber)


def fields_behind(place: int) -> range:
    """From the nearest to the farthest."""
    return range(place - 1, -1, -1)


def nearest(state: State, fields: Iterable[int], colour: str) -> int | None:
    """Return the first of these fields that shows a colour;
    a face-down one shows none (BOWL-23)."""
    for n in fields:
        face = state.tiles[n]
        if face is not None and face.colour == colour:
            return n
    return None


def is_inside(state: State, place: int) -> bool:
    """Whether a field is in the pyramid; the front field is outside (BOWL-C-07)."""
    return place > state.box.front


def targets(state: State, colour: str) -> dict[str, int]:
    """Return where the figure on turn may go with a drawn colour, by direction (BOWL-22,
    BOWL-70)."""
    found = {FORWARD: nearest(state, fields_ahead(state, state.here), colour)}
    if not state.rules.quick:
        found[BACKWARD] = nearest(state, fields_behind(state.here), colour)
    return {direction: place for direction, place in found.items() if place is not None}
