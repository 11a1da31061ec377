"""Fitting the pose to the board's own drawing: the edges of its cells.

Where markers are few, missing or on the table, the rims of windows, cards and tiles still
tell where the board lies, once it is known within a few millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import PAWN, Board, Cell, Corners
from ..geometry.pose import Pose
from ..geometry.robust import middle
from .cameras import NEAR, Cameras, bettered

PER_EDGE = 3
MOST_SAMPLES = 420
"""More edges would cost time and add nothing."""
STEP_MM = 0.5
ROUNDS, THIN_ROUNDS, FEW = 8, 5, 150
"""How often the edges are looked for; in the thin rounds a few of them are enough."""
SPARSE = 2
"""Every few steps are enough to say how strong edges usually are."""
LEAST_REACH_MM, FEWEST = 1.2, 12
"""How far edges are looked for in the end, and how many must be seen."""
MOST, SAME_PX = 4, 4.0
"""Starts fitted to all edges, at most; one whose corners are closer than this to a better one's is
dropped."""


@dataclass(frozen=True)
class Samples:
    """Points on the edges of the cells, and which way is outwards, in millimetres."""

    points: NDArray[np.float64]
    normals: NDArray[np.float64]

    @cached_property
    def ends(self) -> NDArray[np.float64]:
        """All points, and then for each the one a millimetre outwards."""
        return np.concatenate([self.points, self.points + self.normals])

    def few(self) -> Samples:
        """Choose a few of them, spread over the whole board."""
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
    inmost = corners.mean(axis=0)
    points, normals = [], []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / np.linalg.norm(b - a)
        normal = np.array([along[1], -along[0]])
        normal *= np.sign(normal @ ((a + b) / 2 - inmost)) or 1.0
        for share in np.linspace(0.15, 0.85, count):
            points.append(a + (b - a) * share)
            normals.append(normal)
    return points, normals


def _circle(cell: Cell) -> Spots:
    """Points on the circle inside a square cell."""
    corners = np.array(cell.polygon_mm, float)
    inmost = corners.mean(axis=0)
    radius = float(np.ptp(corners[:, 0])) / 2
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    normals = [np.array([np.cos(turn), np.sin(turn)]) for turn in turns]
    return [inmost + radius * normal for normal in normals], normals


Anchors = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Points of the board in millimetres, with the pixels they are known to be at."""


def fit_edges(
    grey: NDArray[np.uint8],
    board: Board,
    start: Pose,
    reach_mm: float,
    anchors: Anchors | None = None,
    least: float = 0.0,
) -> Fitted | None:
    """Move the pose until the edges lie on edges of the picture.

    Where some edges show that fewer than the *least* share are seen, that is given up.
    """
    found = fit_all(grey, board, Cameras.of([start]), reach_mm, anchors, least=least)
    return found[0] if found else None


def fit_all(
    grey: NDArray[np.uint8],
    board: Board,
    cameras: Cameras,
    reach_mm: float | Sequence[float],
    anchors: Anchors | None = None,
    most: int = MOST,
    least: float = 0.0,
) -> list[Fitted]:
    """Move each camera until its edges lie on edges of the picture; return the best fits first.
    From *anchors* the fit grows over the board. *reach_mm* is how far off the starts may be, all of
    them or each. Some edges are enough to see which of the starts end up in the same place, and
    which *most* of the others are worth all edges.

    From *anchors* the fit grows over the board. *reach_mm* is how far off the starts may be, all of
    them or each. Some
    edges are enough to see which of the starts come to lie at the same place, and which *most* of
    the others are worth all edges.
    """
    every, count = edge_samples(board), len(cameras.focal)
    few, reach = every.few(), np.broadcast_to(np.asarray(reach_mm, float), count)
    for turn in range(THIN_ROUNDS):
        cameras, reach = _bettered(grey, cameras, few, anchors, reach, turn)
    if count > 1 or least:
        found = _found(grey, cameras, few)
        worthy = _worthy(board, cameras, found, most) if count > most else np.argsort(-found)
        worthy = worthy[found[worthy] >= least]
        cameras, reach = cameras.some(worthy), reach[worthy]
    for turn in range(THIN_ROUNDS, ROUNDS):
        cameras, reach = _bettered(grey, cameras, every, anchors, reach, turn)
    if not len(cameras.focal):
        return []
    shares = _found(grey, cameras, every).tolist()
    fits = [
        Fitted(pose, share)
        for pose, share in zip(cameras.poses(), shares, strict=True)
        if pose is not None
    ]
    return sorted(fits, key=lambda fit: -fit.found)


