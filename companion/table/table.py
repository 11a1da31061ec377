"""One game being played: one observation at a time, published once it is judged and saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from companion import chronicle, snapshot
from companion.chronicle import Record
from companion.core.cues import Cues
from companion.core.game import Game
from companion.core.manners import LIVING_ROOM, check_manner
from companion.core.observation import (
    Observation,
    Pressed,
    PutRight,
    Seen,
    Ticked,
    TookBack,
)
from companion.core.roles import Role
from companion.core.seats import Seat
from companion.core.verdict import Option, Question, Saying
from companion.journal import Vault, WaitingJournal
from companion.timeline import Past, Timeline

from . import past
from .answer import Answer
from .bench import Bench
from .hub import Hub
from .ledger import AnyJournal, Ledger

Clock = Callable[[], float]


class Table(Hub):
    """One game being played."""

    def __init__(
        self,
        record: Record,
        journal: AnyJournal,
        *,
        clock: Clock = time.monotonic,
        vault: Vault | None = None,
    ) -> None:
        self.ledger = Ledger(record, journal, vault)
        super().__init__(self.ledger.lost_keys())
        self._clock = clock
        self._offset = record.clock - clock()
        self._bench = Bench(self.ledger, self._game_time, self.now, self._look_again)
        self._archive = snapshot.Archive()
        self._amended_at = float("-inf")
        self._diverted: Callable[[Seen], None] | None = None
        self._seeing: tuple[str, tuple[str, ...]] = ("by hand", ())
        self.ledger.saving(self._open)

    def _open(self) -> Answer:
        """Do what an earlier evening could not finish; say at once when nothing can be saved."""
        if isinstance(self.ledger.journal, WaitingJournal):
            self.ledger.journal.keep()
        self._bench.tidy("table")
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

    # What others may look at

    @property
    def game(self) -> Game:
        return self.ledger.record.game

    @property
    def state(self) -> Any:
        return self.ledger.state

    @property
    def timeline(self) -> Timeline:
        return self.ledger.record.timeline

    @property
    def number(self) -> int:
        """How many public entries the state stands for. Private notes are not counted."""
        return self.ledger.number

    @property
    def manner(self) -> str:
        """How the house plays: who may do what."""
        return self.ledger.record.manner

    def number_of(self, past: Past) -> int:
        """The number everybody knows a public move by."""
        return self.ledger.record.public_number(past.number)

    @property
    def cues(self) -> Cues:
        return self._bench.cues

    def now(self) -> float:
        """Seconds of play until this moment."""
        return self._game_time(self._clock())

    def clock(self) -> float:
        """The clock observations are stamped with."""
        return self._clock()

    @property
    def damage(self) -> str:
        """What was wrong with the journal when it was opened, in full; empty when nothing was."""
        return str(self.ledger.journal.recovery or "")

    def questions(self) -> tuple[Question, ...]:
        """Everything open: about what was seen, about what no longer fits, and by the rules."""
        with self._lock:
            return self._bench.questions()

    def question(self, id_: str) -> Question | None:
        """One open question."""
        return next((question for question in self.questions() if question.id == id_), None)

    def corrections(self, number: int) -> tuple[Option, ...]:
        """What a past move may really have been; nothing here is anybody's secret."""
        with self._lock:
            record = self.ledger.record
        return past.corrections(record, number)

    def snapshot(self, role: Role) -> dict[str, Any]:
        """The table as one role may see it, as plain data."""
        with self._lock:
            shown = snapshot.Shown(
                number=self.number,
                record=self.ledger.record,
                questions=self.questions(),
                refusal=self._bench.sight.refusal,
                notices=(*self.ledger.notices().values(), *self._notices.values()),
                lamps=dict(self.cues.glow),
                seeing=self._seeing[0],
                complaints=self._seeing[1],
                archive=self._archive,
            )
        return snapshot.for_role(shown, role)

    def picture(self) -> bytes:
        """The last rectified look at the board. Lives in memory only."""
        return self._bench.sight.picture

    # What comes in

    def submit(self, observation: Observation, timeout: float = 5.0) -> Answer:
        """Judge one observation, save what follows, publish. Blocks until that is done."""
        if self._diverted is not None and isinstance(observation, Seen):
            self._diverted(observation)
            return Answer("unchanged", self.number)
        return self._changing(lambda: self._judged(observation), timeout)

    def play_as(self, manner: str) -> Answer:
        """Play in another manner from here; the journal says since when."""
        return self._changing(lambda: self._mannered(check_manner(manner)))

    def tick(self) -> None:
        """Let the clock make its move, such as the end of a search."""
        self._changing(self._ticked)

    def _changing(self, act: Callable[[], Answer], timeout: float = -1) -> Answer:
        """Act while nobody else does; publish what has changed once others may act again."""
        if not self._lock.acquire(timeout=timeout):
            return Answer("stopped", self.number, Saying("table.busy", {}))
        try:
            before = self._bench.fingerprint()
            answer = self.ledger.saving(act)
            changed = self._bench.fingerprint() != before
        finally:
            self._lock.release()
        if changed:
            self._publish()
        return answer

    def seeing(self, state: str, complaints: tuple[str, ...] = ()) -> None:
        """Say how the eye is doing: watching, waiting, paused or by hand."""
        with self._lock:
            if (state, complaints) == self._seeing:
                return
            self._seeing = (state, complaints)
        self._publish()

    def divert(self, look: Callable[[Seen], None] | None) -> None:
        """Hand all that is seen to *look* alone: nothing of it is judged, kept or shown.

        None gives the eye back to the table.
        """
        self._diverted = look
        with self._lock:
            self._bench.sight = self._bench.sight.but(seen=None, picture=b"", refusal=None)

    def _judged(self, observation: Observation) -> Answer:
        if self._is_stale(observation):
            return Answer("stale", self.number, Saying("table.stale", {}))
        if isinstance(observation, Seen):
            self._seeing = ("watching", observation.complaints)
        self.ledger.device = getattr(observation, "device", "")
        try:
            answer = self._bench.hear(observation)
        finally:
            self.ledger.device = ""
        if answer.kind == "accepted" and isinstance(observation, TookBack | PutRight):
            self._amended_at = self._clock()
        return answer

    def _mannered(self, manner: str) -> Answer:
        if manner == self.manner:
            return Answer("unchanged", self.number)
        self.ledger.write("mannered", {"manner": manner, "at": self.now()})
        return Answer("accepted", self.number)

    def _ticked(self) -> Answer:
        self.ledger.keep_files(self._clock())
        return self._bench.hear(Ticked(at=self._clock()))

    def _is_stale(self, observation: Observation) -> bool:
        """Made against another table: another number, or before the past changed."""
        if isinstance(observation, Seen) and observation.at < self._amended_at:
            return True
        if isinstance(observation, Pressed) and observation.turn is not None:
            return observation.turn != self.game.turn(self.state)
        base = getattr(observation, "base", None)
        return base is not None and base != self.number

    def _game_time(self, at: float) -> float:
        """Seconds of play, going on across restarts."""
        return round(at + self._offset, 3)
