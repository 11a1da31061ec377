"""One game being played: one observation at a time, published once it is judged and saved."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion.core.cells import Hint
from companion.core.game import Game
from companion.core.observation import (
    Observation,
    Pressed,
    PutRight,
    Reply,
    Seen,
    Ticked,
    TookBack,
)
from companion.core.output_cues import Cues
from companion.core.play_mode import LIVING_ROOM, check_manner
from companion.core.roles import Role
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.journal import Vault, WaitingJournal
from companion.table import record as table_record
from companion.table.moves import Timeline
from companion.table.record import Record

from .clock import Clock, PlayClock
from .commit import Commit
from .dispatch import Dispatch
from .events import Events
from .expected import hint_of
from .ledger import AnyJournal, Ledger
from .news import Answer, News
from .open_question import OpenQuestion, find
from .read_api import ReadApi

LOG = logging.getLogger(__name__)


@dataclass
class Pending:
    """An act while the table is held for it, and what becomes of it."""

    answer: Answer | None = None


class Table:
    """One game being played: its events, its read side and its dispatch are parts of it."""

    def __init__(
        self,
        record: Record,
        journal: AnyJournal,
        *,
        clock: Clock = time.monotonic,
        vault: Vault | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._time = PlayClock(clock, record.clock)
        self.now, self.clock = self._time.now, self._time.raw
        self.ledger = Ledger(record, journal, vault)
        self._commit = Commit(self.ledger, self.now)
        self._join_events(Events(self._lock, lambda: self.number, self.ledger.lost_keys()))
        self._join_reads(ReadApi(self._lock, self._commit, self.events))
        self._dispatch = Dispatch(self._commit, self._time.at, self.events.look_again)
        self._amended_at = float("-inf")
        self._diverted: Callable[[Seen], None] | None = None
        if record.paused:
            self._time.stop()
        self._open()

    def _join_events(self, events: Events) -> None:
        """Take over what events offers, so that callers needn't know which part does it."""
        self.events = events
        self.on_publish, self.on_news = events.on_publish, events.on_news
        self.on_wanting, self.on_watching = events.on_wanting, events.on_watching
        self.on_gauge, self.gauge, self.gauges = events.on_gauge, events.gauge, events.gauges
        self.notice = events.notice

    def _join_reads(self, reads: ReadApi) -> None:
        """Take over what the read side offers, so that callers needn't know which part does it."""
        self.reads = reads
        self.question, self.questions = reads.question, reads.questions
        self.corrections, self.number_of = reads.corrections, reads.number_of
        self.at_rest = self.ledger.at_rest
        self.seen, self.picture, self.live = reads.seen, reads.picture, reads.live

    def snapshot(self, role: Role) -> dict[str, Any]:
        """Return the table as one role may see it, as plain data."""
        return self.reads.snapshot(role)

    def _open(self) -> None:
        """Do what an earlier evening could not finish; say at once when nothing can be saved."""
        with self.ledger.saving():
            if isinstance(self.ledger.journal, WaitingJournal):
                self.ledger.journal.keep()
            self._commit.tidy("table")

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

    @property
    def cues(self) -> Cues:
        return self._commit.cues

    @property
    def damage(self) -> str:
        """What was wrong with the journal when it was opened, in full; empty when nothing was."""
        return str(self.ledger.journal.recovery or "")

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
        opening = table_record.opened(game, box, seats, rules, check_manner(manner))
        return cls(table_record.begun(journal.append("opened", opening)), journal, clock=clock)

    @classmethod
    def resume(cls, journal: AnyJournal, *, clock: Clock = time.monotonic) -> Table:
        """Go on with the game a journal holds, at the same turn, with the same question."""
        vault = Vault.beside(journal.path)
        record = table_record.read_back(vault.opened(journal.entries()))
        return cls(record, journal, clock=clock, vault=vault)

    def asked(self, id_: str) -> OpenQuestion:
        """Return an open question as it stands now, for whoever is about to answer it."""
        return find(self.ledger.record, id_)

    def meant(self, asked: OpenQuestion, reply: Reply, at: float) -> OpenQuestion:
        """Return the same with the move a reply makes at a moment of the table's clock."""
        return asked.answered(reply, self._time.at(at))

    def submit(
        self, observation: Observation, timeout: float = 5.0, asked: OpenQuestion | None = None
    ) -> Answer:
        """Judge one observation, save what follows, publish. Blocks until that is done.

        Whoever has looked up the question it answers hands it over as *asked*.
        """
        if self._diverted is not None and isinstance(observation, Seen):
            return self._hand_over(observation, self._diverted)
        asked = asked or self._dispatch.asked(observation)
        self._dispatch.think_ahead(observation, asked)
        with self._held(timeout, getattr(observation, "device", "")) as act:
            act.answer = act.answer or self._out_of_place(observation)
            if act.answer is None:
                act.answer = self._dispatch.hear(observation, asked)
                self._note(observation, act.answer)
        answer = self._became(act)
        LOG.debug("%s: %s at %s", type(observation).__name__, answer.kind, answer.number)
        return answer

    def tick(self) -> None:
        """Let the clock make its move, such as the end of a search."""
        with self._held() as act:
            self.ledger.keep_files(self.clock())
            if self.ledger.at_rest() is None:
                act.answer = self._dispatch.hear(Ticked(at=self.clock()))

    def changing(self, act: Callable[[], Answer], timeout: float = -1) -> Answer:
        """Act while nobody else does; publish what has changed once others may act again."""
        with self._held(timeout) as pending:
            pending.answer = pending.answer or act()
        return self._became(pending)

    @contextmanager
    def _held(self, timeout: float = -1, device: str = "") -> Iterator[Pending]:
        """Hold the table for one act, and publish what has changed once others may act again.

        Where somebody else holds it for too long, the act has its answer before it begins.
        """
        if not self._lock.acquire(timeout=timeout):
            yield Pending(Answer("stopped", self.number, Saying("table.busy", {})))
            return
        try:
            before = self._fingerprint()
            with self.ledger.saving(device):
                yield Pending()
            changed = self._fingerprint() != before
            news = News(self.state, self._commit.reported())
        finally:
            self._lock.release()
        if changed:
            self.events.report(news)
            self.events.publish()

    def _fingerprint(self) -> tuple[object, ...]:
        return *self.ledger.fingerprint(), self._commit.sight.refusal, self._commit.cues

    def _became(self, act: Pending) -> Answer:
        """Return the outcome of an act; one that was interrupted could not be saved."""
        return act.answer or self._commit.stopped()

    def stop_clock(self) -> None:
        """Stop the seconds of play while the game rests."""
        self._time.stop()

    def start_clock(self) -> None:
        self._time.go_on()

    def seeing(self, state: str, complaints: tuple[Saying, ...] = ()) -> None:
        """Say how the eye is doing: watching, waiting, paused or by hand."""
        with self._lock:
            if (state, complaints) == self.reads.seeing:
                return
            self.reads.seeing = (state, complaints)
        self.events.publish()

    def divert(self, look: Callable[[Seen], None] | None) -> None:
        """Hand everything seen to *look* alone: none of it is judged, kept or shown.

        None gives the eye back to the table.
        """
        self._diverted = look
        with self._lock:
            self._commit.sight = self._commit.sight.but(seen=None, picture=b"", refusal=None)

    def _hand_over(self, seen: Seen, look: Callable[[Seen], None]) -> Answer:
        if seen.late:
            return Answer("stopped", self.number, Saying("table.busy", {}))
        look(seen)
        return Answer("unchanged", self.number)

    def hint(self) -> Hint | None:
        """Return what the rules expect of the next still picture; None if the eye is on its own."""
        if self._diverted is not None or self.ledger.at_rest() is not None:
            return None
        return hint_of(self.game, self.state)

    def _out_of_place(self, observation: Observation) -> Answer | None:
        """Why an observation is not judged at all: made for another moment, or the game rests."""
        if self._is_stale(observation):
            return Answer("stale", self.number, Saying("table.stale", {}))
        if (why := self.ledger.at_rest()) is not None:
            return Answer("refused", self.number, why)
        return None

    def _note(self, observation: Observation, answer: Answer) -> None:
        """Remember what the eye complains of, and when the past changed: older looks are stale."""
        if isinstance(observation, Seen):
            self.reads.seeing = ("watching", observation.complaints)
        if answer.kind == "accepted" and isinstance(observation, TookBack | PutRight):
            self._amended_at = self.clock()

    def _is_stale(self, observation: Observation) -> bool:
        """Made against another table: another number, or before the past changed."""
        if isinstance(observation, Seen) and observation.at < self._amended_at:
            return True
        if isinstance(observation, Pressed) and observation.turn is not None:
            return observation.turn != self.game.turn(self.state)
        base = getattr(observation, "base", None)
        return base is not None and base != self.number
