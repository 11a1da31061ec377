"""Copy a journal whole, even while a table writes to it, or throw all its files away."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.util.files import sync_directory

from . import store
from .errors import JournalError, TornJournal
from .reader import _looking_at, read, read_with_game
from .vault import LOCKED
from .witness import Head, Witness, head_path, look


def copy_journal(path: Path, to: Path) -> None:
    """Copy the journal at *path* to *to*; copy an unreadable one byte for byte."""
    try:
        _copy(path, to)
    except (JournalError, sqlite3.Error):
        _clear(to)
        for end in ("", "-wal", ".head"):
            if (file := store.beside(path, end)).exists():
                shutil.copyfile(file, store.beside(to, end))


def _copy(path: Path, to: Path) -> None:
    store.recognise(path)
    head = look(path).head
    with _looking_at(path) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
    with closing(store.connect_to_look(to, still=True)) as copy:
        if fault := store.schema_fault(copy):
            raise TornJournal(fault)
        query = "SELECT number, chain FROM entry ORDER BY number DESC LIMIT 1"
        row = copy.execute(query).fetchone()
    # the witness belongs to the copy: the table may have gone on between the two
    _bear_witness(to, Head(*row) if row else head)
    read_with_game(to)


def _bear_witness(path: Path, head: Head | None) -> None:
    if head is None:
        return
    witness = Witness.claim(path)
    try:
        witness.prepare()
        witness.note(head)
    finally:
        witness.release()


def _clear(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        store.beside(path, end).unlink(missing_ok=True)
    head_path(path).unlink(missing_ok=True)


def game_name(path: Path) -> str | None:
    """Return a game's random name; None if the journal can't be read."""
    try:
        return read_with_game(path)[1]
    except (JournalError, OSError):
        return None


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
    """Return the key files of private entries; those of an unreadable journal stay."""
    with suppress(JournalError, OSError):
        bodies = [entry.body for entry in read(path) if entry.private_to is not None]
        names = {str(body["key"]) for body in bodies if body is not None and body.keys() == LOCKED}
        return [path.parent / "keys" / f"{name}.key" for name in names if name.isalnum()]
    return []


def _links(path: Path) -> list[Path]:
    """Return the links and phones of the game."""
    with suppress(JournalError, OSError):
        entries = read(path)
        return [path.parent / "keys" / f"{entries[0].previous[:16]}.page"] if entries else []
    return []
