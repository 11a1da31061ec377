"""What the camera can look at: the windows of the wall, and what each ought to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Move

from .box import Box
from .moves import InsertCard
from .state import State, places_of


def cell_of(place: tuple[int, int]) -> str:
    """Return the id of the window at a place.

    >>> cell_of((3, 0))
    '3,0'
    """
    return f"{place[0]},{place[1]}"


def cells(box: Box) -> dict[str, Any]:
    """Return the board as plain data for the eye and the painter:
    its grid and the labels to know."""
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
    """Return what every window shows in this state."""
    wall = state.box.wall
    shown = _bare(wall.width, wall.height).copy()
    for slot, cards in enumerate(state.slots):
        for height, card in enumerate(cards):
            shown.update(_card_at(state, slot, height, card))
    return shown


@cache
def _bare(width: int, height: int) -> dict[str, str]:
    """Return a wall without a card."""
    return {cell_of((x, y)): EMPTY for y in range(height) for x in range(width)}


def shown_by(state: State, move: Move) -> Cells:
    """Return the windows a card would fill, found without deciding the move."""
    if not isinstance(move, InsertCard):
        return {}
    return dict(_card_at(state, move.slot, len(state.slots[move.slot]), move.card))


def _card_at(state: State, slot: int, height: int, card: str) -> Iterator[tuple[str, str]]:
    """Yield the windows a card covers there, with what they show."""
    windows = _windows(state.box.wall.block, slot, height)
    return zip(windows, state.box.card(card).faces, strict=True)


@cache
def _windows(block: tuple[int, int], slot: int, height: int) -> tuple[str, ...]:
    return tuple(map(cell_of, places_of(block, slot, height)))
