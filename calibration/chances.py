"""From costs to chances: how sure the eye may be, and when it has to say "something else"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .board import SOMETHING_ELSE

TEMPERATURE = 2.0
"""Nats of cost per nat of believed odds: patches are less independent than they pretend."""
FIT_LIMIT = 2.7
FIT_WIDTH = 0.12
"""Unexplained power, in units of the expected, at which a face is no longer believed."""
LEVEL_LIMIT = 9.5
LEVEL_WIDTH = 0.4
"""Cost of the mean colour at which a face is no longer believed."""
EXPECTED_SHARE = 0.15
"""Share of a face's own contrast that blur and shift leave unexplained in good pictures."""


GAIN_LIMIT = 9.5
GAIN_WIDTH = 0.4
"""Cost of the gain at which a face is no longer believed."""
EXPLAINED_LIMIT = 0.25
EXPLAINED_WIDTH = 0.015
"""Share of the contrast that a drawn face has to explain to be believed."""


def believable(fit: float, level: float, gain: float, explained: float) -> float:
    """Chance that what is seen was taught at all, given how well the best label explains it."""
    return (
        _fades(fit, FIT_LIMIT, FIT_WIDTH)
        * _fades(level, LEVEL_LIMIT, LEVEL_WIDTH)
        * _fades(gain, GAIN_LIMIT, GAIN_WIDTH)
        * _fades(-explained, -EXPLAINED_LIMIT, EXPLAINED_WIDTH)
    )


def _fades(value: float, limit: float, width: float) -> float:
    return float(1 / (1 + np.exp(np.clip((value - limit) / width, -50, 50))))


PART_TEMPERATURE = 5.0
"""The same for cells of which a part was left out."""


def chances_of(
    names: Sequence[str], cost: NDArray[np.float64], known: float = 1.0, parted: bool = False
) -> dict[str, float]:
    """Turn one cell's costs into chances; what is not *known* goes to "?"."""
    weight = np.exp((cost.min() - cost) / (PART_TEMPERATURE if parted else TEMPERATURE))
    weight *= known / weight.sum()
    chances = {name: float(w) for name, w in zip(names, weight, strict=True)}
    chances[SOMETHING_ELSE] = max(0.0, 1.0 - known)
    return chances
