"""Weighing in as a walk: one thing after the other is laid on the plate, and taken down."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from calibration.teach.weights import (
    BOULDERS_WEIGHED,
    BadWeights,
    Weights,
    counts_per_gram,
    problems,
    stored,
    twins,
    weigh_in,
)

KNOWN_G = (1.0, 1000.0)
"""What a known weight may weigh; a cell of 1 kg carries no more."""


class WeighInWalk(msgspec.Struct, frozen=True):
    """How far somebody has come; all counts so far, in the order of the steps."""

    colours: tuple[str, ...]
    known: float
    rate: float
    counts: tuple[float, ...] = ()

    @property
    def steps(self) -> tuple[tuple[str, str, int], ...]:
        """Every step: what to lay down, the colour of a boulder, and which of five it is."""
        boulders = (
            ("boulder", colour, number)
            for colour in self.colours
            for number in range(1, BOULDERS_WEIGHED + 1)
        )
        return (("empty", "", 0), ("known", "", 0), ("bowl", "", 0), ("staff", "", 0), *boulders)

    @property
    def step(self) -> tuple[str, str, int] | None:
        """What is to be done now; None when everything was weighed."""
        done = len(self.counts)
        return self.steps[done] if done < len(self.steps) else None

    def take(self, count: float) -> WeighInWalk:
        """Note what lies on the plate now, and go on."""
        if self.step is None or not math.isfinite(count):
            return self
        return msgspec.structs.replace(self, counts=(*self.counts, count))

    def back(self) -> WeighInWalk:
        """Do the last step again."""
        return msgspec.structs.replace(self, counts=self.counts[:-1])

    def grams(self, count: float) -> float | None:
        """Return what the plate carries; None before the known weight was weighed."""
        if len(self.counts) < 2 or self.counts[1] == self.counts[0]:
            return None
        return (count - self.counts[0]) * self.known / (self.counts[1] - self.counts[0])

    def weights(self) -> Weights:
        """Return what was weighed, once every step is done."""
        zero, known, bowl, staff, *boulders = self.counts
        each = BOULDERS_WEIGHED
        by_colour = {
            colour: boulders[n * each : n * each + each] for n, colour in enumerate(self.colours)
        }
        per_gram = counts_per_gram(zero, known, self.known)
        return weigh_in(zero, per_gram, bowl, staff, by_colour, self.rate)


class WeighInOutcome(msgspec.Struct, frozen=True):
    """What a finished walk found."""

    kept: dict[str, Any]
    """The stored weights; nothing if they can't be true."""
    alike: int = 0
    """How many pairs of things the scale can hardly tell apart."""


def outcome(walk: WeighInWalk) -> WeighInOutcome:
    """Judge a finished walk."""
    try:
        weights = walk.weights()
    except (BadWeights, ZeroDivisionError):
        return WeighInOutcome({})
    return (
        WeighInOutcome({})
        if problems(weights)
        else WeighInOutcome(stored(weights), len(twins(weights)))
    )
