"""The board: what each role is shown now, written once per change and shared by all who look."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import msgspec
from gevent.lock import Semaphore

from companion.core.roles import Role
from companion.table import Table
from companion.words import Words

from ..kit.json_patch import diff
from ..kit.localise import WordedOnce, worded
from .eye_messages import seeing_worded


class Snapshot:
    """What one role is shown in one language: as JSON, and as frames of the stream."""

    def __init__(self, number: int, json: bytes) -> None:
        self.json = json
        self.frame = b"id: %d\nevent: table\ndata: %s\n\n" % (number, json)
        self._number = number
        self._serial = next(SERIALS)
        self._plain: Any = None
        self._since: dict[int, bytes] = {}

    def since(self, old: Snapshot | None) -> bytes:
        """Return the frame for a reader who has *old*: what has changed, or the whole.

        It depends only on the two sheets, both of which the role may see.
        """
        if old is None:
            return self.frame
        if old._serial not in self._since:
            self._since[old._serial] = self._patch(old)
        return self._since[old._serial]

    def _patch(self, old: Snapshot) -> bytes:
        patch = msgspec.json.encode(diff(old.plain(), self.plain()))
        if len(patch) >= len(self.json):
            return self.frame
        return b"id: %d\nevent: patch\ndata: %s\n\n" % (self._number, patch)

    def plain(self) -> Any:
        """Return the sheet as plain data, parsed once."""
        if self._plain is None:
            self._plain = msgspec.json.decode(self.json)
        return self._plain

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.json == other.json

    __hash__ = None  # type: ignore[assignment]


SERIALS = count()
Apart = Callable[[Callable[..., Any], tuple[Any, ...]], Any]
"""Does a piece of work in a native thread and waits for it without holding up other requests."""


class Snapshots:
    """Keeps one sheet per role and language until the table changes."""

    def __init__(
        self,
        table: Table,
        words: Mapping[str, Words],
        about: Callable[[Role], dict[str, Any]] = lambda role: {},
        taught: Callable[[Role, Words], dict[str, Any]] = lambda role, words: {},
    ) -> None:
        self._table = table
        self._words = words
        self._about, self._taught = about, taught
        self._lock = threading.Lock()
        self._change = 0
        self._sheets: dict[tuple[Role, str], tuple[int, Snapshot]] = {}
        self._past: dict[str, WordedOnce] = {}
        self._desks: dict[tuple[Role, str], Semaphore] = {}

    def stir(self) -> None:
        """Note a change of the table; called from whatever thread changed it."""
        with self._lock:
            self._change += 1

    def sheet(self, role: Role, language: str, apart: Apart | None = None) -> Snapshot:
        """Return the newest sheet; the same object if nothing new is on it.

        A move that is being saved holds the table until it is on the card. *apart* writes the sheet
        where waiting for that holds up nobody; all who want the same sheet wait for one writing.
        """
        if apart is None:
            return self._known(role, language) or self._written(role, language)
        sheet = self._known(role, language)
        if sheet is None:
            with self._desks.setdefault((role, language), Semaphore(1)):
                sheet = self._known(role, language) or apart(self._written, (role, language))
        return sheet

    def _known(self, role: Role, language: str) -> Snapshot | None:
        written, sheet = self._sheets.get((role, language), (-1, None))
        return sheet if written == self._change else None

    def _written(self, role: Role, language: str) -> Snapshot:
        number = self._change
        _, old = self._sheets.get((role, language), (-1, None))
        sheet = self._unless_equal(old, self._write(role, language))
        self._sheets[role, language] = (number, sheet)
        return sheet

    def _write(self, role: Role, language: str) -> Snapshot:
        past = self._past.setdefault(language, WordedOnce(self._words[language]))
        shown = snapshot_worded(self._table.snapshot(role), self._words[language], past)
        besides = {**self._about(role), **self._taught(role, self._words[language])}
        json = msgspec.json.encode({**shown, **besides})
        return Snapshot(shown["number"], json)

    @staticmethod
    def _unless_equal(old: Snapshot | None, new: Snapshot) -> Snapshot:
        """Somebody's private note changes nothing for the others, not even the moment."""
        return old if old == new and old is not None else new


def snapshot_worded(
    snapshot: dict[str, Any], words: Words, past: WordedOnce | None = None
) -> dict[str, Any]:
    """Put the snapshot in words; a past move keeps what it was made of, so it can be corrected.

    *past* remembers what was said about past moves, which stays the same.
    """
    past = past or WordedOnce(words)
    moves = [
        {
            "number": move["number"],
            "kind": move["say"]["key"].rpartition(".")[2],
            "values": move["say"]["values"],
            "say": past(move["say"]),
        }
        for move in snapshot["moves"]
    ]
    rulings = [{**one, "sentences": past(one["sentences"])} for one in snapshot["rulings"]]
    rest = {key: value for key, value in snapshot.items() if key not in ("moves", "rulings")}
    said = worded(rest, words) | {"seeing": seeing_worded(snapshot["seeing"], words)}
    return {key: {"rulings": rulings, "moves": moves}.get(key, said.get(key)) for key in snapshot}


EVERY_SECONDS = 0.2
"""A reader gets news of gauges no more often than this."""


class PageGauges:
    """Keeps one frame of the stream per gauge; slow readers miss some."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._changes: Counter[str] = Counter()
        self._frames: dict[str, tuple[int, bytes]] = {}

    def stir(self, name: str) -> None:
        """Note a change of a gauge; called from the thread of its instrument."""
        with self._lock:
            self._changes[name] += 1

    def news(self, read: dict[str, int]) -> list[str]:
        """Return the gauges that have changed since what a reader has *read*."""
        known = self._table.gauges()
        return [name for name in known if read.get(name) != self._changes[name]]

    def frames(self, names: list[str], read: dict[str, int]) -> bytes:
        """Return what these gauges show now, and note in *read* that it was read."""
        sent = b""
        for name in names:
            read[name], frame = self._frame(name)
            sent += frame
        return sent

    def _frame(self, name: str) -> tuple[int, bytes]:
        change = self._changes[name]
        written = self._frames.get(name)
        if written is None or written[0] != change:
            shown = msgspec.json.encode({"name": name, "shows": self._table.gauges()[name]})
            written = (change, b"event: gauge\ndata: %s\n\n" % shown)
            self._frames[name] = written
        return written
