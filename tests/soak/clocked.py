"""Runs a program whose clock on the wall is off by as many seconds as a file says, at any moment.

``python -m tests.soak.clocked FILE MODULE WORDS...``
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

LOOK_SECONDS = 0.5
true_time, true_monotonic = time.time, time.monotonic


class Wall:
    """A clock that jumps when its file says so."""

    def __init__(self, file: Path) -> None:
        self._file, self._off, self._due = file, 0.0, 0.0

    def __call__(self) -> float:
        if true_monotonic() >= self._due:
            self._due = true_monotonic() + LOOK_SECONDS
            self._off = self._read()
        return true_time() + self._off

    def _read(self) -> float:
        try:
            return float(self._file.read_text())
        except (OSError, ValueError):
            return self._off


if __name__ == "__main__":
    time.time = Wall(Path(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
