"""The uplink of one house: beats, state and events go up; commands and the clock come down.

Everything is sent from one thread, at its own pace; the table is only looked at. What the broker
loses is asked for again by its number, and what comes twice changes nothing.
"""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from companion.table import Table
from companion.util.worker import Supervised
from companion.wire import topics
from companion.wire.line import Line, Will
from companion.wire.messages import (
    BEAT_SECONDS,
    STALE_SECONDS,
    Beat,
    Birth,
    CallMessage,
    CommandMessage,
    EventMessage,
    HallMessage,
    Need,
    State,
    pack,
    unpack,
)

from .enrolment import Enrolled, Enrolment
from .events import Follower, HallWatch, events_of, state_of
from .orders import TableOrders

MOST_REPLAYED = 400
"""Events sent for one request; the hall asks on from there."""
CALL_AGAIN_SECONDS = 4.0


class Port(Protocol):
    """What the uplink asks of its house."""

    @property
    def name(self) -> str: ...

    def table(self) -> Table | None:
        """Return the open game."""

    def path_of(self, file: str) -> Path | None:
        """Return the path of a game on the shelf."""

    def page(self) -> str:
        """Return where phones find this house."""


Lines = Callable[[Enrolled, Callable[[], Will]], Line]
"""Makes the line to the broker of a hall."""


def draw_start() -> str:
    """Return a name for this start of the house: a copied card has another one."""
    return secrets.token_hex(6)


