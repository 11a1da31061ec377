"""The journal of one game: entries are added at its end, and nothing is ever taken out.

``append`` returns only when the entry is on the card: first the commit of its own transaction
(WAL, ``synchronous=FULL``), then the witness beside the database. See :mod:`.witness` for what
that order proves.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.util.files import sync_directory

from . import recovery, store
from .errors import CannotSave, JournalBusy, JournalError
from .hash_chain import Clock, Entry, SystemClock, label, seal
from .recovery import Recovery
from .witness import Head, Witness, head_path, identity


class Journal:
    """An open journal; made by :meth:`open`, or by ``import_``.

    ``recovery`` reports damage found on opening. The report stays with the journal through any
    number of openings until the next entry is appended: then the players have seen it.
    """

    def __init__(self, path: Path, witness: Witness, clock: Clock, boot: str) -> None:
        self.path = path
        self.boot = boot
        self._clock = clock
        self._witness = witness
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._game = ""
        self._silenced: CannotSave | None = None
        self.rewritten = 0
        """How often the journal had to be written again because its files were gone."""
        self._connection = store.connect(path)
        try:
            self._file = identity(path)
            self.recovery: Recovery | None = recovery.report_in(self._connection, path)
            self._head = self._catch_up()
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def open(cls, path: Path, *, clock: Clock | None = None, boot: str | None = None) -> Journal:
        """Begin the journal at *path*, or go on with it after checking every entry."""
        path = Path(path)
        store.recognise(path)
        witness = Witness.claim(path)
        try:
            _make_whole(path, witness)
            return cls(path, witness, clock or SystemClock(), boot or secrets.token_hex(8))
        except (sqlite3.Error, OSError) as error:
            witness.withdraw()
            if isinstance(error, JournalError):
                raise
            raise store.refusal(path, error) from error
        except BaseException:
            witness.withdraw()
            raise

    @property
    def head(self) -> tuple[int, str]:
        """Give the number and chain of the last acknowledged entry; 0 and the game's name."""
        return self._head.number, self._head.chain

    @property
    def game(self) -> str:
        """The game's own name, given at random when its journal was begun."""
        if not self._game:
            first = next(self.entries(), None)
            if first is None:
                return self._head.chain
            self._game = first.previous
        return self._game

    def append(self, kind: str, body: dict[str, Any], *, private_to: str | None = None) -> Entry:
        """Save one entry; when this returns, a pulled plug cannot take it away.

        When it raises CannotSave nothing was acknowledged, and it may be tried again.
        """
        with self._lock:
            self._refuse_if_silenced()
            self._write_again_if_gone()
            entry = self._next(kind, body, private_to)
            self._commit(entry)
            self._bear_witness(entry)
            self._stay_with(entry)
            return entry

    def keep(self) -> None:
        """Make sure the journal still has its files, and write it again if it has not."""
        with self._lock:
            if not self._silenced and self._process == os.getpid():
                self._write_again_if_gone()

    def entries(self, after: tuple[int, str] | None = None) -> Iterator[Entry]:
        """Yield the entries acknowledged so far, each checked again as it is read.

        *after* is the number and chain of the last one that is known already.
        """
        number, _ = self.head
        with closing(store.connect_to_look(self.path)) as connection:
            yield from store.entries(connection, upto=number, after=after)

    def checkpoint(self) -> bool:
        """Move the WAL into the database, where damage is noticed; False if a reader is in the way.

        The table does this at each turn's end.
        """
        with self._lock:
            self._refuse_if_silenced()
            try:
                busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.Error as error:
                raise store.refusal(self.path, error) from error
            return not busy

    def check(self, patience_seconds: float = 5.0) -> None:
        """Take the right to write and give it back; raises while nothing could be appended.

        Nothing is written: this asks whether the next entry could be begun.
        """
        if not self._lock.acquire(timeout=patience_seconds):
            raise JournalBusy("fault.journal.on_its_way", path=self.path)
        try:
            self._refuse_if_silenced()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                raise store.refusal(self.path, error) from error
            finally:
                self._roll_back()
        finally:
            self._lock.release()

    def close(self) -> None:
        """Let go of the journal; closing twice does no harm."""
        with self._lock:
            if self._process == os.getpid():
                self._connection.close()
            self._witness.release()
            self._silenced = self._silenced or CannotSave("fault.journal.closed", path=self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def _is_there(self) -> bool:
        return identity(self.path) == self._file and self._witness.is_there()

    def _write_again_if_gone(self) -> None:
        """Restore an open journal whose files were deleted or moved; what we hold open is whole.

        It goes to its old place, or beside it if something else is there by now.
        """
        if self._is_there():
            return
        try:
            self._write_again(_place_for(self.path, self._file))
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, JournalError):
                raise
            raise store.refusal(self.path, error) from error

    def _write_again(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = store.beside(path, ".new")
        store.build(fresh, store.entries(self._connection, upto=self._head.number))
        same_place = path == self.path and self._witness.is_there()
        witness = self._witness if same_place else Witness.claim(path)
        witness.prepare()
        witness.note(self._head)
        self._connection.close()
        for old in ("-wal", "-shm"):
            store.beside(path, old).unlink(missing_ok=True)
        os.replace(fresh, path)
        sync_directory(path.parent)
        if witness is not self._witness:
            self._witness.release()
        self.path, self._witness = path, witness
        self._connection, self._file = store.connect(path), identity(path)
        self.rewritten += 1

    def _stay_with(self, entry: Entry) -> None:
        """Write the journal again if its files vanished while the entry was written."""
        try:
            self._write_again_if_gone()
        except BaseException:
            self._silenced = CannotSave("fault.journal.gone", path=self.path, number=entry.number)
            raise

    def _catch_up(self) -> Head:
        """Witness the one entry whose writer was stopped before it could, once it is durable."""
        query = "SELECT number, chain FROM entry ORDER BY number DESC LIMIT 1"
        row = self._connection.execute(query).fetchone()
        witnessed = self._witness.sighting().head
        assert witnessed is not None  # _make_whole saw to it
        self._witness.prepare()
        if row is None or row[0] == witnessed.number:
            return witnessed
        self._connection.execute("PRAGMA wal_checkpoint(FULL)")
        head = Head(*row)
        self._witness.note(head)
        return head

    def _next(self, kind: str, body: dict[str, Any], private_to: str | None) -> Entry:
        return seal(
            number=self._head.number + 1, boot=self.boot, monotonic=self._clock.monotonic(),
            wall_time=label(self._clock.wall()), kind=kind, body=body, private_to=private_to,
            salt=secrets.token_hex(16), previous=self._head.chain,
        )  # fmt: skip

    def _commit(self, entry: Entry) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            store.insert(self._connection, entry)
            if self.recovery is not None:
                self._connection.execute("DELETE FROM recovery")
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.Error):
                raise store.refusal(self.path, error) from error
            raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _bear_witness(self, entry: Entry) -> None:
        """Count the entry from here on; if this fails, only opening again shows what was saved."""
        head = Head(entry.number, entry.chain)
        try:
            self._witness.note(head)
        except BaseException as error:
            self._silenced = CannotSave(
                "fault.journal.unconfirmed", path=self.path, number=entry.number
            )
            if isinstance(error, OSError):
                raise self._silenced from error
            raise
        self._head = head

    def _refuse_if_silenced(self) -> None:
        if self._process != os.getpid():
            raise CannotSave("fault.journal.other_process", path=self.path, process=self._process)
        if self._silenced:
            raise CannotSave(self._silenced.key, **self._silenced.values)


