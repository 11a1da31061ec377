"""The floor: takes in messages of all tables, and says what follows from them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..wire import topics
from ..wire.messages import Answer, Beat, Birth, Call, Event, Need, State, unpack
from .machine import Machine
from .strand import TAKEN, Strand

NEED_AGAIN_SECONDS = 2.0
MOST_NEEDED = 400
MOST_NAME = 80


@dataclass
class News:
    """What one message has brought."""

    table: str = ""
    changed: bool = False
    """Whether anything that is shown differs."""
    ended: tuple[Strand, int] | None = None
    """A game that is over, with the number of the event that says so."""
    call: Call | None = None
    answer: Answer | None = None


@dataclass
class Floor:
    """Every table of the night."""

    night: str
    clock: Callable[[], float]
    machines: dict[str, Machine] = field(default_factory=dict)
    strange: int = 0
    """Messages nobody could read, or of tables nobody enrolled."""
    _touched: set[str] = field(default_factory=set)
    _unsure: set[str] = field(default_factory=set)
    """Tables of which something may be missing."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asked: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)

    def expect(self, table: str) -> Machine:
        """A table that was enrolled."""
        return self.machines.setdefault(table, Machine(table))

    def hear(self, topic: str, payload: bytes) -> News:
        """Take in one message; the same one again changes nothing."""
        address = topics.parse(topic, self.night)
        machine = self.machines.get(address.table) if address else None
        if address is None or machine is None or address.what in topics.DOWN:
            self.strange += 1
            return News()
        news = News(address.table)
        reader = READERS[address.what]
        if not reader(self, machine, payload, news):
            self.strange += 1
        self._unsure.add(address.table)
        self.touch(address.table)  # only now: whoever looks has to find what the message brought
        return news

    def touch(self, table: str) -> None:
        """A table is to be looked at again."""
        with self._lock:
            self._touched.add(table)

    def take_touched(self) -> set[str]:
        """The tables that have to be looked at since somebody last asked."""
        with self._lock:
            touched, self._touched = self._touched, set()
        return touched

    @property
    def busy(self) -> bool:
        """Whether something may have to be asked."""
        return bool(self._unsure)

    def needs(self) -> Iterable[tuple[str, Need]]:
        """What has to be asked of which table, now. A table of which nothing is missing is looked
        at again when it is heard of."""
        now = self.clock()
        unsure, self._unsure = self._unsure, set()
        for name in sorted(unsure):
            machine = self.machines[name]
            if not machine.lives(now):
                continue
            asked = tuple(self._needs_of(name, machine))
            if asked:
                self._unsure.add(name)
            yield from ((name, need) for need, game in asked if self._is_due(name, game, need, now))

    def _needs_of(self, name: str, machine: Machine) -> Iterable[tuple[Need, str]]:
        if machine.birth is None:
            yield Need(), ""
        if machine.misses_state(self.clock()):
            yield Need(state=True), "state"
        for strand in machine.strands.values():
            if (need := _need(strand)) is not None:
                yield need, strand.game

    def _is_due(self, table: str, game: str, need: Need, now: float) -> bool:
        """Whether to ask, or to ask again."""
        at, until = self._asked.get((table, game), (-1, 0.0))
        if at == need.first and now < until:
            return False
        self._asked[table, game] = (need.first, now + NEED_AGAIN_SECONDS)
        return True

    # One reader for each kind of message

    def _birth(self, machine: Machine, payload: bytes, news: News) -> bool:
        birth = unpack(payload, Birth)
        if birth is not None:
            machine.born(birth, self.clock())
            news.changed = True
        return birth is not None

    def _beat(self, machine: Machine, payload: bytes, news: News) -> bool:
        beat, before = unpack(payload, Beat), machine.lives(self.clock())
        if beat is not None:
            machine.beats(beat, self.clock())
            news.changed = not before
        return beat is not None

    def _state(self, machine: Machine, payload: bytes, news: News) -> bool:
        state = unpack(payload, State)
        if state is not None:
            news.changed = machine.shows(state, self.clock())
        return state is not None

    def _event(self, machine: Machine, payload: bytes, news: News) -> bool:
        event = unpack(payload, Event)
        if event is None:
            return False
        strand = machine.strand(event.game)
        took = strand.take(event)
        news.changed = took == TAKEN or strand.forked
        if took == TAKEN and strand.over is not None:
            news.ended = (strand, event.seq)
        return True

    def _call(self, machine: Machine, payload: bytes, news: News) -> bool:
        call = unpack(payload, Call)
        news.call = call if call is not None and len(call.id) <= MOST_NAME else None
        return news.call is not None

    def _answer(self, machine: Machine, payload: bytes, news: News) -> bool:
        news.answer = unpack(payload, Answer)
        return news.answer is not None


def _need(strand: Strand) -> Need | None:
    """Ask for what is missing; for a game nobody has heard of, for all of it."""
    if strand.forked:
        return None
    first, last = strand.missing or (strand.seq + 1, strand.seq)
    unheard = not strand.hashes
    if last < first and not unheard:
        return None
    return Need(strand.game, first, first + MOST_NEEDED - 1 if unheard else last)


READERS: dict[str, Callable[[Floor, Machine, bytes, News], bool]] = {
    topics.BIRTH: Floor._birth,
    topics.BEAT: Floor._beat,
    topics.STATE: Floor._state,
    topics.EVENT: Floor._event,
    topics.CALL: Floor._call,
    topics.ANSWER: Floor._answer,
}
