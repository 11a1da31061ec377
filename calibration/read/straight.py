"""Things lie askew, aside, nearer to the camera or farther from it: laying them straight."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .cues import REACH, TEMPLATE, WIDE, grey, spots_at
from .squares import unit

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
class Found:
    """Where a few taught pictures agree best with some patches; changed as they are looked at."""

    close: Numbers
    """(cells, pictures): the pictures of the labels that come close"""
    which: Numbers
    """which of them agrees best"""
    like: Array
    aside: Numbers
    patches: Array

    def take(self, cells: Numbers, other: Found) -> None:
        """Believe *other* of some cells."""
        for one in fields(self):
            getattr(self, one.name)[cells] = getattr(other, one.name)

    def some(self, cells: Numbers | NDArray[np.bool_]) -> Found:
        return Found(*(getattr(self, one.name)[cells] for one in fields(self)))


def within_reach(found: Found) -> Found:
    """The same with patches moved, so that nothing lies farther aside than the nets look."""
    near = np.clip(found.aside, -REACH, REACH)
    for number, (x, y) in enumerate(near - found.aside):
        move = np.array([[1, 0, x], [0, 1, y]], float)
        found.patches[number] = _warped(found.patches[number], move)
    found.aside = near
    return found


def straighten(whole: Array, found: Found) -> None:
    """Turn and size what lies askew until the taught pictures (as rows, *whole*) agree best."""
    askew = np.flatnonzero((found.like >= WORTH_TURNING) & (found.like < STRAIGHT))
    if not len(askew):
        return
    before = found.some(askew)
    pictures, shades = whole[before.close], grey(before.patches)
    turn, _ = _best(shades, before.aside, pictures, [(angle, 1.0) for angle in (0.0, *TURNS)])
    _, size = _best(shades, before.aside, pictures, [(turn, much) for much in (1.0, *SIZES)])
    changed = np.flatnonzero((turn != 0) | (size != 1))
    for number in changed:
        move = _around(before.patches.shape[1], before.aside[number], turn[number], size[number])
        before.patches[number] = _warped(before.patches[number], move)
    tries = np.clip(before.aside[:, None] + WIDER_STEPS, -REACH, REACH)
    fine = unit(spots_at(grey(before.patches), tries, TEMPLATE))
    like = np.einsum("csp,cfp->csf", fine, pictures).reshape(len(askew), -1)
    best, few = like.argmax(axis=1), before.close.shape[1]
    better = np.flatnonzero(like.max(axis=1) > before.like + TURNED_BY)
    before.like = like.max(axis=1)
    before.which, before.aside = best % few, tries[np.arange(len(askew)), best // few]
    found.take(askew[better], before.some(better))


def _best(
    shades: Array, aside: Numbers, pictures: Array, ways: list[tuple[Any, Any]]
) -> tuple[Array, Array]:
    """The turn and the size of each patch with which a picture agrees best."""
    count = len(shades)
    poses = [np.broadcast_arrays(np.zeros(count), *way)[1:] for way in ways]
    seen = np.empty((count, len(ways), TEMPLATE, TEMPLATE), np.float32)
    for number, (shade, at) in enumerate(zip(shades, aside, strict=True)):
        for way, (turn, size) in enumerate(poses):
            seen[number, way] = _window(shade, at, turn[number], size[number])
    best = np.einsum("cwp,cfp->cwf", unit(seen), pictures).max(axis=2).argmax(axis=1)
    chosen = np.array([np.stack(pose, axis=1) for pose in poses])[best, np.arange(count)]
    return chosen[:, 0], chosen[:, 1]


def _around(side: int, aside: Numbers, turn: float, size: float) -> Array:
    """Turns and sizes a patch around the thing in it."""
    middle = (side - 1) / 2 + aside
    centre = (float(middle[0]), float(middle[1]))
    return np.asarray(cv2.getRotationMatrix2D(centre, float(turn), float(size)))


def _window(shade: Array, aside: Numbers, turn: float, size: float) -> Array:
    """What a picture is laid over, turned and sized around its middle."""
    move = _around(shade.shape[0], aside, turn, size)
    move[:, 2] -= (shade.shape[0] - TEMPLATE) / 2 + aside
    return _warped(shade, move, TEMPLATE)


def _warped(patch: Array, move: Array, side: int = WIDE) -> Array:
    return np.asarray(cv2.warpAffine(patch, move, (side, side), borderMode=cv2.BORDER_REPLICATE))
