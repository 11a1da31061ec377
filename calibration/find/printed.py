"""Measure in a picture how large a printer made our markers, and on which paper.

Glued on a board whose size is known, markers that came out too small lie too near to the corners
and too far from each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Board
from ..geometry.markers import PAPERS, Paper, as_printed
from ..geometry.pictures import Levels
from .aruco_markers import Found, find_markers

LEAST, MOST = 0.85, 1.1
"""The scales that are looked for."""
REACH, STEPS = 0.09, 41
"""How far to both sides of a marker's edge it is looked for, in its sides; in how many steps."""


@dataclass(frozen=True)
class Printed:
    """What a picture says of a print."""

    paper: str
    scale: float | None
    """Size of the print relative to what was meant; None if it could not be measured."""


def paper_of(levels: Levels, board: Board) -> Paper | None:
    """Return the paper the markers in the corners of a board were printed on."""
    shown = {paper.name: _found_of(levels, board, paper) for paper in PAPERS.values()}
    best = max(shown, key=lambda name: len(shown[name]))
    others = [len(found) for name, found in shown.items() if name != best]
    return PAPERS[best] if len(shown[best]) >= 2 and len(shown[best]) > max(others) else None


def _found_of(levels: Levels, board: Board, paper: Paper) -> Found:
    return find_markers(levels, as_printed(board, paper).markers)


def sharpened(grey: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Refine the corners of a marker to where its four sides meet, at half brightness.

    A corner is blurred from two sides and seems to lie too far inside; a side does not.
    """
    sides = [_side(grey, corners[n], corners[(n + 1) % 4]) for n in range(4)]
    return np.array([_crossing(sides[n - 1], sides[n]) for n in range(4)], np.float32)


Side = tuple[NDArray[np.float64], NDArray[np.float64]]
"""A point of a line, and its way."""


def _side(grey: NDArray[np.uint8], begin: NDArray[np.float32], end: NDArray[np.float32]) -> Side:
    """Fit the side of a marker between two corners; the white rim is on its left."""
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
    """Return the scale at which the markers fit a flat board best."""
    scales = np.linspace(LEAST, MOST, 26)
    for _ in range(3):
        misses = [_miss(board, paper, found, float(scale)) for scale in scales]
        best = float(scales[int(np.argmin(misses))])
        step = float(scales[1] - scales[0])
        scales = np.linspace(best - step, best + step, 11)
    return best


def _miss(board: Board, paper: Paper, found: Found, scale: float) -> float:
    """Return how far the markers are from their places on a board with that marker scale."""
    printed = as_printed(board, paper, scale).markers
    keys = sorted(found)
    flat = np.concatenate([np.array(printed[key], np.float64) for key in keys])
    seen = np.concatenate([found[key] for key in keys]).astype(np.float64)
    way = cv2.findHomography(flat, seen)[0]
    if way is None:
        return float("inf")
    placed = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), way).reshape(-1, 2)
    return float(np.square(placed - seen).sum())
