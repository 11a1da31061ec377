"""What the hall asks of its store: entries in order, and a new one only right after the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.core.errors import TableError
from companion.journal import Entry


class Overtaken(TableError):
    """Another hall has written meanwhile: read on, and decide again."""


class Store(Protocol):
    """The journal of one night."""

    @property
    def night(self) -> str:
        """The night's own name, for topics."""

    @property
    def secret(self) -> bytes:
        """What all keys and passwords of the night are made from."""

    def entries(self, after: int = 0) -> Sequence[Entry]:
        """The entries after a number."""

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        """Save one entry right after number *after*; Overtaken where there is one already."""

    def close(self) -> None: ...
