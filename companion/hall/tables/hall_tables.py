"""Take in messages of all tables, and say what follows from them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.wire import topics
from companion.wire.messages import (
    STALE_SECONDS,
    AnswerMessage,
    Beat,
    Birth,
    CallMessage,
    EventMessage,
    Need,
    State,
    unpack,
)

from .event_chain import TAKEN, EventChain

CLASH_SECONDS = 30.0
RETURNS = 3
"""How often an earlier start has to speak again: one late message makes two."""
MOST_STARTS = 20
GRACE_SECONDS = 5.0
"""Seconds after which a last will is believed, so that a brief drop isn't shown."""
NEVER = float("inf")
LATE_SECONDS = 1.0
"""Seconds a state may arrive after the beat that names it."""


@dataclass
class TableMachine:
    """What is known of one table."""

    table: str
    session: int = 0
    beat: int = 0
    heard: float = float("-inf")
    """When it last gave a sign of life, by the hall's own clock."""
    willed: float = NEVER
    """When its will was heard; nothing has been heard of it since."""
    birth: Birth | None = None
    state: State | None = None
    chains: dict[str, EventChain] = field(default_factory=dict)
    houses: dict[str, float] = field(default_factory=dict)
    """Which machines spoke under this name, and when."""
    start: str = ""
    """What the machine drew when it started."""
    earlier: dict[str, None] = field(default_factory=dict)
    """What was drawn at starts before that one."""
    returned: list[float] = field(default_factory=list)
    """When a machine that seemed to have started anew spoke again: it has a copy."""
    shown: tuple[int, int] = (0, 0)
    """The session and the number of the state its last beat named; no number in older ones."""
    named: float = NEVER
    """Since when a state was named that is not here."""

    def lives(self, now: float) -> bool:
        return now - self.heard < STALE_SECONDS and now - self.willed < GRACE_SECONDS

    def clashes(self, now: float) -> bool:
        """Check whether two machines use this table's name."""
        houses = sum(now - at < CLASH_SECONDS for at in self.houses.values())
        returned = sum(now - at < CLASH_SECONDS for at in self.returned)
        return houses > 1 or returned >= RETURNS

    def misses_state(self, now: float) -> bool:
        """Check whether its last state was lost on the way."""
        return now - self.named >= LATE_SECONDS

    def born(self, birth: Birth, now: float, *, kept: bool = False) -> None:
        """Take a birth or a last will; ignore the will of an older session."""
        if not birth.here:
            if birth.session >= self.session:
                self.willed = min(self.willed, now)
                self.session = birth.session
            return
        self.birth = birth
        self._heard(birth.session, birth.house, birth.start, now)
        for game in birth.games:
            self.chain(game)

    def beats(self, beat: Beat, now: float) -> None:
        if beat.session < self.session and not self.houses.get(beat.house):
            return
        self.beat = beat.beat
        self._heard(beat.session, beat.house, beat.start, now)
        self.shown = (beat.session, beat.shown)
        self._look_for_state(now)
        if beat.game:
            self.chain(beat.game).expects(beat.seq, beat.hash)

    def shows(self, state: State, now: float) -> bool:
        """Take in a state; says whether it differs. One that is older than what is known, sent
        again by a line that came back, changes nothing."""
        if self._is_old(state):
            return False
        differs = state != self.state
        self.state = state
        self._look_for_state(now)
        if state.game:
            chain = self.chain(state.game)
            chain.expects(state.seq, state.hash)
            chain.task = state.task or chain.task
        return differs

    def _is_old(self, state: State) -> bool:
        known = self.state
        if known is None:
            return False
        if state.session == known.session:
            return state.number < known.number
        return state.session < min(known.session, self.session)

    def _look_for_state(self, now: float) -> None:
        """Note since when the state that was named is missing."""
        session, number = self.shown
        state = self.state
        here = state is not None and state.session == session and state.number >= number
        self.named = NEVER if here or not number else min(self.named, now)

    def chain(self, game: str) -> EventChain:
        return self.chains.setdefault(game, EventChain(game))

    def _heard(self, session: int, house: str, start: str, now: float) -> None:
        self.session, self.heard, self.willed = session, now, NEVER
        if house:
            self.houses[house] = now
        if start and start != self.start:
            if start in self.earlier:
                self.returned = [*self.returned, now][-RETURNS:]
            self.earlier[self.start] = self.earlier.pop(start, None)
            while len(self.earlier) > MOST_STARTS:
                self.earlier.pop(next(iter(self.earlier)))
            self.start = start


NEED_AGAIN_SECONDS = 2.0
MOST_NEEDED = 400
MOST_NAME = 80