def _bettered(
    grey: NDArray[np.uint8],
    cameras: Cameras,
    samples: Samples,
    anchors: Anchors | None,
    reach_mm: NDArray[np.float64],
    turn: int,
) -> tuple[Cameras, NDArray[np.float64]]:
    """Do one round: find the edges, and the cameras that see them there, with the reach of each;
    blind ones are left out."""
    if not len(cameras.focal):
        return cameras, reach_mm
    edges = _edges(grey, cameras, samples, np.maximum(LEAST_REACH_MM, reach_mm * 0.75**turn))
    use = edges.strength > 0
    if anchors is not None:
        use &= _gaps(samples, anchors) <= 100 + 80 * turn
    seeing = use.sum(axis=1) >= FEWEST
    if not seeing.all():
        cameras, reach_mm = cameras.some(seeing), reach_mm[seeing]
        use, edges = use[seeing], edges.some(seeing)
    if not len(cameras.focal):
        return cameras, reach_mm
    return _refit(cameras, samples, edges, use, anchors), reach_mm


def _found(grey: NDArray[np.uint8], cameras: Cameras, samples: Samples) -> NDArray[np.float64]:
    """Return for each camera the share of edges that are seen where they should be."""
    if not len(cameras.focal):
        return np.zeros(0)
    edges = _edges(grey, cameras, samples, np.full(len(cameras.focal), 3.0))
    return np.asarray(((np.abs(edges.off) < 1.0) & (edges.strength > 0)).mean(axis=1))


def edges_seen(grey: NDArray[np.uint8], board: Board, poses: list[Pose]) -> list[float]:
    """Return for each pose the share of edges that are seen where they should be."""
    return [float(x) for x in _found(grey, Cameras.of(poses), edge_samples(board))]


def _worthy(
    board: Board, cameras: Cameras, found: NDArray[np.float64], most: int
) -> NDArray[np.int64]:
    """Choose the best cameras that put the board in different places."""
    corners = cameras.project(np.array(board.outline_mm))
    kept: list[int] = []
    for n in np.argsort(-found, kind="stable").tolist():
        if all(np.abs(corners[n] - corners[other]).max() > SAME_PX for other in kept):
            kept.append(n)
    return np.array(kept[:most], int)


def _gaps(samples: Samples, anchors: Anchors) -> NDArray[np.float64]:
    """Return how far each edge is from the nearest anchor; near ones are used first."""
    away = samples.points[:, None] - anchors[0][None]
    return np.sqrt((away**2).sum(axis=2).min(axis=1))


@dataclass(frozen=True)
class Edges:
    """The strongest edge near every sample, for each camera: (cameras, samples)."""

    off: NDArray[np.float64]
    """how many millimetres outwards it lies"""
    strength: NDArray[np.float64]
    """zero if there is none"""
    pixels: NDArray[np.float64]
    """(cameras, samples, 2): where it is in the picture"""

    def some(self, which: NDArray[np.bool_]) -> Edges:
        """Select what some of the cameras see."""
        return Edges(self.off[which], self.strength[which], self.pixels[which])


RISING = cv2.getGaussianKernel(3, 0.8, cv2.CV_32F).ravel()
RISING = np.array([[-RISING[0], -RISING[1], 0, RISING[1], RISING[0]]], np.float32)
"""How much brighter it becomes along a line, a little softened."""


