"""Finding the board in a picture: from its markers, or from corners somebody clicked."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import Board
from .light import Light, guessed_light, light_from_markers
from .markers import Found, find_markers
from .patches import inside
from .pose import Pose, fit_pose

MARKER_SPREAD_PX = 1.5
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


def find_by_markers(picture: NDArray[np.uint8], board: Board) -> Sight | NotFound:
    """Find the board from its printed markers, two at least."""
    wanted = frozenset(board.markers)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = find_markers(grey, wanted)
    if len(found) < 2:
        return NotFound(_missing(wanted, found))
    pose = _pose_from(board, found, (picture.shape[1], picture.shape[0]))
    if pose is None or pose.error_px > WORST_ERROR * picture.shape[1]:
        return NotFound("the markers do not lie where this board has them; are they in order?")
    if not inside(board, pose):
        return NotFound("part of the board is outside the picture; move the camera back")
    light = light_from_markers(picture, board, pose, frozenset(found))
    return Sight(pose, light or guessed_light(picture, board, pose), found)


def find_by_corners(
    picture: NDArray[np.uint8], board: Board, corners_px: NDArray[np.float64]
) -> Sight | NotFound:
    """Take the four corners of the board as somebody clicked them."""
    size = (picture.shape[1], picture.shape[0])
    pose = fit_pose(np.array(board.outline_mm), np.asarray(corners_px, float), size)
    if pose is None:
        return NotFound("the four corners given are not those of a board; click them again")
    return Sight(pose, guessed_light(picture, board, pose), {})


def _pose_from(board: Board, found: Found, size: tuple[int, int]) -> Pose | None:
    keys = sorted(found)
    points = np.concatenate([np.array(board.markers[key], float) for key in keys])
    pixels = np.concatenate([found[key] for key in keys]).astype(float)
    return fit_pose(points, pixels, size, spread_px=MARKER_SPREAD_PX)


def _missing(wanted: frozenset[int], found: Found) -> str:
    if not wanted:
        return "this board has no markers, and nobody has said where its corners are"
    if not found:
        return "no marker in the picture; is the board in view, and is there light?"
    gone = ", ".join(str(key) for key in sorted(wanted - set(found)))
    return f"markers {gone} are covered or out of view; one marker is not enough"
