"""Whether a scale's frames come in time for this computer; a table that hears too few says so."""

from __future__ import annotations

import threading
from typing import Any

from ..core.verdict import Saying
from ..table import Table

LOOK_SECONDS = 10.0
WORST_SHARE = 0.35
"""From a third of bad frames on the bowl is not watched well any more."""
FEWEST = 50
"""Of fewer frames nothing is concluded."""


class Lateness:
    """Looks at a scale's own count of frames now and then; a scale without one is left alone."""

    def __init__(self, table: Table, scale: Any, seconds: float = LOOK_SECONDS) -> None:
        self._table, self._scale, self._seconds = table, scale, seconds
        self._before = (0, 0)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lateness", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(2.0)

    def look(self) -> None:
        """Tell when too many frames were thrown away since the last look, or no longer."""
        tally = getattr(self._scale, "statistics", None)
        if tally is None:
            return
        (good, bad), self._before = self._before, (tally.good, tally.bad)
        good, bad = tally.good - good, tally.bad - bad
        if good + bad >= FEWEST:
            share = bad / (good + bad)
            late = Saying("part.scale_late", {"percent": round(100 * share)})
            self._table.notice("scale late", late if share > WORST_SHARE else None)

    def _run(self) -> None:
        while not self._stopping.wait(self._seconds):
            self.look()
