"""A scale that somebody else reads and sends as lines of text: ``count`` or ``count moment``.

A line ``# good bad`` says how many frames the sender took and threw away until now.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import termios
import time
import tty
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware import errors
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
        """Open a descriptor to read from; raise OSError if it isn't there."""

    def close(self) -> None: ...


@dataclass
class PulseTally:
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
        self.statistics = PulseTally()
        self._tally_before = PulseTally()
        try:
            self._source: int | None = teller.open()
        except HardwareError:
            raise
        except OSError as wrong:
            raise ScaleMissing("fault.scale.none", device=teller.name, why=wrong) from wrong

    def read(self) -> tuple[float, float] | None:
        """Return the next count with its moment; None while there is none or the plug is out."""
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
        """Return the descriptor; after a loss, look for it again now and then."""
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
            tally = PulseTally(*(int(each) for each in line[1:].split()))
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


BAUDS = {9600: termios.B9600, 57600: termios.B57600, 115_200: termios.B115200}
START_SECONDS = 20.0
"""A Pi Zero under load needs a while to start a process."""


class SerialLine:
    """A microcontroller on a serial device, raw, without flow control."""

    def __init__(self, device: str, baud: int = 115_200) -> None:
        if baud not in BAUDS:
            known = ", ".join(str(each) for each in BAUDS)
            raise ScaleMissing("fault.scale.baud", device=device, baud=baud, known=known)
        self.name, self._baud = device, BAUDS[baud]
        self._source: int | None = None

    def open(self) -> int:
        source = os.open(self.name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(source)
            settings = termios.tcgetattr(source)
            settings[4] = settings[5] = self._baud
            termios.tcsetattr(source, termios.TCSANOW, settings)
        except (termios.error, OSError) as wrong:
            os.close(source)
            raise ScaleMissing("fault.scale.no_serial", device=self.name) from wrong
        self._source = source
        return source

    def close(self) -> None:
        if self._source is not None:
            os.close(self._source)
            self._source = None


class ChildTeller:
    """A process of our own that reads a chip and writes lines; started again when it is lost."""

    def __init__(self, name: str, module: str, arguments: Sequence[str]) -> None:
        self.name = name
        self._command = [sys.executable, "-m", module, *arguments]
        self._child: subprocess.Popen[bytes] | None = None

    def open(self) -> int:
        """Start it; what it cannot open is raised here as if we had tried ourselves."""
        root = str(Path(errors.__file__).parents[1])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self._child = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self._child.stdout is not None
        source = self._child.stdout.fileno()
        said = _first_line(source)
        if said != b"ready":
            self.close()
            raise _error(said.decode("utf-8", "replace"), self.name)
        return source

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            if self._child.stdout is not None:
                self._child.stdout.close()
            self._child = None


def _first_line(source: int) -> bytes:
    """Read one line byte by byte, so that nothing behind it is consumed."""
    line = b""
    while select.select([source], [], [], START_SECONDS)[0]:
        byte = os.read(source, 1)
        if byte in (b"", b"\n"):
            break
        line += byte
    return line


def _error(said: str, name: str) -> OSError:
    """Return the error a child wrote, as the kind of error it was."""
    mark, _, rest = said.partition(" ")
    kind, _, words = rest.partition(" ")
    found = getattr(errors, kind, None) if mark == "!" else None
    if isinstance(found, type) and issubclass(found, HardwareError):
        key, values = json.loads(words)
        error = found(key, **values)
        return error if isinstance(error, OSError) else ScaleMissing(key, **values)
    return ScaleMissing("fault.scale.not_started", device=name, said=said)
