"""Finding the printed corner markers in a picture, with the old and the new aruco interface."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Corners
from ..geometry.pictures import Levels
from ..geometry.pose import fit_pose, leeway_px
from .corners import by_edges

WORKING_WIDTH = 560
"""The first search is made in a picture about as wide as this."""
ENOUGH = 3
"""With this many markers it is known where the others must be; the board's edges do the rest."""
FEWEST, ROOM, SPREAD_PX, LEAST_SIDE = 2, 2.5, 1.5, 0.5
"""Two markers predict the others: search this many standard deviations around each prediction, for
markers at least this share of the expected size."""
AROUND = {2: 2.0, 3: 1.0}
"""A marker is looked for within this many of its own sides around the place others give it."""

SMALL_PICTURE = 1100
"""Width in pixels below which marker patterns come out of any spot near its corners."""
SOFT, CRISP = 1 / 18, 3.0
"""How far out of focus a marker may be (one spread, in sides), and how much its edges are brought
out then."""

BEFORE = [3, 0, 1, 2]
"""Index of the corner before each corner of a marker."""

Found = dict[int, NDArray[np.float32]]
"""Marker id to its four corners in pixels, clockwise from its own top left."""


def find_markers(levels: Levels, board_mm: Mapping[int, Corners]) -> Found:
    """Find the markers that lie at *board_mm*: quickly in a small picture, then the missing ones
    with care, where the others say they may be; in the whole picture when fewer were found."""
    wanted = board_mm.keys()
    found = _whole(levels, _small(levels.grey_half), "quick", wanted)
    found = _where_they_must_be(levels, board_mm, found)
    for manner in ("again", "usual", "careful"):
        if len(found) >= min(FEWEST, len(wanted)):
            break
        grey = _small(levels.grey_half) if manner == "again" else levels.grey
        found = _whole(levels, grey, manner, wanted) | found
        found = _where_they_must_be(levels, board_mm, found)
    if len(found) == FEWEST:
        found = _where_they_may_be(levels, board_mm, found)
    return found


def markers_seen(picture: NDArray[np.uint8]) -> list[float]:
    """Return how long the sides of all markers in a picture are, in pixels, wherever they lie."""
    levels = Levels(picture)
    found = _whole(levels, levels.grey, "usual", range(50))
    sides = (
        np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) for corners in found.values()
    )
    return [float(each.mean()) for each in sides]


