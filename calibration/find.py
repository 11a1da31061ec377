"""Finding the board in a picture: from its markers, from corners somebody clicked, or from the
shape of the board itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .board import Board
from .edges import fit_edges
from .light import Light, guessed_light, light_from_markers
from .markers import Found, find_markers
from .outline import guess_quads
from .patches import inside
from .pictures import Levels
from .pose import Pose, fit_pose

MARKER_SPREAD_PX = 1.5
LEAST_EDGES = 0.38
"""Share of the cells' edges that must be seen where they should be."""
WORST_ERROR = 0.012
"""Largest mean error of the markers, as a share of the picture's width."""


@dataclass(frozen=True)
class Sight:
    """The board found in one picture: where the camera stands and how the light falls."""

    pose: Pose
    light: Light
    markers: Found


@dataclass(frozen=True)
class NotFound:
    """Why the board could not be found, in words a person can act on."""

    reason: str


def find_by_markers(levels: Levels, board: Board) -> Sight | NotFound:
    """Find the board from its printed markers, two at least."""
    wanted = frozenset(board.markers)
    picture = levels.full
    found = find_markers(levels, board.markers)
    if len(found) < 2:
        return NotFound(_missing(wanted, found))
    pose = _pose_from(board, found, levels.size)
    if pose is None or pose.error_px > WORST_ERROR * picture.shape[1]:
        return NotFound("the markers do not lie where this board has them; are they in order?")
    if not inside(board, pose):
        return NotFound("part of the board is outside the picture; move the camera back")
    if len(found) < len(wanted):
        pose = _grown(levels.grey, board, pose, found)
        if pose is None:
            return NotFound(_missing(wanted, found))
    light = light_from_markers(picture, board, pose, frozenset(found))
    return Sight(pose, light or guessed_light(picture, board, pose), found)


def _grown(grey: NDArray[np.uint8], board: Board, pose: Pose, found: Found) -> Pose | None:
    """Let the edges of the cells make up for markers that are hidden."""
    on_board = all(_within(board, key) for key in found)
    fitted = fit_edges(grey, board, pose, 4.0, _anchors(board, found) if on_board else None)
    if fitted is None or fitted.found < LEAST_EDGES:
        return pose if len(found) > 2 else None
    return fitted.pose


def _within(board: Board, key: int) -> bool:
    x, y = np.array(board.markers[key]).mean(axis=0)
    return bool(0 < x < board.width_mm and 0 < y < board.height_mm)


def _anchors(board: Board, found: Found) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    keys = sorted(found)
    points = np.concatenate([np.array(board.markers[key], float) for key in keys])
    return points, np.concatenate([found[key] for key in keys]).astype(float)


def find_by_corners(
    levels: Levels, board: Board, corners_px: NDArray[np.float64]
) -> Sight | NotFound:
    """Start from the four corners somebody clicked, and follow a camera nudged since."""
    pose = fit_pose(np.array(board.outline_mm), np.asarray(corners_px, float), levels.size)
    if pose is None:
        return NotFound("the four corners given are not those of a board; click them again")
    grey = levels.grey
    fitted = max(
        (fit for reach in (3.0, 7.0) if (fit := fit_edges(grey, board, pose, reach)) is not None),
        key=lambda fit: fit.found,
        default=None,
    )
    if fitted is None or fitted.found < LEAST_EDGES:
        return NotFound("the board is not where its corners were clicked; click them again")
    return Sight(fitted.pose, guessed_light(levels.full, board, fitted.pose), {})


def find_by_shape(levels: Levels, board: Board) -> list[Sight]:
    """Where the board may lie if it has no markers, the likeliest first; reading must decide."""
    outline = np.array(board.outline_mm)
    found: list[tuple[float, Pose]] = []
    for quad in guess_quads(levels.full):
        for turn in range(4):
            corners = np.roll(quad, turn, axis=0)
            if not _upright(corners):
                continue
            pose = fit_pose(outline, corners, levels.size, spread_px=3.0)
            fitted = None if pose is None else fit_edges(levels.grey, board, pose, 6.0)
            if fitted is not None and fitted.found >= LEAST_EDGES and inside(board, fitted.pose):
                found.append((fitted.found, fitted.pose))
    found.sort(key=lambda item: -item[0])
    return [Sight(pose, guessed_light(levels.full, board, pose), {}) for _, pose in found[:4]]


def _upright(corners: NDArray[np.float64]) -> bool:
    """Whether the top edge of the board runs from left to right, give or take a third of a turn."""
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return bool(abs(np.degrees(np.arctan2(along[1], along[0]))) < 60)


def _pose_from(board: Board, found: Found, size: tuple[int, int]) -> Pose | None:
    points, pixels = _anchors(board, found)
    return fit_pose(points, pixels, size, spread_px=MARKER_SPREAD_PX)


def _missing(wanted: frozenset[int], found: Found) -> str:
    if not wanted:
        return "this board has no markers, and nobody has said where its corners are"
    if not found:
        return "no marker in the picture; is the board in view, and is there light?"
    gone = ", ".join(str(key) for key in sorted(wanted - set(found)))
    return f"markers {gone} are covered or out of view; one marker is not enough"
