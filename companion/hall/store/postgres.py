"""A night in PostgreSQL: several halls write it, one entry at a time, each after the last.

An act is one transaction: it waits for the lock of the night, reads on, decides, and writes one
entry; the database is asked twice, once for the turn with what is new, once to write and commit. A
hall that dies or freezes in its turn loses the lock. If the connection breaks in a turn, somebody
else may write first; the number then shows it, and the hall decides again.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from companion.core.errors import TableError
from companion.journal import CannotSave, Entry, SystemClock
from companion.journal.hash_chain import canonical, check, label, seal

from .port import Overtaken, machine_start

Answer = TypeVar("Answer")
SCHEMA = """
CREATE TABLE IF NOT EXISTS pharaoh_night (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), name text NOT NULL, secret text NOT NULL);
CREATE TABLE IF NOT EXISTS pharaoh_entry (
    number integer PRIMARY KEY, boot text NOT NULL, monotonic double precision NOT NULL,
    wall_time text NOT NULL, kind text NOT NULL, body text NOT NULL, salt text NOT NULL,
    digest text NOT NULL, previous text NOT NULL, chain text NOT NULL);
"""
COLUMNS = ", ".join(
    ("number", "boot", "monotonic", "wall_time", "kind")
    + ("body", "salt", "digest", "previous", "chain")
)
LOCK = 0x70746E
"""The lock under which two halls that start together make the tables once."""
TURN = 0x70746F
"""The lock of whoever writes the next entry."""
MOST_TURN_MS, MOST_WAIT_MS = 5_000, 15_000
"""Longest turn of a hall that doesn't answer, and longest wait for a turn, which has to be longer:
whoever waits began to do so before the other one froze."""
LIMITS = f"""
SET lock_timeout = {MOST_WAIT_MS};
SET idle_in_transaction_session_timeout = {MOST_TURN_MS}
"""
NEWER = f"SELECT {COLUMNS} FROM pharaoh_entry WHERE number > %s ORDER BY number"
TAKE_TURN = f"BEGIN; SELECT pg_advisory_xact_lock({TURN}); {NEWER}"
WRITE = f"""
INSERT INTO pharaoh_entry ({COLUMNS})
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING;
COMMIT
"""


class NoPostgres(TableError, OSError):
    """The library or the server is missing."""


class PostgresStore:
    """The night of one database."""

    poll_seconds = 0.05

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError as missing:
            raise NoPostgres("fault.hall.no_postgres") from missing
        self._psycopg, self._url = psycopg, url
        self._lock = threading.RLock()
        self._connection: Any = None
        self._boot, self._clock = machine_start(), SystemClock()
        self._known: list[Entry] = []
        self._has_turn = False
        """Whether we hold the lock, and have read everything under it."""
        name, secret = self._do(self._begin)
        self._name, self.secret = str(name), bytes.fromhex(secret)

    @property
    def night(self) -> str:
        return self._name[:12]

    def elapsed(self, entry: Entry) -> float | None:
        same = entry.boot == self._boot
        return self._clock.monotonic() - entry.monotonic if same else None

    def entries(self, after: int = 0) -> Sequence[Entry]:
        """Return the entries after a number, each checked as it is read."""
        with self._lock:
            if not self._has_turn:
                self._do(self._read_on)
            return self._known[after:]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock of the night until an entry is appended, or nothing was to be written."""
        with self._lock:
            self._do(self._take_turn)
            try:
                yield
            finally:
                self._end_turn()

    def append(self, kind: str, body: dict[str, Any], after: int) -> Entry:
        with self._lock:
            if len(self._known) != after:
                raise Overtaken("fault.hall.overtaken", number=after + 1)
            entry = seal(
                number=after + 1, boot=self._boot, monotonic=self._clock.monotonic(),
                wall_time=label(self._clock.wall()), kind=kind, body=body, private_to=None,
                salt=secrets.token_hex(16), previous=self._head,
            )  # fmt: skip
            self._do(lambda connection: self._insert(connection, entry))
            self._known.append(entry)
            return entry

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @property
    def _head(self) -> str:
        return self._known[-1].chain if self._known else self._name

    def _do(self, act: Callable[[Any], Answer]) -> Answer:
        """Use the database; reconnect once if the connection was lost."""
        with self._lock:
            for last in (False, True):
                try:
                    if self._connection is None or self._connection.closed:
                        self._connection = self._connect()
                    return act(self._connection)
                except self._psycopg.errors.UniqueViolation as taken:
                    raise Overtaken("fault.hall.overtaken", number=len(self._known) + 1) from taken
                except self._psycopg.Error as wrong:
                    self._forget()
                    if last:
                        raise CannotSave("fault.hall.postgres_silent", why=wrong) from wrong
        raise AssertionError("unreachable")

    def _connect(self) -> Any:
        """Connect so that several statements go in one message: with a pipeline, the limit of a
        turn would not hold (PostgreSQL 15), nor if a hall froze between two messages."""
        made = self._psycopg.connect(
            self._url, autocommit=True, connect_timeout=5,
            cursor_factory=self._psycopg.ClientCursor,
        )  # fmt: skip
        made.execute(LIMITS)
        return made

    def _take_turn(self, connection: Any) -> None:
        """Wait for the lock, and read what is new under it."""
        found = connection.execute(TAKE_TURN, (len(self._known),))
        while found.nextset():
            pass
        self._take_in(found.fetchall())
        self._has_turn = True

    def _end_turn(self) -> None:
        """Give the turn back; what was appended is committed already."""
        self._has_turn = False
        if self._connection is None:
            return
        try:
            self._connection.rollback()
        except self._psycopg.Error:
            self._forget()

    def _forget(self) -> None:
        self._has_turn = False
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _begin(self, connection: Any) -> tuple[str, str]:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            connection.execute(SCHEMA)
            connection.execute(
                "INSERT INTO pharaoh_night (name, secret) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                (secrets.token_hex(32), secrets.token_hex(32)),
            )
            row = connection.execute("SELECT name, secret FROM pharaoh_night").fetchone()
        return str(row[0]), str(row[1])

    def _read_on(self, connection: Any) -> None:
        self._take_in(connection.execute(NEWER, (len(self._known),)).fetchall())

    def _take_in(self, rows: list[tuple[Any, ...]]) -> None:
        """Check each entry as it is read."""
        for row in rows:
            number, boot, monotonic, wall, kind, body, salt, digest, previous, chain = row
            entry = Entry(
                number, boot, monotonic, wall, kind, json.loads(body), None, salt, digest,
                previous, chain,
            )  # fmt: skip
            check(entry, len(self._known) + 1, self._head)
            self._known.append(entry)

    def _insert(self, connection: Any, entry: Entry) -> None:
        """Write an entry and end the turn; find it by its chain if its confirmation was lost with
        the connection."""
        values = (
            entry.number, entry.boot, entry.monotonic, entry.wall_time, entry.kind,
            canonical(entry.body or {}), entry.salt, entry.digest, entry.previous, entry.chain,
        )  # fmt: skip
        done = connection.execute(WRITE if self._has_turn else f"BEGIN; {WRITE}", values)
        if not self._has_turn:
            done.nextset()
        written = done.rowcount == 1
        self._has_turn = False
        if written:
            return
        query = "SELECT chain FROM pharaoh_entry WHERE number = %s"
        if connection.execute(query, (entry.number,)).fetchone()[0] != entry.chain:
            raise Overtaken("fault.hall.overtaken", number=entry.number)
