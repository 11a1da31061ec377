"""A pyramid of triangular tiles as a board: tiles that point up and down, and who stands on them.

The last corner of a cell is its tip, so every cell is looked at as if it pointed up, and a tile
that is turned by a third lies there as the same drawing turned by a third.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import BadBoard
from ..geometry.board import PAWN, Board, Cell, Point, triangle, window
from ..geometry.markers import MARKER_MM, RIM_MM, corner_markers

BESIDE_MM = 8.0
"""The rim of the board beside and above the outline."""
BELOW_MM = MARKER_MM + 2 * RIM_MM + 4.0
"""The rim below it, where two of the markers lie; the others lie beside the tip."""


@dataclass(frozen=True, slots=True)
class PyramidPlace:
    """One cell: its middle on the outline, whether it points up, and the cell of its pawn."""

    at_mm: Point
    up: bool
    pawn: str


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a pyramid's pieces."""

    outline_mm: Point
    edge_mm: float
    pawn_mm: Point
    """Diameter and height."""


def kheops_board(
    shape: Shape,
    places: Mapping[str, PyramidPlace],
    alike: Mapping[str, str] | None = None,
    name: str = "pyramid",
) -> Board:
    """Lay out a tile and a pawn on it at each of *places*.

    *alike* names labels that look the same as another one: tiles whose turn changes nothing.
    """
    if not places:
        raise BadBoard(f"board {name!r} has no tiles; name at least one place")
    width = shape.outline_mm[0] + 2 * BESIDE_MM
    height = shape.outline_mm[1] + BESIDE_MM + BELOW_MM
    tiles = tuple(_tile(cell, shape, place) for cell, place in places.items())
    pawns = tuple(_pawn(cell, shape, place) for cell, place in places.items() if place.pawn)
    return Board(
        name, width, height, corner_markers(width, height), tiles + pawns, dict(alike or {})
    )


def _tile(cell: str, shape: Shape, place: PyramidPlace) -> Cell:
    return Cell(cell, "turned_tile", triangle(_on_board(place.at_mm), shape.edge_mm, place.up))


def _pawn(cell: str, shape: Shape, place: PyramidPlace) -> Cell:
    (x, y), (wide, high) = _on_board(place.at_mm), shape.pawn_mm
    square = window(x - wide / 2, y - wide / 2, wide, wide)
    return Cell(place.pawn, PAWN, square, rise_mm=high, stands_on=cell)


def _on_board(at_mm: Point) -> Point:
    return at_mm[0] + BESIDE_MM, at_mm[1] + BESIDE_MM
