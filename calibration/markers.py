"""Finding the printed corner markers in a picture, with the old and the new aruco interface."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .pictures import Levels

ENOUGH = 3
"""With so many markers the edges of the board do the rest; no need to look with more care."""

Found = dict[int, NDArray[np.float32]]
"""Marker id to its four corners in pixels, clockwise from its own top left."""


def find_markers(levels: Levels, wanted: frozenset[int]) -> Found:
    """Find the *wanted* markers: quickly in the halved picture, the missing ones with more care."""
    found: Found = {}
    for careful, scale in ((False, 0.5), (False, 1.0), (True, 1.0)):
        if careful and len(found) >= ENOUGH:
            break
        grey = levels.grey_half if scale < 1 else levels.grey
        for key, corners in _detect(grey, careful).items():
            if key in wanted and key not in found:
                found[key] = _sharpened(levels.full, (corners + 0.5) / scale - 0.5, 1.5 / scale)
        if len(found) == len(wanted):
            break
    return found


def _sharpened(
    picture: NDArray[np.uint8], corners: NDArray[np.float32], reach: float
) -> NDArray[np.float32]:
    """Move the corners of one marker to the subpixel saddle nearby, unless that runs away."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    half = int(max(2, min(reach + 1, side / 8)))
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2 * half - 4, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + 2 * half + 5
    part = cv2.cvtColor(picture[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    points = (corners - low).reshape(-1, 1, 2).astype(np.float32)
    cv2.cornerSubPix(part, points, (half, half), (-1, -1), criteria)
    better = points.reshape(4, 2) + low.astype(np.float32)
    gone = np.linalg.norm(better - corners, axis=1) > 2 * half
    better[gone] = corners[gone]
    return better


def _detect(grey: NDArray[np.uint8], careful: bool) -> Found:
    corners, ids = _detector(careful)(grey)
    if ids is None:
        return {}
    found: Found = {}
    doubled: set[int] = set()
    for key, quad in zip(np.asarray(ids).reshape(-1), corners, strict=True):
        if int(key) in found:
            doubled.add(int(key))
        found[int(key)] = np.asarray(quad, np.float32).reshape(4, 2)
    return {key: quad for key, quad in found.items() if key not in doubled}


@lru_cache(maxsize=2)
def _detector(careful: bool) -> Callable[[NDArray[np.uint8]], tuple[Any, Any]]:
    aruco: Any = cv2.aruco
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        detector = aruco.ArucoDetector(dictionary, _tuned(aruco.DetectorParameters(), careful))
        return lambda grey: detector.detectMarkers(grey)[:2]
    parameters = _tuned(aruco.DetectorParameters_create(), careful)
    return lambda grey: aruco.detectMarkers(grey, dictionary, parameters=parameters)[:2]


def _tuned(parameters: Any, careful: bool) -> Any:
    parameters.adaptiveThreshWinSizeMin = 7 if careful else 21
    parameters.adaptiveThreshWinSizeMax = 23 if careful else 21
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.minMarkerPerimeterRate = 0.03
    parameters.polygonalApproxAccuracyRate = 0.05
    return parameters
