"""Cutting the cells out of a picture: each cell becomes a small square patch, seen from above.

A patch is float32 BGR, ``SIDE`` pixels for the compared part of the cell plus a margin on
every side to search in. All cells of a board are cut in one go.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import PAWN, Board, Cell, manner_of
from .pictures import Levels
from .pose import Pose
from .robust import middle

SIDE = 32
"""Pixels across the compared part of a cell."""
COARSE = 2
"""How much smaller the patch is in which the first search is made."""
LARGEST_MARGIN = 12
BURNT = 250
"""A pixel whose darkest channel is brighter than this says nothing any more."""

LINES = 4
"""Lines of a patch that are cut out as one longer line, which is quicker."""

ROUND = frozenset(("disc", PAWN))

Patch = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class CellFrame:
    """The square that is cut out for a cell: its middle and its two half axes, in millimetres."""

    middle: NDArray[np.float64]
    right: NDArray[np.float64]
    down: NDArray[np.float64]

    @property
    def mm_per_pixel(self) -> tuple[float, float]:
        return (
            2 * math.hypot(*self.right) / SIDE,
            2 * math.hypot(*self.down) / SIDE,
        )


@lru_cache(maxsize=1024)
def frame_of(cell: Cell) -> CellFrame:
    """Say which square of the board is cut out for *cell*."""
    corners = np.array(cell.polygon_mm, float)
    inner = cell.manner.inner
    if len(corners) == 4:
        return CellFrame(
            corners.mean(axis=0),
            inner * (corners[1] + corners[2] - corners[0] - corners[3]) / 4,
            inner * (corners[3] + corners[2] - corners[0] - corners[1]) / 4,
        )
    middle = corners.mean(axis=0)
    up = corners[2] - middle
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    up = up / np.linalg.norm(up)
    return CellFrame(middle, inner * radius * np.array([-up[1], up[0]]), -inner * radius * up)


def inscribed(kind: str) -> float:
    """Radius in patch pixels of the circle inside a triangular cell."""
    return SIDE / 4 / manner_of(kind).inner


def mask_of(cell: Cell) -> NDArray[np.float32]:
    """Weigh the pixels of a patch that belong to the cell: all, a disc, or a triangle."""
    return _mask(cell.kind, len(cell.polygon_mm)).copy()


@lru_cache(maxsize=16)
def _mask(kind: str, corners: int) -> NDArray[np.float32]:
    mask = np.zeros((SIDE, SIDE), np.float32)
    y, x = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    if kind in ROUND:
        mask[x**2 + y**2 <= (SIDE / 2) ** 2] = 1
    elif corners == 3:
        inner = inscribed(kind)
        sides = [x * math.cos(a) + y * math.sin(a) for a in np.radians((90, 210, 330))]
        mask[np.max(sides, axis=0) <= 0.96 * inner] = 1
    else:
        mask[:] = 1
    return mask


@dataclass(frozen=True)
class Search:
    """Where to look for things in the patches of some cells."""

    margin: int
    away: Patch
    """(cells, places, places): cost in nats of lying at each place of the patch, y before x"""


@lru_cache(maxsize=64)
def _geometry(cells: tuple[Cell, ...]) -> tuple[NDArray[np.float64], ...]:
    """Middles, millimetres per pixel and unit axes of some cells' patches."""
    frames = [frame_of(cell) for cell in cells]
    axes = [(f.right / np.linalg.norm(f.right), f.down / np.linalg.norm(f.down)) for f in frames]
    return (
        np.array([f.middle for f in frames]),
        np.array([f.mm_per_pixel for f in frames]),
        np.array(axes),
    )


def middles_of(cells: Sequence[Cell]) -> NDArray[np.float64]:
    """Return the middles of cells, in millimetres."""
    return _geometry(tuple(cells))[0]


def axes_of(cells: Sequence[Cell]) -> NDArray[np.float64]:
    """(cells, 2, 2): the directions right and down of each cell's patch."""
    return _geometry(tuple(cells))[2]


def scales_of(cells: Sequence[Cell]) -> NDArray[np.float64]:
    """(cells, 2): millimetres per pixel of each cell's patch, right and down."""
    return _geometry(tuple(cells))[1]


def rises_of(cells: Sequence[Cell]) -> NDArray[np.float64]:
    """Return how far above the board each cell's plane lies."""
    return np.array([cell.rise_mm for cell in cells])


def search_for(cells: Sequence[Cell], pose: Pose, margin: int | None = None) -> Search:
    """Plan the search from heights and slack, within *margin* pixels where that is given."""
    scale, ends = scales_of(cells), ends_of(cells, pose)
    manner = cells[0].manner
    if margin is None:
        reach = np.maximum(np.abs(ends[0]), np.abs(ends[1])) + manner.slack_mm
        margin = COARSE * math.ceil(float((reach / scale).max()) / COARSE)
        margin = max(COARSE, min(LARGEST_MARGIN, margin))
    return Search(margin, _away(ends, scale, margin, manner.slack_mm / 2))


def ends_of(cells: Sequence[Cell], pose: Pose) -> list[NDArray[np.float64]]:
    """Return where the lowest and the highest thing in the middle of each cell would appear. In
    millimetres along the axes of its patch, from the patch's middle.

    In millimetres along the axes of its patch, from the patch's middle.
    """
    middles, _, across = _geometry(tuple(cells))
    manner = cells[0].manner
    return [
        np.einsum("nij,nj->ni", across, pose.drift(rise, middles, rises_of(cells)))
        for rise in (manner.lowest_mm, manner.highest_mm)
    ]


