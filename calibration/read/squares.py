"""Grey squares as rows that can be held against each other, whatever their shade."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

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
