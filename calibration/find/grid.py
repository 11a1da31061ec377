"""Corners that were clicked hastily, brought nearer by the grid between them.

The board is seen from above as the corners have it, and divided into blocks. Each block is moved
until the edges of its cells lie on edges of the picture; where most blocks want to go, the corners
go too. A grid looks the same a whole cell aside, so nothing moves by half a cell or more.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import PAWN, Board

Array = NDArray[np.float64]

ROUNDS = 4
BLOCKS = 4
"""Blocks across the board, either way."""
HALF_A_CELL = 0.46
"""The share of the distance between cells by which a block may move at most."""
STEP = 0.5
"""Millimetres between places that are tried."""
LEAST_PX = 200
"""Pixels across the longer side of the board seen from above, at least."""
SOFT = 1.2
"""Blur of the edges, in millimetres: cells are seldom exactly where they should be."""


@lru_cache(maxsize=8)
def pitch_mm(board: Board) -> float:
    """The least distance between cells."""
    middles = np.array([cell.middle_mm for cell in board.cells])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return float(away[away > 1.0].min(initial=board.width_mm))


def nearer(grey: NDArray[np.uint8], board: Board, corners_px: Array) -> Array | None:
    """The corners, moved to where the grid is; None where it says nothing."""
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


Lines = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Ends of upright and of level edges: (count, 3) as place across, and from and to along it."""


@lru_cache(maxsize=8)
def _lines(board: Board) -> Lines | None:
    """The sides of all square cells; None where cells are no squares."""
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
    return np.unique(upright, axis=0), np.unique(level, axis=0)


def _moved(
    grey: NDArray[np.uint8], board: Board, corners: Array, reach_mm: float, lines: Lines
) -> Array | None:
    """One round: where the blocks want to go, and the corners with them."""
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
    along = [_strengths(seen[axis], lines[axis], steps + border, border, scale) for axis in (0, 1)]
    middles, offs = [], []
    for middle, inside in _blocks(board):
        if all(some.any() for some in inside):
            total = [along[axis][inside[axis]].sum(axis=0) * near for axis in (0, 1)]
            middles.append(middle)
            offs.append([steps[int(one.argmax())] for one in total])
    if len(middles) < 6:
        return None
    target = np.array(middles) + np.array(offs, float)
    warp, _ = cv2.findHomography(np.array(middles), target, cv2.RANSAC, 1.5)
    if warp is None:
        return None
    there = cv2.perspectiveTransform(outline[None].astype(float), warp)[0]
    return np.asarray(
        cv2.perspectiveTransform(((there + border) * scale)[None], view.astype(float))[0]
    )


@lru_cache(maxsize=8)
def _blocks(board: Board) -> list[tuple[Array, tuple[NDArray[np.bool_], NDArray[np.bool_]]]]:
    """Overlapping blocks: the middle of each and the edges in it."""
    lines = _lines(board)
    assert lines is not None
    size_mm = np.array([board.width_mm, board.height_mm])
    places = (np.arange(BLOCKS) + 0.5) / BLOCKS
    half = size_mm / BLOCKS * 0.75
    upright = np.column_stack([lines[0][:, 0], lines[0][:, 1:].mean(axis=1)])
    level = np.column_stack([lines[1][:, 1:].mean(axis=1), lines[1][:, 0]])
    blocks = []
    for y in places:
        for x in places:
            middle = size_mm * (x, y)
            inside = [(np.abs(at - middle) <= half).all(axis=1) for at in (upright, level)]
            blocks.append((middle, (inside[0], inside[1])))
    return blocks


def _strengths(
    rises: NDArray[np.float32], lines: Array, steps: Array, border: float, scale: float
) -> Array:
    """(lines, steps): how strong the edges are along each line, moved across by each step."""
    sums = np.cumsum(rises, axis=0)
    height, width = rises.shape
    across = np.clip(((lines[:, :1] + steps) * scale).astype(int), 0, width - 1)
    ends = np.clip(((lines[:, 1:] + border) * scale).astype(int), 0, height - 1)
    return np.asarray(sums[ends[:, 1:], across] - sums[ends[:, :1], across], float)
