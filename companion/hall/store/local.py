"""A night in a journal on this machine: the same that keeps games, on the card when it says so."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from companion.journal import Entry, Journal, SystemClock
from companion.journal.hash_chain import Clock
from companion.util.files import write_whole

from .port import Overtaken, machine_start

FILE, SECRET = "night.sqlite", "night.secret"


class LocalStore:
    """The journal of one night, written by one hall."""

    poll_seconds = 1.0

    def __init__(self, folder: Path, clock: Clock | None = None, boot: str = "") -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._clock = clock or SystemClock()
        self._journal = Journal.open(folder / FILE, clock=self._clock, boot=boot or machine_start())
        self.secret = _secret_in(folder / SECRET)
        self._lock = threading.RLock()
        self._entries: list[Entry] = list(self._journal.entries())

    @property
    def night(self) -> str:
        return night_of(self._journal.game)

    def elapsed(self, entry: Entry) -> float | None:
        same = entry.boot == self._journal.boot
        return self._clock.monotonic() - entry.monotonic if same else None

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return self._entries[after:]

    def turn(self) -> AbstractContextManager[Any]:
        return self._lock

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        with self._lock:
            if self._journal.head[0] != after:
                raise Overtaken("fault.hall.overtaken", number=after + 1)
            entry = self._journal.append(kind, body)
            self._entries.append(entry)
            return entry

    def close(self) -> None:
        self._journal.close()


def night_of(game: str) -> str:
    """Return what a night is called among others, by the name of its journal."""
    return game[:12]


def _secret_in(path: Path) -> bytes:
    """Return the secret of this night; made once."""
    if path.exists():
        return bytes.fromhex(path.read_text().strip())
    made = secrets.token_bytes(32)
    write_whole(path, made.hex().encode(), 0o600)
    return made