def _small(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = grey.shape
    if width < 1.3 * WORKING_WIDTH:
        return grey
    size = (WORKING_WIDTH, round(height * WORKING_WIDTH / width))
    return cv2.resize(grey, size, interpolation=cv2.INTER_LINEAR)


def _whole(levels: Levels, grey: NDArray[np.uint8], manner: str, wanted: Collection[int]) -> Found:
    """Find the *wanted* markers in a whole picture, shrunk first if need be."""
    scale = grey.shape[1] / levels.size[0]
    return {
        key: _sharpened(levels.full, (corners + 0.5) / scale - 0.5, 1.5 / scale)
        for key, corners in _detect(grey, manner, wanted).items()
    }


def _where_they_must_be(levels: Levels, board_mm: Mapping[int, Corners], found: Found) -> Found:
    """Add the missing markers, each looked for around the place the found ones give it."""
    found = dict(found)
    missing = {key: 0 for key in sorted(board_mm.keys() - found.keys())}
    for key in [*missing, *missing]:
        known = len(found)
        if key in found or known not in AROUND or missing[key] == known:
            continue  # the same markers would send the eye to the same place
        missing[key] = known
        guess = _guess(board_mm, found, key)
        seen = None if guess is None else _near(levels, guess, key, AROUND[known])
        if seen is not None:
            found[key] = seen
    return found


def _where_they_may_be(levels: Levels, board_mm: Mapping[int, Corners], found: Found) -> Found:
    """Add the markers that two others leave much room for."""
    known = np.concatenate([np.array(board_mm[key], float) for key in found])
    seen = np.concatenate(list(found.values())).astype(float)
    pose = fit_pose(known, seen, levels.size, spread_px=SPREAD_PX)
    if pose is None:
        return found
    more = dict(found)
    for key in sorted(board_mm.keys() - found.keys()):
        corners = np.array(board_mm[key], float)
        guess, room = pose.project(corners), ROOM * leeway_px(pose, known, corners)
        side = float(np.ptp(guess, axis=0).max())
        low, high = (guess - room).min(axis=0) - side / 2, (guess + room).max(axis=0) + side / 2
        corners_px = _within(levels, low, high, key, "careful", side)
        if corners_px is not None:
            more[key] = corners_px
    return _where_they_must_be(levels, board_mm, more) if len(more) > len(found) else found


def _guess(board_mm: Mapping[int, Corners], found: Found, key: int) -> NDArray[np.float32] | None:
    """Predict where a marker must be: in perspective if the others allow it."""
    printed = np.concatenate([np.array(board_mm[other], np.float32) for other in found])
    seen = np.concatenate(list(found.values()))
    corners = np.array(board_mm[key], np.float32)
    if len(found) < ENOUGH:
        level = np.column_stack([printed, np.ones(len(printed))])
        plane = np.linalg.lstsq(level, seen, rcond=None)[0]
        return (np.column_stack([corners, np.ones(4)]) @ plane).astype(np.float32)
    way = cv2.findHomography(printed, seen)[0]
    if way is None:
        return None
    return cv2.perspectiveTransform(corners.reshape(-1, 1, 2), way).reshape(-1, 2)


def _near(
    levels: Levels, guess: NDArray[np.float32], key: int, around: float
) -> NDArray[np.float32] | None:
    """Look for one marker around a predicted place."""
    side = float(np.ptp(guess, axis=0).max())
    low, high = guess.min(axis=0) - around * side, guess.max(axis=0) + around * side
    return _within(levels, low, high, key, "near", side)


def _within(
    levels: Levels,
    low: NDArray[np.floating],
    high: NDArray[np.floating],
    key: int,
    manner: str,
    side: float,
) -> NDArray[np.float32] | None:
    """Look for one marker of about a *side* in a part of the picture."""
    if not (np.isfinite(low).all() and np.isfinite(high).all() and np.isfinite(side)):
        return None
    limit = np.array(levels.size)
    low, high = np.clip(low, 0, limit).astype(int), np.clip(high, 0, limit).astype(int)
    if (high - low).min() < side / 2:
        return None
    part = cv2.cvtColor(levels.full[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    least = None if manner == "near" else LEAST_SIDE * 4 * side / float((high - low).max())
    corners = _detect(part, manner, (key,), least).get(key)
    if corners is None:
        corners = _detect(_crisper(part, side), manner, (key,), least).get(key)
    if corners is None:
        return None
    return _sharpened(levels.full, corners + low.astype(np.float32), 1.5)


def _crisper(grey: NDArray[np.uint8], side: float) -> NDArray[np.uint8]:
    """Sharpen an out-of-focus picture, over the width of a marker's edges."""
    soft = cv2.GaussianBlur(grey, (0, 0), max(1.0, side * SOFT))
    return cv2.addWeighted(grey, 1 + CRISP, soft, -CRISP, 0)


def _sharpened(
    picture: NDArray[np.uint8], corners: NDArray[np.float32], reach: float
) -> NDArray[np.float32]:
    """Move the corners of one marker to the subpixel saddle nearby, unless that runs away; where
    they all stay as they were, and in a small picture, its edges say where they are."""
    side = float(np.sqrt(((corners - corners[BEFORE]) ** 2).sum(axis=1).min()))
    if picture.shape[1] < SMALL_PICTURE:
        edged = by_edges(picture, corners[None], reach)
        if (edged[0] != corners).any():
            return by_edges(picture, edged, 1.5)[0]
    half = int(max(2, min(reach + 1, side / 8)))
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2 * half - 4, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + 2 * half + 5
    part = cv2.cvtColor(picture[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    points = (corners - low).reshape(-1, 1, 2).astype(np.float32)
    cv2.cornerSubPix(part, points, (half, half), (-1, -1), criteria)
    better = points.reshape(4, 2) + low.astype(np.float32)
    gone = ((better - corners) ** 2).sum(axis=1) > (2 * half) ** 2
    if gone.all() or (better == corners).all():
        return by_edges(picture, corners[None], reach)[0]
    better[gone] = corners[gone]
    return better


def _detect(
    grey: NDArray[np.uint8], manner: str, wanted: Collection[int], least: float | None = None
) -> Found:
    """Detect the *wanted* markers of a picture, except those seen twice."""
    keys = tuple(sorted(wanted))
    if not keys:
        return {}
    corners, ids = _detector(manner, keys, least and round(least, 2))(grey)
    if ids is None:
        return {}
    found: Found = {}
    doubled: set[int] = set()
    for number, quad in zip(np.asarray(ids).reshape(-1).tolist(), corners, strict=True):
        key = keys[number]
        if key in found:
            doubled.add(key)
        found[key] = np.asarray(quad, np.float32).reshape(4, 2)
    return {key: quad for key, quad in found.items() if key not in doubled}


MANNERS: Mapping[str, tuple[tuple[int, int], float, float]] = {
    "quick": ((21, 21), 0.07, 12.0),
    "again": ((21, 21), 0.07, 7.0),
    "usual": ((21, 21), 0.03, 7.0),
    "careful": ((7, 23), 0.03, 7.0),
    "near": ((7, 55), 0.4, 7.0),
}
"""Sizes of the neighbourhood a pixel is compared with, from and to; the least outline as a share of
the picture's width; and how much darker black is than its neighbourhood: if that is much, the grain
of table and board makes no outlines."""


@lru_cache(maxsize=64)
def _detector(
    manner: str, keys: tuple[int, ...], least: float | None
) -> Callable[[NDArray[np.uint8]], tuple[Any, Any]]:
    """Build a detector that knows some markers only, and numbers them by their place among these.

    Most of its time goes into holding what might be a marker against every one it knows.
    """
    aruco: Any = cv2.aruco
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    dictionary.bytesList = dictionary.bytesList[list(keys)]
    if hasattr(aruco, "ArucoDetector"):
        detector = aruco.ArucoDetector(
            dictionary, _tuned(aruco.DetectorParameters(), manner, least)
        )
        return lambda grey: detector.detectMarkers(grey)[:2]
    parameters = _tuned(aruco.DetectorParameters_create(), manner, least)
    return lambda grey: aruco.detectMarkers(grey, dictionary, parameters=parameters)[:2]


def _tuned(parameters: Any, manner: str, least: float | None) -> Any:
    (smallest, largest), usual, darker = MANNERS[manner]
    parameters.adaptiveThreshWinSizeMin = smallest
    parameters.adaptiveThreshWinSizeMax = largest
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.minMarkerPerimeterRate = usual if least is None else least
    parameters.adaptiveThreshConstant = darker
    parameters.polygonalApproxAccuracyRate = 0.05
    return parameters
