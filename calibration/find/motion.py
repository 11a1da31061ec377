"""Watching for change: a thumbnail of the picture says cheaply which regions differ.

Nothing here recognises anything; an unchanged scene costs one shrunk picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Board
from ..geometry.pose import Pose

SHRINK = 4
"""A thumbnail (``Levels.thumb``) is this many times smaller than the picture."""
QUIET = 3.0
"""Mean difference (of 255) of a region's thumbnail that is still taken for noise."""
SPOT = 14.0
"""The same for the most different part of a region."""
USUAL = 1.5
"""The noise of a camera in good light, which both allow for."""
BLOCKS = 8
OVERHANG = 0.05


@dataclass(frozen=True)
class Apart:
    """Difference of two thumbnails, or of the same part of both,
    in the channel with the largest one."""

    by: NDArray[np.uint8]
    sums: NDArray[np.int32]
    """of all that lies above and to the left of each pixel"""
    corner: tuple[int, int] = (0, 0)
    """where the part begins in the thumbnail, x and y"""

    @classmethod
    def of(
        cls, now: NDArray[np.uint8], then: NDArray[np.uint8], corner: tuple[int, int] = (0, 0)
    ) -> Apart:
        by = cv2.absdiff(now, then)
        if by.ndim == 3:
            blue, green, red = cv2.split(by)
            by = cv2.max(cv2.max(blue, green), red)
        return cls(np.asarray(by, np.uint8), np.asarray(cv2.integral(by), np.int32), corner)


class Regions:
    """Named polygons of a picture, as boxes in its thumbnail."""

    def __init__(
        self,
        names: tuple[str, ...],
        corners: NDArray[np.float32],
        starts: NDArray[np.int64],
        shape: tuple[int, ...],
    ) -> None:
        self.names = names
        self._number = {name: number for number, name in enumerate(self.names)}
        points = corners / SHRINK
        limit = np.array([shape[1], shape[0]])
        low = np.floor(np.minimum.reduceat(points, starts)).astype(int)
        low = np.clip(low, 0, limit - 1)
        high = np.ceil(np.maximum.reduceat(points, starts)).astype(int)
        self.boxes = np.concatenate([low, np.clip(high, low + 1, limit)], axis=1)

    @classmethod
    def of(cls, polygons: Mapping[str, NDArray[np.float32]], shape: tuple[int, ...]) -> Regions:
        """Regions with the corners of each."""
        starts = np.cumsum([0, *(len(polygon) for polygon in polygons.values())])[:-1]
        return cls(tuple(polygons), np.concatenate(list(polygons.values())), starts, shape)

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """The box that holds all regions: left, top, right, bottom."""
        left, top = self.boxes[:, :2].min(axis=0).tolist()
        right, bottom = self.boxes[:, 2:].max(axis=0).tolist()
        return left, top, right, bottom

    def differing(
        self, now: NDArray[np.uint8], then: NDArray[np.uint8], noise: float = 0.0
    ) -> frozenset[str]:
        """Name the regions in which two thumbnails differ by more than noise."""
        return self.loud(Apart.of(now, then), noise)

    def loud(self, apart: Apart, noise: float = 0.0) -> frozenset[str]:
        """Compute the same from the difference of two thumbnails."""
        beyond = max(0.0, noise - USUAL)
        quiet, spot = QUIET + beyond, SPOT + 2 * beyond
        boxes = self.boxes - np.tile(apart.corner, 2)
        x0, y0, x1, y1 = boxes.T
        total = apart.sums
        sums = total[y1, x1] - total[y0, x1] - total[y1, x0] + total[y0, x0]
        means = sums / ((x1 - x0) * (y1 - y0))
        loud = means > quiet
        doubtful = np.flatnonzero(~loud & (means > quiet / 3)) if apart.by.max() > spot else ()
        for index in doubtful:
            a, b, c, d = boxes[index]
            here = apart.by[b:d, a:c]
            loud[index] = here.max() > spot and cv2.blur(here, (3, 3)).max() > spot
        return frozenset(self.names[i] for i in np.flatnonzero(loud))

    def copy(self, now: NDArray[np.uint8], into: NDArray[np.uint8], names: Iterable[str]) -> None:
        """Take the named regions of *now* over into another thumbnail."""
        for name in names:
            x0, y0, x1, y1 = self.boxes[self._number[name]]
            into[y0:y1, x0:x1] = now[y0:y1, x0:x1]


def whole_picture(shape: tuple[int, ...]) -> Regions:
    """Return the whole picture as one region, from its thumbnail's shape."""
    height, width = shape[0] * SHRINK, shape[1] * SHRINK
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return Regions.of({"picture": corners}, shape)


def regions_of(board: Board, pose: Pose, shape: tuple[int, ...]) -> Regions:
    """Return the cells and the markers of a board, each where it is seen."""
    names, points, rises, starts = _corners(board)
    return Regions(names, pose.project(points, rises), starts, shape)


@lru_cache(maxsize=8)
def _corners(board: Board) -> tuple[tuple[str, ...], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Names of cells and markers, their corners, how high each lies, and where each begins."""
    shapes = [(cell.id, cell.polygon_mm, cell.rise_mm) for cell in board.cells]
    shapes += [(f"marker {key}", corners, 0.0) for key, corners in board.markers.items()]
    counts = [len(corners) for _, corners, _ in shapes]
    points = np.array([point for _, corners, _ in shapes for point in corners], float)
    rises = np.repeat([rise for _, _, rise in shapes], counts)
    starts = np.cumsum([0, *counts])[:-1]
    return tuple(name for name, _, _ in shapes), points, rises, starts


def blocks_of(board: Board, pose: Pose, shape: tuple[int, ...]) -> Regions:
    """Return the whole board and a little around it, in blocks:
    a hand moves there before it lands."""
    steps = np.linspace(-OVERHANG, 1 + OVERHANG, BLOCKS + 1)
    x, y = np.meshgrid(steps * board.width_mm, steps * board.height_mm)
    knots = pose.project(np.column_stack([x.ravel(), y.ravel()]))
    knots = knots.reshape(BLOCKS + 1, BLOCKS + 1, 2)
    return Regions.of(
        {
            f"block {i},{j}": knots[i : i + 2, j : j + 2].reshape(4, 2)
            for i in range(BLOCKS)
            for j in range(BLOCKS)
        },
        shape,
    )
