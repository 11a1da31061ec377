"""Whether a scale's frames come in time for this computer; a table that hears too few says so."""

from __future__ import annotations

from typing import Any

from ..core.verdict import Saying
from ..supervised import Supervised
from ..table import Table

LOOK_SECONDS = 10.0
WORST_SHARE = 0.35
"""With a larger share of bad frames the bowl is not watched well any more."""
FEWEST = 50
"""From fewer frames nothing is concluded."""


class Lateness:
    """Looks at a scale's own count of frames now and then; a scale without one is left alone."""

    def __init__(self, table: Table, scale: Any, seconds: float = LOOK_SECONDS) -> None:
        self._table, self._scale = table, scale
        self._before = (0, 0)
        self._loop = Supervised("lateness", self.look, every=seconds)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop()

    def look(self) -> None:
        """Report when too many frames were thrown away since the last look, or no longer."""
        tally = getattr(self._scale, "statistics", None)
        if tally is None:
            return
        (good, bad), self._before = self._before, (tally.good, tally.bad)
        good, bad = tally.good - good, tally.bad - bad
        if good + bad >= FEWEST:
            share = bad / (good + bad)
            late = Saying("part.scale_late", {"percent": round(100 * share)})
            self._table.notice("scale late", late if share > WORST_SHARE else None)
