"""What the whole trap weighs, and how that drifts with the cell until it is built again."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from calibration.teach.weights import Weights

from .level import Level
from .state import ScaleState


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


class WholeTrap:
    """The weight of the trap when people last said that it stands."""

    def __init__(self) -> None:
        self._grams: float | None = None
        self._quiet: Level | None = None

    def stands(self, knows: ScaleState) -> None:
        """People say that the trap stands: what it weighs now is what it weighs whole."""
        level = knows.scale.last
        if level and level.quiet:
            self._grams = level.grams

    def drift(self, knows: ScaleState) -> None:
        """Follow the cell: as seen while nobody touches it, as expected while somebody does."""
        level, before = knows.scale.last, self._quiet
        if level is None or not level.quiet or level is before:
            return
        self._quiet = level
        if self._grams is None or before is None:
            return
        since = knows.story.still_since
        if since is not None and before.since >= since:
            self._grams += level.grams - before.grams
        else:
            self._grams += knows.story.rest.drift * (level.middle - before.middle)

    def shown(self, weights: Weights, level: Level) -> dict[str, Any]:
        """Return how the trap stands while it is rebuilt."""
        if not level.quiet:
            return {"state": "unclear", "item": None, "short_g": 0.0}
        found = rebuilt(replace(weights, full_g=self._grams), level.grams, level.error)
        return {"state": str(found.trap), "item": found.item, "short_g": round(found.short_g, 2)}
