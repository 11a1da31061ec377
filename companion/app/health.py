"""The machine around the table: room on the card, a true clock, memory handed back."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.core.verdict import Saying
from companion.table import Table
from companion.util.worker import Supervised

LOW_MB, FULL_MB = 200, 50
FIRST_YEAR = 2020
"""A Pi without a network starts long before this year, when nobody had this table."""
LOOK_SECONDS = 20.0


def complaints(free_mb: int, year: int) -> dict[str, Saying | None]:
    """Return what is wrong with the machine, by subject; None if all is well."""
    disk = None
    if free_mb < FULL_MB:
        disk = Saying("part.disk_full", {"megabytes": free_mb})
    elif free_mb < LOW_MB:
        disk = Saying("part.disk_low", {"megabytes": free_mb})
    clock = Saying("part.clock_wrong", {"year": year}) if year < FIRST_YEAR else None
    return {"disk": disk, "clock": clock}


def free_megabytes(folder: Path) -> int:
    """Return the room that is left where the journal lies."""
    return shutil.disk_usage(folder).free // 1_000_000


def this_year() -> int:
    return datetime.now(UTC).year


class HealthWatch:
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
        self._loop = Supervised("health_watch", self.look, every=seconds)

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


# The C library's allocator, told to hand freed memory back to the machine.
#
# Painted pictures of a rehearsal are a few megabytes each. Left to itself, glibc keeps what was
# freed in one heap per thread and raises the size from which it maps memory piece by piece, so
# that forty games leave hundreds of megabytes that nobody uses.

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Their numbers in malloc.h of glibc."""
LARGE = 128 * 1024
"""Size in bytes from which a block is mapped by itself and unmapped once it is freed."""
HEAPS = 2


def hand_memory_back() -> bool:
    """Tell the allocator, before the first thread begins; False where it is not glibc's."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    wishes = {M_ARENA_MAX: HEAPS, M_MMAP_THRESHOLD: LARGE, M_TRIM_THRESHOLD: LARGE}
    return all([mallopt(name, value) for name, value in wishes.items()])
