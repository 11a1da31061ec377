"""The colours a set of taught faces may show, in light and in shade; anything else is foreign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

STEP = 0.04
"""Colours nearer to each other than this (white = 1) are not told apart."""
STEPS = 32
RARE = 5e-5
"""A smaller share of the pixels than this does not make a colour one of the faces'."""
SHADES = (0.75, 0.82, 0.9, 1.0, 1.1)
"""Shares of the light under which the faces are still themselves."""


LUMP = 5
"""Size of a blob in pixels."""


@dataclass(frozen=True)
class Gamut:
    """A cube of colours, true where a taught face may be so coloured."""

    cube: NDArray[np.bool_]

    def holds(self, colours: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
        """Say of every colour (last axis BGR, white = 1) whether a face may show it."""
        at = _steps(colours)
        return self.cube[at[..., 0], at[..., 1], at[..., 2]]


def gamut_of(colours: NDArray[np.floating[Any]], shades: Sequence[float] = SHADES) -> Gamut:
    """Collect the colours of *colours* (any shape, last axis BGR), each a little widened."""
    cube = np.zeros((STEPS,) * 3, np.uint8)
    for shade in shades:
        at = _steps(colours * shade).reshape(-1, 3)
        often = np.bincount(np.ravel_multi_index(tuple(at.T), cube.shape), minlength=cube.size)
        cube |= (often.reshape(cube.shape) > RARE * len(at)).astype(np.uint8)
    return Gamut(_widened(cube) > 0)


def lumped(picture: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """Average a picture's colours over the size of a blob."""
    return cv2.blur(picture, (LUMP, LUMP), borderType=cv2.BORDER_REFLECT)


def _steps(colours: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    return np.clip(colours * (1 / STEP), 0, STEPS - 1).astype(np.intp)


def _widened(cube: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Let every colour hold for its neighbours too, along all three axes."""
    square = np.ones((3, 3), np.uint8)
    flat = np.stack([cv2.dilate(layer, square) for layer in cube])
    return np.stack([cv2.dilate(layer, square) for layer in flat.transpose(1, 0, 2)]).transpose(
        1, 0, 2
    )
