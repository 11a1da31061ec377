"""The standing wall as a board: any number of slots, any block of animals per card.

A cell is called "x,y": x from the left as the players see it, y from the bottom.
"""

from __future__ import annotations

from ..errors import BadBoard
from ..geometry.board import Board, Cell, window
from ..geometry.markers import corner_markers

MARGIN_MM = 36.0


def wall_board(
    slots: int,
    capacity: int,
    block_w: int = 1,
    block_h: int = 1,
    window_mm: tuple[float, float] = (24.0, 24.0),
    mullion_mm: tuple[float, float] = (3.0, 3.0),
    margin_mm: float = MARGIN_MM,
) -> Board:
    """Lay out the windows of a wall that takes *capacity* cards in each of its *slots*."""
    _check(slots, capacity, block_w, block_h)
    columns, rows = slots * block_w, capacity * block_h
    width = _span(columns, window_mm[0], mullion_mm[0]) + 2 * margin_mm
    height = _span(rows, window_mm[1], mullion_mm[1]) + 2 * margin_mm
    pitch = (window_mm[0] + mullion_mm[0], window_mm[1] + mullion_mm[1])
    cells = tuple(
        Cell(
            id=cell_id(x, y),
            kind="card",
            polygon_mm=window(
                margin_mm + x * pitch[0], margin_mm + (rows - 1 - y) * pitch[1], *window_mm
            ),
        )
        for y in range(rows)
        for x in range(columns)
    )
    return Board("wall", width, height, corner_markers(width, height), cells)


def cell_id(x: int, y: int) -> str:
    """Name the place *x* from the left and *y* from the bottom."""
    return f"{x},{y}"


def _span(count: int, each: float, between: float) -> float:
    return count * each + (count - 1) * between


def _check(*counts: int) -> None:
    if min(counts) < 1:
        raise BadBoard(
            f"a wall of slots, capacity, block width, block height = {counts}; "
            "each must be at least 1"
        )