def _away(
    ends: list[NDArray[np.float64]], scale: NDArray[np.float64], margin: int, spread_mm: float
) -> Patch:
    """Squared distance from the line between the two ends, in units of the spread."""
    steps = np.arange(-margin, margin + 1)
    x = steps[None, None, :] * scale[:, 0, None, None]
    y = steps[None, :, None] * scale[:, 1, None, None]
    start, along = ends[0], ends[1] - ends[0]
    sx, sy = start[:, 0, None, None], start[:, 1, None, None]
    ax, ay = along[:, 0, None, None], along[:, 1, None, None]
    share = ((x - sx) * ax + (y - sy) * ay) / np.maximum(ax**2 + ay**2, 1e-9)
    share = np.clip(share, 0, 1)
    square = (x - sx - share * ax) ** 2 + (y - sy - share * ay) ** 2
    return (square / (2 * spread_mm**2)).astype(np.float32)


def cut(
    levels: Levels, pose: Pose, cells: Sequence[Cell], margin: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Cut cells out of a picture: (cells, side, side, 3) as 0..255, and each one's burnt share."""
    side = SIDE + 2 * margin
    points = _knots(tuple(cells), side / SIDE)
    knots = pose.project(points, np.repeat(rises_of(cells), 9)).reshape(len(cells), 9, 2)
    source, knots = _fitting(levels, knots, side)
    x, y = (np.ascontiguousarray(knots[:, :, axis]) @ _weights(side) for axis in (0, 1))
    shape = (-1, side * (LINES if side % LINES == 0 else 1))
    atlas = cv2.remap(
        source,
        x.reshape(shape),
        y.reshape(shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    patches = np.asarray(atlas, np.uint8).reshape(len(cells), side, side, 3)
    return patches, _burnt(patches, mask_of(cells[0]))


def magnified(pose: Pose, cells: Sequence[Cell]) -> float:
    """Return how many pixels of a patch one pixel of the picture fills; 1 where it fills less."""
    knots = _knots(tuple(cells[:1]), 1.0)
    corners = pose.project(knots, np.repeat(rises_of(cells[:1]), 9))
    wide = float(np.hypot(*(corners[2] - corners[0])))
    return max(1.0, SIDE / max(wide, 1.0))


def _burnt(patches: NDArray[np.uint8], mask: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the share of each cell that is burnt out."""
    margin = (patches.shape[1] - SIDE) // 2
    inner = patches[:, margin : margin + SIDE, margin : margin + SIDE]
    if inner.max() <= BURNT:
        return np.zeros(len(patches))
    pixels = np.ascontiguousarray(inner).reshape(len(patches), -1, 3)
    out = cv2.inRange(pixels, (BURNT + 1,) * 3, (255,) * 3) > 0
    return np.asarray(out @ (mask.reshape(-1) / mask.sum()), float)


@lru_cache(maxsize=64)
def _knots(cells: tuple[Cell, ...], stretch: float) -> NDArray[np.float64]:
    """Return three by three points over each cell's patch, in millimetres."""
    frames = [frame_of(cell) for cell in cells]
    middle = np.array([f.middle for f in frames])[:, None, :]
    right = np.array([f.right for f in frames])[:, None, :] * stretch
    down = np.array([f.down for f in frames])[:, None, :] * stretch
    u = np.array([-1, 0, 1] * 3, float)[None, :, None]
    v = np.repeat([-1.0, 0.0, 1.0], 3)[None, :, None]
    return (middle + u * right + v * down).reshape(-1, 2)


@lru_cache(maxsize=16)
def _weights(side: int) -> NDArray[np.float32]:
    """(9, side * side): how much each knot counts for each pixel, by parabolas both ways."""
    t = (2 * np.arange(side) + 1) / side - 1
    line = np.stack([t * (t - 1) / 2, 1 - t**2, t * (t + 1) / 2])
    both = line[:, None, :, None] * line[None, :, None, :]
    return both.reshape(9, side * side).astype(np.float32)


def _fitting(
    levels: Levels, knots: NDArray[np.float32], side: int
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Take the size of the picture that is hardly finer than the patches are."""
    spans = np.linalg.norm(knots[:, 0] - knots[:, 8], axis=1)
    finer = float(middle(spans)) / (side * math.sqrt(2))
    if finer < 1.7:
        return levels.full, knots
    if finer < 3.4:
        return levels.half, knots / np.float32(2) - np.float32(0.25)
    return levels.thumb, knots / np.float32(4) - np.float32(0.375)


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


STEP_MM = 12.0
"""The lens bends so little over this length that straight pieces will do."""


def rectified(
    picture: NDArray[np.uint8], board: Board, pose: Pose, pixels_per_mm: float = 2.0
) -> NDArray[np.uint8]:
    """Turn the board in *picture* upright and flat."""
    width = max(1, round(board.width_mm * pixels_per_mm))
    height = max(1, round(board.height_mm * pixels_per_mm))
    columns = max(2, round(board.width_mm / STEP_MM))
    rows = max(2, round(board.height_mm / STEP_MM))
    x, y = np.meshgrid(
        np.linspace(0, board.width_mm, columns), np.linspace(0, board.height_mm, rows)
    )
    pixels = pose.project(np.column_stack([x.ravel(), y.ravel()])).reshape(rows, columns, 2)
    across = _spread(width, columns)
    along = _spread(height, rows)
    grid_x, grid_y = np.meshgrid(across, along)
    where = cv2.remap(pixels, grid_x, grid_y, cv2.INTER_LINEAR)
    return cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _spread(pixels: int, knots: int) -> NDArray[np.float32]:
    middles = (np.arange(pixels) + 0.5) / pixels
    return (middles * (knots - 1)).astype(np.float32)