def _edges(
    grey: NDArray[np.uint8], cameras: Cameras, samples: Samples, reach_mm: NDArray[np.float64]
) -> Edges:
    """Find the strongest edge along each sample's normal, within each camera's reach."""
    farthest = float(reach_mm.max())
    steps = np.arange(-farthest - 1, farthest + 1 + STEP_MM / 2, STEP_MM)
    ends = cameras.pixels(cameras.seen(samples.ends))
    count = len(samples.points)
    at, way = ends[:, :, :count], ends[:, :, count:] - ends[:, :, :count]
    lines = at[..., None].astype(np.float32) + way[..., None].astype(np.float32) * steps.astype(
        np.float32
    )
    shape = (len(at), count, len(steps))
    x, y = (lines[:, axis].reshape(-1, shape[2]) for axis in (0, 1))
    profile = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rise = np.abs(cv2.filter2D(profile, cv2.CV_32F, RISING)[:, 1:-1])
    inner = steps[1:-1]
    near, noise = _within(inner, reach_mm, rise.reshape(*shape[:2], -1))
    best = (rise.reshape(*shape[:2], -1) * near).argmax(axis=2).reshape(-1)
    strongest = rise[np.arange(len(best)), best].reshape(shape[:2])
    strength = np.minimum(strongest / noise, 10)
    off = (inner[best] + _subpixel(rise, best) * STEP_MM).reshape(shape[:2])
    height, width = grey.shape
    across, down = at[:, 0], at[:, 1]
    seen = (across > 2) & (across < width - 3) & (down > 2) & (down < height - 3)
    strength *= seen & (strength > 2.5)
    return Edges(off, strength, (at + way * off[:, None]).transpose(0, 2, 1))


def _within(
    steps: NDArray[np.float64], reach_mm: NDArray[np.float64], rise: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(cameras, 1, steps): how much an edge counts so far away, nothing beyond a camera's reach;
    and (cameras, 1) how strong edges usually are within it."""
    near = np.exp(-(steps**2) / (2 * (0.8 * reach_mm[:, None]) ** 2)).astype(np.float32)
    within = np.abs(steps) < reach_mm[:, None] + 1.5 * STEP_MM
    usual = []
    for seen, some in zip(rise, within, strict=True):
        inner = seen if some.all() else seen[:, some]
        usual.append(middle(inner[:, ::SPARSE].reshape(-1)))
    return (near * within)[:, None], np.array(usual)[:, None] + np.float32(1e-3)


def _subpixel(rise: NDArray[np.float32], best: NDArray[np.int64]) -> NDArray[np.float64]:
    """Refine the strongest place of each line to a fraction of a step, by a parabola."""
    inside = np.minimum(np.maximum(best, 1), rise.shape[1] - 2)
    at = inside + np.arange(len(best)) * rise.shape[1]
    a, b, c = (rise.take(at + step) for step in (-1, 0, 1))
    bend = a - 2 * b + c
    bent = (np.abs(bend) > 1e-6) & (inside == best)
    shift = np.divide(0.5 * (a - c), bend, out=np.zeros_like(bend), where=bent)
    return np.minimum(np.maximum(shift, -0.5), 0.5)


def _refit(
    cameras: Cameras,
    samples: Samples,
    edges: Edges,
    use: NDArray[np.bool_],
    anchors: Anchors | None,
) -> Cameras:
    """Take one step towards the edges; after it they are searched again."""
    away = np.abs(edges.off)
    scale = [max(0.5, 1.5 * middle(off[by])) for off, by in zip(away, use, strict=True)]
    trust = edges.strength / (1 + (away / np.reshape(scale, (-1, 1))) ** 2)
    weight = np.where(use, np.sqrt(np.maximum(trust, 1e-3)) / 6.0, 0.0)
    points, pixels = samples.points, edges.pixels
    if anchors is not None:
        count = (len(pixels), 1, 1)
        points = np.concatenate([points, anchors[0]])
        pixels = np.concatenate([pixels, np.tile(anchors[1], count)], axis=1)
        held = np.full((len(pixels), len(anchors[0])), 1 / 1.5)
        weight = np.concatenate([weight, held], axis=1)
    return bettered(cameras, points, pixels, weight, 1, NEAR)
