"""The owner's rulebooks as text, kept in the house: a clause can show the sentence it rests on."""

from __future__ import annotations

from pathlib import Path

from companion.files import write_whole
from companion.words.quoting import Quotes, quoted

FOLDER = "rulebooks"
LONGEST = 400_000
"""Letters of a book: six languages of the longest one have 65,000."""


class Rulebooks:
    """The books of one house. What a book gives is found once, and again when it has changed."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER
        self._found: dict[str, tuple[int, Quotes]] = {}

    def quotes(self, room: str) -> Quotes:
        """The sentences behind the clauses of a room; none where there is no book to read."""
        path = self._path(room)
        try:
            stamp = path.stat().st_mtime_ns
            if self._found.get(room, (0, {}))[0] != stamp:
                text = path.read_text("utf-8", errors="replace")[:LONGEST]
                self._found[room] = (stamp, quoted(room, text))
        except OSError:
            return {}
        return self._found[room][1]

    def keep(self, room: str, text: str) -> int:
        """Keep a book and count the clauses it has a sentence for; one without any is not kept."""
        found = len(quoted(room, text[:LONGEST]))
        if found:
            write_whole(self._path(room), text[:LONGEST].encode("utf-8", errors="replace"))
        return found

    def forget(self, room: str) -> None:
        self._path(room).unlink(missing_ok=True)

    def _path(self, room: str) -> Path:
        return self.folder / f"{room}.txt"
