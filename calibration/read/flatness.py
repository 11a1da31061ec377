"""How flat a cell looks: what has no drawing shows none, not even a faint or a small one.

But around every cell there is an edge: the line to the next one, or the side of a tile. What shows
neither a drawing nor an edge is a sleeve, a sheet of paper, a cloth.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .cues import EVENLY, MARGIN, WIDE, grey

Array = NDArray[np.floating[Any]]

EDGE = 8
"""Pixels along the edge of a cell where a neighbour, its print or the edge of a tile may lie."""
SIDE = WIDE - 2 * (MARGIN + EDGE)
STROKE = 1.5
"""How broad a stroke is, in pixels."""
STRONG, TIMES = (0.03, 0.06), 3.5
"""From where on a stroke is too strong for a face without a drawing: so many times as strong as in
the middle one of the cells that may be bare, within bounds."""
BAND = 7
"""Pixels to either side of where the edge of a cell should be, within which it is looked for."""
MOSTLY, GONE, VISIBLE = 0.75, 0.15, 0.03
"""Edges are as strong as in this share of the bare cells; gone where they are this share of that;
and visible at all from here on."""


def strokes(patches: Array) -> Array:
    """(n,): the strongest stroke or spot in the middle of each patch (WIDE), light taken off."""
    edge = MARGIN + EDGE
    shades = grey(patches[:, edge:-edge, edge:-edge]).reshape(len(patches), -1)
    flat = _slopes()
    shades = shades - (shades @ flat) @ flat.T
    soft = shades.reshape(-1, SIDE, SIDE)
    apart = np.zeros((len(soft), SIDE + 2 * EDGE, SIDE), np.float32)
    apart[:, EDGE:-EDGE] = soft
    tall = cv2.GaussianBlur(apart.reshape(-1, SIDE), (0, 0), STROKE)
    return np.abs(tall.reshape(apart.shape)[:, EDGE:-EDGE]).reshape(len(soft), -1).max(axis=1)


def edges(patches: Array) -> Array:
    """(n,): how strong the edges around each cell are: the second weakest of its four sides."""
    count = len(patches)
    rows = np.ascontiguousarray(patches, np.float32).reshape(count, WIDE, WIDE * 3)
    line = np.zeros(WIDE, np.float32)
    line[MARGIN + BAND : -MARGIN - BAND] = 1 / (WIDE - 2 * (MARGIN + BAND))
    down = rows.reshape(-1, WIDE * 3) @ np.repeat(line / 3, 3)
    right = np.matmul(line[None], rows).reshape(count, WIDE, 3) @ EVENLY[0]
    sides = []
    for profile in (down.reshape(count, WIDE), right):
        steps = np.sqrt(np.maximum(profile, 0))
        steps = np.abs(steps[:, 2:] - steps[:, :-2])
        first = MARGIN - BAND
        sides += [steps[:, first : first + 2 * BAND - 1].max(axis=1)]
        sides += [steps[:, ::-1][:, first : first + 2 * BAND - 1].max(axis=1)]
    return np.sort(np.stack(sides, axis=1), axis=1)[:, 1]


def without_edges(found: Array, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cells show no edge around them, where *bare* ones do."""
    usual = float(np.quantile(found[bare], MOSTLY)) if bare.any() else 0.0
    return np.asarray(found < GONE * usual) & (usual > VISIBLE)


def too_strong(found: Array, bare: NDArray[np.bool_]) -> float:
    """From where on strokes are drawings, where *bare* cells show what is none."""
    if not bare.any():
        return STRONG[1]
    return float(np.clip(TIMES * np.median(found[bare]), *STRONG))


@lru_cache(maxsize=1)
def _slopes() -> Array:
    y, x = (one.ravel() for one in np.mgrid[:SIDE, :SIDE])
    slopes = np.stack([np.ones(len(x)), x - x.mean(), y - y.mean()], axis=1)
    return np.asarray(np.linalg.qr(slopes)[0], np.float32)
