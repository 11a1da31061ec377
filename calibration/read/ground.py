"""The ground between and around the cells: the board's own print, which shows the light everywhere.

Whatever lies in the cells, the board itself is seen around them. How it looks there, against how it
looked when it was taught, tells how much light of which colour falls on every part of the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import PAWN, Board
from ..geometry.light import Light, sample
from ..geometry.pictures import Levels
from ..geometry.pose import Pose

Array = NDArray[np.float64]

PER_BLOCK, MOST_ACROSS, MOST_FINELY = 5, 9, 18
"""How many spots are looked at across a block, and how many blocks at most across the board; a
block is at least as wide as a cell."""
FEWEST = 5
"""A block with fewer spots in view than this is left out."""
BESIDE_CELL_MM, BESIDE_MARKER_MM, BESIDE_EDGE_MM = 3.0, 6.0, 3.0
"""How far from cells, markers and the edge of the board its ground begins."""
BLACK = 0.02
"""Darker colours than this (white = 1) say nothing of the light."""


@dataclass(frozen=True)
class Ground:
    """The middle colour of some blocks of the board's own print; white paper is 1."""

    places: Array = field(repr=False)
    """(blocks, 2) millimetres"""
    colours: Array = field(repr=False)
    """(blocks, 3)"""

    def __len__(self) -> int:
        return len(self.places)


def ground_of(
    levels: Levels, board: Board, pose: Pose, light: Light, finely: bool = False
) -> Ground:
    """Look at the ground wherever it is in the picture; *finely* where the light changes fast."""
    spots, block = _spots(board, MOST_FINELY if finely else MOST_ACROSS)
    if not len(spots):
        return Ground(np.zeros((0, 2)), np.zeros((0, 3)))
    pixels = pose.project(spots)
    width, height = levels.size
    seen = ((pixels > 2) & (pixels < (width - 3, height - 3))).all(axis=1)
    spots, block, pixels = spots[seen], block[seen], pixels[seen]
    colours = sample(levels.half, (pixels / 2 - 0.25).astype(np.float32)) / (
        255 * light.at_all(spots)
    )
    return _blocks(spots, block, np.asarray(colours, float))


def _blocks(spots: Array, block: NDArray[np.int64], colours: Array) -> Ground:
    """Return the median of every block's spots."""
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    counts = np.diff(np.append(starts, len(block)))
    starts, counts = starts[counts >= FEWEST], counts[counts >= FEWEST]
    if not len(starts):
        return Ground(np.zeros((0, 2)), np.zeros((0, 3)))
    number = np.arange(counts.max())
    there = number < counts[:, None]
    at = np.where(there, starts[:, None] + number, 0)
    places = np.where(there[..., None], spots[at], 0.0).sum(axis=1) / counts[:, None]
    ordered = np.sort(np.where(there[..., None], colours[at], np.inf), axis=1)
    each = np.arange(len(starts))
    middles = (ordered[each, (counts - 1) // 2] + ordered[each, counts // 2]) / 2
    return Ground(places, np.maximum(middles, BLACK))


def spots_of(board: Board) -> Array:
    """Spots all over the ground, in millimetres."""
    return _spots(board, MOST_FINELY)[0]


@lru_cache(maxsize=16)
def _spots(board: Board, most: int) -> tuple[Array, NDArray[np.int64]]:
    """Spots all over the ground in millimetres, ordered by the block they belong to."""
    cells = [np.array(cell.polygon_mm) for cell in board.cells if cell.kind != PAWN]
    size = float(np.median([np.ptp(cell, axis=0).max() for cell in cells]))
    size = max(size, max(board.width_mm, board.height_mm) / most)
    step = size / PER_BLOCK
    across, along = (
        np.arange(BESIDE_EDGE_MM + step / 2, length - BESIDE_EDGE_MM, step)
        for length in (board.width_mm, board.height_mm)
    )
    spots = np.stack(np.meshgrid(across, along), axis=2).reshape(-1, 2)
    free = np.ones(len(spots), bool)
    for cell in cells:
        free &= ~_near(spots, cell, BESIDE_CELL_MM)
    for marker in board.markers.values():
        free &= ~_near(spots, np.array(marker), BESIDE_MARKER_MM)
    spots = spots[free]
    row, column = (np.floor(spots[:, axis] / size).astype(int) for axis in (1, 0))
    block = row * (int(board.width_mm / size) + 1) + column
    order = np.argsort(block, kind="stable")
    return spots[order], block[order]


def _near(spots: Array, polygon: Array, beside_mm: float) -> NDArray[np.bool_]:
    """Return which spots are in a polygon, or within this distance of it."""
    shape = polygon.astype(np.float32).reshape(-1, 1, 2)
    low, high = polygon.min(axis=0) - beside_mm, polygon.max(axis=0) + beside_mm
    near = ((spots >= low) & (spots <= high)).all(axis=1)
    for n in np.flatnonzero(near).tolist():
        x, y = spots[n]
        near[n] = cv2.pointPolygonTest(shape, (float(x), float(y)), True) > -beside_mm
    return near
