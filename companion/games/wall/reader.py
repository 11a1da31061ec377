"""What the camera can look at: the windows of the wall, and what each ought to show."""

from __future__ import annotations

from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move

from .box import Box
from .moves import InsertCard
from .state import State, faces, places_of


def cell_of(place: tuple[int, int]) -> str:
    """The id of the window at a place.

    >>> cell_of((3, 0))
    '3,0'
    """
    return f"{place[0]},{place[1]}"


def cells(box: Box) -> dict[str, Any]:
    """The board as plain data for the eye and the painter: its grid and the labels to know."""
    wall = box.wall
    return {
        "kind": "card",
        "slots": wall.slots,
        "capacity": wall.capacity,
        "block": wall.block,
        "window_mm": wall.window_mm,
        "labels": (EMPTY, *(f"{a}_{gaze}" for a in box.animals for gaze in "LR")),
    }


def visible(state: State) -> Cells:
    """What every window shows in this state."""
    wall = state.box.wall
    shown = {cell_of((x, y)): EMPTY for y in range(wall.height) for x in range(wall.width)}
    shown.update((cell_of(place), face) for place, (face, _) in faces(state).items())
    return shown


def shown_by(state: State, move: Move) -> Cells:
    """The windows a card would fill, found without deciding the move."""
    if not isinstance(move, InsertCard):
        return {}
    rows = state.box.card(move.card).cells
    height = len(state.slots[move.slot])
    return {
        cell_of(place): rows[row][position]
        for place, row, position in places_of(state, move.slot, height)
    }
