"""A scale and a tilt switch under a simulated bowl, with the mischief such sensors get up to."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from threading import RLock

from hardware.errors import Closed

from .bowl import BOTTOM, TOP, Bowl, LoadCell

LEANING_DEGREES = 35.0


class SimulatedScale:
    """Every read is the bowl's next conversion, given when it is due.

    *clock* and *sleep* are the time it lives in; a rehearsal faster than life brings its own.
    Hold ``hands`` while reaching into the bowl.
    """

    def __init__(
        self,
        bowl: Bowl,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.bowl = bowl
        self.clock = clock
        self.hands = RLock()
        self.switch = False
        self._sleep = sleep
        self._began = clock() - bowl.at
        self._reads: Callable[[int], int | None] = lambda raw: raw
        self._closed = False

    @property
    def due_at(self) -> float:
        """When the next conversion is ready."""
        return self._began + self.bowl.at + 1 / self.bowl.cell.rate

    def read(self) -> tuple[float, float] | None:
        """Wait for the next conversion; None when the chip has nothing to say."""
        if self._closed:
            raise Closed("this scale was closed; open another one")
        early = self.due_at - self.clock()
        if early > 0:
            self._sleep(early)
        with self.hands:
            arrived = list(self.bowl.samples(1 / self.bowl.cell.rate))
        if not arrived:
            return None
        at, counts, closed = arrived[-1]
        self.switch = bool(closed)
        raw = self._reads(counts)
        return None if raw is None else (float(raw), self._began + at)

    def close(self) -> None:
        self._closed = True

    def unplug(self) -> None:
        """Say nothing any more."""
        self._reads = lambda raw: None

    def stick(self, counts: int = 123_456) -> None:
        """Repeat one number for ever."""
        self._reads = lambda raw: counts

    def saturate(self, low: bool = False) -> None:
        """Stay at the end of the range."""
        self.stick(BOTTOM if low else TOP)

    def spike(self, each: int) -> None:
        """Turn every *each*-th reading into nonsense, as late clock edges do."""
        turn = 0

        def spoilt(raw: int) -> int:
            nonlocal turn
            turn += 1
            if turn % each:
                return raw
            return (-1, raw * 2, 0xFFFF, raw >> 1)[turn // each % 4]

        self._reads = spoilt

    def recover(self) -> None:
        """Work as it should again."""
        self._reads = lambda raw: raw


class SimulatedTilt:
    """The switch under the same bowl."""

    def __init__(self, scale: SimulatedScale) -> None:
        self._scale = scale

    def read(self) -> tuple[float, float] | None:
        """Return the angle a switch stands for: leaning, or not."""
        return (LEANING_DEGREES if self._scale.switch else 0.0), self._scale.clock()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def mock_scale(
    clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> SimulatedScale:
    """Return a scale with an empty bowl on it, for a wiring that is only tried."""
    return SimulatedScale(Bowl(LoadCell(), load=200.0, rng=Random(1)), clock, sleep)
