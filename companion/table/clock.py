"""Seconds of play: the monotonic clock, going on across restarts."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]


class PlayClock:
    """The clock of one game."""

    def __init__(self, clock: Clock, played: float) -> None:
        """*played* is how long the game had gone on when it was opened."""
        self.raw = clock
        self._offset = played - clock()

    def at(self, moment: float) -> float:
        """The second of play of a moment of the raw clock."""
        return round(moment + self._offset, 3)

    def now(self) -> float:
        """Seconds of play until this moment."""
        return self.at(self.raw())
