"""A pyramid of triangular tiles as a board: tiles that point up and down, and who stands on them.

The third corner of a cell is its tip, so every cell is looked at as if it pointed up, and a tile
that is turned by a third lies as the same drawing turned by a third.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from .board import Board, Cell, Corners, Point
from .errors import BadBoard
from .walls import MARKER_MM, RIM_MM, corner_markers

BESIDE_MM = 8.0
"""The rim of the board beside and above the outline."""
BELOW_MM = MARKER_MM + 2 * RIM_MM + 4.0
"""The rim below it, where two of the markers lie; the others lie beside the tip."""


@dataclass(frozen=True, slots=True)
class Place:
    """One cell: its middle on the outline, whether it points up, and the cell of its pawn."""

    at_mm: Point
    up: bool
    pawn: str = ""


def pyramid_board(
    size_mm: Point, edge_mm: float, places: Mapping[str, Place], name: str = "pyramid"
) -> Board:
    """Lay out an outline of *size_mm* with a triangle of *edge_mm* around each of *places*."""
    if not places:
        raise BadBoard(f"board {name!r} has no tiles; name at least one place")
    width, height = size_mm[0] + 2 * BESIDE_MM, size_mm[1] + BESIDE_MM + BELOW_MM
    cells = tuple(
        Cell(cell, "tile", triangle(_on_board(place.at_mm), edge_mm, place.up))
        for cell, place in places.items()
    )
    return Board(name, width, height, corner_markers(width, height), cells)


def triangle(middle: Point, edge: float, up: bool) -> Corners:
    """The corners of a tile, its tip last; going round them has the same sense either way."""
    (x, y), way = middle, 1.0 if up else -1.0
    low, high = way * edge / sqrt(12), way * edge / sqrt(3)
    return ((x - way * edge / 2, y + low), (x + way * edge / 2, y + low), (x, y - high))


def _on_board(at_mm: Point) -> Point:
    return at_mm[0] + BESIDE_MM, at_mm[1] + BESIDE_MM