@dataclass
class TableNews:
    """What one message has brought."""

    table: str = ""
    changed: bool = False
    """Whether anything that is shown differs."""
    ended: tuple[EventChain, int] | None = None
    """A game that is over, with the number of the event that says so."""
    call: CallMessage | None = None
    answer: AnswerMessage | None = None


@dataclass
class HallTables:
    """Every table of the night."""

    night: str
    clock: Callable[[], float]
    machines: dict[str, TableMachine] = field(default_factory=dict)
    strange: int = 0
    """Messages nobody could read, or of tables nobody enrolled."""
    _touched: set[str] = field(default_factory=set)
    _unsure: set[str] = field(default_factory=set)
    """Tables of which something may be missing."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asked: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)

    def expect(self, table: str) -> TableMachine:
        """Add a table that was enrolled."""
        return self.machines.setdefault(table, TableMachine(table))

    def hear(self, topic: str, payload: bytes) -> TableNews:
        """Take in one message; the same one again changes nothing."""
        address = topics.parse(topic, self.night)
        machine = self.machines.get(address.table) if address else None
        if address is None or machine is None or address.what in topics.DOWN:
            self.strange += 1
            return TableNews()
        news = TableNews(address.table)
        reader = READERS[address.what]
        if not reader(self, machine, payload, news):
            self.strange += 1
        self._unsure.add(address.table)
        self.touch(address.table)  # only now: whoever looks has to find what the message brought
        return news

    def clashing(self) -> tuple[str, ...]:
        """List the tables under whose name two machines take part."""
        now = self.clock()
        return tuple(name for name, one in self.machines.items() if one.clashes(now))

    def touch(self, table: str) -> None:
        """Mark a table to be checked again."""
        with self._lock:
            self._touched.add(table)

    def take_touched(self) -> set[str]:
        """Return and clear the tables to be checked."""
        with self._lock:
            touched, self._touched = self._touched, set()
        return touched

    @property
    def busy(self) -> bool:
        """Whether something may have to be asked."""
        return bool(self._unsure)

    def needs(self) -> Iterable[tuple[str, Need]]:
        """List what to ask of which table now. A table of which nothing is missing is checked again
        when it is heard of."""
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

    def _needs_of(self, name: str, machine: TableMachine) -> Iterable[tuple[Need, str]]:
        if machine.birth is None:
            yield Need(), ""
        if machine.misses_state(self.clock()):
            yield Need(state=True), "state"
        for chain in machine.chains.values():
            if (need := _need(chain)) is not None:
                yield need, chain.game

    def _is_due(self, table: str, game: str, need: Need, now: float) -> bool:
        """Check whether to ask, or to ask again."""
        at, until = self._asked.get((table, game), (-1, 0.0))
        if at == need.first and now < until:
            return False
        self._asked[table, game] = (need.first, now + NEED_AGAIN_SECONDS)
        return True

    # One reader for each kind of message

    def _birth(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        birth = unpack(payload, Birth)
        if birth is not None:
            machine.born(birth, self.clock())
            news.changed = True
        return birth is not None

    def _beat(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        beat, before = unpack(payload, Beat), machine.lives(self.clock())
        if beat is not None:
            machine.beats(beat, self.clock())
            news.changed = not before
        return beat is not None

    def _state(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        state = unpack(payload, State)
        if state is not None:
            news.changed = machine.shows(state, self.clock())
        return state is not None

    def _event(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        event = unpack(payload, EventMessage)
        if event is None:
            return False
        chain = machine.chain(event.game)
        took = chain.take(event)
        news.changed = took == TAKEN or chain.forked
        if took == TAKEN and chain.over is not None:
            news.ended = (chain, event.seq)
        return True

    def _call(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        call = unpack(payload, CallMessage)
        news.call = call if call is not None and len(call.id) <= MOST_NAME else None
        return news.call is not None

    def _answer(self, machine: TableMachine, payload: bytes, news: TableNews) -> bool:
        news.answer = unpack(payload, AnswerMessage)
        return news.answer is not None


def _need(chain: EventChain) -> Need | None:
    """Ask for what is missing; for a game nobody has heard of, for all of it."""
    if chain.forked:
        return None
    first, last = chain.missing or (chain.seq + 1, chain.seq)
    unheard = not chain.hashes
    if last < first and not unheard:
        return None
    return Need(chain.game, first, first + MOST_NEEDED - 1 if unheard else last)


READERS: dict[str, Callable[[HallTables, TableMachine, bytes, TableNews], bool]] = {
    topics.BIRTH: HallTables._birth,
    topics.BEAT: HallTables._beat,
    topics.STATE: HallTables._state,
    topics.EVENT: HallTables._event,
    topics.CALL: HallTables._call,
    topics.ANSWER: HallTables._answer,
}
