"""The board: what each role is shown now, written once per change and shared by all who look."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import msgspec
from gevent.lock import Semaphore

from companion.core.roles import Role
from companion.table import Table
from companion.words import Words

from .again import briefly
from .changes import change
from .telling import WordedOnce, snapshot_worded


class Sheet:
    """What one role is shown in one language: as JSON, and as frames of the stream."""

    def __init__(self, number: int, json: bytes) -> None:
        self.json = json
        self.frame = b"id: %d\nevent: table\ndata: %s\n\n" % (number, json)
        self._number = number
        self._serial = next(SERIALS)
        self._plain: Any = None
        self._since: dict[int, bytes] = {}

    def since(self, old: Sheet | None) -> bytes:
        """The frame for a reader who has *old*: what has changed, or the whole.

        It depends only on the two sheets, both of which the role may see.
        """
        if old is None:
            return self.frame
        if old._serial not in self._since:
            self._since[old._serial] = self._change(old)
        return self._since[old._serial]

    def _change(self, old: Sheet) -> bytes:
        whole = change(old.plain(), self.plain())
        found = min(map(msgspec.json.encode, (whole, briefly(old.plain(), whole))), key=len)
        if len(found) >= len(self.json):
            return self.frame
        return b"id: %d\nevent: change\ndata: %s\n\n" % (self._number, found)

    def plain(self) -> Any:
        """The sheet as plain data, read once."""
        if self._plain is None:
            self._plain = msgspec.json.decode(self.json)
        return self._plain

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and self.json == other.json

    __hash__ = None  # type: ignore[assignment]


SERIALS = count()
Apart = Callable[[Callable[..., Any], tuple[Any, ...]], Any]
"""Does a piece of work in a native thread and waits for it without holding up other requests."""


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
        self._past: dict[str, WordedOnce] = {}
        self._desks: dict[tuple[Role, str], Semaphore] = {}

    def stir(self) -> None:
        """The table has changed; called from whatever thread changed it."""
        with self._lock:
            self._change += 1

    def sheet(self, role: Role, language: str, apart: Apart | None = None) -> Sheet:
        """The newest sheet; two sheets are the same object when nothing new is on them.

        A move that is being saved holds the table until it is on the card. *apart* writes the sheet
        where waiting for that holds up nobody; all who want the same sheet wait for one writing.
        """
        if apart is None:
            return self._known(role, language) or self._written(role, language)
        sheet = self._known(role, language)
        if sheet is None:
            with self._desks.setdefault((role, language), Semaphore(1)):
                sheet = self._known(role, language) or apart(self._written, (role, language))
        return sheet

    def _known(self, role: Role, language: str) -> Sheet | None:
        written, sheet = self._sheets.get((role, language), (-1, None))
        return sheet if written == self._change else None

    def _written(self, role: Role, language: str) -> Sheet:
        number = self._change
        _, old = self._sheets.get((role, language), (-1, None))
        sheet = self._unless_equal(old, self._write(role, language))
        self._sheets[role, language] = (number, sheet)
        return sheet

    def _write(self, role: Role, language: str) -> Sheet:
        past = self._past.setdefault(language, WordedOnce(self._words[language]))
        shown = snapshot_worded(self._table.snapshot(role), self._words[language], past)
        json = msgspec.json.encode({**shown, **self._about(role)})
        return Sheet(shown["number"], json)

    @staticmethod
    def _unless_equal(old: Sheet | None, new: Sheet) -> Sheet:
        """Somebody's private note changes nothing for the others, not even the moment."""
        return old if old == new and old is not None else new
