"""The SQLite file under a journal: one row per entry, one transaction per row."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from typing import Any

from .errors import CannotSave, DiskFull, JournalBusy, NewerJournal, NotAJournal, TornJournal
from .hash_chain import Entry, canonical, check
from .witness import Head, look

APPLICATION_ID = 0x50545442
VERSION = 1
PATIENCE_SECONDS = 0.25
ROOM_BYTES = 64 * 1024
_PAGE = 4096
_STEP = 500

_NOT_DAMAGE = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_AUTH,
)  # fmt: skip
_BODY = 5
_COLUMNS = (
    "number, boot, monotonic, wall_time, kind, body, private_to, salt, digest, previous, chain"
)
_TABLES = {
    "entry": """CREATE TABLE entry (
        number INTEGER PRIMARY KEY, boot TEXT NOT NULL, monotonic REAL NOT NULL,
        wall_time TEXT NOT NULL, kind TEXT NOT NULL, body TEXT, private_to TEXT,
        salt TEXT NOT NULL, digest TEXT NOT NULL, previous TEXT NOT NULL, chain TEXT NOT NULL)""",
    "recovery": "CREATE TABLE recovery (report TEXT NOT NULL)",
}
_SCHEMA = f"""
    PRAGMA application_id = {APPLICATION_ID};
    PRAGMA user_version = {VERSION};
    {"; ".join(_TABLES.values())};
"""
OTHER_TABLES = "its tables are not those of a journal"
MOST_STEPS = 200_000_000
"""Most SQLite instructions of one reading connection; 100,000 entries take 4,000,000."""
MOST_CELL_BYTES = 16_000_000
_STEPS_AT_ONCE = 100_000


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def recognise(path: Path) -> None:
    """Refuse a file that isn't ours, or is of a later version, before opening it in SQLite.

    If there is a witness for it, an unrecognisable file is a damaged journal instead.
    """
    header = _header(path)
    if header is None:
        return
    ours = header[:16] == b"SQLite format 3\0" and _number(header, 68) == APPLICATION_ID
    if ours and _number(header, 60) > VERSION:
        raise _newer(path, _number(header, 60))
    if not ours and look(path).blank:
        raise _unknown(path)


def header_fault(path: Path) -> str:
    """Say what is wrong with the first hundred bytes, even if SQLite would accept it."""
    header = _header(path)
    if header is None:
        return f"{path.name} is gone"
    # page size, WAL reading and writing, no reserved bytes, payload fractions; UTF-8
    shape = header[:24] == b"SQLite format 3\0" + _PAGE.to_bytes(2) + bytes((2, 2, 0, 64, 32, 32))
    names = (_number(header, 60), _number(header, 68)) == (VERSION, APPLICATION_ID)
    if shape and names and _number(header, 56) == 1:
        return ""
    return f"the header of {path.name} is damaged"


def _header(path: Path) -> bytes | None:
    if path.is_dir():
        raise NotAJournal("fault.journal.folder", path=path)
    try:
        with path.open("rb") as file:
            return file.read(100).ljust(100, b"\0")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotSave("fault.journal.unreadable", path=path, why=error) from error


def _number(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4])


def build(path: Path, kept: Iterable[Entry], report: str | None = None) -> Head | None:
    """Write a complete new database at *path*, on the card when this returns; or leave nothing."""
    _clear(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(connect(path)) as connection:
            return _fill(connection, kept, report)
    except BaseException:
        _clear(path)
        raise


def _fill(connection: sqlite3.Connection, kept: Iterable[Entry], report: str | None) -> Head | None:
    last = None
    connection.executescript(f"BEGIN; {_SCHEMA}")
    for entry in kept:
        insert(connection, entry)
        last = Head(entry.number, entry.chain)
    if report is not None:
        connection.execute("INSERT INTO recovery VALUES (?)", (report,))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return last


def _clear(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        beside(path, suffix).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """Open *path* for writing so that a commit that returned is on the card."""
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_SECONDS,
        isolation_level=None, check_same_thread=False,
    )  # fmt: skip
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        distrust(connection)
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    if mode != "wal":
        connection.close()
        raise CannotSave("fault.journal.no_wal", path=path)
    return connection


def connect_to_look(path: Path, *, still: bool = False) -> sqlite3.Connection:
    """Open *path* so that neither the database nor its WAL can change.

    *still* is for a file that nobody writes and that has no WAL: nothing appears beside it.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro" + "&immutable=1" * still
    connection = sqlite3.connect(
        uri, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
    )
    # sqlite3 would quote a damaged text in its complaint; this way its digest does not fit
    connection.text_factory = lambda text: text.decode(errors="replace")
    distrust(connection)
    connection.execute("PRAGMA query_only = ON")
    _end_after(connection, MOST_STEPS)
    return connection


