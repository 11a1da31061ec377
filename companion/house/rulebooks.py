"""The owner's rulebooks as text, kept in the house: a clause can show the sentence it rests on."""

from __future__ import annotations

from pathlib import Path

from companion.util.files import write_whole
from companion.words.quotes_of import Quotes, quoted

FOLDER = "rulebooks"
LONGEST = 400_000
"""Longest book in letters; the longest in six languages has 65,000."""


class Rulebooks:
    """The books of one house. What a book gives is found once, and again when it has changed."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER
        self._found: dict[str, tuple[int, Quotes]] = {}

    def quotes(self, room: str) -> Quotes:
        """Find the sentences behind the clauses of a room; none without a book."""
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
        """Save a book and count the clauses it covers; don't save one that covers none."""
        found = len(quoted(room, text[:LONGEST]))
        if found:
            write_whole(self._path(room), text[:LONGEST].encode("utf-8", errors="replace"))
        return found

    def forget(self, room: str) -> None:
        self._path(room).unlink(missing_ok=True)

    def _path(self, room: str) -> Path:
        return self.folder / f"{room}.txt"
