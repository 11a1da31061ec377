"""How much a picture grains: what the sensor adds of its own in dim light explains no drawing."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import SIDE
from .compare import Matches

SOME = 12
"""How many patches are looked at."""
GRAINY = 0.02
"""Less grain than this (one spread, white = 1) is always to be expected."""
APART = 1.25
"""Pixels farther apart than this (in pixels of the picture) show different grains."""
LEAST = 1e-6


def grain_of(patches: NDArray[np.floating[Any]], magnified: float = 1.0) -> float:
    """Estimate the mean square that grain adds to every pixel of patches beyond the expected. Most
    pixels have neighbours of their own colour, so how far those differ in the finest pattern is
    grain. In *magnified* patches it spreads over several pixels.

    Most pixels have neighbours of their own colour: how far those differ from each other in the
    finest pattern there is, is grain. In patches that are *magnified* it fills several pixels.
    """
    margin = (patches.shape[1] - SIDE) // 2
    far = math.ceil(APART * magnified) if magnified > 1 else 1
    inner = slice(margin, margin + SIDE)
    some = patches[:: max(1, len(patches) // SOME), inner, inner, 1]
    across = some[:, :, : -2 * far] - 2 * some[:, :, far:-far] + some[:, :, 2 * far :]
    both = across[:, : -2 * far] - 2 * across[:, far:-far] + across[:, 2 * far :]
    spread = float(np.median(np.abs(both))) / 0.6745 / 6
    return max(0.0, spread**2 - GRAINY**2)


def quieted(matches: Matches, grain: float) -> Matches:
    """Return residuals and power of faces without the grain."""
    if not grain:
        return matches
    rest, power = (
        np.maximum(part - np.float32(grain), np.float32(LEAST))
        for part in (matches.rest, matches.power)
    )
    return replace(matches, rest=rest, power=power)
