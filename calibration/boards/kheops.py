"""A pyramid of triangular tiles as a board: tiles that point up and down, and who stands on them.

The last corner of a cell is its tip, so every cell is looked at as if it pointed up, and a tile
that is turned by a third lies there as the same drawing turned by a third.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..errors import BadBoard
from .board import PAWN, Board, Cell, Corners, Point, triangle, window
from .wall import MARKER_MM, RIM_MM, corner_markers

BESIDE_MM = 8.0
"""The rim of the board beside and above the outline."""
BELOW_MM = MARKER_MM + 2 * RIM_MM + 4.0
"""The rim below it, where two of the markers lie; the others lie beside the tip."""


@dataclass(frozen=True, slots=True)
class Place:
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
    places: Mapping[str, Place],
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


def with_surroundings(board: Board) -> Board:
    """The same board with a cell wherever a tile on the board could touch the pyramid outside."""
    tiles = [cell for cell in board.cells if cell.kind == "turned_tile"]
    taken = {_rounded(cell.middle_mm) for cell in tiles}
    beside: dict[Point, Cell] = {}
    for cell in tiles:
        for side, corners in zip("LRB", _neighbours(cell), strict=True):
            outer = Cell(f"beside {cell.id} {side}", "turned_tile", corners)
            at = _rounded(outer.middle_mm)
            if at not in taken and all(_on(board, corner) for corner in corners):
                beside.setdefault(at, outer)
    return replace(board, cells=(*board.cells, *beside.values()))


def _on(board: Board, point: Point) -> bool:
    return 0 <= point[0] <= board.width_mm and 0 <= point[1] <= board.height_mm


def _neighbours(cell: Cell) -> tuple[Corners, Corners, Corners]:
    """The triangles behind the left, right and lower edge of a cell, as if it pointed up."""
    left, right, tip = cell.polygon_mm
    return (
        (tip, left, _mirrored(right, left, tip)),
        (right, tip, _mirrored(left, right, tip)),
        (right, left, _mirrored(tip, left, right)),
    )


def _mirrored(corner: Point, one: Point, other: Point) -> Point:
    """Where a corner comes to lie when its triangle is folded over the opposite edge."""
    return one[0] + other[0] - corner[0], one[1] + other[1] - corner[1]


def _rounded(point: Point) -> Point:
    return round(point[0]), round(point[1])


def _tile(cell: str, shape: Shape, place: Place) -> Cell:
    return Cell(cell, "turned_tile", triangle(_on_board(place.at_mm), shape.edge_mm, place.up))


def _pawn(cell: str, shape: Shape, place: Place) -> Cell:
    (x, y), (wide, high) = _on_board(place.at_mm), shape.pawn_mm
    square = window(x - wide / 2, y - wide / 2, wide, wide)
    return Cell(place.pawn, PAWN, square, rise_mm=high, stands_on=cell)


def _on_board(at_mm: Point) -> Point:
    return at_mm[0] + BESIDE_MM, at_mm[1] + BESIDE_MM
