"""Finding the printed corner markers in a picture, with the old and the new aruco interface."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Found = dict[int, NDArray[np.float32]]
"""Marker id to its four corners in pixels, clockwise from its own top left."""


def find_markers(grey: NDArray[np.uint8], wanted: frozenset[int], coarse: float = 0.5) -> Found:
    """Find the *wanted* markers: quickly in a shrunk picture, the missing ones in the full one."""
    small = cv2.resize(grey, None, fx=coarse, fy=coarse, interpolation=cv2.INTER_AREA)
    found = {
        key: _sharpened(grey, (corners + 0.5) / coarse - 0.5, 1.5 / coarse)
        for key, corners in _detect(small).items()
        if key in wanted
    }
    if len(found) < len(wanted):
        for key, corners in _detect(grey).items():
            if key in wanted and key not in found:
                found[key] = _sharpened(grey, corners, 1.5)
    return found


def _sharpened(
    grey: NDArray[np.uint8], corners: NDArray[np.float32], reach: float
) -> NDArray[np.float32]:
    """Move the corners of one marker to the subpixel saddle nearby, unless that runs away."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    half = int(max(2, min(reach + 1, side / 8)))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    points = corners.reshape(-1, 1, 2).astype(np.float32).copy()
    cv2.cornerSubPix(grey, points, (half, half), (-1, -1), criteria)
    better = points.reshape(4, 2)
    gone = np.linalg.norm(better - corners, axis=1) > 2 * half
    better[gone] = corners[gone]
    return better


def _detect(grey: NDArray[np.uint8]) -> Found:
    corners, ids = _detector()(grey)
    if ids is None:
        return {}
    found: Found = {}
    doubled: set[int] = set()
    for key, quad in zip(np.asarray(ids).reshape(-1), corners, strict=True):
        if int(key) in found:
            doubled.add(int(key))
        found[int(key)] = np.asarray(quad, np.float32).reshape(4, 2)
    return {key: quad for key, quad in found.items() if key not in doubled}


@lru_cache(maxsize=1)
def _detector() -> Callable[[NDArray[np.uint8]], tuple[Any, Any]]:
    aruco: Any = cv2.aruco
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    if hasattr(aruco, "ArucoDetector"):
        detector = aruco.ArucoDetector(dictionary, _tuned(aruco.DetectorParameters()))
        return lambda grey: detector.detectMarkers(grey)[:2]
    parameters = _tuned(aruco.DetectorParameters_create())
    return lambda grey: aruco.detectMarkers(grey, dictionary, parameters=parameters)[:2]


def _tuned(parameters: Any) -> Any:
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 23
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.minMarkerPerimeterRate = 0.03
    parameters.polygonalApproxAccuracyRate = 0.05
    return parameters
