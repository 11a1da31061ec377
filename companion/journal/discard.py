"""Throwing a journal away: the one thing that cannot be undone, so all its files go together."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.files import sync_directory

from .errors import JournalError
from .reading import read
from .vault import LOCKED
from .witness import head_path


def discard(path: Path) -> None:
    """Delete a journal with its witness and the keys of its private entries."""
    for key in (*_keys(path), *_links(path)):
        key.unlink(missing_ok=True)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.unlink(missing_ok=True)
    head_path(path).unlink(missing_ok=True)
    sync_directory(path.parent)


def _keys(path: Path) -> list[Path]:
    """The key files of private entries; those of an unreadable journal stay."""
    with suppress(JournalError, OSError):
        bodies = [entry.body for entry in read(path) if entry.private_to is not None]
        names = {str(body["key"]) for body in bodies if body is not None and body.keys() == LOCKED}
        return [path.parent / "keys" / f"{name}.key" for name in names if name.isalnum()]
    return []


def _links(path: Path) -> list[Path]:
    """The links and phones of the game."""
    with suppress(JournalError, OSError):
        entries = read(path)
        return [path.parent / "keys" / f"{entries[0].previous[:16]}.page"] if entries else []
    return []
