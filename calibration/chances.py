"""From costs to chances: how sure the eye may be, and when it has to say "something else"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .board import SOMETHING_ELSE

SURE = 0.95
"""The least chance at which the eye commits itself to a label."""
TEMPERATURE = 2.0
"""Nats of cost per nat of believed odds: patches are less independent than they pretend."""
FIT_LIMIT, FIT_WIDTH = 2.7, 0.12
"""Unexplained power, in units of the expected, at which a face is no longer believed."""
LEVEL_LIMIT, LEVEL_WIDTH = 9.5, 0.4
BARE_LEVEL_LIMIT = 8.0
PART_LEVEL_LIMIT = 5.0
"""Cost of the mean colour at which a face is no longer believed; less for bare faces and for
parts of faces, of which little else can be seen."""
GAIN_LIMIT, GAIN_WIDTH = 9.5, 0.4
"""Cost of the gain at which a face is no longer believed."""
FAINTEST, FAINT_WIDTH = 0.465, 0.004
"""The gain itself may not be smaller than this."""
EXPLAINED_LIMIT, EXPLAINED_WIDTH = 0.25, 0.015
"""Share of the contrast that a drawn face has to explain to be believed."""
BURNT_LIMIT, BURNT_WIDTH = 0.06, 0.01
"""Where more than this is burnt out, a drawing might have been, so bare is not believed."""


@dataclass(frozen=True)
class Evidence:
    """How well the best label explains a cell."""

    fit: float
    level: float
    gain: float
    gain_cost: float
    explained: float
    burnt: float
    drawn: bool
    parted: bool


def believable(seen: Evidence) -> float:
    """Chance that what is seen was taught at all, given how well the best label explains it."""
    known = _fades(seen.fit, FIT_LIMIT, FIT_WIDTH)
    if seen.parted:
        known *= _fades(seen.level, PART_LEVEL_LIMIT, LEVEL_WIDTH)
    if not seen.drawn:
        known *= _fades(seen.level, BARE_LEVEL_LIMIT, LEVEL_WIDTH)
        return known * _fades(seen.burnt, BURNT_LIMIT, BURNT_WIDTH)
    known *= _fades(seen.level, LEVEL_LIMIT, LEVEL_WIDTH)
    known *= _fades(seen.gain_cost, GAIN_LIMIT, GAIN_WIDTH)
    known *= _fades(-seen.gain, -FAINTEST, FAINT_WIDTH)
    return known * _fades(-seen.explained, -EXPLAINED_LIMIT, EXPLAINED_WIDTH)


def _fades(value: float, limit: float, width: float) -> float:
    return 1 / (1 + math.exp(max(-50.0, min(50.0, (value - limit) / width))))


PART_TEMPERATURE = 5.0
"""The same for cells of which a part was left out for no better reason than that it did not fit."""
MUCH_CHOSEN = 0.15
"""Where so large a share was left out for that reason, no more than this is believed."""


def chances_of(
    names: Sequence[str], cost: NDArray[np.float64], known: float = 1.0, chosen: float = 0.0
) -> dict[str, float]:
    """Turn one cell's costs into chances; what is not *known* goes to "?".

    *chosen* is the share of the cell that was left out because it did not fit.
    """
    choice = min(1.0, chosen / MUCH_CHOSEN)
    weight = np.exp((cost.min() - cost) / (TEMPERATURE + choice * (PART_TEMPERATURE - TEMPERATURE)))
    weight *= known / weight.sum()
    chances = dict(zip(names, weight.tolist(), strict=True))
    chances[SOMETHING_ELSE] = max(0.0, 1.0 - known)
    return chances
