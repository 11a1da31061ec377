"""Aiming a camera: where the board lies in its picture, how the light is, and what to do next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import Complaint
from ..geometry.board import Board
from ..geometry.pictures import Levels
from ..geometry.pose import Pose
from .locate import LocateResult, NotFound, find_by_corners, find_by_markers

DARK, BRIGHT, BLURRED = "dark", "bright", "blurred"
NOT_FOUND, FAR, SLANTED, EDGE, GLARE = "not_found", "far", "slanted", "edge", "glare"
DARKEST, BRIGHTEST = 45.0, 235.0
"""What the brighter parts of a picture may be like, of 255."""
SHARPEST = 25.0
"""A picture whose strongest edges are softer than this is blurred."""
NOISE_REACHES = 4.2
"""So many times its median is what one pixel in 200 of pure noise reaches."""
MOST_NOISE = 15.0
"""More than this is no noise of a camera."""
LEAST_CELL_PX = 24.0
"""Least width of a cell, in pixels."""
MOST_SLANT = 50.0
"""How far from straight above the camera may look, in degrees."""
BURNT = 250
MOST_BURNT = 0.15
"""The share of a cell that may be burnt out."""

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Aim:
    """What a camera page shows of one picture; places are parts of its width and height."""

    size: tuple[int, int]
    faults: tuple[str, ...] = ()
    """What is wrong, the one thing to do first in front; nothing when all is good."""
    reason: Complaint | None = None
    """Why the board was not found."""
    outline: Points = ()
    cells: dict[str, Points] = field(default_factory=dict)
    markers: dict[str, Points] = field(default_factory=dict)
    missing: tuple[int, ...] = ()
    """Markers that should be seen and are not."""
    light: float = 0.0
    sharpness: float = 0.0
    cell_px: float = 0.0
    slant: float = 0.0
    distance_cm: float = 0.0
    nearer_cm: float = 0.0
    """How much nearer the camera has to come, where it is too far away."""
    glaring: tuple[str, ...] = ()
    """Cells in which a lamp is mirrored."""

    @property
    def good(self) -> bool:
        return not self.faults


def light_of(grey: NDArray[np.uint8]) -> float:
    """Return how bright the brighter parts of a picture are."""
    return float(np.percentile(grey[::4, ::4], 90))


def sharpness_of(grey: NDArray[np.uint8]) -> float:
    """Return how hard the strongest edges of a picture are, without what its noise adds."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    edges = cv2.convertScaleAbs(cv2.Laplacian(half, cv2.CV_16S))
    counts = np.bincount(edges.ravel(), minlength=256).cumsum()
    strongest, usual = (
        float(np.searchsorted(counts, share * counts[-1])) for share in (0.995, 0.5)
    )
    noise = NOISE_REACHES * min(usual, MOST_NOISE)
    return math.sqrt(max(0.0, strongest**2 - noise**2))


def faults_of(picture: NDArray[np.uint8]) -> tuple[str, ...]:
    """Return what is wrong with the picture itself."""
    grey = Levels(picture).grey
    return _faults(grey, light_of(grey), sharpness_of(grey))


def _faults(grey: NDArray[np.uint8], light: float, sharpness: float) -> tuple[str, ...]:
    found = [DARK] if light < DARKEST else []
    if float(np.percentile(grey[::4, ::4], 25)) > BRIGHTEST:
        found.append(BRIGHT)
    if not found and sharpness < SHARPEST:
        found.append(BLURRED)
    return tuple(found)


def aim(picture: NDArray[np.uint8], board: Board, corners_px: ArrayLike | None = None) -> Aim:
    """Look for the board in a picture and say how well the camera is aimed."""
    levels = Levels(picture)
    light, sharp = light_of(levels.grey), sharpness_of(levels.grey)
    faults = _faults(levels.grey, light, sharp)
    if corners_px is None:
        sight = find_by_markers(levels, board)
    else:
        sight = find_by_corners(levels, board, np.asarray(corners_px, float))
    if isinstance(sight, NotFound):
        own = faults or (NOT_FOUND,)
        return Aim(levels.size, own, sight.reason, light=light, sharpness=sharp)
    return _aimed(levels, board, sight, faults, light, sharp)


def _aimed(
    levels: Levels,
    board: Board,
    sight: LocateResult,
    faults: tuple[str, ...],
    light: float,
    sharp: float,
) -> Aim:
    cells = {cell.id: sight.pose.project(np.array(cell.polygon_mm)) for cell in board.cells}
    cell_px = min((_narrowest(corners) for corners in cells.values()), default=0.0)
    slant, far = _slant(board, sight.pose), _distance(board, sight.pose)
    glaring = tuple(name for name, corners in cells.items() if _is_burnt(levels, corners))
    more = (
        (EDGE, _leaves(levels, sight.pose, board)),
        (FAR, cell_px < LEAST_CELL_PX),
        (SLANTED, slant > MOST_SLANT),
        (GLARE, bool(glaring)),
    )
    return Aim(
        levels.size,
        (*faults, *(name for name, is_so in more if is_so)),
        outline=_parts(sight.pose.project(np.array(board.outline_mm)), levels.size),
        cells={name: _parts(corners, levels.size) for name, corners in cells.items()},
        markers={str(key): _parts(at, levels.size) for key, at in sight.markers.items()},
        missing=tuple(sorted(set(board.markers) - set(sight.markers))),
        light=light,
        sharpness=sharp,
        cell_px=cell_px,
        slant=slant,
        distance_cm=far / 10,
        nearer_cm=max(0.0, far / 10 * (1 - cell_px / LEAST_CELL_PX)),
        glaring=glaring,
    )


def _narrowest(corners: NDArray[np.floating]) -> float:
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(sides.min())


def _slant(board: Board, pose: Pose) -> float:
    """Return how far from straight above the camera looks at the middle of the board,
    in degrees."""
    x, y, z = (float(value) for value in np.ravel(pose.eye_mm)[:3])
    aside = math.hypot(x - board.width_mm / 2, y - board.height_mm / 2)
    return math.degrees(math.atan2(aside, abs(z)))


def _distance(board: Board, pose: Pose) -> float:
    x, y, z = (float(value) for value in np.ravel(pose.eye_mm)[:3])
    return math.dist((x, y, z), (board.width_mm / 2, board.height_mm / 2, 0.0))


def _leaves(levels: Levels, pose: Pose, board: Board) -> bool:
    """Whether a corner of the board lies at the very edge of the picture or beyond it."""
    wide, high = levels.size
    corners = pose.project(np.array(board.outline_mm))
    return any(
        not (0.005 * wide < x < 0.995 * wide and 0.005 * high < y < 0.995 * high)
        for x, y in corners
    )


def _is_burnt(levels: Levels, corners: NDArray[np.floating]) -> bool:
    """Whether a good part of a cell is as white as the picture can be."""
    (left, top), (right, low) = corners.min(axis=0), corners.max(axis=0)
    patch = levels.grey[max(0, int(top)) : int(low) + 1, max(0, int(left)) : int(right) + 1]
    return bool(patch.size and float((patch >= BURNT).mean()) > MOST_BURNT)


def _parts(points: NDArray[np.floating], size: tuple[int, int]) -> Points:
    return tuple(_rounded(points, size))


def _rounded(points: NDArray[np.floating], size: tuple[int, int]) -> Iterator[tuple[float, float]]:
    for x, y in np.reshape(points, (-1, 2)):
        yield round(float(x) / size[0], 4), round(float(y) / size[1], 4)
