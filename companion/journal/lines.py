"""A journal as JSON lines: to send to somebody, to keep, to attach to a bug report.

The first line says what follows and how much of it, so that a file cut short is noticed; then
one entry per line, in plain ASCII. The same journal always gives the same bytes.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO, TypeVar

import msgspec

from companion.core.decode import convert
from companion.util.files import sync_directory

from . import store
from .errors import JournalExists, NewerJournal, NotAJournal, TornJournal
from .hash_chain import Entry, SystemClock, check, withhold
from .journal import Journal
from .reader import read_with_game
from .witness import Head, Witness

FORMAT = "pharaohs-table journal"

_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True):
    """``game`` is the game's own name, ``head`` the chain of the last entry."""

    format: str
    version: int
    game: str
    entries: int
    head: str


def export(journal: Journal | Path, out: TextIO, *, with_private: bool) -> int:
    """Write *journal* to *out* and count its entries.

    Without private bodies each of them shrinks to the same few characters, so that not even its
    length can be read; its digest stays, and with it the chain.
    """
    path = journal.path if isinstance(journal, Journal) else Path(journal)
    entries, game = read_with_game(path)
    head = entries[-1].chain if entries else game
    out.write(_line(Header(FORMAT, store.VERSION, game, len(entries), head)))
    for entry in entries:
        out.write(_line(entry if with_private else withhold(entry)))
    return len(entries)


def import_(lines: Iterable[str], path: Path) -> Journal:
    """Make a new journal at *path* from exported *lines* and open it; all of them or nothing."""
    path = Path(path)
    _refuse_if_taken(path)
    witness = Witness.claim(path)
    try:
        _refuse_if_taken(path)
        if not witness.sighting().blank:
            raise _taken(witness.path)
        _place(lines, path, witness)
        return Journal(path, witness, SystemClock(), secrets.token_hex(8))
    except BaseException as error:
        witness.withdraw()
        if isinstance(error, sqlite3.Error):
            raise store.refusal(path, error) from error
        raise


def from_entries(entries: Iterable[Entry], game: str, path: Path) -> Journal:
    """Make a new journal at *path* from entries that follow each other, and open it."""
    kept = tuple(entries)
    header = Header(FORMAT, store.VERSION, game, len(kept), kept[-1].chain if kept else game)
    return import_(map(_line, (header, *kept)), path)


def _place(lines: Iterable[str], path: Path, witness: Witness) -> None:
    """Build the journal beside its place and move it there in one piece, its witness after it."""
    fresh = store.beside(path, ".new")
    numbered = _numbered(lines)
    header = _header(numbered)
    head = store.build(fresh, _checked(numbered, header))
    os.replace(fresh, path)
    sync_directory(path.parent)
    witness.prepare()
    witness.note(head or Head(0, header.game))


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((at, line) for at, line in enumerate(lines, start=1) if line.strip())


def _header(numbered: Iterator[tuple[int, str]]) -> Header:
    at, line = next(numbered, (1, ""))
    found = _parsed(at, line)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotAJournal("fault.journal.line_first", at=at)
    version = found.get("version")
    if isinstance(version, int) and version > store.VERSION:
        raise NewerJournal("fault.journal.line_newer", at=at, version=version, known=store.VERSION)
    return _shaped(at, found, Header)


def _checked(numbered: Iterator[tuple[int, str]], header: Header) -> Iterator[Entry]:
    """Yield the entries while they follow each other as the header promises."""
    number, chain, at = 0, header.game, 1
    for at, line in numbered:
        if number == header.entries:
            raise TornJournal("fault.journal.line_more", at=at, number=number)
        entry = _shaped(at, _parsed(at, line), Entry)
        try:
            check(entry, number + 1, chain)
        except TornJournal as torn:
            raise TornJournal("fault.journal.line_torn", at=at, why=torn) from None
        number, chain = entry.number, entry.chain
        yield entry
    if number < header.entries:
        raise TornJournal(
            "fault.journal.line_missing", at=at + 1, entries=header.entries, number=number
        )
    if chain != header.head:
        raise TornJournal("fault.journal.line_head")


def _parsed(at: int, line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        # the words of the line stay out of the message: they may be private
        raise TornJournal("fault.journal.line_not_json", at=at) from None


def _shaped(at: int, found: object, shape: type[_Shape]) -> _Shape:
    try:
        return convert(found, shape)
    except msgspec.ValidationError as error:
        raise TornJournal("fault.journal.line_torn", at=at, why=error) from None


def _line(record: msgspec.Struct) -> str:
    return json.dumps(msgspec.structs.asdict(record), separators=(",", ":")) + "\n"


def _refuse_if_taken(path: Path) -> None:
    for end in ("", "-wal"):
        if (taken := store.beside(path, end)).exists():
            raise _taken(taken)


def _taken(taken: Path) -> JournalExists:
    return JournalExists("fault.journal.taken", path=taken)
