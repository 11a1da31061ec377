"""Faces of all labels in one frame: the edges of their tiles lie where those of all others lie.

Lessons of one label are laid upon each other. Where a label was shown only a few times, and each of
them lay a little low, its pictures would all be cut out too low: an umlaut without its dots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..read.cues import REACH, SEEN, windows_at
from ..read.squares import GRAIN

Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

OFTEN = 6
"""Labels shown so often lie in the middle of their cells, taken together."""
FAR = 4
"""How far aside all lessons of a label may lie."""
DRAWING = 28
"""Pixels across the middle, where drawings are; around it lie the edges."""


def framed(shades: Array, aside: Labels, labels: Labels, faces: Sequence[int]) -> Labels:
    """How far aside each lesson lies, once the edges of all labels lie upon each other."""
    groups = [own for label in faces if len(own := np.flatnonzero(labels == label))]
    often = [own for own in groups if len(own) >= OFTEN]
    if not often:
        return aside
    aside = aside.copy()
    for own in often:
        aside[own] -= np.rint(aside[own].mean(axis=0)).astype(int)
    frame = _ring(np.mean([_mean(shades, aside, own) for own in often], axis=0))
    for own in groups:
        aside[own] += _shift(shades, aside, own, frame)
    return np.clip(aside, -REACH, REACH)


def _shift(shades: Array, aside: Labels, own: Labels, frame: Array) -> Labels:
    """By how much a label has to be cut out elsewhere."""
    steps = sorted(
        ((x, y) for x in range(-FAR, FAR + 1) for y in range(-FAR, FAR + 1)),
        key=lambda step: step[0] ** 2 + step[1] ** 2,
    )
    tries = [_ring(_mean(shades, aside + np.array(step), own)) @ frame for step in steps]
    return np.array(steps[int(np.argmax(tries))])


def _mean(shades: Array, aside: Labels, own: Labels) -> Array:
    seen = windows_at(shades[own], np.clip(aside[own], -REACH, REACH), SEEN)
    return np.asarray(seen.mean(axis=0))


def _ring(square: Array) -> Array:
    """What lies around the drawing, as a row without mean of unit length."""
    around = np.ones(square.shape, bool)
    edge = (SEEN - DRAWING) // 2
    around[edge:-edge, edge:-edge] = False
    row = square[around] - square[around].mean()
    return np.asarray(row / (np.linalg.norm(row) + GRAIN * np.sqrt(len(row))))
