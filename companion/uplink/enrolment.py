"""Keep what a house knows of its hall: address, secret, games of the night."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.core.decode import decode
from companion.util.files import write_whole
from companion.wire.line import Broker

FILE = "hall.json"
CONNECTIONS_A_START = 1_000_000
"""Session numbers per start of the house; they only count upwards."""
MOST_ANSWERS = 400


class Enrolled(msgspec.Struct, frozen=True):
    """The hall this house takes part in."""

    night: str
    table: str
    """What the hall calls this table in its topics."""
    key: str
    broker: Broker
    title: str = ""
    """What the night is called."""
    page: str = ""
    """Where people find the hall's own page."""
    mark: str = ""
    """The end of the code this table was told: what the hall's certificate is known by."""


class StoredEnrolment(msgspec.Struct, frozen=True):
    """Content of the file."""

    enrolled: Enrolled | None = None
    starts: int = 0
    tasks: dict[str, str] = {}
    """Which sitting of the night each game belongs to, by the game's own name."""
    files: dict[str, str] = {}
    """The file of each of these games."""
    offer: dict[str, Any] | None = None
    """The sitting that waits to be opened here."""
    settled: dict[str, str] = {}
    """What the hall has said of the result of each sitting."""
    judged: dict[str, str] = {}
    """What the people here have said of it."""
    answers: dict[str, dict[str, Any]] = {}
    """What was said to commands: the same again when they come again."""


class Enrolment:
    """The file of a house about its hall."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self.kept = _read(path)

    @property
    def enrolled(self) -> Enrolled | None:
        return self.kept.enrolled

    def change(self, **fields: Any) -> None:
        """Change and save it; on a card that can't be written it lasts until the next start."""
        with self._lock:
            self.kept = msgspec.structs.replace(self.kept, **fields)
            with suppress(OSError):
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_whole(self._path, msgspec.json.encode(self.kept))

    def join(self, enrolled: Enrolled) -> None:
        """Take part in a night; games and answers of another one are forgotten."""
        same = self.enrolled is not None and self.enrolled.night == enrolled.night
        if same:
            self.change(enrolled=enrolled)
        else:
            self._forget(enrolled)

    def leave(self) -> None:
        self._forget(None)

    def _forget(self, enrolled: Enrolled | None) -> None:
        with self._lock:
            self.kept = StoredEnrolment(starts=self.kept.starts)
            self.change(enrolled=enrolled)

    def begin(self) -> int:
        """Return the first session of this start of the house."""
        self.change(starts=self.kept.starts + 1)
        return self.kept.starts * CONNECTIONS_A_START

    def belongs(self, game: str, file: str, task: str) -> None:
        """Note that a game of the night was opened here."""
        tasks, files = {**self.kept.tasks, game: task}, {**self.kept.files, game: file}
        self.change(tasks=tasks, files=files, offer=None)

    def answered(self, command: str, answer: dict[str, Any]) -> None:
        known = {**self.kept.answers, command: answer}
        self.change(answers=dict([*known.items()][-MOST_ANSWERS:]))


def _read(path: Path) -> StoredEnrolment:
    try:
        return decode(path.read_bytes(), StoredEnrolment)
    except (OSError, ValueError, msgspec.DecodeError):
        return StoredEnrolment()
