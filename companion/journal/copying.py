"""A journal copied whole, with a witness of its own, even while a table writes to it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from . import store
from .errors import JournalError, TornJournal
from .reading import _looking_at, read_with_game
from .witness import Head, Witness, head_path, look


def copy_journal(path: Path, to: Path) -> None:
    """Copy the journal at *path* to *to*; one that cannot be read is copied as it lies there."""
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
    """The name a game was given at random; None for a journal that cannot be read."""
    try:
        return read_with_game(path)[1]
    except (JournalError, OSError):
        return None
