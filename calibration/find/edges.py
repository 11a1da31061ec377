"""Fitting the pose to the board's own drawing: the edges of its cells.

Where markers are few, missing or on the table, the rims of windows, cards and tiles still
tell where the board lies, once it is known within a few millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import PAWN, Board, Cell, Corners
from .pose import Pose, fit_pose

PER_EDGE = 3
MOST_SAMPLES = 420
"""More edges would cost time and add nothing."""
STEP_MM = 0.5
ROUNDS, THIN_ROUNDS, FEW = 8, 5, 150
"""How often the edges are looked for; in the thin rounds a few of them are enough."""
STEPS = 3
"""How often the pose is bettered within a round; the edges are looked for again after that."""


@dataclass(frozen=True)
class Samples:
    """Points on the edges of the cells, and which way is outwards, in millimetres."""

    points: NDArray[np.float64]
    normals: NDArray[np.float64]

    def few(self) -> Samples:
        """Some of them, from all over the board."""
        every = max(1, len(self.points) // FEW)
        return Samples(self.points[::every], self.normals[::every])


@dataclass(frozen=True)
class Fitted:
    """A pose fitted to edges, and how well it fits."""

    pose: Pose
    found: float
    """Share of the edges that are seen within a millimetre of where they should be."""


@lru_cache(maxsize=8)
def edge_samples(board: Board) -> Samples:
    """Spread some points over all edges of all cells and of the board itself."""
    points, normals = [], []
    for cell in (cell for cell in board.cells if cell.kind != PAWN):
        some = _circle(cell) if cell.kind == "disc" else _sides(cell.polygon_mm, PER_EDGE)
        points += some[0]
        normals += some[1]
    keep = np.linspace(0, len(points) - 1, min(len(points), MOST_SAMPLES)).astype(int)
    outline = _sides(board.outline_mm, 12)
    return Samples(
        np.array([points[i] for i in keep] + outline[0]),
        np.array([normals[i] for i in keep] + outline[1]),
    )


Spots = tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]


def _sides(polygon: Corners, count: int) -> Spots:
    """Points on the sides of a polygon, with the directions outwards."""
    corners = np.array(polygon, float)
    middle = corners.mean(axis=0)
    points, normals = [], []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / np.linalg.norm(b - a)
        normal = np.array([along[1], -along[0]])
        normal *= np.sign(normal @ ((a + b) / 2 - middle)) or 1.0
        for share in np.linspace(0.15, 0.85, count):
            points.append(a + (b - a) * share)
            normals.append(normal)
    return points, normals


def _circle(cell: Cell) -> Spots:
    """Points on the circle inside a square cell."""
    corners = np.array(cell.polygon_mm, float)
    middle = corners.mean(axis=0)
    radius = float(np.ptp(corners[:, 0])) / 2
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    normals = [np.array([np.cos(turn), np.sin(turn)]) for turn in turns]
    return [middle + radius * normal for normal in normals], normals


def fit_edges(
    grey: NDArray[np.uint8],
    board: Board,
    start: Pose,
    reach_mm: float,
    anchors: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None,
) -> Fitted | None:
    """Move the pose until the edges lie on edges of the picture.

    *anchors* are points of the board with the pixels they are known to be at; from them the
    fit grows over the board. *reach_mm* is how far off the start may be.
    """
    every, pose = edge_samples(board), start
    for turn in range(ROUNDS):
        if turn in (0, THIN_ROUNDS):
            samples = every.few() if turn == 0 else every
            gaps = _gaps(samples, anchors)
        reach = max(1.2, reach_mm * 0.75**turn)
        active = gaps <= 100 + 80 * turn
        offset, strength = _offsets(grey, pose, samples, reach)
        use = active & (strength > 0)
        if use.sum() < 12:
            return None
        pose = _refit(pose, samples, offset, strength, use, anchors) or pose
    offset, strength = _offsets(grey, pose, every, 3.0)
    near = (np.abs(offset) < 1.0) & (strength > 0)
    return Fitted(pose, float(near.mean()))


def _gaps(
    samples: Samples, anchors: tuple[NDArray[np.float64], NDArray[np.float64]] | None
) -> NDArray[np.float64]:
    """How far each edge is from the nearest anchor: near ones are used first, then farther ones."""
    if anchors is None:
        return np.zeros(len(samples.points))
    away = samples.points[:, None] - anchors[0][None]
    return np.sqrt((away**2).sum(axis=2).min(axis=1))


def _offsets(
    grey: NDArray[np.uint8], pose: Pose, samples: Samples, reach_mm: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every sample the distance outwards to the strongest edge nearby, and its strength."""
    steps = np.arange(-reach_mm - 1, reach_mm + 1 + STEP_MM / 2, STEP_MM)
    points = samples.points[:, None] + samples.normals[:, None] * steps[None, :, None]
    pixels = pose.project(points.reshape(-1, 2)).reshape(len(samples.points), len(steps), 2)
    profile = cv2.remap(grey, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = cv2.GaussianBlur(profile.astype(np.float32), (3, 1), 0.8)
    rise = np.abs(profile[:, 2:] - profile[:, :-2])
    inner = steps[1:-1]
    score = rise * np.exp(-(inner**2) / (2 * (0.8 * reach_mm) ** 2))
    best = score.argmax(axis=1)
    n = np.arange(len(best))
    noise = np.median(rise) + 1e-3
    strength = rise[n, best] / noise
    off = inner[best] + _subpixel(rise, best) * STEP_MM
    height, width = grey.shape
    at = pixels[:, len(steps) // 2]
    seen = (at > 2).all(axis=1) & (at[:, 0] < width - 3) & (at[:, 1] < height - 3)
    return off, np.where(seen & (strength > 2.5), np.minimum(strength, 10), 0)


def _subpixel(rise: NDArray[np.float32], best: NDArray[np.int64]) -> NDArray[np.float64]:
    n = np.arange(len(best))
    inside = np.clip(best, 1, rise.shape[1] - 2)
    a, b, c = rise[n, inside - 1], rise[n, inside], rise[n, inside + 1]
    bend = a - 2 * b + c
    shift = np.where(np.abs(bend) > 1e-6, 0.5 * (a - c) / np.where(bend == 0, 1, bend), 0)
    return np.where(inside == best, np.clip(shift, -0.5, 0.5), 0)


def _refit(
    pose: Pose,
    samples: Samples,
    offset: NDArray[np.float64],
    strength: NDArray[np.float64],
    use: NDArray[np.bool_],
    anchors: tuple[NDArray[np.float64], NDArray[np.float64]] | None,
) -> Pose | None:
    scale = max(0.5, 1.5 * float(np.median(np.abs(offset[use]))))
    trust = strength[use] / (1 + (offset[use] / scale) ** 2)
    target = pose.project(samples.points[use] + samples.normals[use] * offset[use][:, None])
    spread = 6.0 / np.sqrt(np.maximum(trust, 1e-3))
    points, pixels = samples.points[use], target.astype(float)
    if anchors is not None:
        points = np.concatenate([points, anchors[0]])
        pixels = np.concatenate([pixels, anchors[1]])
        spread = np.concatenate([spread, np.full(len(anchors[0]), 1.5)])
    return fit_pose(points, pixels, pose.size, start=pose, spread_px=spread, steps=STEPS)
