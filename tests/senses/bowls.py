"""Bowls for the tests: one box of plain weights, and hands that do what a sentence says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from calibration.teach.weights import Weights
from companion.senses.scale.landslide import ScaleState, armed, step, watch
from companion.senses.scale.stillness import Sample
from companion.senses.scale.verdict import ScaleVerdict
from hardware.simulated.bowl import Bowl, LoadCell, SimulatedHand

# Far enough apart that no two outcomes of a red, blue or green exploration are twins.
WEIGHTS = Weights(
    boulders=(("red", 8.0), ("blue", 5.0), ("green", 2.0), ("yellow", 1.0)),
    boulder_spread=0.01,
    staff_g=14.0,
    bowl_g=200.0,
    counts_per_gram=420.0,
    zero_counts=10_000.0,
)
CELL = LoadCell(counts_per_gram=420.0, zero_counts=10_000.0, noise=0.05, damping=0.2, glitches=0.0)
HAND = SimulatedHand(30.0, 0.8, 0.1)


class Evening:
    """A bowl, a watch over it, and everything the watch said."""

    def __init__(self, weights: Weights = WEIGHTS, seed: int = 1, **cell: float) -> None:
        self.bowl = Bowl(replace(CELL, **cell), 270.0, Random(seed))
        self.watch: ScaleState = watch(weights)
        self.said: list[ScaleVerdict] = []
        self.spoil: Callable[[int], int | None] = lambda raw: raw
        """What becomes of a reading on its way."""

    def wait(self, seconds: float) -> Evening:
        for at, raw, tilt in self.bowl.samples(seconds):
            self.watch, verdict = step(self.watch, Sample(at, self.spoil(raw), bool(tilt)))
            if verdict:
                self.said.append(verdict)
        return self

    def arm(self, wanted: str) -> Evening:
        self.watch = armed(self.watch, self.bowl.at, wanted)
        return self

    def put(self, grams: float) -> Evening:
        self.bowl.put(grams)
        return self

    def rummage(self, seconds: float = 2.0) -> Evening:
        self.bowl.hand_in(HAND)
        return self.wait(seconds)

    def let_go(self, seconds: float = 4.0) -> Evening:
        self.bowl.hand_out()
        return self.wait(seconds)

    def explore(self, wanted: str, lost: float) -> Evening:
        """A whole exploration in which the bowl loses some grams."""
        self.wait(2.0).arm(wanted).wait(1.5).rummage().put(-lost)
        return self.wait(0.2).let_go()

    @property
    def findings(self) -> list[str]:
        """What was said, each thing once."""
        said: list[str] = []
        for verdict in self.said:
            if not said or said[-1] != verdict.finding:
                said.append(verdict.finding)
        return said

    @property
    def last(self) -> ScaleVerdict:
        return self.said[-1]
