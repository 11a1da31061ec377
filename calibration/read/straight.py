"""Things lie askew, aside, nearer to the camera or farther from it: laying them straight."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .features import REACH, TEMPLATE, WIDE, grey, spots_at

GRAIN = 0.005
"""Contrast below this is the camera's."""


def unit(squares: Array) -> Array:
    """Pictures as rows without mean, of unit length where they have contrast."""
    *shape, high, wide = squares.shape
    rows = np.array(squares, np.float32).reshape(*shape, high * wide)
    rows -= rows.mean(axis=-1, keepdims=True)
    length = np.sqrt(np.einsum("...p,...p->...", rows, rows))[..., None]
    rows /= length + np.float32(GRAIN * np.sqrt(rows.shape[-1]))
    return rows


def agreements(rows: Array, pictures: Array) -> Array:
    """Return (..., rows, pictures): how well raw rows agree with pictures that are ``unit``. The
    same as multiplying ``unit`` rows with them, without computing those.

    As the products of ``unit`` rows with them, without making these.
    """
    pixels = rows.shape[-1]
    total = rows @ np.ones(pixels, np.float32)
    squares = np.matmul(rows[..., None, :], rows[..., :, None])[..., 0, 0]
    length = np.sqrt(np.maximum(squares - total * total / np.float32(pixels), 0))
    along = np.matmul(rows, pictures.swapaxes(-1, -2))
    along /= (length + np.float32(GRAIN * np.sqrt(pixels)))[..., None]
    return along


Array = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]

TURNS = (-10.0, -7.5, -5.0, -2.5, 2.5, 5.0, 7.5, 10.0)
"""How many degrees a thing may lie turned."""
SIZES = (0.9, 0.95, 1.05, 1.1)
"""How much larger or smaller it may look, nearer to the camera or farther from it."""
STRAIGHT, WORTH_TURNING, TURNED_BY = 0.9, 0.6, 0.004
"""What agrees better than the first lies straight; what agrees less than the second is not made to
agree by turning it; and a turn must bring this much."""
WIDER_STEPS = np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3)])


@dataclass
class StraightPose:
    """Where a few taught pictures agree best with some patches; changed as they are looked at."""

    close: Numbers
    """(cells, pictures): the pictures of the labels that come close"""
    which: Numbers
    """which of them agrees best"""
    like: Array
    aside: Numbers
    patches: Array
    shades: Array
    """the patches in grey"""
    changed: NDArray[np.bool_]
    """which patches were moved or turned"""

    def take(self, cells: Numbers, other: StraightPose) -> None:
        """Believe *other* of some cells."""
        for one in fields(self):
            getattr(self, one.name)[cells] = getattr(other, one.name)

    def some(self, cells: Numbers | NDArray[np.bool_]) -> StraightPose:
        return StraightPose(*(getattr(self, one.name)[cells] for one in fields(self)))


def within_reach(found: StraightPose) -> StraightPose:
    """Shift patches so that nothing is farther aside than the nets look."""
    near = np.clip(found.aside, -REACH, REACH)
    for number, (x, y) in enumerate(near - found.aside):
        move = np.array([[1, 0, x], [0, 1, y]], float)
        found.patches[number] = _warped(found.patches[number], move)
    found.aside, found.shades = near, grey(found.patches)
    found.changed[:] = True
    return found


def straighten(whole: Array, found: StraightPose) -> None:
    """Turn and size what lies askew until the taught pictures (as rows, *whole*) agree best."""
    askew = np.flatnonzero((found.like >= WORTH_TURNING) & (found.like < STRAIGHT))
    if not len(askew):
        return
    before = found.some(askew)
    pictures = whole[before.close]
    level = before.shades - before.shades.mean(axis=(1, 2), keepdims=True)
    turn = _best(level, before.aside, pictures, np.array([(0.0, *TURNS)]), 1.0)
    size = _best(level, before.aside, pictures, turn[:, None], np.array([(1.0, *SIZES)]))
    changed = np.flatnonzero((turn != 0) | (size != 1))
    for number in changed:
        move = _around(before.patches.shape[1], before.aside[number], turn[number], size[number])
        before.patches[number] = _warped(before.patches[number], move)
    before.shades[changed], before.changed[changed] = grey(before.patches[changed]), True
    tries = np.clip(before.aside[:, None] + WIDER_STEPS, -REACH, REACH)
    level = before.shades - before.shades.mean(axis=(1, 2), keepdims=True)
    like = agreements(_spots(level, tries), pictures).reshape(len(askew), -1)
    best, few = like.argmax(axis=1), before.close.shape[1]
    better = np.flatnonzero(like.max(axis=1) > before.like + TURNED_BY)
    before.like = like.max(axis=1)
    before.which, before.aside = best % few, tries[np.arange(len(askew)), best // few]
    found.take(askew[better], before.some(better))


def best_spot(level: Array, tries: Numbers, pictures: Array) -> tuple[Array, Numbers]:
    """Match one picture (a row) with each patch at its best offset; return also which of the
    *tries* that is."""
    like = agreements(_spots(level, tries), pictures[:, None])[..., 0]
    return like.max(axis=1), like.argmax(axis=1)


def _spots(level: Array, tries: Numbers) -> Array:
    """(cells, tries, pixels)"""
    return spots_at(level, tries, TEMPLATE).reshape(*tries.shape[:2], TEMPLATE * TEMPLATE)


def _best(level: Array, aside: Numbers, pictures: Array, turn: Any, size: Any) -> Array:
    """Choose for each patch (cells, ways) the turn and size with which a picture agrees best: what
    there is to choose from."""
    count, side = level.shape[:2]
    turn, size = np.broadcast_arrays(turn, size)
    x, y = _turned(turn, size)
    middle = ((side - 1) / 2 + aside).astype(np.float32)
    x = x + middle[:, 0, None, None]
    y = y + (middle[:, 1] + side * np.arange(count, dtype=np.float32))[:, None, None]
    # turned windows stay within their patches, so that these may lie below one another
    rows = x.shape[0] * x.shape[1]
    seen = cv2.remap(
        level.reshape(-1, side), x.reshape(rows, -1), y.reshape(rows, -1), cv2.INTER_LINEAR
    )
    best = agreements(seen.reshape(x.shape), pictures).max(axis=2).argmax(axis=1)
    choice = turn if turn.shape[1] > 1 and (turn[:, 0] != turn[:, 1]).any() else size
    return np.broadcast_to(choice, x.shape[:2])[np.arange(count), best]


def _turned(turn: Array, size: Array) -> tuple[Array, Array]:
    """Return (cells, ways, pixels) right and down: where the pixels of a window come from, each
    turned by some degrees and scaled, as seen from its middle."""
    line = np.arange(TEMPLATE, dtype=np.float32) - np.float32((TEMPLATE - 1) / 2)
    y, x = (one.reshape(1, 1, -1) for one in np.meshgrid(line, line, indexing="ij"))
    across = (np.cos(np.radians(turn)) / size).astype(np.float32)[..., None]
    along = (np.sin(np.radians(turn)) / size).astype(np.float32)[..., None]
    return across * x - along * y, along * x + across * y


def _around(side: int, aside: Numbers, turn: float, size: float) -> Array:
    """Turns and sizes a patch around the thing in it."""
    middle = (side - 1) / 2 + aside
    centre = (float(middle[0]), float(middle[1]))
    return np.asarray(cv2.getRotationMatrix2D(centre, float(turn), float(size)))


def _warped(patch: Array, move: Array, side: int = WIDE) -> Array:
    return np.asarray(cv2.warpAffine(patch, move, (side, side), borderMode=cv2.BORDER_REPLICATE))
