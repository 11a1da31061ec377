"""How much a camera's pictures differ while nothing happens: dim light is noisy light.

What is still is judged by it, and so is whether one more picture of the same scene helps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEP = 16
"""Every sixteenth point of a thumbnail in both directions is enough."""
RISE, STEP_UP = 1.05, 0.25
"""Noise seems to grow where a hand moves, so it is believed slowly, and at once where it falls."""
MEAN_OF_MEDIAN = 1.2
"""Noise has a longer tail than its middle shows."""


def noise_between(now: NDArray[np.uint8], then: NDArray[np.uint8]) -> float:
    """The usual difference of two thumbnails' points, of 255, in the colour where it is most."""
    one, other = now[::STEP, ::STEP].astype(np.int16), then[::STEP, ::STEP].astype(np.int16)
    apart = np.abs(one - other)
    loudest = apart.max(axis=2) if apart.ndim == 3 else apart
    return MEAN_OF_MEDIAN * float(np.median(loudest))


def believed(before: float | None, seen: float) -> float:
    """What is taken for the camera's noise after one more pair of pictures."""
    return seen if before is None else min(seen, RISE * before + STEP_UP)
