"""A bowl on a load cell as physics has it: a plate that swings, hands that press, a cell that
drifts, creeps and mumbles, a chip that misreads. Seeded; the same seed gives the same evening."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

COLOURS = ("red", "blue", "green", "yellow")
OF_EACH = 5
MOVES_PER_SECOND = 320
"""How finely the plate is moved; the chip averages over one conversion."""
TOP, BOTTOM = 0x7FFFFF, -0x800000


@dataclass(frozen=True)
class SimulatedBox:
    """The things of one box with their true masses in grams; no two boulders weigh the same."""

    boulders: Mapping[str, tuple[float, ...]]
    spread: float
    staff: float
    bowl: float


@dataclass(frozen=True)
class LoadCell:
    """One cell, its chip and its place on the table. Grams and seconds."""

    counts_per_gram: float = 420.0
    zero_counts: float = 10_000.0
    rate: float = 80.0
    noise: float = 0.05
    drift: float = 0.005
    wander: float = 0.002
    """Random walk: grams per square root of a second."""
    creep: float = 0.0005
    """The share of a load that comes late, and goes late."""
    creep_seconds: float = 8.0
    hertz: float = 6.0
    damping: float = 0.12
    glitches: float = 0.01
    jitter: float = 0.0
    lost: float = 0.0
    """The share of readings that never arrive."""
    chatter: float = 0.0
    """How often per second a touched bowl closes the tilt switch by mistake."""


@dataclass(frozen=True)
class SimulatedHand:
    """How a hand rummages: the force it rests with, how far and how fast it wanders."""

    grams: float = 25.0
    wander: float = 1.0
    seconds: float = 0.12


class Bowl:
    """Cell, plate, bowl and what lies in it. Change what is in it, then read samples."""

    def __init__(self, cell: LoadCell, load: float, rng: Random, warm: bool = True) -> None:
        self.cell = cell
        self.load = load
        self.at = 0.0
        self.tilted = False
        self._rng = rng
        self._hand: SimulatedHand | None = None
        self._push = self._target = 0.0
        self._place, self._speed = load, 0.0
        self._crept = load if warm else 0.0
        self._drifted = 0.0

    def put(self, grams: float) -> None:
        """Lay something in, or take it out with a negative mass."""
        self.load += grams

    def hand_in(self, hand: SimulatedHand) -> None:
        """Put a hand in that rests with about its weight at once."""
        self._hand = hand
        self._target = hand.grams

    def hand_out(self) -> None:
        """It lets go: within a tenth of a second no finger touches any more."""
        self._hand = None

    def strike(self, grams: float) -> None:
        """Hit the plate: a dropped boulder, a fist on the table. Grams of the first swing."""
        self._speed += grams * 2 * math.pi * self.cell.hertz

    def samples(self, seconds: float) -> Iterator[tuple[float, int, int]]:
        """Let time pass; yield the readings that arrive: seconds, counts, tilt switch."""
        for _ in range(round(seconds * self.cell.rate)):
            weight = self._convert()
            self.at += 1 / self.cell.rate
            if self._rng.random() < self.cell.lost:
                continue
            late = self._rng.uniform(0, self.cell.jitter)
            yield self.at + late, self._misread(self._counts(weight)), self._switch()

    def _convert(self) -> float:
        """Convert once: average the plate's deflection and add the cell's errors."""
        moves = max(1, math.ceil(MOVES_PER_SECOND / self.cell.rate))
        step = 1 / self.cell.rate
        total = 0.0
        for _ in range(moves):
            self._swing(step / moves)
            total += self._place
        self._crept += (self._place - self._crept) * min(1.0, step / self.cell.creep_seconds)
        wander = self._rng.gauss(0, self.cell.wander * math.sqrt(step))
        self._drifted += self.cell.drift * step + wander
        late = self.cell.creep * (self._crept - self._place)
        return total / moves + late + self._drifted + self._rng.gauss(0, self.cell.noise)

    def _swing(self, dt: float) -> None:
        omega = 2 * math.pi * self.cell.hertz
        # Fingers in the bowl are soft: they damp its swing.
        damping = self.cell.damping if self._hand is None else max(0.5, self.cell.damping)
        self._press(dt)
        pull = omega**2 * (self.load + self._push - self._place)
        self._speed += (pull - 2 * damping * omega * self._speed) * dt
        self._place += self._speed * dt

    def _press(self, dt: float) -> None:
        """Change the hand's force from one to the next; now and then it lifts a little."""
        hand = self._hand
        if hand is None:
            self._push -= self._push * min(1.0, dt / 0.03)
            return
        if self._rng.random() < dt / hand.seconds:
            self._target = hand.grams * self._rng.lognormvariate(0, hand.wander)
            if self._rng.random() < 0.08:
                self._target = -self._rng.uniform(0, 10)
        self._push += (self._target - self._push) * min(1.0, dt / (hand.seconds / 2))

    def _counts(self, grams: float) -> int:
        counts = round(self.cell.zero_counts + grams * self.cell.counts_per_gram)
        return max(BOTTOM, min(TOP, counts))

    def _misread(self, counts: int) -> int:
        """Distort a reading like a late clock edge."""
        if self._rng.random() >= self.cell.glitches:
            return counts
        kind = self._rng.randrange(5)
        if kind == 0:
            return int(2 ** self._rng.randrange(8, 24) - 1)
        if kind == 1:
            return counts * 2
        if kind == 2:
            return -1
        if kind == 3:
            return counts >> 1
        return counts + round(self._rng.gauss(0, 60) * self.cell.counts_per_gram)

    def _switch(self) -> int:
        if self.tilted:
            return int(self._rng.random() < 0.9)
        touched = self._hand is not None
        return int(touched and self._rng.random() < self.cell.chatter / self.cell.rate * 4)


def box(rng: Random, spread: float | None = None) -> SimulatedBox:
    """Pack a box: four colours of different size, as wood and brushes make them."""
    spread = rng.uniform(0.01, 0.05) if spread is None else spread
    means = {
        "red": rng.uniform(4.1, 7.8),
        "blue": rng.uniform(2.4, 4.2),
        "green": rng.uniform(1.5, 2.7),
        "yellow": rng.uniform(0.95, 1.55),
    }
    boulders = {
        colour: tuple(mean * (1 + rng.gauss(0, spread)) for _ in range(OF_EACH))
        for colour, mean in means.items()
    }
    return SimulatedBox(boulders, spread, rng.uniform(3.4, 6.0), rng.uniform(120, 260))


def enrolled(contents: SimulatedBox, cell: LoadCell, rng: Random) -> dict[str, object]:
    """Enrol everything as the owner's wizard would: each thing weighed once,
    with a little error."""
    weighed = {
        colour: [grams + rng.gauss(0, 0.02) for grams in each]
        for colour, each in contents.boulders.items()
    }
    means = {colour: sum(each) / len(each) for colour, each in weighed.items()}
    return {
        "boulder_g": {colour: round(mean, 2) for colour, mean in means.items()},
        "boulder_spread": round(contents.spread, 3),
        "staff_g": round(contents.staff + rng.gauss(0, 0.02), 2),
        "bowl_g": round(contents.bowl, 1),
        "counts_per_gram": round(cell.counts_per_gram, 2),
        "zero_counts": round(cell.zero_counts),
        "samples_per_second": cell.rate,
    }