def distrust(connection: sqlite3.Connection) -> None:
    """Distrust a database that may come from elsewhere: nothing in it may run."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_CELL_BYTES)


def _end_after(connection: sqlite3.Connection, steps: int) -> None:
    """Stop a query that runs for ever."""
    left = steps // _STEPS_AT_ONCE

    def is_enough() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(is_enough, _STEPS_AT_ONCE)


def schema_fault(connection: sqlite3.Connection) -> str:
    """Say what a database holds that a journal does not; nothing of it is run for that.

    A view or a trigger is as good as a program by the file's author.
    """
    query = "SELECT type, name, tbl_name, substr(sql, 1, 1000) FROM sqlite_master LIMIT 3"
    try:
        found = connection.execute(query).fetchall()
    except sqlite3.Error as error:
        reraise_unless_damage(error)
        return f"SQLite cannot read its tables: {error}"
    wanted = [("table", name, name, text) for name, text in _TABLES.items()]
    return "" if found == wanted else OTHER_TABLES


def insert(connection: sqlite3.Connection, entry: Entry) -> None:
    body = None if entry.body is None else canonical(entry.body)
    connection.execute(
        "INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        (
            entry.number, entry.boot, entry.monotonic, entry.wall_time, entry.kind, body,
            entry.private_to, entry.salt, entry.digest, entry.previous, entry.chain,
        ),
    )  # fmt: skip


def entries(
    connection: sqlite3.Connection, upto: int | None = None, after: tuple[int, str] | None = None
) -> Iterator[Entry]:
    """Yield the entries in order, each checked; TornJournal at the first that is not whole.

    *after* is the number and chain of an entry that was read before: those that follow it.
    """
    if fault := schema_fault(connection):
        raise TornJournal(fault)
    number, previous = after or (0, None)
    rows = _rows(connection, number if after else -(2**63))
    while number != upto and (row := next(rows, None)):
        entry = _entry(row, number + 1)
        check(entry, number + 1, previous)
        number, previous = entry.number, entry.chain
        yield entry


def _rows(connection: sqlite3.Connection, after: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows a few hundred at a time, so that no reader holds up a checkpoint."""
    full = True
    while full:
        rows, error = _some_rows(connection, after)
        yield from rows
        if error:
            raise TornJournal(f"SQLite cannot read on: {error}") from error
        full = len(rows) == _STEP
        after = rows[-1][0] if rows else after


def _some_rows(
    connection: sqlite3.Connection, after: int
) -> tuple[list[tuple[Any, ...]], sqlite3.Error | None]:
    rows = []
    query = f"SELECT {_COLUMNS} FROM entry WHERE number > ? ORDER BY number LIMIT {_STEP}"
    try:
        for row in connection.execute(query, (after,)):
            rows.append(row)
    except sqlite3.Error as error:
        reraise_unless_damage(error)
        return rows, error
    return rows, None


def reraise_unless_damage(error: sqlite3.Error) -> None:
    """Raise *error* again if the file is only held or unreachable, not damaged."""
    if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in _NOT_DAMAGE:
        raise error


def _entry(row: tuple[Any, ...], number: int) -> Entry:
    values = list(row)
    try:
        values[_BODY] = None if row[_BODY] is None else json.loads(row[_BODY])
        return Entry(*values)
    except (TypeError, ValueError, RecursionError) as error:
        raise TornJournal(f"the body of entry {number} is not JSON") from error


def refusal(path: Path, error: sqlite3.Error | OSError) -> CannotSave | JournalBusy:
    """Put a failed write into words; nothing was acknowledged."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_BUSY"):
        return JournalBusy("fault.journal.held", path=path)
    if name == "SQLITE_FULL" or getattr(error, "errno", None) == ENOSPC or _is_full(path.parent):
        return DiskFull("fault.journal.full", path=path)
    if isinstance(error, sqlite3.IntegrityError):
        return CannotSave("fault.journal.never_confirmed", path=path)
    return CannotSave("fault.journal.cannot_save", path=path, why=error)


def _is_full(folder: Path) -> bool:
    """Recognise SQLite's disk error when there is no room for its shared memory."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < ROOM_BYTES


def _newer(path: Path, found: int) -> NewerJournal:
    return NewerJournal("fault.journal.newer", path=path, found=found, known=VERSION)


def _unknown(path: Path) -> NotAJournal:
    return NotAJournal("fault.journal.foreign", path=path)
