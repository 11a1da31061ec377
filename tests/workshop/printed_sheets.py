"""Measure a whole printed sheet in a picture: paper is always as large as its name says."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.find.aruco_markers import Found, find_markers
from calibration.find.printed import LEAST, MOST, Printed
from calibration.geometry.markers import PAPERS, Paper
from calibration.geometry.pictures import Levels

PX_PER_MM = 4.0
AROUND_MM = 40.0
"""How far beyond its nominal edge the paper may end in the picture of the print."""
SPREAD = 0.015
"""How far width and height of one sheet may disagree about the scale."""
LEAST_STEP = 12.0
"""How many grey levels the paper must be apart from the table."""
ROWS = 60


def paper_with(markers: Collection[int]) -> Paper | None:
    """The paper that markers were printed on; None where they are of both kinds or of none."""
    kinds = {
        paper.name: paper
        for paper in PAPERS.values()
        for number in markers
        if paper.first <= number < paper.first + 4 or number in paper.gauges
    }
    return next(iter(kinds.values())) if len(kinds) == 1 else None


def on_a_sheet(levels: Levels) -> Printed | None:
    """Measure a whole sheet of markers that lies on something of another shade."""
    found: Found = {}
    for paper in PAPERS.values():
        found |= find_markers(levels, paper.gauges)
    known = paper_with(found)
    if known is None or len(found) < 3:
        return None
    return Printed(known.name, _sheet_scale(levels, known, found))


def _sheet_scale(levels: Levels, paper: Paper, found: Found) -> float | None:
    flat = _flattened(levels, paper, found)
    wide = _between_edges(flat, paper.width, paper.height)
    high = _between_edges(np.ascontiguousarray(flat.T), paper.height, paper.width)
    if wide is None or high is None:
        return None
    across, down = paper.width / wide, paper.height / high
    if abs(across - down) > SPREAD or not LEAST <= (across + down) / 2 <= MOST:
        return None
    return (across + down) / 2


def _flattened(levels: Levels, paper: Paper, found: Found) -> NDArray[np.uint8]:
    """The sheet straight from above, as if it had been printed at its true size."""
    keys = sorted(found)
    nominal = np.concatenate([np.array(paper.gauges[key], np.float64) for key in keys])
    seen = np.concatenate([found[key] for key in keys]).astype(np.float64)
    way = cv2.findHomography((nominal + AROUND_MM) * PX_PER_MM, seen)[0]
    size = tuple(round((side + 2 * AROUND_MM) * PX_PER_MM) for side in (paper.width, paper.height))
    grey = cv2.cvtColor(levels.full, cv2.COLOR_BGR2GRAY)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _between_edges(flat: NDArray[np.uint8], wide: float, high: float) -> float | None:
    """How many nominal millimetres lie between the left and the right edge of the paper."""
    rows = np.linspace((AROUND_MM + 0.3 * high), (AROUND_MM + 0.7 * high), ROWS) * PX_PER_MM
    lines = cv2.GaussianBlur(flat, (0, 0), 1.0)[rows.astype(int)].astype(np.float32)
    left = _edge(lines[:, : round((AROUND_MM + 0.07 * wide) * PX_PER_MM)])
    right = _edge(lines[:, ::-1][:, : round((AROUND_MM + 0.07 * wide) * PX_PER_MM)])
    if left is None or right is None:
        return None
    return float((flat.shape[1] - left - right) / PX_PER_MM)


def _edge(lines: NDArray[np.float32]) -> float | None:
    """Where most lines step from table to paper; None where they do not agree."""
    steps = np.abs(lines[:, 4:] - lines[:, :-4])
    at = steps.argmax(axis=1)
    strong = steps.max(axis=1) >= LEAST_STEP
    if strong.sum() < 0.6 * len(lines):
        return None
    middle = np.array([_centre(line, place) for line, place in zip(steps, at, strict=True)])[strong]
    median = float(np.median(middle))
    return median + 2.5 if np.mean(np.abs(middle - median) < 4) >= 0.6 else None


def _centre(steps: NDArray[np.float32], at: int) -> float:
    low, high = max(0, at - 4), min(len(steps), at + 5)
    weights = steps[low:high]
    return float((np.arange(low, high) * weights).sum() / weights.sum())
