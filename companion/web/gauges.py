"""Gauges: what instruments show right now, written once per change, the same for all who look."""

from __future__ import annotations

import threading
from collections import Counter

import msgspec

from companion.table import Table

EVERY_SECONDS = 0.2
"""A reader gets news of gauges no more often than this."""


class Gauges:
    """Keeps one frame of the stream per gauge; slow readers miss some."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._changes: Counter[str] = Counter()
        self._frames: dict[str, tuple[int, bytes]] = {}

    def stir(self, name: str) -> None:
        """A gauge shows something new; called from the thread of its instrument."""
        with self._lock:
            self._changes[name] += 1

    def news(self, read: dict[str, int]) -> list[str]:
        """The gauges that have changed since what a reader has *read*."""
        known = self._table.gauges()
        return [name for name in known if read.get(name) != self._changes[name]]

    def frames(self, names: list[str], read: dict[str, int]) -> bytes:
        """What these gauges show now; notes in *read* that it was read."""
        sent = b""
        for name in names:
            read[name], frame = self._frame(name)
            sent += frame
        return sent

    def _frame(self, name: str) -> tuple[int, bytes]:
        change = self._changes[name]
        written = self._frames.get(name)
        if written is None or written[0] != change:
            shown = msgspec.json.encode({"name": name, "shows": self._table.gauges()[name]})
            written = (change, b"event: gauge\ndata: %s\n\n" % shown)
            self._frames[name] = written
        return written
