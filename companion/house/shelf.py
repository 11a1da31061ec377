"""The shelf: every game ever played here. Its index can be thrown away; journals are the truth.

A journal is read once and again whenever its files have changed, so a thousand games open as
quickly as one.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.core.decode import decode
from companion.rooms import room_of

from .foreign_file import opened_apart
from .game_card import VERSION, Card, card_of
from .replay import Replay

SUFFIX = ".sqlite"
PICTURE_SIZE = (1024, 683)
"""Pixels of the picture of a board."""
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS card"
    " (game TEXT PRIMARY KEY, print TEXT NOT NULL, card BLOB NOT NULL)"
)


class Shelf:
    """The games of a folder, newest first."""

    def __init__(self, folder: Path, index: Path) -> None:
        self._folder, self._index = folder, index
        self._cards: dict[str, tuple[str, Card]] = {}
        self._lock = threading.Lock()
        self._loaded = False
        self.changes = 0
        """How often a game has been read or forgotten."""

    def cards(self) -> tuple[Card, ...]:
        """List all known games, newest first."""
        self._load()
        known = [card for _, card in list(self._cards.values())]
        return tuple(sorted(known, key=lambda card: (card.begun, card.game), reverse=True))

    def card(self, game: str) -> Card | None:
        """Return one game as it is now."""
        path = self.path_of(game)
        return None if path is None else card_of(path)

    def path_of(self, game: str) -> Path | None:
        """Return the path of a game; None if it isn't on this shelf."""
        path = self._folder / game
        plain = Path(game).name == game and game.endswith(SUFFIX)
        with suppress(OSError):  # a name no card could hold
            return path if plain and path.is_file() else None
        return None

    def mark_of(self, game: str) -> str:
        """Return a mark that changes with the files of a game; none without a game."""
        path = self.path_of(game)
        if path is None:
            return ""
        beside = path.with_name(f"{game}-wal")
        return _mark(path, beside if beside.is_file() else None)

    def unread(self) -> dict[str, str]:
        """List new and changed games, each with the mark of its files."""
        self._load()
        found = dict(_prints(self._folder))
        for gone in set(self._cards) - set(found):
            self._forget(gone)
        return {
            game: mark
            for game, mark in found.items()
            if game not in self._cards or self._cards[game][0] != mark
        }

    def read(self, game: str, mark: str) -> None:
        """Read one game and remember its card."""
        self._keep(game, mark, card_of(self._folder / game))

    def refresh(self) -> int:
        """Read all new and changed games; return how many."""
        waiting = self.unread()
        for game, mark in waiting.items():
            self.read(game, mark)
        return len(waiting)

    # The index

    def _load(self) -> None:
        with self._lock:
            if self._loaded:
                return
            self._loaded = True
            with suppress(sqlite3.Error, OSError, msgspec.DecodeError), self._open() as index:
                rows = index.execute("SELECT game, print, card FROM card").fetchall()
                self._cards = {game: (mark, decode(card, Card)) for game, mark, card in rows}

    def _keep(self, game: str, mark: str, card: Card) -> None:
        with self._lock:
            self._cards = {**self._cards, game: (mark, card)}
            self.changes += 1
            with suppress(sqlite3.Error, OSError), self._open() as index, index:
                row = (game, mark, msgspec.json.encode(card))
                index.execute("INSERT OR REPLACE INTO card VALUES (?, ?, ?)", row)

    def _forget(self, game: str) -> None:
        with self._lock:
            self._cards = {name: kept for name, kept in self._cards.items() if name != game}
            self.changes += 1
            with suppress(sqlite3.Error, OSError), self._open() as index, index:
                index.execute("DELETE FROM card WHERE game = ?", (game,))

    def _open(self) -> closing[sqlite3.Connection]:
        self._index.parent.mkdir(parents=True, exist_ok=True)
        index = sqlite3.connect(self._index, timeout=5.0)
        if index.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            index.execute("DROP TABLE IF EXISTS card")
            index.execute(f"PRAGMA user_version = {VERSION}")
        index.execute(SCHEMA)
        return closing(index)


def _prints(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the games in a folder, each with a mark that differs once its files have changed."""
    try:
        files = {entry.name: entry for entry in os.scandir(folder) if entry.is_file()}
    except OSError:
        return
    for name, entry in files.items():
        if name.endswith(SUFFIX) and not name.startswith("."):
            with suppress(OSError):
                yield name, _mark(entry, files.get(f"{name}-wal"))


def _mark(*files: os.DirEntry[str] | Path | None) -> str:
    stats = [file.stat() for file in files if file is not None]
    return " ".join(f"{stat.st_size}:{stat.st_mtime_ns}" for stat in stats)


def board_picture(path: Path) -> bytes:
    """Return the board of the game at *path* as it stands, as a JPEG.

    Painting takes much memory, so a process of its own does it.
    """
    picture: bytes = opened_apart(_painted, path)
    return picture


def _painted(path: Path) -> bytes:
    replay = Replay.of(path)
    state = replay.state(replay.moments[-1])
    return room_of(replay.record.game.name).pictured(state, PICTURE_SIZE)
