"""Cutting the cells out of a picture: each cell becomes a small square patch, seen from above.

A patch is float32 BGR in units of the light (white paper = 1), ``SIDE`` pixels for the
compared part of the cell plus a margin on every side to search in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import Board, Cell
from .pose import Pose

SIDE = 32
"""Pixels across the compared part of a cell."""
COARSE = 2
"""How much smaller the picture is in which the first search is made."""

Patch = NDArray[np.float32]


@dataclass(frozen=True)
class Frame:
    """The square that is cut out for a cell: its middle and its two half axes, in millimetres."""

    middle: NDArray[np.float64]
    right: NDArray[np.float64]
    down: NDArray[np.float64]

    @property
    def mm_per_pixel(self) -> tuple[float, float]:
        return (
            2 * float(np.linalg.norm(self.right)) / SIDE,
            2 * float(np.linalg.norm(self.down)) / SIDE,
        )

    def square(self, stretch: float) -> NDArray[np.float64]:
        """Corners top left, top right, bottom right, bottom left, *stretch* times as large."""
        r, d = self.right * stretch, self.down * stretch
        m = self.middle
        return np.array([m - r - d, m + r - d, m + r + d, m - r + d])


def frame_of(cell: Cell) -> Frame:
    """Say which square of the board is cut out for *cell*."""
    corners = np.array(cell.polygon_mm, float)
    inner = cell.manner.inner
    if len(corners) == 4:
        return Frame(
            corners.mean(axis=0),
            inner * (corners[1] + corners[2] - corners[0] - corners[3]) / 4,
            inner * (corners[3] + corners[2] - corners[0] - corners[1]) / 4,
        )
    middle = corners.mean(axis=0)
    up = corners[2] - middle
    # the circle inside the triangle: it keeps its content however the tile is turned
    radius = float(np.linalg.norm(corners - middle, axis=1).mean()) / 2
    up = up / np.linalg.norm(up)
    return Frame(middle, inner * radius * np.array([-up[1], up[0]]), -inner * radius * up)


def mask_of(cell: Cell) -> NDArray[np.float32]:
    """Weigh the pixels of a patch that belong to the cell: all of them, or a disc."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    middle = (SIDE - 1) / 2
    if cell.kind == "disc" or len(cell.polygon_mm) == 3:
        y, x = np.mgrid[:SIDE, :SIDE]
        mask[(x - middle) ** 2 + (y - middle) ** 2 <= (SIDE / 2) ** 2] = 1
    else:
        mask[:] = 1
    return mask


def margin_of(cell: Cell, pose: Pose) -> int:
    """Pixels of a patch to search on each side, so that height and slack are covered."""
    manner = cell.manner
    frame = frame_of(cell)
    drifts = [
        np.abs(pose.drift(rise, frame.middle)) for rise in (manner.lowest_mm, manner.highest_mm)
    ]
    reach = np.maximum(*drifts) + manner.slack_mm
    pixels = max(reach[0] / frame.mm_per_pixel[0], reach[1] / frame.mm_per_pixel[1])
    return COARSE * max(1, min(5, math.ceil(float(pixels) / COARSE)))


def away_cost(cell: Cell, pose: Pose, margin: int, tight: bool = False) -> Patch:
    """Cost in nats of a thing lying at each place of the patch, given heights and slack."""
    frame = frame_of(cell)
    manner = cell.manner
    across = np.array(
        [frame.right / np.linalg.norm(frame.right), frame.down / np.linalg.norm(frame.down)]
    )
    lows, highs = (
        across @ pose.drift(rise, frame.middle) / frame.mm_per_pixel
        for rise in (manner.lowest_mm, manner.highest_mm)
    )
    steps = np.arange(-margin, margin + 1)
    x, y = np.meshgrid(steps, steps)
    share = np.linspace(0, 1, 9)[:, None, None]
    line_x, line_y = lows[0] + (highs[0] - lows[0]) * share, lows[1] + (highs[1] - lows[1]) * share
    spread = manner.slack_mm / 2
    mm_x, mm_y = (x - line_x) * frame.mm_per_pixel[0], (y - line_y) * frame.mm_per_pixel[1]
    return ((mm_x**2 + mm_y**2).min(axis=0) / (2 * spread**2)).astype(np.float32)


def cut(picture: NDArray[np.uint8], pose: Pose, cell: Cell, margin: int) -> Patch:
    """Cut one cell out of *picture*; float32 BGR 0..1, not yet relieved of the light."""
    side = SIDE + 2 * margin
    corners = pose.project(frame_of(cell).square(side / SIDE))
    edge = side - 0.5
    target = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge], [-0.5, edge]], np.float32)
    source = _shrunk(picture, corners, side)
    to_patch = cv2.getPerspectiveTransform(target, source[1])
    patch = cv2.warpPerspective(
        source[0],
        to_patch,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return patch.astype(np.float32) * np.float32(1 / 255)


def _shrunk(
    picture: NDArray[np.uint8], corners: NDArray[np.float32], side: int
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Cut the surroundings and shrink them when the camera sees much finer than the patch."""
    height, width = picture.shape[:2]
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    high = np.ceil(corners.max(axis=0)).astype(int) + 3
    low = np.clip(low, 0, [width - 2, height - 2])
    high = np.maximum(np.clip(high, 0, [width, height]), low + 2)
    part = picture[low[1] : high[1], low[0] : high[0]]
    local = corners - low.astype(np.float32)
    finer = float(np.linalg.norm(corners[0] - corners[2])) / (side * math.sqrt(2))
    if finer < 1.6:
        return part, local
    scale = 1 / min(finer, 4.0)
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    real = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]], np.float32)
    return small, (local + 0.5) * real - 0.5


def inside(board: Board, pose: Pose) -> bool:
    """Whether the whole board lies within the picture, give or take a little."""
    corners = pose.project(np.array(board.outline_mm))
    width, height = pose.size
    room = 0.05 * width
    return bool(
        (corners > -room).all()
        and (corners[:, 0] < width + room).all()
        and (corners[:, 1] < height + room).all()
    )
