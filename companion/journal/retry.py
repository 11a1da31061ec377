"""A journal on a card that can't be written: it can be read, and writing is tried again.

Everything is refused with the reason until the card can be written. Then the real journal takes
over, and nobody has to restart the table."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.core.errors import why
from companion.core.verdict import Saying

from .errors import CannotSave, DiskFull, NotAJournal
from .hash_chain import Entry, SystemClock, label, seal
from .journal import Journal
from .reader import read
from .recovery import Recovery

_CARD_FAULTS = (errno.EROFS, errno.ENOSPC, errno.EIO)


def open_or_wait(path: Path) -> Journal | WaitingJournal:
    """Open the journal at *path*, or stand in for it while its card can't be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Journal.open(path)
    except OSError as error:
        if not _is_the_card(path, error):
            raise
        return WaitingJournal(path, why(error))


def _is_the_card(path: Path, error: OSError) -> bool:
    """Check whether the card is to blame: full, failing or write-protected."""
    if isinstance(error, DiskFull) or error.errno in _CARD_FAULTS:
        return True
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.errno in _CARD_FAULTS:
        return True
    return isinstance(error, CannotSave) and _is_read_only(path)


def _is_read_only(path: Path) -> bool:
    """Check whether the disk under *path* is mounted read-only."""
    folder = next((place for place in path.parents if place.is_dir()), None)
    return folder is not None and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


class WaitingJournal:
    """Stands in for a journal until its card can be written."""

    recovery: Recovery | None = None

    def __init__(self, path: Path, reason: Saying | str) -> None:
        self.why = reason
        self._path = path
        self._real: Journal | None = None
        self._entries = _readable(path)
        self._unsaved: Entry | None = None

    @property
    def path(self) -> Path:
        return self._real.path if self._real else self._path

    @property
    def game(self) -> str:
        """The game's own name; one that was never saved has none."""
        if self._real:
            return self._real.game
        return self._entries[0].previous if self._entries else ""

    @property
    def rewritten(self) -> int:
        return self._real.rewritten if self._real else 0

    @property
    def head(self) -> tuple[int, str]:
        if self._real:
            return self._real.head
        return (self._entries[-1].number, self._entries[-1].chain) if self._entries else (0, "")

    def entries(self, after: tuple[int, str] | None = None) -> Iterator[Entry]:
        if self._real:
            return self._real.entries(after)
        return iter(self._entries[after[0] if after else 0 :])

    def append(self, kind: str, body: dict[str, Any], *, private_to: str | None = None) -> Entry:
        """Save an entry if the card can be written by now.

        The very first one may wait in memory: it only says what is played, and it is saved before
        anything else.
        """
        if not self._entries:
            self._unsaved = _first(kind, body)
            self._entries = (self._unsaved,)
            return self._unsaved
        self.keep()
        assert self._real is not None
        return self._real.append(kind, body, private_to=private_to)

    def keep(self) -> None:
        """Try the card again; raise while it can't be written."""
        if self._real is None:
            self._real = self._opened()
            self.why = ""
        self._real.keep()

    def checkpoint(self) -> bool:
        return self._real.checkpoint() if self._real else False

    def check(self, patience_seconds: float = 5.0) -> None:
        """Raise if the journal is stuck. A card that can't be written is no reason to restart."""
        if self._real is not None:
            self._real.check(patience_seconds)

    def close(self) -> None:
        if self._real is not None:
            self._real.close()

    def _opened(self) -> Journal:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal.open(self._path)
        except OSError as error:
            self.why = why(error)
            if isinstance(error, CannotSave):
                raise
            raise CannotSave("fault.journal.cannot_save", path=self._path, why=error) from error
        if journal.head[0] == 0 and self._unsaved is not None and self._unsaved.body is not None:
            journal.append(self._unsaved.kind, self._unsaved.body)
        elif journal.head != self.head:
            journal.close()
            raise CannotSave("fault.journal.changed", path=self._path)
        return journal


def _readable(path: Path) -> tuple[Entry, ...]:
    """Read the entries of a journal that can't be written; none if it doesn't exist."""
    try:
        return read(path)
    except NotAJournal:
        if path.exists():
            raise
        return ()


def _first(kind: str, body: dict[str, Any]) -> Entry:
    clock = SystemClock()
    return seal(
        number=1, boot=secrets.token_hex(8), monotonic=clock.monotonic(),
        wall_time=label(clock.wall()), kind=kind, body=body, private_to=None,
        salt=secrets.token_hex(16), previous=secrets.token_hex(32),
    )  # fmt: skip
