"""Finding the board in a picture: from its markers, from corners somebody clicked, or from the
shape of the board itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Complaint
from ..geometry.board import Board
from ..geometry.light import Light, guessed_light, light_from_markers
from ..geometry.patches import inside
from ..geometry.pictures import Levels
from ..geometry.pose import Pose, fit_outline, fit_pose, open_poses
from .aruco_markers import ENOUGH, Found, find_markers
from .cameras import Cameras, bettered
from .edges import SAME_PX, Fitted, fit_all, fit_edges
from .grid import nearer, pitch_mm
from .lines import guess_by_lines
from .outline import guess_quads

MARKER_SPREAD_PX = 1.5
LEAST_EDGES = 0.38
"""Share of the cells' edges that must be seen where they should be."""
PLAIN_EDGES, HOPEFUL_EDGES = 0.7, 0.58
"""Share of edges found that makes other places unnecessary: wrong places reach 0.65 at most. The
second is what a part of the edges must show to hope for it."""
MOST_SIGHTS = 3
"""How many places are read."""
REACHES_MM = (3.0, 7.0)
"""How far from where corners put them edges are looked for."""
GUESS_PX = 3.0
"""How far off guessed corners may be."""
MOST_LINED, MOST_GUESSED = 60, 6
"""Guesses that lines make for a board without markers; and guesses of all kinds fitted to all
edges."""
ASTRAY = 0.4
"""Share of the distance between cells by which a nudge may have moved the board."""
NOT_THERE = Complaint("eye.corners")
WORST_ERROR = 0.012
"""Largest mean error of the markers, as a share of the picture's width."""


@dataclass(frozen=True)
class LocateResult:
    """The board found in one picture: where the camera stands and how the light falls."""

    pose: Pose
    light: Light
    markers: Found
    seen: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What was examined there while the board was sought, by kind of cell."""
    told: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What the learnt reader read there meanwhile, by cell."""
    edges: float = 0.0
    """The share of the cells' edges that are seen where they should be, where that was measured."""
    by_edges: bool = True
    """Whether something in the picture says so, and not only a person."""


class Places(Sequence[LocateResult]):
    """Places at which the board may lie; how the light falls there is measured when one is looked
    at, for most often the first is the right one."""

    def __init__(self, see: Callable[[Fitted], LocateResult], fits: list[Fitted]) -> None:
        self._see, self._fits = see, fits
        self._seen: dict[int, LocateResult] = {}

    def __len__(self) -> int:
        return len(self._fits)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(len(self))[at]]
        number = range(len(self))[at]
        if number not in self._seen:
            self._seen[number] = self._see(self._fits[number])
        return self._seen[number]


@dataclass(frozen=True)
class NotFound:
    """Why the board could not be found, as a person can act on it."""

    reason: Complaint


def find_by_markers(levels: Levels, board: Board) -> LocateResult | NotFound:
    """Find the board from its printed markers, if there are enough to leave nothing open."""
    sights = sights_by_markers(levels, board)
    if isinstance(sights, NotFound):
        return sights
    if len(sights[0].markers) < ENOUGH:
        return NotFound(missing(frozenset(board.markers), sights[0].markers))
    return sights[0]


def sights_by_markers(levels: Levels, board: Board) -> list[LocateResult] | NotFound:
    """Locate the board by its printed markers, at least two of them.

    Two markers leave open where the rest of the board lies: then there may be several sights, the
    likeliest first, and reading must decide.
    """
    wanted = frozenset(board.markers)
    found = find_markers(levels, board.markers)
    if len(found) < 2:
        return NotFound(missing(wanted, found))
    pose = _pose_from(board, found, levels.size)
    if pose is None or pose.error_px > WORST_ERROR * levels.size[0]:
        return NotFound(Complaint("eye.disordered"))
    if not inside(board, pose):
        return NotFound(Complaint("eye.outside"))
    poses = [pose] if len(found) == len(wanted) else _grown(levels.grey, board, pose, found)
    if not poses:
        return NotFound(missing(wanted, found))
    return [lit(levels, board, pose, found) for pose in poses]


