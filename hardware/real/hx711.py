"""Read the HX711, the chip between a load cell and two lines, bit by bit. A clock that stays high
for 60 us puts the chip to sleep, and a conversion that ends while bits are shifted out mixes two
weights. Linux may cause either at any moment. So every pulse is timed from before it rises until
after it has fallen, the moment since which the answer has been waiting is known, and anything that
wasn't certainly in time is discarded: a reading is right or there is none.

A clock that stays high for 60 us puts the chip to sleep, and a conversion that ends while bits are
shifted out mixes two weights. Linux may do either at any moment. So every pulse is timed from
before it rises until after it has fallen, the moment since which the answer has been waiting is
known, and whatever was not certainly in time is thrown away: a reading is right or there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from hardware.errors import BadGain, Closed

PULSES = {128: 25, 32: 26, 64: 27}
"""Pulses that choose channel and gain of the next conversion: A 128, B 32, A 64."""
LONGEST_HIGH = 60e-6
"""A clock that is high for longer sends the chip to sleep."""
SHORTEST = 0.56
"""The least share of its nominal period a conversion takes: 7 ms at 80 a second. An answer stays
as it is for that long."""
POLL_SECONDS = 0.0005
WAIT_SECONDS = 0.25
"""How long one reading may be waited for: ten conversions a second leave room for a bad one."""
SILENT_SECONDS = 0.6
"""Seconds of silence after which the chip is switched off and on: at 10 readings a second the first
conversion after waking takes 0.4 s."""
SLEEP_SECONDS = 0.0002
"""How long the clock is held high to switch the chip off."""
OVERRUN = 2
"""After an answer that may have changed while it was read, the chip may have counted any number of
pulses: one frame brings it back to its first bit, one more chooses the gain."""
TOP, BOTTOM = 0x7FFFFF, -0x800000


class Hx711Lines(Protocol):
    """The two wires: the clock we move, the data we watch."""

    def clock(self, level: int) -> None: ...

    def data(self) -> int: ...

    def close(self) -> None: ...


class Bad(StrEnum):
    """Why a frame was thrown away."""

    LATE_PULSE = "late pulse"
    STALE = "stale"
    SLOW_FRAME = "slow frame"
    UNALIGNED = "unaligned"
    UNSURE = "unsure"
    PATTERN = "pattern"


@dataclass
class Statistics:
    """What became of all frames since the chip was opened."""

    good: int = 0
    saturated: int = 0
    late_pulse: int = 0
    stale: int = 0
    slow_frame: int = 0
    unaligned: int = 0
    unsure: int = 0
    pattern: int = 0
    silent: int = 0
    power_cycles: int = 0
    longest_high_us: float = 0.0

    @property
    def bad(self) -> int:
        """Frames that were thrown away."""
        return sum(getattr(self, why.replace(" ", "_")) for why in Bad)

    @property
    def bad_share(self) -> float:
        """How many of all frames were thrown away, from 0 to 1."""
        return self.bad / max(1, self.bad + self.good)

    def count(self, why: Bad) -> None:
        name = why.replace(" ", "_")
        setattr(self, name, getattr(self, name) + 1)


class Ready(NamedTuple):
    """An answer that waits: since after ``not_before``, None when nobody saw it come."""

    not_before: float | None
    at: float


class Shifted(NamedTuple):
    """What was shifted out, with how long it took."""

    bits: int
    longest_high: float
    ended: float
    aligned: bool


class Hx711:
    """A scale on two lines; ``read()`` waits for the next conversion.

    *rate* is what the chip's RATE pin is set to; *longest_high* may be raised only for a chip that
    does not fall asleep, such as a simulated one behind slow wires.
    """

    def __init__(
        self,
        lines: Hx711Lines,
        gain: int = 128,
        *,
        rate: float = 80.0,
        longest_high: float = LONGEST_HIGH,
        wait: float = WAIT_SECONDS,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if gain not in PULSES:
            raise BadGain("fault.scale.gain", gain=gain)
        self.statistics = Statistics()
        self._lines: Hx711Lines | None = lines
        self._pulses = PULSES[gain]
        self._longest_high, self._wait = longest_high, wait
        self._now, self._sleep = now, sleep
        self._shortest = SHORTEST / rate
        self._period = 0.0
        self._good_at: float | None = None
        self._heard = now()
        self._unsure = 0
        self.power_cycle()

    def read(self) -> tuple[float, float] | None:
        """Return the next count with the moment it was ready; None if none came in time."""
        lines = self._open_lines()
        deadline = self._now() + self._wait
        self._nap()
        while (ready := self._ready(lines, deadline)) is not None:
            self._heard = ready.at
            frame = self._shift(lines)
            count = signed(frame.bits)
            why = self._wrong(ready, frame, count)
            if why is None:
                return self._took(count, ready.at)
            self._reject(why, ready, frame)
            if ready.at >= deadline:
                return None
        self._silent()
        return None

    def power_cycle(self) -> None:
        """Switch the chip off and on: it forgets where it was and converts again."""
        lines = self._open_lines()
        lines.clock(1)
        self._sleep(SLEEP_SECONDS)
        lines.clock(0)
        self.statistics.power_cycles += 1
        self._unsure = self._until_gain()
        self._heard = self._now()
        self._good_at = None

    def close(self) -> None:
        """Put the chip to sleep and let go of the lines; closing twice is harmless."""
        if self._lines is not None:
            self._lines.clock(1)
            self._lines.close()
            self._lines = None

    # Waiting

    def _ready(self, lines: Hx711Lines, deadline: float) -> Ready | None:
        """Watch the data line fall; None when it did not before the deadline."""
        not_before = None
        while True:
            looked = self._now()
            if not lines.data():
                return Ready(not_before, self._now())
            not_before = looked
            if looked >= deadline:
                return None
            self._sleep(POLL_SECONDS)

    def _nap(self) -> None:
        """Sleep through most of a conversion, so that waiting costs no processor."""
        if self._good_at is not None:
            left = self._good_at + 0.7 * self._period - self._now()
            if left > 0:
                self._sleep(left)

    def _silent(self) -> None:
        if self._now() - self._heard >= SILENT_SECONDS:
            self.statistics.silent += 1
            self.power_cycle()

    # One frame

    def _shift(self, lines: Hx711Lines) -> Shifted:
        """Clock all bits out, even after a late pulse: asleep or not, the chip then converts."""
        clock, data, now = lines.clock, lines.data, self._now
        bits, longest = 0, 0.0
        for pulse in range(self._pulses):
            began = now()
            clock(1)
            clock(0)
            high = now() - began
            longest = high if high > longest else longest
            if pulse < 24:
                bits = bits << 1 | data()
        return Shifted(bits, longest, now(), bool(data()))

    def _wrong(self, ready: Ready, frame: Shifted, count: int) -> Bad | None:
        """Why a frame may not be believed, the gravest first."""
        if frame.longest_high * 1e6 > self.statistics.longest_high_us:
            self.statistics.longest_high_us = frame.longest_high * 1e6
        if frame.longest_high >= self._longest_high:
            return Bad.LATE_PULSE
        if ready.not_before is None:
            return Bad.STALE
        if not self._in_time(ready.not_before, frame.ended):
            return Bad.SLOW_FRAME
        if not frame.aligned:
            return Bad.UNALIGNED
        if self._unsure:
            return Bad.UNSURE
        return Bad.PATTERN if is_pattern(count) else None

    def _reject(self, why: Bad, ready: Ready, frame: Shifted) -> None:
        self.statistics.count(why)
        self._good_at = None
        if why is Bad.UNALIGNED:
            self.power_cycle()
        elif why is Bad.UNSURE:
            self._unsure -= 1
        elif why is not Bad.PATTERN:
            whole = ready.not_before is not None and self._in_time(ready.not_before, frame.ended)
            self._unsure = self._until_gain() if whole else OVERRUN

    def _in_time(self, not_before: float, ended: float) -> bool:
        """Whether a frame was over before the next conversion can have been."""
        return ended - not_before < self._shortest

    def _until_gain(self) -> int:
        """Return how many frames a chip that fell asleep needs to return to our gain."""
        return 0 if self._pulses == PULSES[128] else 1

    def _took(self, count: int, at: float) -> tuple[float, float]:
        self.statistics.good += 1
        self.statistics.saturated += count in (TOP, BOTTOM)
        if self._good_at is not None:
            self._period = min(at - self._good_at, 0.1)
        self._good_at = at
        return float(count), at

    def _open_lines(self) -> Hx711Lines:
        if self._lines is None:
            raise Closed("fault.closed")
        return self._lines


def signed(bits: int) -> int:
    """Twenty-four bits as the number they stand for."""
    return bits - 0x1000000 if bits & 0x800000 else bits


def is_pattern(count: int) -> bool:
    """Whether a count is what a chip that fell asleep would leave: -1 or 2^n-1, but not the end
    of the range, which an overloaded cell honestly gives."""
    return count == -1 or (0 <= count < TOP and count & (count + 1) == 0)
