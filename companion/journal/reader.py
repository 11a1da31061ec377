"""Reading a journal from outside: nothing is locked, nothing is changed, a table may write on."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from . import store
from .errors import NotAJournal, TornJournal
from .hash_chain import Entry
from .witness import Head, look


def read(path: Path) -> tuple[Entry, ...]:
    """Read the entries of the journal at *path*.

    TornJournal when it is not whole; ``Journal.open`` would keep it aside and save what it can.
    """
    return read_with_game(path)[0]


def read_with_game(path: Path) -> tuple[tuple[Entry, ...], str]:
    """Read the entries, and the game's own name, which an empty journal has too."""
    store.recognise(path)
    if not path.exists():
        raise NotAJournal("fault.journal.nothing_there", path=path)
    before = look(path).head
    try:
        entries = _all_entries(path)
        fault = _fault(entries, before, look(path).head)
    except TornJournal as torn:
        fault = str(torn)
    if fault or before is None:
        raise TornJournal("fault.journal.torn", path=path, why=fault)
    return entries, entries[0].previous if entries else before.chain


def has_our_tables(path: Path) -> bool:
    """Check whether a database holds a journal and nothing else;
    one too damaged to tell may be one."""
    try:
        with _looking_at(path) as connection:
            return store.schema_fault(connection) != store.OTHER_TABLES
    except (sqlite3.Error, OSError):
        return True


def first_entry(path: Path) -> Entry | None:
    """Return the first entry of a journal; None if it can't be read."""
    if not path.is_file():
        return None
    try:
        with _looking_at(path) as connection:
            return next(iter(store.entries(connection, upto=1)), None)
    except (TornJournal, sqlite3.Error, OSError):
        return None


def _fault(entries: tuple[Entry, ...], before: Head | None, after: Head | None) -> str:
    """Compare with the witness as it was before reading and after: a table may have gone on."""
    if before is None or after is None:
        return "its witness file is missing or cannot be read; copy the .head file along"
    if len(entries) < before.number:
        return f"{before.number} entries were saved but only {len(entries)} can be read"
    if before.number and entries[before.number - 1].chain != before.chain:
        return f"entry {before.number} is not the one its witness file saw"
    if len(entries) > after.number + 1:
        return f"its witness file is too old: it saw {after.number} entries of {len(entries)}"
    return ""


def _all_entries(path: Path) -> tuple[Entry, ...]:
    with _looking_at(path) as connection:
        return tuple(store.entries(connection))


@contextmanager
def _looking_at(path: Path) -> Iterator[sqlite3.Connection]:
    """Read beside the process that has *path* open; otherwise read a copy, leaving no trace."""
    shared = store.beside(path, "-shm").exists()
    with TemporaryDirectory() as folder:
        beside = shared and os.access(path.parent, os.W_OK, effective_ids=True)
        if not beside or not _can_be_shared(path):
            path = _copied(path, Path(folder))
        with closing(store.connect_to_look(path)) as connection:
            yield connection


def _can_be_shared(path: Path) -> bool:
    """Check whether *path* can be read in place: on a full card its index can't grow."""
    try:
        with closing(store.connect_to_look(path)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
    except sqlite3.OperationalError as error:
        return (error.sqlite_errorcode or 0) & 0xFF != sqlite3.SQLITE_IOERR
    except sqlite3.Error:
        pass  # the reader that comes next says what is wrong with it
    return True


def _copied(path: Path, folder: Path) -> Path:
    for end in ("", "-wal"):
        if (source := store.beside(path, end)).exists():
            shutil.copyfile(source, folder / source.name)
    return folder / path.name
