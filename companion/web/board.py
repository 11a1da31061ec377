"""The board: what each role is shown now, written once per change and shared by all who look."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.core.roles import Role
from companion.table import Table
from companion.words import Words

from .telling import snapshot_told


@dataclass(frozen=True)
class Sheet:
    """What one role is shown in one language: as JSON, and as a frame of the stream."""

    json: bytes
    frame: bytes


class Board:
    """Keeps one sheet per role and language until the table changes."""

    def __init__(
        self,
        table: Table,
        words: Mapping[str, Words],
        about: Callable[[Role], dict[str, Any]] = lambda role: {},
    ) -> None:
        self._table = table
        self._words = words
        self._about = about
        self._lock = threading.Lock()
        self._change = 0
        self._sheets: dict[tuple[Role, str], tuple[int, Sheet]] = {}

    def stir(self) -> None:
        """The table has changed; called from whatever thread changed it."""
        with self._lock:
            self._change += 1

    def sheet(self, role: Role, language: str) -> Sheet:
        """The newest sheet; two sheets are the same object when nothing new is on them."""
        change = self._change
        written, sheet = self._sheets.get((role, language), (-1, None))
        if sheet is None or written != change:
            sheet = self._unless_equal(sheet, self._write(role, language))
            self._sheets[role, language] = (change, sheet)
        return sheet

    def _write(self, role: Role, language: str) -> Sheet:
        shown = snapshot_told(self._table.snapshot(role), self._words[language])
        json = msgspec.json.encode({**shown, **self._about(role)})
        return Sheet(json, b"id: %d\nevent: table\ndata: %s\n\n" % (shown["number"], json))

    @staticmethod
    def _unless_equal(old: Sheet | None, new: Sheet) -> Sheet:
        """Somebody's private note changes nothing for the others, not even the moment."""
        return old if old == new and old is not None else new
