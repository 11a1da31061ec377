"""Compute the learnt reader's features: the edges and their directions in a cell, and its colours.
Edges are pooled over small squares and normalised by the contrast around them, so that shade and a
stroke's exact place matter little; colours are coarse.

Edges are pooled over small squares and held against the contrast around them, so that shade and a
stroke's exact place matter little; colours are kept coarsely.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import SIDE

Array = NDArray[np.floating[Any]]

REACH = 6
"""How many pixels a thing may lie aside of its cell."""
MARGIN = 10
WIDE, SEEN = SIDE + 2 * MARGIN, SIDE + 2 * (MARGIN - REACH)
"""Pixels across what is cut out, and across what is judged: a little more than the cell."""
TEMPLATE = 30
"""Pixels across what is compared with the taught pictures."""
POOLS, WAYS, COLOURS = 8, 8, 4
"""The cell is divided into this many squares either way, edges into this many directions; colours
are taken on a coarser grid."""
FAINT = 0.02
"""Edges fainter than this are grain."""
NARROW = np.float32(np.cos(np.pi / 4))
BESIDE = sum(np.eye(POOLS, k=step, dtype=np.float32) for step in (-1, 0, 1))
"""1 for every two squares of a row that lie beside each other."""
BLACK = 0.12
"""Added to colours before logarithms are taken: in the dark little can be told apart."""


EVENLY = np.full((1, 3), 1 / 3, np.float32)


def grey(patches: Array) -> Array:
    """Brightness as the eye has it, so that dark strokes count as much on grey as on white."""
    *shape, wide, _ = patches.shape
    if not patches.size:
        return np.zeros((*shape, wide), np.float32)
    tall = np.ascontiguousarray(patches, np.float32).reshape(-1, wide, 3)
    shades = cv2.transform(tall, EVENLY).reshape(*shape, wide)
    np.clip(shades, 0.004, 2, out=shades)
    return np.sqrt(shades, out=shades)


def cues(patches: Array) -> Array:
    """(n, cues) of patches (n, SEEN, SEEN, 3), white paper = 1."""
    patches = np.ascontiguousarray(patches)
    pooled = _pooled(grey(patches))
    energy = np.einsum("nyxw,nyxw->nyx", pooled, pooled)
    whole = energy.mean(axis=(1, 2), keepdims=True)
    pooled /= np.sqrt(_around(energy) / 2 + whole / 2 + FAINT**2)[..., None]
    count = len(patches)
    contrast = 0.3 * np.log(whole.reshape(count, 1) + 1e-5)
    return np.concatenate([pooled.reshape(count, -1), contrast, _colours(patches)], axis=1).astype(
        np.float32
    )


def _pooled(shades: Array) -> Array:
    """(n, POOLS, POOLS, WAYS): how strong the edges of each direction are in each square."""
    count = len(shades)
    tall = cv2.GaussianBlur(shades.reshape(count * SEEN, SEEN), (3, 3), 0.7)
    step = np.array([[-0.5, 0, 0.5]], np.float32)
    right, down = cv2.filter2D(tall, cv2.CV_32F, step), cv2.filter2D(tall, cv2.CV_32F, step.T)
    for way in (right, down):
        inner = way.reshape(count, SEEN, SEEN)
        inner[:, 0], inner[:, -1] = 0, 0  # there the next patch begins
        inner[:, :, 0], inner[:, :, -1] = 0, 0
    narrow = cv2.magnitude(right, down)
    narrow *= NARROW
    pooled = np.empty((count, POOLS, POOLS, WAYS), np.float32)
    along, most = np.empty_like(narrow), np.empty_like(narrow)
    for number, turn in enumerate(np.arange(WAYS // 2) * 2 * np.pi / WAYS):
        cv2.addWeighted(right, float(np.cos(turn)), down, float(np.sin(turn)), 0, along)
        for way, opposite in ((number, 1.0), (number + WAYS // 2, -1.0)):
            cv2.addWeighted(along, opposite, narrow, -1.0, 0, most)
            cv2.threshold(most, 0, 0, cv2.THRESH_TOZERO, most)
            small = cv2.resize(most, (POOLS, count * POOLS), interpolation=cv2.INTER_AREA)
            pooled[..., way] = small.reshape(count, POOLS, POOLS)
    pooled /= 1 - NARROW
    return pooled


def _around(energy: Array) -> Array:
    """Average each square with its neighbours; nothing beyond the edge counts."""
    return np.matmul(np.matmul(BESIDE, energy), BESIDE) / 9


def _colours(patches: Array) -> Array:
    logs = np.log(np.maximum(coarse(patches), 0) + BLACK)
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.concatenate([logs.mean(axis=2), 1.5 * (red - green), 1.5 * (blue - green)], axis=1)


def coarse(patches: Array) -> Array:
    """(n, COLOURS * COLOURS, 3): the colours of patches on a coarse grid."""
    count, side = patches.shape[:2]
    tall = np.ascontiguousarray(patches).reshape(count * side, side, 3)
    small = cv2.resize(tall, (COLOURS, count * COLOURS), interpolation=cv2.INTER_AREA)
    return small.reshape(count, COLOURS * COLOURS, 3)


def bare_colours(patches: Array) -> Array:
    """(n, COLOURS * COLOURS, 3): the colours of patches (SEEN) by which bare cells are known."""
    edge = (SEEN - SIDE) // 2
    return coarse(patches[:, edge : SEEN - edge, edge : SEEN - edge])


def from_bare(colours: Array, looks: Array) -> Array:
    """(n, 2): how far colours are from how their cells look when bare, in all and at the worst."""
    away = np.sqrt(((colours - looks) ** 2).sum(axis=2))
    away.sort(axis=1)
    return np.log(np.column_stack([away.mean(axis=1), away[:, -2]]) + 0.01)


def windows_at(patches: Array, aside: NDArray[np.integer[Any]], side: int) -> Array:
    """Squares of *side* pixels out of the middle of wide patches, each moved *aside* (x, y)."""
    start = (patches.shape[1] - side) // 2
    if not aside.any():
        return patches[:, start : start + side, start : start + side]
    if patches.ndim == 3:
        return spots_at(patches, aside[:, None], side)[:, 0]
    count, high, wide, depth = patches.shape
    rows = np.ascontiguousarray(patches).reshape(count, high, wide * depth)
    view = np.lib.stride_tricks.sliding_window_view(rows, (side, side * depth), axis=(1, 2))
    squares = view[np.arange(count), start + aside[:, 1], (start + aside[:, 0]) * depth]
    return squares.reshape(count, side, side, depth)


def spots_at(shades: Array, aside: NDArray[np.integer[Any]], side: int) -> Array:
    """(n, places, side, side): squares out of grey patches, each moved *aside* (n, places, 2)."""
    start = (shades.shape[1] - side) // 2
    view = np.lib.stride_tricks.sliding_window_view(shades, (side, side), axis=(1, 2))
    return view[np.arange(len(shades))[:, None], start + aside[..., 1], start + aside[..., 0]]


# How flat a cell looks: what has no drawing shows none, not even a faint or a small one.
#
# But around every cell there is an edge: the line to the next one, or the side of a tile. What
# shows neither a drawing nor an edge is a sleeve, a sheet of paper, a cloth.

EDGE = 8
"""Pixels along the edge of a cell where a neighbour, its print or the edge of a tile may lie."""
FLAT_SIDE = WIDE - 2 * (MARGIN + EDGE)
PRINT, PRINT_GAIN = FLAT_SIDE + 6, (0.6, 1.4)
"""Pixels across what is known of a cell's print, so that it may lie three aside, and how much
fainter or stronger it may be seen."""
PART, PRINT_LEFT = 0.7, 0.06
"""Pixels by which it may lie aside besides, and the share of its own strokes it may leave over."""
STROKE = 1.5
"""How broad a stroke is, in pixels."""
STRONG, TIMES = (0.03, 0.06), 3.5
"""Strokes stronger than this many times those of the median cell that may be bare are too strong
for a face without a drawing, within bounds."""
BAND = 7
"""Pixels to either side of where the edge of a cell should be, within which it is looked for."""
MOSTLY, GONE, VISIBLE = 0.75, 0.15, 0.03
"""Edges are as strong as in this share of the bare cells; gone where they are this share of that;
and visible at all from here on."""


def strokes(patches: Array) -> Array:
    """(n,): the strongest stroke or spot in the middle of each patch (WIDE), light taken off."""
    return _strongest(_without_slopes(patches))


def strokes_beside(patches: Array, prints: Array, known: NDArray[np.bool_], found: Array) -> Array:
    """Measure strokes where *prints* are *known*: what is on a bare cell is no stroke."""
    some = np.flatnonzero(known & (found > STRONG[0]))
    if not len(some) or not len(prints):
        return found
    found = found.copy()
    for cell, shades in zip(some.tolist(), _without_slopes(patches[some]), strict=True):
        found[cell] = min(found[cell], _beside_print(shades, prints[cell]))
    return found


def _without_slopes(patches: Array) -> Array:
    edge = MARGIN + EDGE
    shades = grey(patches[:, edge:-edge, edge:-edge]).reshape(len(patches), -1)
    flat = _slopes()
    return np.asarray(shades - (shades @ flat) @ flat.T)


def _beside_print(shades: Array, printed: Array) -> float:
    """Measure the strongest stroke that a cell's own print, wherever it lies, leaves over."""
    flat = _slopes()
    side = len(printed) - FLAT_SIDE + 1
    view = np.lib.stride_tricks.sliding_window_view(printed, (FLAT_SIDE, FLAT_SIDE))
    rows = view.reshape(side * side, -1)
    rows = rows - (rows @ flat) @ flat.T
    power = np.maximum((rows * rows).sum(axis=1), 1e-6)
    gain = np.clip(rows @ shades / power, *PRINT_GAIN)
    left = shades - gain[:, None] * rows
    closest = int((left * left).sum(axis=1).argmin())
    rest = left[closest]
    # by less than a pixel it lies aside as well: what that adds is its slope
    down, right = np.gradient(view.reshape(-1, FLAT_SIDE, FLAT_SIDE)[closest])
    moved = np.stack([down.ravel(), right.ravel()], axis=1)
    moved -= flat @ (flat.T @ moved)
    pixels = np.linalg.lstsq(moved, rest, rcond=None)[0]
    rest = rest - moved @ np.clip(pixels, -PART, PART).astype(np.float32)
    allowed = PRINT_LEFT * float(_strongest((gain[closest] * rows[closest])[None])[0])
    return max(0.0, float(_strongest(rest[None])[0]) - allowed)


