"""Two small sums that numpy takes long for: the middle of a few numbers, the largest of three."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def middle(values: NDArray[Any], axis: int = 0) -> Any:
    """The median along one axis, as ``np.median`` has it; of nothing it is not a number."""
    count = values.shape[axis]
    if not count:
        return np.full(np.delete(values.shape, axis), np.nan)[()]
    ordered = np.sort(values, axis=axis)
    upper = ordered.take(count // 2, axis=axis)
    return upper if count % 2 else (ordered.take(count // 2 - 1, axis=axis) + upper) / 2


def largest(values: NDArray[Any]) -> Any:
    """The largest of three channels, which lie along the last axis."""
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])
