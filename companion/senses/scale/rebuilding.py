"""Whether the trap is whole again after a rebuild, by its weight alone (BOWL-13, BOWL-35)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from calibration.teach.weights import Weights


class Trap(StrEnum):
    """How the trap stands."""

    COMPLETE = "complete"
    MISSING = "missing"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild came to; ``item`` is the one thing that seems to be missing."""

    trap: Trap
    item: str | None = None
    short_g: float = 0.0


SINCE_LAST_G = 0.2
"""How much the weight of the same trap may change after it was weighed whole: creep of the new
load and wood that dried or drank (rules 5.4)."""
REACH = 3.0
"""Deviations within which a weight is believed."""


def rebuilt(weights: Weights, grams: float, error: float) -> Rebuilt:
    """Compare the plate with the whole trap. Never weighed whole: unclear, people count."""
    if weights.full_g is None:
        return Rebuilt(Trap.UNCLEAR)
    short = weights.full_g - grams
    if _near(short, 0.0, error**2):
        return Rebuilt(Trap.COMPLETE, short_g=short)
    fitting = [
        item
        for item in (*weights.colours, "staff")
        if _near(short, weights.grams(item), error**2 + weights.variance(item))
    ]
    if len(fitting) == 1:
        return Rebuilt(Trap.MISSING, fitting[0], short)
    return Rebuilt(Trap.UNCLEAR, short_g=short)


def _near(short: float, grams: float, variance: float) -> bool:
    return abs(short - grams) <= REACH * math.sqrt(variance + (SINCE_LAST_G / 2) ** 2)