def prints_of(patches: Array) -> Array:
    """Return (n, PRINT, PRINT): the middle of patches in grey, and a little around it."""
    edge = (patches.shape[1] - PRINT) // 2
    return grey(patches[:, edge:-edge, edge:-edge])


def _strongest(shades: Array) -> Array:
    soft = shades.reshape(-1, FLAT_SIDE, FLAT_SIDE)
    apart = np.zeros((len(soft), FLAT_SIDE + 2 * EDGE, FLAT_SIDE), np.float32)
    apart[:, EDGE:-EDGE] = soft
    tall = cv2.GaussianBlur(apart.reshape(-1, FLAT_SIDE), (0, 0), STROKE)
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


def without_edges(
    found: Array, bare: NDArray[np.bool_], taught: Array | None = None
) -> NDArray[np.bool_]:
    """Return which cells show no edge although *bare* ones do, and they when *taught*."""
    usual = float(np.quantile(found[bare], MOSTLY)) if bare.any() else 0.0
    gone = np.asarray(found < GONE * usual) & (usual > VISIBLE)
    return gone if taught is None else gone & (taught > 2 * GONE * usual)


def too_strong(found: Array, bare: NDArray[np.bool_]) -> float:
    """Return the strength above which strokes are drawings, given that *bare* cells show none."""
    if not bare.any():
        return STRONG[1]
    return float(np.clip(TIMES * np.median(found[bare]), *STRONG))


@lru_cache(maxsize=1)
def _slopes() -> Array:
    y, x = (one.ravel() for one in np.mgrid[:FLAT_SIDE, :FLAT_SIDE])
    slopes = np.stack([np.ones(len(x)), x - x.mean(), y - y.mean()], axis=1)
    return np.asarray(np.linalg.qr(slopes)[0], np.float32)
