"""Small sums over few numbers: the middle, the largest of three, the plane most of them lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def middle(values: NDArray[Any], axis: int = 0) -> Any:
    """Compute the median along one axis like ``np.median``; NaN if there are no values."""
    count = values.shape[axis]
    if not count:
        return np.full(np.delete(values.shape, axis), np.nan)[()]
    ordered = np.sort(values, axis=axis)
    upper = ordered.take(count // 2, axis=axis)
    return upper if count % 2 else (ordered.take(count // 2 - 1, axis=axis) + upper) / 2


def largest(values: NDArray[Any]) -> Any:
    """Return the largest of three channels, which are on the last axis."""
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])


def plane_through(
    values: NDArray[np.float64],
    places: NDArray[Any],
    *,
    level: float,
    least: float,
    rounds: int,
    some: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Fit a plane through most of *values* and return its value at their places.

    A larger *level* holds the plane nearer to level; what lies no farther from it than *least*
    counts in full. Where *some* are given, they alone say where it lies.
    """
    every = np.column_stack([np.ones(len(places)), places])
    wide, values = (every, values) if some is None else (every[some], values[some])
    weight = np.ones(len(wide))
    answer = np.zeros((3, values.shape[1]))
    ridge = np.diag([1e-6, level, level])
    usual = middle(values, axis=0)
    for _ in range(rounds):
        heavy = wide * weight[:, None]
        answer = np.linalg.solve(heavy.T @ wide + ridge, heavy.T @ (values - usual))
        away = np.abs(values - usual - wide @ answer).max(axis=1)
        weight = 1 / (1 + (away / max(least, 1.5 * float(middle(away)))) ** 4)
    return np.asarray(usual + every @ answer)