class Uplink:
    """Takes part in the night for one house, from :meth:`start` to :meth:`stop`."""

    def __init__(
        self,
        enrolment: Enrolment,
        port: Port,
        lines: Lines,
        *,
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        assert enrolment.enrolled is not None
        self.enrolment, self._port = enrolment, port
        self._enrolled = enrolment.enrolled
        self._changed, self._clock, self._every = changed, clock, beat_seconds
        self.session, self._start = enrolment.begin(), draw_start()
        self.beat = 0
        self._line = lines(self._enrolled, self._will)
        self._orders = TableOrders(enrolment, self._of_night)
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._follower: Follower | None = None
        self._followed: Table | None = None
        self._shelved: tuple[str, list[EventMessage]] = ("", [])
        """The game on the shelf the hall asked about last, and its events."""
        self._watch = HallWatch()
        self._calls: dict[str, CallMessage] = {}
        self._shown: State | None = None
        """The state last sent, without its number."""
        self._number = 0
        self._named: tuple[str, ...] = ()
        """The games our last birth named."""
        self._due = 0.0
        self._again = 0.0
        self._hall: tuple[HallMessage, float] | None = None
        self._stops: list[Callable[[], None]] = []
        self._listened: Table | None = None
        self._loop = Supervised("uplink", self._step)
        self._mutex = threading.Lock()

    # What the house asks

    @property
    def up(self) -> bool:
        return self._line.up

    def hall(self) -> HallMessage | None:
        """Return what the hall last said of itself, while it is there."""
        if self._hall is None or not self._hall[0].here:
            return None
        return self._hall[0] if self._clock() - self._hall[1] < 3 * STALE_SECONDS else None

    def seconds_left(self) -> float | None:
        """Return the seconds left of this table's round; None if no clock runs."""
        if self._hall is None or self._hall[0].left is None:
            return None
        said, at = self._hall
        assert said.left is not None
        gone = self._clock() - at if said.running else 0.0
        return said.left + said.extra.get(self._enrolled.table, 0.0) - gone

    def call(self, call: CallMessage) -> None:
        """Call the referee; repeat it until the hall confirms."""
        with self._mutex:
            self._calls.setdefault(call.id, call)
        self.wake()

    def waiting_calls(self) -> tuple[CallMessage, ...]:
        """Calls the hall has not confirmed yet."""
        with self._mutex:
            return tuple(self._calls.values())

    def picture(self, wish: bytes) -> bytes | None:
        """Return the live picture of a game of the night; None if the request isn't the hall's,
        empty if there is no picture."""
        command = unpack(wish, CommandMessage)
        if command is None or not self._orders.may_look(command, self.session, self.beat):
            return None
        table = self._of_night()
        return b"" if table is None else table.live()

    def wake(self) -> None:
        """Something has changed at the table."""
        self._heard.put(None)

    def start(self) -> None:
        self._line.open(self._arrived, self._on_up)
        self._loop.start()

    def stop(self) -> None:
        """Say goodbye and disconnect."""
        self._loop.stopping.set()
        self.wake()
        self._loop.join(3.0)
        self._unlisten()
        self._say(topics.BIRTH, self._birth(here=False), keep=True)
        self._line.close()

    # The line

    def _will(self) -> Will:
        """Build the will of a connection; each has its own session, so an old will says which."""
        self.session += 1
        topic = topics.of_table(self._enrolled.night, self._enrolled.table, topics.BIRTH)
        return Will(topic, pack(self._birth(here=False)))

    def _birth(self, *, here: bool) -> Birth:
        return Birth(
            session=self.session,
            here=here,
            house=self._port.name,
            name=self._enrolled.table,
            page=self._port.page() if here else "",
            games=tuple(self.enrolment.kept.tasks) if here else (),
            start=self._start,
        )

    def _arrived(self, topic: str, payload: bytes) -> None:
        self._heard.put((topic, payload))

    def _on_up(self) -> None:
        night, table = self._enrolled.night, self._enrolled.table
        own = (topics.COMMAND, topics.NEED, topics.BIRTH)
        wanted = [topics.of_table(night, table, what) for what in own]
        self._line.subscribe([*wanted, topics.of_hall(night)])
        self._shown = None
        self._be_born()
        self.wake()

    def _be_born(self) -> None:
        birth = self._birth(here=True)
        self._named = birth.games
        self._say(topics.BIRTH, birth, keep=True)

    def _say(
        self, what: str, record: msgspec.Struct, *, keep: bool = False, sure: bool = True
    ) -> None:
        topic = topics.of_table(self._enrolled.night, self._enrolled.table, what)
        self._line.say(topic, pack(record), keep=keep, sure=sure)

    # The loop

    def _step(self) -> None:
        """Wait for something to happen, at most until the next beat; then say what is due."""
        try:
            heard = self._heard.get(timeout=max(0.0, self._due - self._clock()))
            while True:
                if heard is not None:
                    self._hear(*heard)
                heard = self._heard.get_nowait()
        except queue.Empty:
            pass
        if not self._loop.stopping.is_set():
            self.report()

    def report(self) -> None:
        """Send what the hall does not know yet."""
        fresh = self._follow()
        for event in fresh:
            self._tell(event)
        state = self._state()
        settled = self._follower.settled if self._follower else ()
        for call in self._watch.over(fresh, state, settled):
            with self._mutex:
                self._calls.setdefault(call.id, call)
        if self._line.up and self._named != tuple(self.enrolment.kept.tasks):
            self._be_born()
        self._show(state)
        now = self._clock()
        if now >= self._again and self._calls:
            self._again = now + CALL_AGAIN_SECONDS
            for call in self.waiting_calls():
                self._say(topics.CALL, call)
        if now >= self._due:
            self._due = now + self._every
            self.beat += 1
            seq, link = self._follower.head if self._follower else (0, "")
            game = self._follower.game if self._follower else ""
            beat = Beat(
                self.session, self.beat, game, seq, link, self._port.name, self._number, self._start
            )
            self._say(topics.BEAT, beat, sure=False)

    def _show(self, state: State) -> None:
        """Send the table's state to the hall if it has changed."""
        if self._line.up and state != self._shown:
            self._shown, self._number = state, self._number + 1
            numbered = msgspec.structs.replace(state, number=self._number)
            self._say(topics.STATE, numbered, keep=True)

    def _tell(self, event: EventMessage) -> None:
        task = self.enrolment.kept.tasks.get(event.game, "")
        self._say(topics.EVENT, msgspec.structs.replace(event, task=task))

    def _follow(self) -> list[EventMessage]:
        """Read new entries of games of the night; other games stay at home."""
        table = self._of_night()
        if table is not self._followed:
            self._unlisten()
            self._followed, self._follower, self._watch = table, None, HallWatch()
            self._shelved = ("", [])
            if table is not None:
                self._follower = Follower(table.ledger.journal.game)
                self._stops.append(table.on_publish(lambda number: self.wake()))
        if table is None or self._follower is None:
            return []
        entries = table.ledger.journal.entries(self._follower.seen)
        return self._follower.follow(table.ledger.vault.opened(entries))

    def _unlisten(self) -> None:
        for stop in self._stops:
            stop()
        self._stops.clear()

    def _of_night(self) -> Table | None:
        """Return the open game if it was opened for the hall."""
        table = self._port.table()
        if table is None:
            return None
        if table is self._followed:
            return table
        return table if table.ledger.journal.game in self.enrolment.kept.tasks else None

    def _state(self) -> State:
        offer = self.enrolment.kept.offer
        offered = str(offer["task"]) if offer else ""
        if self._followed is None or self._follower is None:
            return State(session=self.session, offered=offered)
        task = self.enrolment.kept.tasks.get(self._follower.game, "")
        state = state_of(self._followed, self._follower, self.session, task, offered)
        settled = self.enrolment.kept.settled.get(task, "")
        return msgspec.structs.replace(state, settled=settled)

    # What comes down

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic == topics.of_hall(self._enrolled.night):
            self._hear_hall(payload)
            return
        address = topics.parse(topic, self._enrolled.night)
        if address is None or address.table != self._enrolled.table:
            return
        if address.what == topics.COMMAND and (command := unpack(payload, CommandMessage)):
            answer = self._orders.obey(command, self.session, self.beat)
            self._say(topics.ANSWER, answer)
            self._changed()
        elif address.what == topics.NEED and (need := unpack(payload, Need)):
            self._replay(need)
        elif address.what == topics.BIRTH and (birth := unpack(payload, Birth)):
            self._rise(birth)

    def _hear_hall(self, payload: bytes) -> None:
        said = unpack(payload, HallMessage)
        if said is None:
            return
        with self._mutex:
            for got in said.got:
                self._calls.pop(got, None)
        self._hall = (said, self._clock())
        self._changed()

    def _rise(self, birth: Birth) -> None:
        """Announce ourselves again if our own late will arrived after our birth."""
        if not birth.here and birth.house == self._port.name and self._line.up:
            self._be_born()

    def _of_shelf(self, game: str) -> list[EventMessage]:
        """Return the events of a game that isn't open; the last one asked for is kept, as the hall
        asks again for what was lost on the way."""
        if self._shelved[0] != game:
            path = self._port.path_of(self.enrolment.kept.files.get(game, ""))
            self._shelved = (game, events_of(path)) if path else ("", [])
        return self._shelved[1]

    def _replay(self, need: Need) -> None:
        """Send events again, out of the journal of any game of this night, or the state; without
        either, say which games there are."""
        if need.state:
            self._shown = None
        elif not need.game:
            self._be_born()
        if need.game not in self.enrolment.kept.tasks:
            return
        if self._follower is not None and self._follower.game == need.game:
            events = self._follower.events
        else:
            events = self._of_shelf(need.game)
        last = min(need.last, need.first + MOST_REPLAYED - 1)
        for event in events:
            if need.first <= event.seq <= last:
                self._tell(event)