def lit(levels: Levels, board: Board, pose: Pose, found: Found) -> LocateResult:
    """Measure the light at a located board by its markers."""
    light = light_from_markers(levels.full, board, pose, frozenset(found))
    return LocateResult(pose, light or guessed_light(levels.full, board, pose), found)


def _grown(grey: NDArray[np.uint8], board: Board, pose: Pose, found: Found) -> list[Pose]:
    """Let the edges of the cells make up for markers that are hidden; the best fit first."""
    anchors = anchors_of(board, found)
    held = anchors if all(_within(board, key) for key in found) else None
    starts = [pose] if len(found) >= ENOUGH else open_poses(pose, board, anchors[0])
    fits = fit_all(grey, board, Cameras.of(starts), 4.0, held)
    fits = [fit for fit in fits if fit.found >= LEAST_EDGES and inside(board, fit.pose)]
    if len(found) >= ENOUGH:
        return [fits[0].pose if fits else pose]
    return [fit.pose for fit in _different(board, fits)]


def _different(board: Board, fits: list[Fitted]) -> list[Fitted]:
    """Keep the first of fits that put the board in nearly the same place, and few in all."""
    kept: list[Fitted] = []
    for fit in fits:
        if all(apart_px(board, fit.pose, other.pose) > SAME_PX for other in kept):
            kept.append(fit)
    return kept[:MOST_SIGHTS]


def apart_px(board: Board, one: Pose, other: Pose) -> float:
    """Return the largest distance between two poses, in pixels at a corner of the board."""
    outline = np.array(board.outline_mm)
    return float(np.abs(one.project(outline) - other.project(outline)).max())


def _within(board: Board, key: int) -> bool:
    x, y = np.array(board.markers[key]).mean(axis=0)
    return bool(0 < x < board.width_mm and 0 < y < board.height_mm)


