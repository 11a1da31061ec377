"""The machine around the table: room on the card, and a clock that can be true."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from ..core.verdict import Saying
from ..supervised import Supervised
from ..table import Table

LOW_MB, FULL_MB = 200, 50
FIRST_YEAR = 2020
"""A Pi without a network starts long before this year, when nobody had this table."""
LOOK_SECONDS = 20.0


def complaints(free_mb: int, year: int) -> dict[str, Saying | None]:
    """What is wrong with the machine, by subject; None where all is well."""
    disk = None
    if free_mb < FULL_MB:
        disk = Saying("part.disk_full", {"megabytes": free_mb})
    elif free_mb < LOW_MB:
        disk = Saying("part.disk_low", {"megabytes": free_mb})
    clock = Saying("part.clock_wrong", {"year": year}) if year < FIRST_YEAR else None
    return {"disk": disk, "clock": clock}


def free_megabytes(folder: Path) -> int:
    """The room that is left where the journal lies."""
    return shutil.disk_usage(folder).free // 1_000_000


def this_year() -> int:
    return datetime.now(UTC).year


class Minder:
    """Looks after the machine now and then, and reports to the table."""

    def __init__(
        self,
        table: Table,
        folder: Path,
        free: Callable[[Path], int] = free_megabytes,
        year: Callable[[], int] = this_year,
        seconds: float = LOOK_SECONDS,
    ) -> None:
        self._table, self._folder = table, folder
        self._free, self._year = free, year
        self._loop = Supervised("minder", self.look, every=seconds)

    def start(self) -> None:
        self.look()
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop()

    def look(self) -> None:
        """Report what is wrong now, and withdraw what is right again."""
        try:
            free = self._free(self._folder)
        except OSError:
            return  # the journal itself will say that its card is gone
        for about, say in complaints(free, self._year()).items():
            self._table.notice(about, say)
