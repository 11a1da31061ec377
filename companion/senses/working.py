"""Whether a process still works: a hung one uses no processor time, a slow one does."""

from __future__ import annotations

import os
from pathlib import Path


def worked_seconds(pid: int, processes: Path = Path("/proc")) -> float | None:
    """How long a process has been computing since it began; None where nobody knows."""
    try:
        line = (processes / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name is in brackets and may hold anything; the times are the 14th and 15th field.
    fields = line.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Patience:
    """How long to wait for a slow starter.

    Until the first word there are two limits: *most* seconds in all, and *silent* seconds without
    any work done. After it, *silent* seconds without a word.
    """

    NOTABLE_SECONDS = 0.1
    """Less work than this is a thread turning over in its sleep."""

    def __init__(self, silent: float, most: float, now: float) -> None:
        self._silent, self._most = silent, most
        self._began = self._moved = now
        self._worked = 0.0
        self._spoke = False

    def heard(self, now: float) -> None:
        self._moved, self._spoke = now, True

    def is_over(self, now: float, worked: float | None) -> bool:
        """Whether to give up; *worked* is its processor time so far, if that is known."""
        if self._spoke:
            return now - self._moved > self._silent
        if worked is None or worked - self._worked >= self.NOTABLE_SECONDS:
            self._moved, self._worked = now, worked or 0.0
        return now - self._moved > self._silent or now - self._began > self._most
