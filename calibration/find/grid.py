"""Corners that were clicked hastily, brought nearer by the grid between them.

The board is seen from above as the corners have it, and divided into blocks. Each block is moved
until the edges of its cells lie on edges of the picture; where most blocks want to go, the corners
go too. A grid looks the same a whole cell aside, so nothing moves by half a cell or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import PAWN, Board

Array = NDArray[np.float64]

ROUNDS = 4
BLOCKS = 4
"""Blocks across the board, either way."""
HALF_A_CELL = 0.46
"""The share of the distance between cells by which a block may move at most."""
STEP = 0.5
"""Millimetres between places that are tried."""
FEWEST = 6
"""Blocks that are needed to say where the corners are."""
LEAST_PX = 200
"""Pixels across the longer side of the board seen from above, at least."""
SOFT = 1.2
"""Blur of the edges, in millimetres: cells are seldom exactly where they should be."""


@lru_cache(maxsize=8)
def pitch_mm(board: Board) -> float:
    """Return the least distance between cells."""
    middles = np.array([cell.middle_mm for cell in board.cells])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return float(away[away > 1.0].min(initial=board.width_mm))


def nearer(grey: NDArray[np.uint8], board: Board, corners_px: Array) -> Array | None:
    """Move the corners to where the grid is; None if the grid tells nothing."""
    lines = _lines(board)
    if lines is None:
        return None
    corners = np.asarray(corners_px, float)
    reach = HALF_A_CELL * pitch_mm(board)
    for turn in range(ROUNDS):
        moved = _moved(grey, board, corners, reach * 0.7**turn, lines)
        if moved is None:
            return None
        corners = moved
    return corners


@dataclass(frozen=True)
class GridLines:
    """Edges of cells that run one way."""

    ends: Array
    """(count, 3): place across, and from and to along it"""

    @cached_property
    def spans(self) -> tuple[Array, NDArray[np.int64]]:
        """(spans, 2): what edges reach from and to, each once; and which of them is each edge's."""
        spans, own = np.unique(self.ends[:, 1:], axis=0, return_inverse=True)
        return spans, own.reshape(-1)

    @cached_property
    def middles(self) -> Array:
        """(count, 2): place across and along."""
        return np.column_stack([self.ends[:, 0], self.ends[:, 1:].mean(axis=1)])


@lru_cache(maxsize=8)
def _lines(board: Board) -> tuple[GridLines, GridLines] | None:
    """Return the vertical and horizontal sides of all square cells; None if cells aren't square."""
    upright, level = [], []
    for cell in board.cells:
        if cell.kind == PAWN:
            continue
        corners = np.array(cell.polygon_mm)
        left, top = corners.min(axis=0).tolist()
        right, bottom = corners.max(axis=0).tolist()
        square = {(left, top), (right, top), (right, bottom), (left, bottom)}
        if {(float(x), float(y)) for x, y in cell.polygon_mm} != square:
            return None
        upright += [(x, top, bottom) for x in (left, right)]
        level += [(y, left, right) for y in (top, bottom)]
    return GridLines(np.unique(upright, axis=0)), GridLines(np.unique(level, axis=0))


def _moved(
    grey: NDArray[np.uint8],
    board: Board,
    corners: Array,
    reach_mm: float,
    lines: tuple[GridLines, GridLines],
) -> Array | None:
    """Do one round: find where the blocks should be, and move the corners with them."""
    size_mm = np.array([board.width_mm, board.height_mm])
    scale = max(1.0, LEAST_PX / float(size_mm.max()))
    border = reach_mm + 2.0
    outline = np.array(board.outline_mm)
    view = cv2.getPerspectiveTransform(
        ((outline + border) * scale).astype(np.float32), corners.astype(np.float32)
    )
    width, height = (int(np.ceil((side + 2 * border) * scale)) for side in size_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    above = cv2.warpPerspective(
        grey, view, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(above.astype(np.float32), (0, 0), SOFT * scale / 2)
    rises = [np.abs(cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx)) for dx in (1, 0)]
    # the shadow of one edge must not outweigh many others
    rises = [np.minimum(rise, 3 * rise.mean()) for rise in rises]
    seen = (rises[0], rises[1].T)
    steps = np.arange(-reach_mm, reach_mm + STEP / 2, STEP)
    near = 1 - 0.15 * (steps / max(reach_mm, 1e-6)) ** 2
    middles, inside = _blocks(board)
    if len(middles) < FEWEST:
        return None
    offs = []
    for axis in (0, 1):
        along = _strengths(seen[axis], lines[axis], steps + border, border, scale)
        offs.append(steps[(inside[axis] @ along * near).argmax(axis=1)])
    target = middles + np.column_stack(offs)
    warp, _ = cv2.findHomography(middles, target, cv2.RANSAC, 1.5)
    if warp is None:
        return None
    there = cv2.perspectiveTransform(outline[None].astype(float), warp)[0]
    return np.asarray(
        cv2.perspectiveTransform(((there + border) * scale)[None], view.astype(float))[0]
    )


@lru_cache(maxsize=8)
def _blocks(board: Board) -> tuple[Array, tuple[Array, Array]]:
    """Overlapping blocks with edges both ways: (blocks, 2) the middle of each, and for both ways
    (blocks, edges) with 1 for those that lie in it."""
    lines = _lines(board)
    assert lines is not None
    size_mm = np.array([board.width_mm, board.height_mm])
    places = (np.arange(BLOCKS) + 0.5) / BLOCKS
    middles = np.array([size_mm * (x, y) for y in places for x in places])
    half = size_mm / BLOCKS * 0.75
    at = lines[0].middles, lines[1].middles[:, ::-1]
    inside = [(np.abs(one[None] - middles[:, None]) <= half).all(axis=2) for one in at]
    use = inside[0].any(axis=1) & inside[1].any(axis=1)
    return middles[use], (inside[0][use].astype(float), inside[1][use].astype(float))


def _strengths(
    rises: NDArray[np.float32], lines: GridLines, steps: Array, border: float, scale: float
) -> Array:
    """(lines, steps): how strong the edges are along each line, moved across by each step."""
    height, width = rises.shape
    spans, own = lines.spans
    ends = np.clip(((spans + border) * scale).astype(int), 0, height - 1)
    rows = np.arange(height)
    within = (rows > ends[:, :1]) & (rows <= ends[:, 1:])
    sums = within.astype(np.float32) @ rises
    across = np.clip(((lines.ends[:, :1] + steps) * scale).astype(int), 0, width - 1)
    return np.asarray(sums[own[:, None], across], float)
