"""Index new games on the shelf in the background, one at a time."""

from __future__ import annotations

from collections.abc import Callable

from companion.util.worker import Supervised

from .house import House

EVERY_SECONDS = 2.0
PAUSE_SECONDS = 0.02
"""Pause between two games, so that a large shelf doesn't slow down play."""


class ShelfIndexer:
    """Keeps the index of a shelf up to date."""

    def __init__(self, house: House, changed: Callable[[], None] = lambda: None) -> None:
        self._house, self._changed = house, changed
        self._loop = Supervised("shelf indexer", self.read, every=EVERY_SECONDS)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop()

    def read(self) -> int:
        """Read everything new; returns how many games that were."""
        waiting = self._house.unread()
        for game, mark in waiting.items():
            if self._loop.stopping.wait(PAUSE_SECONDS):
                break
            self._house.shelf.read(game, mark)
        if waiting:
            self._changed()
        return len(waiting)
