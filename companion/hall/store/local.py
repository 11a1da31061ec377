"""A night in a journal on this machine: the same that keeps games, on the card when it says so."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.files import write_whole
from companion.journal import Entry, Journal

from .keeping import Overtaken

FILE, SECRET = "night.sqlite", "night.secret"


class LocalStore:
    """The journal of one night, written by one hall."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._journal = Journal.open(folder / FILE)
        self.secret = _secret_in(folder / SECRET)
        self._lock = threading.Lock()
        self._entries: list[Entry] = list(self._journal.entries())

    @property
    def night(self) -> str:
        return self._journal.game[:12]

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return self._entries[after:]

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        with self._lock:
            if self._journal.head[0] != after:
                raise Overtaken("fault.hall.overtaken", number=after + 1)
            entry = self._journal.append(kind, body)
            self._entries.append(entry)
            return entry

    def close(self) -> None:
        self._journal.close()


def _secret_in(path: Path) -> bytes:
    """The secret of this night; made once."""
    if path.exists():
        return bytes.fromhex(path.read_text().strip())
    made = secrets.token_bytes(32)
    write_whole(path, made.hex().encode(), 0o600)
    return made