def anchors_of(board: Board, found: Found) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the corners of the markers that were found, in millimetres and in pixels."""
    keys = sorted(found)
    points = np.concatenate([np.array(board.markers[key], float) for key in keys])
    return points, np.concatenate([found[key] for key in keys]).astype(float)


def find_by_corners(
    levels: Levels, board: Board, corners_px: NDArray[np.float64]
) -> LocateResult | NotFound:
    """Start from the four corners somebody clicked, and follow a camera nudged since."""
    sights = sights_by_corners(levels, board, corners_px)
    if isinstance(sights, NotFound) or not sights[0].by_edges:
        return NotFound(NOT_THERE)
    return sights[0]


def sights_by_corners(
    levels: Levels,
    board: Board,
    corners_px: NDArray[np.float64],
    moved_px: float = 0.0,
    hasty: bool = False,
) -> Sequence[LocateResult] | NotFound:
    """Locate a board near four clicked corners, the likeliest place first.

    The camera was nudged since, and the board may lie about *moved_px* to any side; corners clicked
    *hasty* are brought nearer by the grid. The last place is the one that was clicked: a board of
    textures may show no edges.
    """
    ways = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)) if moved_px else ((0, 0),)
    clicked, outline = np.asarray(corners_px, float), np.array(board.outline_mm)
    given: list[Pose] = []
    for way in ways:
        pose = fit_outline(outline, clicked + moved_px * np.array(way), levels.size)
        if pose is None:
            return NotFound(NOT_THERE)
        given.append(pose)
    fits = _by_grid(levels, board, clicked, given[0]) if hasty else []
    if not any(fit.found >= PLAIN_EDGES for fit in fits):
        fits += _by_edges(levels, board, given, bool(fits))
    fits = [fit for fit in fits if fit.found >= LEAST_EDGES]
    fits = [fit for fit in fits if not astray(board, fit.pose, clicked, hasty)]
    places = [*sorted(fits, key=lambda fit: -fit.found), Fitted(given[0], 0.0)]

    def seen(fit: Fitted) -> LocateResult:
        sight = lit(levels, board, fit.pose, {})
        return replace(sight, edges=fit.found, by_edges=fit.pose is not given[0])

    return Places(seen, _different(board, places))


def _by_edges(levels: Levels, board: Board, given: list[Pose], but_one: bool) -> list[Fitted]:
    """Refine all candidate places by edges, searching near and far; skip
    the first place nearby if *but_one* says it was tried before."""
    starts = [(pose, reach) for reach in REACHES_MM for pose in given][int(but_one) :]
    cameras = Cameras.of([pose for pose, _ in starts])
    reaches = [reach for _, reach in starts]
    return fit_all(levels.grey, board, cameras, reaches, most=len(starts))


def _by_grid(
    levels: Levels, board: Board, corners_px: NDArray[np.float64], clicked: Pose
) -> list[Fitted]:
    """Refine a clicked board by its edges, or by its grid if those are too few."""
    near = fit_edges(levels.grey, board, clicked, REACHES_MM[0], least=HOPEFUL_EDGES)
    fits = [] if near is None else [near]
    if near is not None and near.found >= PLAIN_EDGES:
        return fits
    corners = nearer(levels.grey, board, corners_px)
    pose = (
        None if corners is None else fit_outline(np.array(board.outline_mm), corners, levels.size)
    )
    far = None if pose is None else fit_edges(levels.grey, board, pose, 4.0)
    return fits if far is None else [*fits, far]


def astray(board: Board, pose: Pose, corners_px: NDArray[np.float64], hasty: bool = False) -> bool:
    """Whether the board moved far enough to have moved to the next row of cells.

    Where corners were clicked *hasty*, each may be off by more; not all of them the same way.
    """
    outline = np.array(board.outline_mm)
    moved = pose.project(outline) - corners_px
    side_px = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1)
    side_mm = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    pitch_px = pitch_mm(board) * float(np.median(side_px / side_mm))
    farthest = float(np.linalg.norm(moved, axis=1).max())
    if not hasty:
        return farthest > ASTRAY * pitch_px
    return farthest > 2 * ASTRAY * pitch_px or bool(
        np.linalg.norm(moved.mean(axis=0)) > ASTRAY * pitch_px
    )


def find_by_shape(levels: Levels, board: Board) -> list[LocateResult]:
    """Locate a board without markers, the likeliest place first; reading must decide."""
    size_mm = (board.width_mm, board.height_mm)
    patches = [np.roll(quad, n, axis=0) for quad in guess_quads(levels.full) for n in range(4)]
    quads = [*patches, *guess_by_lines(levels.full, size_mm, MOST_LINED)]
    quads = [corners for corners in quads if _upright(corners)]
    if not quads:
        return []
    corners_px, outline = np.array(quads), np.array(board.outline_mm)
    cameras = Cameras.over(corners_px, size_mm, levels.size)
    weight = np.full(corners_px.shape[:2], 1 / GUESS_PX)
    cameras = bettered(cameras, outline, corners_px, weight, steps=10)
    fits = fit_all(levels.grey, board, cameras, 6.0, most=MOST_GUESSED)
    fits = [fit for fit in fits if fit.found >= LEAST_EDGES and inside(board, fit.pose)]
    return [replace(lit(levels, board, fit.pose, {}), edges=fit.found) for fit in fits[:4]]


def _upright(corners: NDArray[np.float64]) -> bool:
    """Whether the top edge of the board runs from left to right, give or take a third of a turn."""
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return bool(abs(np.degrees(np.arctan2(along[1], along[0]))) < 60)


def _pose_from(board: Board, found: Found, size: tuple[int, int]) -> Pose | None:
    points, pixels = anchors_of(board, found)
    return fit_pose(points, pixels, size, spread_px=MARKER_SPREAD_PX)


def missing(wanted: frozenset[int], found: Found) -> Complaint:
    """Say which markers are not seen."""
    if not wanted:
        return Complaint("eye.no_corners")
    if not found:
        return Complaint("eye.no_marker")
    return Complaint("eye.corner", {"markers": sorted(wanted - set(found))})
