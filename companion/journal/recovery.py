"""Whether a journal is whole, and what is done when it is not.

Nothing is thrown away: the damaged files are copied aside first, then the longest valid
beginning becomes the journal. A plug pulled in the middle of that finds it again or finishes it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.util.files import sync_directory

from . import store
from .errors import TornJournal
from .hash_chain import Entry
from .witness import Head, Witness, WitnessSighting


class Recovery(msgspec.Struct, frozen=True):
    """What was found damaged and what became of it.

    ``lost`` counts the acknowledged entries that are gone; None when the witness does not say.
    """

    saved: int
    lost: int | None
    reason: str
    kept_aside: Path

    def __str__(self) -> str:
        lost = "nobody can tell how many" if self.lost is None else str(self.lost)
        return (
            f"the journal was damaged: {self.reason}. Entries saved: {self.saved}, lost: {lost}. "
            f"The damaged files are kept in {self.kept_aside}. "
            "Compare the board with the page before playing on."
        )


class RecoveredJournal(msgspec.Struct, frozen=True):
    """How far the database could be read, and what it said where the witness pointed."""

    head: Head | None
    at_witness: str | None = None
    fault: str = ""


def examine(path: Path, sighting: WitnessSighting) -> RecoveredJournal:
    """Read the whole journal, changing nothing, and say how much of it is valid."""
    fault = store.header_fault(path)
    if not path.exists():
        return RecoveredJournal(None, fault=fault)
    with closing(store.connect_to_look(path)) as connection:
        found = _read_through(connection, sighting)
        return RecoveredJournal(
            found.head, found.at_witness, found.fault or fault or _structure_fault(connection)
        )


def _read_through(connection: sqlite3.Connection, sighting: WitnessSighting) -> RecoveredJournal:
    pointed = sighting.head.number if sighting.head else None
    head = at_witness = None
    try:
        for entry in store.entries(connection):
            head = Head(entry.number, entry.chain)
            at_witness = entry.chain if entry.number == pointed else at_witness
    except TornJournal as torn:
        return RecoveredJournal(head, at_witness, str(torn))
    return RecoveredJournal(head, at_witness)


def _structure_fault(connection: sqlite3.Connection) -> str:
    """Find damage that reads well today and would swallow an entry tomorrow."""
    try:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        connection.execute("SELECT report FROM recovery").fetchall()
    except sqlite3.Error as error:
        store.reraise_unless_damage(error)
        return f"the database is damaged: {error}"
    return "" if verdict == "ok" else f"the database is damaged: {verdict}"


def fault_of(found: RecoveredJournal, sighting: WitnessSighting) -> str:
    """Say in one clause what is wrong, comparing the database with its witness; "" if nothing."""
    if sighting.head is None:
        return found.fault or "its witness file is missing or cannot be read"
    number, witnessed = found.head.number if found.head else 0, sighting.head.number
    if number < witnessed:
        known = str(witnessed) if sighting.sure else f"at least {witnessed}"
        missing = f"{known} entries were saved but only {number} can be read"
        return f"{missing} ({found.fault})" if found.fault else missing
    if found.fault:
        return found.fault
    if witnessed and found.at_witness != sighting.head.chain:
        return f"entry {witnessed} is not the one its witness file saw"
    if number > witnessed + 1:
        return f"its witness file is too old: it saw {witnessed} entries of {number}"
    return ""


def lost_of(found: RecoveredJournal, sighting: WitnessSighting) -> int | None:
    """Count the acknowledged entries that are gone, if the witness can be trusted to know."""
    number = found.head.number if found.head else 0
    if sighting.head is None or not sighting.sure:
        return None
    if number < sighting.head.number:
        return sighting.head.number - number
    agrees = sighting.head.number in (0, number, number - 1)
    true = not sighting.head.number or found.at_witness == sighting.head.chain
    return 0 if agrees and true else None


def recover(path: Path, witness: Witness, found: RecoveredJournal, reason: str) -> None:
    """Keep the damaged files aside and put the longest valid beginning in their place."""
    aside = _keep_aside(path)
    saved = found.head.number if found.head else 0
    report = Recovery(saved, lost_of(found, witness.sighting()), reason, aside)
    try:
        _rebuild(path, saved, report)
    except BaseException:
        # the damaged files are still in their place: copies left here would fill the card
        shutil.rmtree(aside, ignore_errors=True)
        raise
    finish(path, witness)


def _rebuild(path: Path, saved: int, report: Recovery) -> None:
    fresh = store.beside(path, ".new")
    with closing(_beginning(path, saved)) as entries:
        store.build(fresh, entries, msgspec.json.encode(report, enc_hook=_name).decode())
    os.replace(fresh, store.beside(path, ".recovered"))
    sync_directory(path.parent)


def finish(path: Path, witness: Witness) -> None:
    """Complete a recovery, possibly one that was interrupted at any point."""
    recovered = store.beside(path, ".recovered")
    if not recovered.exists():
        return
    # a WAL of the damaged database would be played into the recovered one
    for suffix in ("-wal", "-shm"):
        store.beside(path, suffix).unlink(missing_ok=True)
    sync_directory(path.parent)
    with closing(store.connect_to_look(recovered, still=True)) as connection:
        heads = [Head(entry.number, entry.chain) for entry in store.entries(connection)]
    witness.note(heads[-1] if heads else new_game())
    os.replace(recovered, path)
    sync_directory(path.parent)


def new_game() -> Head:
    """Name a game that has no name yet; its first entry carries it on."""
    return Head(0, os.urandom(32).hex())


def report_in(connection: sqlite3.Connection, path: Path) -> Recovery | None:
    """Read the report that stays with a recovered journal until play goes on."""
    row = connection.execute("SELECT report FROM recovery").fetchone()
    if row is None:
        return None
    report = decode(row[0], Recovery, hook=lambda kind, name: kind(name))
    return msgspec.structs.replace(report, kept_aside=path.parent / report.kept_aside)


def _name(value: object) -> str:
    return value.name if isinstance(value, Path) else str(value)


def _beginning(path: Path, saved: int) -> Generator[Entry, None, None]:
    if not saved:
        return
    with closing(store.connect_to_look(path)) as connection:
        yield from store.entries(connection, upto=saved)


def _keep_aside(path: Path) -> Path:
    """Copy every file of the journal, on the card when this returns."""
    aside = _free_place(path)
    aside.mkdir(mode=0o700)
    try:
        for end in ("", "-wal", "-shm", ".head"):
            if (source := store.beside(path, end)).exists():
                _copy(source, aside / source.name)
    except OSError:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    sync_directory(aside)
    sync_directory(path.parent)
    return aside


def _free_place(path: Path) -> Path:
    """Number the places: a clock that was never set would give two the same name."""
    number = 1
    while (place := store.beside(path, f".damaged-{number}")).exists():
        number += 1
    return place


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as reader, target.open("xb") as writer:
        shutil.copyfileobj(reader, writer)
        writer.flush()
        os.fsync(writer.fileno())
