"""What the hall asks of its store: entries in order, and a turn to write the next one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from companion.core.errors import TableError
from companion.journal import Entry

BOOT = Path("/proc/sys/kernel/random/boot_id")


def machine_start() -> str:
    """Return what names this start of the machine: its monotonic clock counts since then."""
    try:
        return BOOT.read_text().strip().replace("-", "")[:16]
    except OSError:
        return secrets.token_hex(8)


class Overtaken(TableError):
    """Another hall has written meanwhile: read on, and decide again."""


class Store(Protocol):
    """The journal of one night."""

    @property
    def poll_seconds(self) -> float:
        """How often to look for what another hall has written."""

    @property
    def night(self) -> str:
        """The night's own name, for topics."""

    @property
    def secret(self) -> bytes:
        """What all keys and passwords of the night are made from."""

    def elapsed(self, entry: Entry) -> float | None:
        """Return the seconds since an entry was written; None if the machine has started anew."""

    def entries(self, after: int = 0) -> Sequence[Entry]:
        """Return the entries after a number."""

    def turn(self) -> AbstractContextManager[None]:
        """Wait until nobody else writes, and let nobody else write until this ends."""

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        """Save one entry right after number *after*; raise Overtaken if there is one already."""

    def close(self) -> None: ...
