"""Who sends a scale's counts as lines: a microcontroller on a serial device, or our own process."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import termios
import tty
from collections.abc import Sequence
from pathlib import Path

from hardware import errors
from hardware.errors import HardwareError, ScaleMissing

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
    """One line, byte by byte, so that nothing behind it is taken away."""
    line = b""
    while select.select([source], [], [], START_SECONDS)[0]:
        byte = os.read(source, 1)
        if byte in (b"", b"\n"):
            break
        line += byte
    return line


def _error(said: str, name: str) -> OSError:
    """The error a child wrote, as the kind of error it was."""
    mark, _, rest = said.partition(" ")
    kind, _, words = rest.partition(" ")
    found = getattr(errors, kind, None) if mark == "!" else None
    if isinstance(found, type) and issubclass(found, HardwareError):
        key, values = json.loads(words)
        error = found(key, **values)
        return error if isinstance(error, OSError) else ScaleMissing(key, **values)
    return ScaleMissing("fault.scale.not_started", device=name, said=said)
