"""What the learnt reader goes by: where which edges run in a cell, and its colours.

Edges are pooled over small squares and held against the contrast around them, so that shade and a
stroke's exact place matter little; colours are kept coarsely.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .patches import SIDE

Array = NDArray[np.floating[Any]]

REACH = 6
"""How many pixels a thing may lie aside of its cell."""
MARGIN = 10
WIDE, SEEN = SIDE + 2 * MARGIN, SIDE + 2 * (MARGIN - REACH)
"""Pixels across what is cut out, and across what is judged: a little more than the cell."""
TEMPLATE = 30
"""Pixels across what is held against what was taught."""
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
    """The mean over each square and its neighbours; beyond the edge there is nothing."""
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
