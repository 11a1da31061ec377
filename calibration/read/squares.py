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


def agreements(rows: Array, pictures: Array) -> Array:
    """(..., rows, pictures): how well rows as they are agree with pictures that are ``unit``.

    As the products of ``unit`` rows with them, without making these.
    """
    pixels = rows.shape[-1]
    total = rows @ np.ones(pixels, np.float32)
    squares = np.matmul(rows[..., None, :], rows[..., :, None])[..., 0, 0]
    length = np.sqrt(np.maximum(squares - total * total / np.float32(pixels), 0))
    along = np.matmul(rows, pictures.swapaxes(-1, -2))
    along /= (length + np.float32(GRAIN * np.sqrt(pixels)))[..., None]
    return along