def _place_for(path: Path, ours: tuple[int, int] | None) -> Path:
    """Choose where a journal that lost its files goes: its own place, or the next free name."""
    number, place = 1, path
    while identity(place) not in (None, ours) or _is_another(place, path):
        number += 1
        place = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return place


def _is_another(place: Path, path: Path) -> bool:
    """Check whether *place* has files of another journal, even without its database."""
    return place != path and head_path(place).exists()


def _make_whole(path: Path, witness: Witness) -> None:
    """Leave a valid journal at *path* with its witness: the old one, a new one, or what is left."""
    recovery.finish(path, witness)
    sighting = witness.sighting()
    if _nothing_here(path) and (sighting.blank or _says_empty(sighting.head)):
        _begin(path, witness)
        return
    found = recovery.examine(path, sighting)
    if fault := recovery.fault_of(found, sighting):
        recovery.recover(path, witness, found, fault)


def _nothing_here(path: Path) -> bool:
    return not path.exists() and not store.beside(path, "-wal").exists()


def _says_empty(head: Head | None) -> bool:
    return head is not None and head.number == 0


def _begin(path: Path, witness: Witness) -> None:
    """Make an empty journal. The witness comes first: a journal without one is a damaged one."""
    fresh = store.beside(path, ".new")
    store.build(fresh, ())
    witness.prepare()
    witness.note(recovery.new_game())
    os.replace(fresh, path)
    sync_directory(path.parent)
