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
        self._stopped: float | None = None

    def at(self, moment: float) -> float:
        """Convert a moment of the raw clock to seconds of play, which stop while the game rests."""
        if self._stopped is not None:
            return self._stopped
        return round(moment + self._offset, 3)

    def stop(self) -> None:
        """Stop the clock from now on."""
        self._stopped = self.now()

    def go_on(self) -> None:
        """Let the clock go on from where it stopped."""
        if self._stopped is not None:
            self._offset = self._stopped - self.raw()
            self._stopped = None

    def now(self) -> float:
        """Seconds of play until this moment."""
        return self.at(self.raw())
