"""A way of round tiles as a board: a disc at every place the box names, markers in the corners."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import BadBoard
from ..geometry.board import Board, Cell, Point, window
from ..geometry.markers import corner_markers


def bowl_board(
    size_mm: Point, tile_mm: Point, places: Mapping[str, Point], name: str = "track"
) -> Board:
    """Lay out a disc of *tile_mm* around each of *places*, on a board of *size_mm*."""
    if not places:
        raise BadBoard(f"board {name!r} has no tiles; name at least one place")
    wide, high = tile_mm
    cells = tuple(
        Cell(cell, "disc", window(x - wide / 2, y - high / 2, wide, high))
        for cell, (x, y) in places.items()
    )
    return Board(name, *size_mm, corner_markers(*size_mm), cells)
