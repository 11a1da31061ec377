"""The event chain of one game, each event checked against the one before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...wire.messages import EventMessage
from ...wire.seals import link

TAKEN, KNOWN, EARLY, FORKED, BROKEN = "taken", "known", "early", "forked", "broken"
LAST_SAID = 12


@dataclass
class EventChain:
    """What the hall knows of one game, up to the last event it has whole."""

    game: str
    hashes: list[str] = field(default_factory=list)
    room: str = ""
    seats: tuple[dict[str, Any], ...] = ()
    scores: tuple[dict[str, Any], ...] = ()
    over: dict[str, Any] | None = None
    task: str = ""
    said: list[dict[str, Any]] = field(default_factory=list)
    """The last sentences, newest last."""
    forked: bool = False
    """Whether two different events had the same number, so that somebody has to look."""
    ahead: int = 0
    """The highest number heard of."""

    @property
    def seq(self) -> int:
        return len(self.hashes)

    @property
    def missing(self) -> tuple[int, int] | None:
        """Return the first and last missing event."""
        return (self.seq + 1, self.ahead) if self.ahead > self.seq else None

    def expects(self, seq: int, hash_: str) -> None:
        """Note how far the table's game is."""
        self.ahead = max(self.ahead, seq)
        if 0 < seq <= self.seq and self.hashes[seq - 1] != hash_:
            self.forked = True

    def take(self, event: EventMessage) -> str:
        """Take in one event; anything but the next one changes nothing."""
        if link(event) != event.hash:
            return BROKEN
        self.ahead = max(self.ahead, event.seq)
        if event.seq <= self.seq:
            same = event.seq > 0 and self.hashes[event.seq - 1] == event.hash
            self.forked = self.forked or not same
            return KNOWN if same else FORKED
        if event.seq > self.seq + 1:
            return EARLY
        if event.prev != (self.hashes[-1] if self.hashes else self.game[:32]):
            self.forked = True
            return FORKED
        self._follow(event)
        return TAKEN

    def _follow(self, event: EventMessage) -> None:
        self.hashes.append(event.hash)
        self.room = event.room or self.room
        self.seats = event.seats or self.seats
        self.scores, self.over = event.scores, event.over
        self.task = event.task or self.task
        self.said = [*self.said, *event.say][-LAST_SAID:]
