"""An HX711 pulse by pulse, in a time of its own that passes only when it is asked something.

It falls asleep, shifts, changes its gain and overruns like the real one; how long each touch of a
wire takes is up to the simulation, so every trick of a busy computer can be played on a driver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

ASLEEP_AFTER = 60e-6
SETTLING = 4
"""Conversions that pass after waking before the first answer."""
GAIN_OF = {25: 128, 26: 32, 27: 64}


class Overrun(StrEnum):
    """What a conversion does that ends while the last one is being read."""

    RESTART = "restart"
    TORN = "torn"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Conversion:
    """One answer of the chip: when it was ready, and measured with which gain."""

    at: float
    count: int
    gain: int


def prompt() -> Iterator[float]:
    """A computer that touches a wire within two microseconds, always."""
    while True:
        yield 2e-6


class Hx711Chip:
    """The chip with its two wires and the clock it lives by.

    *weigh* gives the count for a moment and a gain. *delays* gives how long the next touch of a
    wire, or look at the clock, takes: half before it has its effect, half after.
    """

    def __init__(
        self,
        weigh: Callable[[float, int], int],
        rate: float = 80.0,
        delays: Iterator[float] | None = None,
        overrun: Overrun = Overrun.TORN,
    ) -> None:
        self._weigh = weigh
        self._period = 1 / rate
        self._delays = delays or prompt()
        self._overrun = overrun
        self.time = 100.0
        self.plugged = True
        self.log: list[Conversion] = []
        """Every conversion, the newest last."""
        self._clock = 0
        self._rose = 0.0
        self._asleep = False
        self._gain = 128
        self._register: int | None = None
        self._shifted = 0
        self._due = self.time + SETTLING * self._period

    # The computer's side

    def clock(self, level: int) -> None:
        """Move the clock wire."""
        self._pass(half := next(self._delays) / 2)
        if level and not self._clock:
            self._clock, self._rose = 1, self.time
            self._rise()
        elif not level and self._clock:
            self._clock = 0
            self._fall()
        self._pass(half)

    def data(self) -> int:
        """Look at the data wire; pulled up, it is high where nothing is plugged in."""
        self._pass(half := next(self._delays) / 2)
        level = self._level() if self.plugged else 1
        self._pass(half)
        return level

    def now(self) -> float:
        """Look at the clock on the computer's wall."""
        self._pass(half := next(self._delays) / 2)
        seen = self.time
        self._pass(half)
        return seen

    def sleep(self, seconds: float) -> None:
        """Let the computer sleep, and wake a little late."""
        self._pass(seconds + next(self._delays))

    def close(self) -> None:
        """Nothing to let go of."""

    # The chip's side

    def _pass(self, seconds: float) -> None:
        until = self.time + seconds
        if self._clock and not self._asleep and until - self._rose > ASLEEP_AFTER:
            self._convert(self._rose + ASLEEP_AFTER)
            self._asleep = True
        if not self._asleep:
            self._convert(until)
        self.time = until

    def _convert(self, until: float) -> None:
        while self._due <= until:
            made = Conversion(self._due, self._weigh(self._due, self._gain), self._gain)
            self._due += self._period
            self._finish(made)

    def _finish(self, made: Conversion) -> None:
        reading = self._register is not None and 0 < self._shifted < 25
        if reading and self._overrun is Overrun.KEPT:
            return
        self.log.append(made)
        self._register = made.count & 0xFFFFFF
        if not reading or self._overrun is Overrun.RESTART:
            self._shifted = 0

    def _rise(self) -> None:
        if self._asleep or self._register is None:
            return
        self._shifted += 1
        self._gain = GAIN_OF.get(self._shifted, self._gain)

    def _fall(self) -> None:
        if self._asleep:
            self._asleep = False
            self._gain, self._register, self._shifted = 128, None, 0
            self._due = self.time + SETTLING * self._period

    def _level(self) -> int:
        if self._asleep or self._register is None or self._shifted > 24:
            return 1
        if self._shifted == 0:
            return 0
        return self._register >> (24 - self._shifted) & 1
