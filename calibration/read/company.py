"""A face without a drawing beside things nobody taught may be a part of them: a sleeve, an arm.

Nothing but its colour speaks for such a face, and an arm may have that colour. It never lies over
one cell alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

STRANGE, COMPANY = 0.5, 2
"""A neighbour that is something else with at least this chance is strange; so many make company."""
AT_MOST = 0.9
"""How sure a face without a drawing may be in such company."""
BESIDE = 1.6
"""Cells nearer than this, in distances of the nearest ones, are neighbours."""


def doubted(chances: Array, doubtful: NDArray[np.bool_], places: Array) -> Array:
    """The chances (the last column is for something else), with *doubtful* cells in doubt."""
    about = np.flatnonzero(doubtful & (chances[:, :-1].max(axis=1) > AT_MOST))
    strange = np.flatnonzero(chances[:, -1] >= STRANGE)
    if not len(about) or len(strange) < COMPANY:
        return chances
    step = _step(places)
    away = np.linalg.norm(places[about][:, None] - places[strange][None], axis=2)
    found = about[(away < BESIDE * step).sum(axis=1) >= COMPANY]
    chances = chances.copy()
    chances[found, :-1] *= AT_MOST / chances[found, :-1].max(axis=1, keepdims=True)
    chances[found, -1] = 1 - chances[found, :-1].sum(axis=1)
    return chances


def _step(places: Array) -> float:
    """How far the nearest cells lie apart, in the middle."""
    away = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return float(np.median(away.min(axis=1)))
