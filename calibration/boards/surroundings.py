"""The places beside a board of tiles: wherever one more tile could touch those that lie."""

from __future__ import annotations

from dataclasses import replace

from .board import Board, Cell, Corners, Point


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
