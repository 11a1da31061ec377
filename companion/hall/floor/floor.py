"""The floor: takes in messages of all tables, and says what follows from them."""

from __future__ import annotations

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
    heard: int = 0
    """Messages so far: nothing is new while it stays the same."""
    strange: int = 0
    """Messages nobody could read, or of tables nobody enrolled."""
    _asked: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)

    def expect(self, table: str) -> Machine:
        """A table that was enrolled."""
        return self.machines.setdefault(table, Machine(table))

    def hear(self, topic: str, payload: bytes) -> News:
        """Take in one message; the same one again changes nothing."""
        self.heard += 1
        address = topics.parse(topic, self.night)
        machine = self.machines.get(address.table) if address else None
        if address is None or machine is None or address.what in topics.DOWN:
            self.strange += 1
            return News()
        news = News(address.table)
        reader = READERS[address.what]
        if not reader(self, machine, payload, news):
            self.strange += 1
        return news

    def needs(self) -> Iterable[tuple[str, Need]]:
        """What has to be asked of which table, now."""
        now = self.clock()
        for name, machine in self.machines.items():
            if not machine.lives(now):
                continue
            if machine.birth is None and self._is_due(name, "", 0, now):
                yield name, Need()
            for strand in machine.strands.values():
                if (need := self._need(name, strand, now)) is not None:
                    yield name, need

    def _need(self, table: str, strand: Strand, now: float) -> Need | None:
        """Ask for what is missing; for a game nobody has heard of, for all of it."""
        if strand.forked:
            return None
        first, last = strand.missing or (strand.seq + 1, strand.seq)
        unheard = not strand.hashes
        if last < first and not unheard:
            return None
        if not self._is_due(table, strand.game, first, now):
            return None
        return Need(strand.game, first, first + MOST_NEEDED - 1 if unheard else last)

    def _is_due(self, table: str, game: str, first: int, now: float) -> bool:
        """Whether to ask, or to ask again."""
        at, until = self._asked.get((table, game), (-1, 0.0))
        if at == first and now < until:
            return False
        self._asked[table, game] = (first, now + NEED_AGAIN_SECONDS)
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
            news.changed = state != machine.state
            machine.shows(state, self.clock())
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


READERS: dict[str, Callable[[Floor, Machine, bytes, News], bool]] = {
    topics.BIRTH: Floor._birth,
    topics.BEAT: Floor._beat,
    topics.STATE: Floor._state,
    topics.EVENT: Floor._event,
    topics.CALL: Floor._call,
    topics.ANSWER: Floor._answer,
}
