"""A scale that somebody else reads and sends as lines of text: ``count`` or ``count moment``.

A line ``# good bad`` says how many frames the sender took and threw away until now.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.errors import Closed, HardwareError, ScaleMissing
from hardware.real.hx711 import BOTTOM, TOP, is_pattern

WAIT_SECONDS = 0.25
AGAIN_SECONDS = 1.0
"""How long to wait before an unplugged teller is looked for again."""
MOST_CHUNKS = 16
"""How many pieces of a line are put together in one reading."""
MOST_BYTES = 4096
"""A sender this long without a newline isn't sending counts."""


class Teller(Protocol):
    """Where the lines come from."""

    name: str

    def open(self) -> int:
        """A descriptor to read from; OSError when it is not there."""

    def close(self) -> None: ...


@dataclass
class Tally:
    """How many readings were taken, and thrown away, as far as we know."""

    good: int = 0
    bad: int = 0

    @property
    def bad_share(self) -> float:
        """How many were thrown away, from 0 to 1."""
        return self.bad / max(1, self.good + self.bad)


class LineScale:
    """Takes complete lines only; what isn't a count of a scale's chip is left out."""

    def __init__(
        self,
        teller: Teller,
        clock: Callable[[], float] = time.monotonic,
        wait: float = WAIT_SECONDS,
    ) -> None:
        self._teller, self._clock, self._wait = teller, clock, wait
        self._waiting: deque[tuple[float, float]] = deque()
        self._rest = b""
        self._fresh = True
        self._closed = False
        self._tried = clock()
        self._last = float("-inf")
        self.statistics = Tally()
        self._tally_before = Tally()
        try:
            self._source: int | None = teller.open()
        except HardwareError:
            raise
        except OSError as wrong:
            raise ScaleMissing("fault.scale.none", device=teller.name, why=wrong) from wrong

    def read(self) -> tuple[float, float] | None:
        """The next count with its moment; None while there is none, or the plug is out."""
        if self._closed:
            raise Closed("fault.closed")
        for _ in range(MOST_CHUNKS):
            if self._waiting or not self._listened():
                break
        return self._waiting.popleft() if self._waiting else None

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        self._closed = True
        self._lose()

    def _listened(self) -> bool:
        """Take what has arrived, a line or a part of one; False when nothing came."""
        source = self._opened()
        if source is None:
            return False
        try:
            if not select.select([source], [], [], self._wait)[0]:
                return False
            heard = os.read(source, MOST_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            heard = b""
        if heard:
            self._take(heard)
        else:
            self._lose()
        return bool(heard)

    def _opened(self) -> int | None:
        """The descriptor; looked for again now and then when it was lost."""
        if self._source is None and self._clock() - self._tried >= AGAIN_SECONDS:
            self._tried = self._clock()
            try:
                self._source = self._teller.open()
            except OSError:
                return None
        return self._source

    def _lose(self) -> None:
        if self._source is not None:
            self._teller.close()
        self._source, self._rest, self._fresh = None, b"", True
        self._tried = self._clock()

    def _take(self, heard: bytes) -> None:
        *lines, self._rest = (self._rest + heard).split(b"\n")
        if len(self._rest) > MOST_BYTES:
            self._rest, self._fresh = b"", True
        if self._fresh and lines:
            # the first line may have begun before we listened
            lines, self._fresh = lines[1:], False
        for line in lines:
            if line.startswith(b"#"):
                self._tally(line)
            elif (reading := self._read(line)) is not None:
                self.statistics.good += 1
                self._waiting.append(reading)
            else:
                self.statistics.bad += 1

    def _tally(self, line: bytes) -> None:
        """Add what the teller threw away since it last said so."""
        try:
            tally = Tally(*(int(each) for each in line[1:].split()))
        except (ValueError, TypeError):
            return
        self.statistics.bad += max(0, tally.bad - self._tally_before.bad)
        self._tally_before = tally

    def _read(self, line: bytes) -> tuple[float, float] | None:
        parts = line.split()
        try:
            count = int(parts[0])
            at = float(parts[1]) if len(parts) == 2 else self._clock()
        except (ValueError, IndexError):
            return None
        if len(parts) > 2 or not BOTTOM <= count <= TOP or is_pattern(count):
            return None
        self._last = at = max(at, self._last + 1e-6)
        return float(count), at
