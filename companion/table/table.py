"""One game being played: one observation at a time, published once it is judged and saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from companion import chronicle
from companion.chronicle import Record
from companion.core.game import Game
from companion.core.hint import Hint
from companion.core.manners import LIVING_ROOM, check_manner
from companion.core.observation import Observation, Pressed, PutRight, Seen, Ticked, TookBack
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.journal import Vault, WaitingJournal

from .answer import Answer
from .clock import Clock, PlayClock
from .ledger import AnyJournal, Ledger
from .news import News
from .window import Window


class Table(Window):
    """One game being played."""

    def __init__(
        self,
        record: Record,
        journal: AnyJournal,
        *,
        clock: Clock = time.monotonic,
        vault: Vault | None = None,
    ) -> None:
        super().__init__(Ledger(record, journal, vault), PlayClock(clock, record.clock))
        self._amended_at = float("-inf")
        self._diverted: Callable[[Seen], None] | None = None
        if record.paused:
            self._time.stop()
        self.ledger.saving(self._open)

    def _open(self) -> Answer:
        """Do what an earlier evening could not finish; say at once when nothing can be saved."""
        if isinstance(self.ledger.journal, WaitingJournal):
            self.ledger.journal.keep()
        self._bench.keeper.tidy("table")
        return Answer("accepted", self.number)

    @classmethod
    def begin(
        cls,
        journal: AnyJournal,
        game: Game,
        box: Any,
        seats: Sequence[Seat],
        rules: Any,
        *,
        clock: Clock = time.monotonic,
        manner: str = LIVING_ROOM,
    ) -> Table:
        """Open a new game in an empty journal."""
        game.opening(box, seats, rules)  # refuse what cannot be played before anything is written
        opening = chronicle.opened(game, box, seats, rules, check_manner(manner))
        return cls(chronicle.begun(journal.append("opened", opening)), journal, clock=clock)

    @classmethod
    def resume(cls, journal: AnyJournal, *, clock: Clock = time.monotonic) -> Table:
        """Go on with the game a journal holds, at the same turn, with the same question."""
        vault = Vault.beside(journal.path)
        record = chronicle.read_back(vault.opened(journal.entries()))
        return cls(record, journal, clock=clock, vault=vault)

    def submit(self, observation: Observation, timeout: float = 5.0) -> Answer:
        """Judge one observation, save what follows, publish. Blocks until that is done."""
        if self._diverted is not None and isinstance(observation, Seen) and observation.late:
            return Answer("stopped", self.number, Saying("table.busy", {}))
        if self._diverted is not None and isinstance(observation, Seen):
            self._diverted(observation)
            return Answer("unchanged", self.number)
        self._bench.think_ahead(observation)
        return self.changing(lambda: self._judged(observation), timeout)

    def tick(self) -> None:
        """Let the clock make its move, such as the end of a search."""
        self.changing(self._ticked)

    def changing(self, act: Callable[[], Answer], timeout: float = -1) -> Answer:
        """Act while nobody else does; publish what has changed once others may act again."""
        if not self._lock.acquire(timeout=timeout):
            return Answer("stopped", self.number, Saying("table.busy", {}))
        try:
            before = self._bench.fingerprint()
            answer = self.ledger.saving(act)
            changed = self._bench.fingerprint() != before
            news = News(self.state, self._bench.keeper.reported())
        finally:
            self._lock.release()
        if changed:
            self._report(news)
            self._publish()
        return answer

    def stop_clock(self) -> None:
        """Stop the seconds of play while the game rests."""
        self._time.stop()

    def start_clock(self) -> None:
        self._time.go_on()

    def seeing(self, state: str, complaints: tuple[Saying, ...] = ()) -> None:
        """Say how the eye is doing: watching, waiting, paused or by hand."""
        with self._lock:
            if (state, complaints) == self._seeing:
                return
            self._seeing = (state, complaints)
        self._publish()

    def divert(self, look: Callable[[Seen], None] | None) -> None:
        """Hand everything seen to *look* alone: none of it is judged, kept or shown.

        None gives the eye back to the table.
        """
        self._diverted = look
        with self._lock:
            keeper = self._bench.keeper
            keeper.sight = keeper.sight.but(seen=None, picture=b"", refusal=None)

    def hint(self) -> Hint | None:
        return None if self._diverted is not None else super().hint()

    def _judged(self, observation: Observation) -> Answer:
        if self._is_stale(observation):
            return Answer("stale", self.number, Saying("table.stale", {}))
        if (why := self.at_rest()) is not None:
            return Answer("refused", self.number, why)
        if isinstance(observation, Seen):
            self._seeing = ("watching", observation.complaints)
        self.ledger.device = getattr(observation, "device", "")
        try:
            answer = self._bench.hear(observation)
        finally:
            self.ledger.device = ""
        if answer.kind == "accepted" and isinstance(observation, TookBack | PutRight):
            self._amended_at = self.clock()
        return answer

    def _ticked(self) -> Answer:
        self.ledger.keep_files(self.clock())
        if self.at_rest() is not None:
            return Answer("unchanged", self.number)
        return self._bench.hear(Ticked(at=self.clock()))

    def _is_stale(self, observation: Observation) -> bool:
        """Made against another table: another number, or before the past changed."""
        if isinstance(observation, Seen) and observation.at < self._amended_at:
            return True
        if isinstance(observation, Pressed) and observation.turn is not None:
            return observation.turn != self.game.turn(self.state)
        base = getattr(observation, "base", None)
        return base is not None and base != self.number
