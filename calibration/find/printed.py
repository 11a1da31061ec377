"""How large a printer made our markers, and on which paper: measured in a picture.

Glued on a board whose size is known, markers that came out too small lie too near to the corners
and too far from each other. On a whole sheet, the edges of the paper are the measure: paper is
always as large as its name says.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from ..boards.markers import PAPERS, Paper, as_printed, paper_with
from ..read.pictures import Levels
from .markers import Found, find_markers

LEAST, MOST = 0.85, 1.1
"""The scales that are looked for."""
TRUE = 0.01
"""A print this near to its true size needs nothing."""
PX_PER_MM = 4.0
AROUND_MM = 40.0
"""How far beyond its nominal edge the paper may end in the picture of the print."""
SPREAD = 0.015
"""How far width and height of one sheet may disagree about the scale."""
LEAST_STEP = 12.0
"""How many grey levels the paper must be apart from the table."""
ROWS = 60
REACH, STEPS = 0.09, 41
"""How far to both sides of a marker's edge it is looked for, in its sides; in how many steps."""


@dataclass(frozen=True)
class Printed:
    """What a picture says of a print."""

    paper: str
    scale: float | None
    """How large it came out; None where it could not be measured."""

    @property
    def is_true(self) -> bool:
        return self.scale is not None and abs(self.scale - 1) <= TRUE


def paper_of(levels: Levels, board: Board) -> Paper | None:
    """The paper on which the markers in the corners of a board were printed."""
    shown = {paper.name: _found_of(levels, board, paper) for paper in PAPERS.values()}
    best = max(shown, key=lambda name: len(shown[name]))
    others = [len(found) for name, found in shown.items() if name != best]
    return PAPERS[best] if len(shown[best]) >= 2 and len(shown[best]) > max(others) else None


def _found_of(levels: Levels, board: Board, paper: Paper) -> Found:
    return find_markers(levels, as_printed(board, paper).markers)


def sharpened(grey: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners of a marker where its four sides meet, each half way from dark to light.

    A corner is blurred from two sides and seems to lie too far inside; a side does not.
    """
    sides = [_side(grey, corners[n], corners[(n + 1) % 4]) for n in range(4)]
    return np.array([_crossing(sides[n - 1], sides[n]) for n in range(4)], np.float32)


Side = tuple[NDArray[np.float64], NDArray[np.float64]]
"""A point of a line, and its way."""


def _side(grey: NDArray[np.uint8], begin: NDArray[np.float32], end: NDArray[np.float32]) -> Side:
    """The side of a marker between two corners, the light rim on its left."""
    start, way = begin.astype(float), (end - begin).astype(float)
    long = float(np.linalg.norm(way))
    out = np.array([way[1], -way[0]]) / long
    reach = np.linspace(-REACH, REACH, STEPS) * long
    along = start + np.linspace(0.15, 0.85, STEPS)[:, None] * way
    places = along[:, None] + reach[None, :, None] * out
    profile = cv2.remap(
        grey, places[..., 0].astype(np.float32), places[..., 1].astype(np.float32), cv2.INTER_LINEAR
    ).mean(axis=0)
    half = (profile[:4].mean() + profile[-4:].mean()) / 2
    above = np.flatnonzero(profile >= half)
    at = int(above[0]) if len(above) and above[0] else STEPS // 2
    share = (half - profile[at - 1]) / max(1e-6, float(profile[at] - profile[at - 1]))
    moved = reach[at - 1] + share * (reach[at] - reach[at - 1])
    return start + moved * out, way


def _crossing(one: Side, other: Side) -> NDArray[np.float64]:
    share = np.linalg.solve(np.column_stack([one[1], -other[1]]), other[0] - one[0])
    return np.asarray(one[0] + share[0] * one[1])


def on_a_board(levels: Levels, board: Board) -> Printed | None:
    """Measure markers that are glued into the corners of a board of known size."""
    paper = paper_of(levels, board)
    if paper is None:
        return None
    seen = _found_of(levels, board, paper)
    found = {key: sharpened(levels.grey, corners) for key, corners in seen.items()}
    return Printed(paper.name, glued_scale(board, paper, found) if len(found) >= 3 else None)


def glued_scale(board: Board, paper: Paper, found: Found) -> float:
    """The scale at which the markers fit a flat board best."""
    scales = np.linspace(LEAST, MOST, 26)
    for _ in range(3):
        misses = [_miss(board, paper, found, float(scale)) for scale in scales]
        best = float(scales[int(np.argmin(misses))])
        step = float(scales[1] - scales[0])
        scales = np.linspace(best - step, best + step, 11)
    return best


def _miss(board: Board, paper: Paper, found: Found, scale: float) -> float:
    """How far the markers lie from where a board with markers of that scale has them."""
    printed = as_printed(board, paper, scale).markers
    keys = sorted(found)
    flat = np.concatenate([np.array(printed[key], np.float64) for key in keys])
    seen = np.concatenate([found[key] for key in keys]).astype(np.float64)
    way = cv2.findHomography(flat, seen)[0]
    if way is None:
        return float("inf")
    placed = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), way).reshape(-1, 2)
    return float(np.square(placed - seen).sum())


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
