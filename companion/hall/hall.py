"""The hall: one evening, its tables, and the connection to them. It never decides a game.

What people and tables do becomes entries of the night's journal. Several halls may share one
journal: each reads it before it decides, and a hall that was overtaken decides again.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.util.worker import Supervised
from companion.wire import topics
from companion.wire.line import Line, Will
from companion.wire.messages import BEAT_SECONDS, pack
from companion.wire.messages import HallMessage as Sign
from companion.wire.seals import machine_key

from .errors import HallError, HallNotNow
from .evening import HallEvening, decide, followed
from .evening.acts import Who
from .evening.commands import HallFact, together
from .evening.state import moment_of
from .inbound import Inbound
from .night import state
from .orders import Assignments, HallOrders, Order
from .store import Overtaken, Store
from .tables import HallTables

STEP_SECONDS = 0.25
BUSY_SECONDS = 0.05
"""Minimum interval between housekeeping runs under load, in seconds."""
MOST_AT_ONCE = 500
MOST_TRIES = 5
"""Most turns of one act; a turn is lost only if its connection was."""
MOST_COMING = 60
UNSTART, SIT = "unstart", "sit"
"""Acts that change who plays."""
Lines = Callable[[Callable[[], Will]], Line]


class Hall:
    """A night being run by this process."""

    def __init__(
        self,
        store: Store,
        lines: Lines,
        *,
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        page: Callable[[], str] = str,
    ) -> None:
        self.store, self._changed, self._clock = store, changed, clock
        self._page = page
        self._lock = threading.RLock()
        self._began: tuple[float, float] | None = None
        """A moment of the monotonic clock, and the time of the night then."""
        self.evening = HallEvening()
        self.session = int(wall())
        self.tables = HallTables(store.night, clock)
        self.orders = HallOrders(self.tables, self.key, clock)
        self.line = lines(self._will)
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._inbound, self._assignments = Inbound(self), Assignments(self.tables, self.orders)
        self._waiting: list[tuple[str, dict[str, Any], Who]] = []
        """Acts the store couldn't save; tried again."""
        self._sign_due = self._read_due = self._tend_due = self._sweep_due = 0.0
        self.shares_account = False
        """Whether all tables share the hall's account, on a broker that isn't ours."""
        self.broker_in_clear = False
        """Whether the broker has no TLS, so that others can read along."""
        self.trouble: OSError | None = None
        """Why nothing can be saved, while that is so."""
        self._loop = Supervised("hall", self._step)
        self.read_on()
        self._began = (clock(), _time_now(store, wall()))

    # The evening

    def act(self, name: str, body: Mapping[str, Any], who: Who) -> HallEvening:
        """Do something once: decide it on the newest state; it is saved when this returns."""
        with self._lock:
            try:
                acted = self._decided(name, body, who)
            except OSError as wrong:
                self.trouble = wrong
                raise
            self.trouble = None
        if acted:
            self.sign_soon()
            self.wake()
            self._changed()
        return self.evening

    def _decided(self, name: str, body: Mapping[str, Any], who: Who) -> bool:
        """Decide and save in one turn; return whether there was anything to save."""
        for _ in range(MOST_TRIES):
            with self.store.turn():
                self.read_on()
                self._refuse_opened(name, body)
                facts = decide(self.evening, name, body, who, self.now())
                if not facts:
                    return False
                fact = together(facts)
                _check_readable(self.evening, fact)
                with contextlib.suppress(Overtaken):
                    self._follow(self.store.append(fact.kind, fact.body, self.evening.number))
                    return True
        raise HallError("desk.too_busy")

    def _refuse_opened(self, name: str, body: Mapping[str, Any]) -> None:
        """Refuse to change who plays a game that a table has opened already."""
        number = body.get("round")
        each = self.evening.night.round(number) if isinstance(number, int) else None
        if name not in (UNSTART, SIT) or each is None:
            return
        who, box = body.get("who"), body.get("box")
        opened = [
            self.evening.night.place(table.box)
            for table in each.tables
            if (name == UNSTART or table.box == box or who in table.people)
            and self._is_opened(table.box, f"{number}:{table.box}")
        ]
        if opened:
            raise HallNotNow("game_opened", tables=opened)

    def _is_opened(self, box: str, task: str) -> bool:
        machine = self.evening.machine_at(box)
        known = self.tables.machines.get(machine.table) if machine else None
        return known is not None and any(chain.task == task for chain in known.chains.values())

    def read_on(self) -> bool:
        """Read what another hall has written."""
        with self._lock:
            fresh = self.store.entries(self.evening.number)
            for entry in fresh:
                self._follow(entry)
            return bool(fresh)

    def _follow(self, entry: Any) -> None:
        self.evening = followed(self.evening, entry.kind, entry.body or {}, entry.number)
        for table in self.evening.machines:
            self.tables.expect(table)

    def key(self, table: str) -> str:
        """Return the key that seals commands to the machine of a name."""
        machine = self.evening.machines.get(table)
        return machine_key(self.store.secret, table, machine.serial if machine else "")

    def now(self) -> float:
        """Return the time of the night in seconds since 1970: it goes on evenly, whatever happens
        to the clock on the wall, and is never behind an entry of another hall."""
        assert self._began is not None
        at, began = self._began
        now = began + self._clock() - at
        if now < self.evening.night.latest:
            now = self.evening.night.latest
            self._began = (self._clock(), now)
        return now

    def seconds_left(self) -> float | None:
        """Return the clock of the round; None before the first round and after the night."""
        clock = self.evening.night.clock
        if clock is None or self.evening.night.over:
            return None
        return state.left(clock, self.now())

    @property
    def running(self) -> bool:
        clock = self.evening.night.clock
        return clock is not None and clock.paused is None and not self.evening.night.over

    def extra(self) -> dict[str, float]:
        """Further seconds of single tables, by the name of their machine."""
        clock = self.evening.night.clock
        granted = clock.extra if clock else {}
        found = {one.table: granted.get(one.box, 0) for one in self.evening.machines.values()}
        return {table: float(more) for table, more in found.items() if more}

    def on_change(self, heard: Callable[[], None]) -> None:
        """Add a listener that is called before the pages."""
        told = self._changed

        def both() -> None:
            heard()
            told()

        self._changed = both

    # Starting and stopping

    def start(self) -> None:
        self.line.open(lambda topic, payload: self._heard.put((topic, payload)), self._on_up)
        self._loop.start()

    def stop(self) -> None:
        self._loop.stopping.set()
        self.wake()
        self._loop.join(3.0)
        self.line.say(topics.of_hall(self.tables.night), pack(self._sign(here=False)), keep=True)
        self.line.close()
        self.store.close()

    def wake(self) -> None:
        """Do at once what is due."""
        self._tend_due = self._sweep_due = 0.0
        self._heard.put(None)

    def order(self, table: str, act: str, body: dict[str, Any]) -> Order:
        """Send a command to a table; the returned order gets its answer."""
        with self._lock:
            order = self.orders.give(table, act, body)
            self.orders.send(self.line)
        return order

    def _will(self) -> Will:
        return Will(topics.of_hall(self.tables.night), pack(self._sign(here=False)))

    def _on_up(self) -> None:
        for sure in (True, False):
            told = [what for what in topics.UP if (what not in topics.OFTEN) == sure]
            every = [topics.every(self.tables.night, what) for what in told]
            self.line.subscribe(every, sure=sure)
        self._sign_due = 0.0
        self.wake()

    def _sign(self, *, here: bool) -> Sign:
        left, now = self.seconds_left(), self.evening.round
        return Sign(
            session=self.session,
            here=here,
            name=self.evening.night.plan.name,
            page=self._page(),
            round=now.number if now else 0,
            running=self.running,
            over=self.evening.night.over,
            left=None if left is None else round(left, 1),
            extra=self.extra(),
            got=self._inbound.got,
            coming=self.coming(),
            clash=self.tables.clashing(),
        )

    def coming(self) -> dict[str, str]:
        """Return which referee is on the way to which table."""
        found: dict[str, str] = {}
        for call in self.evening.night.calls:
            machine = self.evening.machine_at(call.box)
            if call.answered is None and call.claimed_by and len(found) < MOST_COMING:
                found[machine.table if machine else call.box] = call.claimed_by
        return found

    def sign_soon(self) -> None:
        """Speak to the tables now, not with the next beat."""
        self._sign_due = 0.0

    # The loop

    def _step(self) -> None:
        """Handle a batch of messages, then do what is due."""
        wait = max(0.0, self._tend_due - self._clock())
        with contextlib.suppress(queue.Empty):
            for _ in range(MOST_AT_ONCE):
                heard = self._heard.get(timeout=wait)
                wait = 0.0
                if heard is not None:
                    self._hear(*heard)
        now = self._clock()
        if now >= self._tend_due and not self._loop.stopping.is_set():
            idle = min(STEP_SECONDS, self.store.poll_seconds)
            self._tend_due = now + (BUSY_SECONDS if self.tables.busy else idle)
            self.tend()

    def tend(self) -> None:
        """Do what is due: ask, offer, send, and say that we are here."""
        now = self._clock()
        if now >= self._read_due:
            self._read_due = now + self.store.poll_seconds
            if self.read_on():
                self._changed()
        with self._lock:
            if now >= self._sweep_due:
                self._sweep_due = now + STEP_SECONDS
                self._sweep(now)
            for table, need in tuple(self.tables.needs()):
                topic = topics.of_table(self.tables.night, table, topics.NEED)
                self.line.say(topic, pack(need))
            self.orders.send(self.line)
        if now >= self._sign_due:
            self._sign_due = now + BEAT_SECONDS
            self.line.say(topics.of_hall(self.tables.night), pack(self._sign(here=True)), keep=True)

    def _sweep(self, now: float) -> None:
        """Check each table: has it fallen silent, and does it have its game?"""
        self._try_again()
        if self._inbound.look_for_lost(now):
            self._changed()
        self._inbound.report_again(now)
        self._assignments.step(self.evening, now)

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._lock:
            news = self.tables.hear(topic, payload)
            if news.answer is not None:
                self.orders.answered(news.answer)
        self._inbound.take(news)
        if news.changed or news.answer:
            self._changed()

    def attempt(self, name: str, body: dict[str, Any], who: Who) -> bool:
        """Do something for a table; try again later if it can't be saved."""
        try:
            self.act(name, body, who)
        except HallError:
            return True  # refused, and trying again would change nothing
        except OSError as wrong:
            self.trouble = wrong
            if (name, body, who) not in self._waiting:
                self._waiting.append((name, body, who))
            return False
        return True

    def _try_again(self) -> None:
        waiting, self._waiting = self._waiting, []
        for name, body, who in waiting:
            self.attempt(name, body, who)


def _time_now(store: Store, wall: float) -> float:
    """Return the time of the night at the start of a hall: counted on since the last entry that
    has one, where the machine has run all the while; otherwise by the clock on the wall."""
    for entry in reversed(store.entries()):
        at = moment_of(entry.kind, entry.body or {})
        if at:
            gone = store.elapsed(entry)
            return max(at, wall) if gone is None else at + max(0.0, gone)
    return wall


def _check_readable(evening: HallEvening, fact: HallFact) -> None:
    """Take an entry in before it is written: one that breaks the reader would break it at every
    later act and start. This one act fails, and nothing was written."""
    followed(evening, fact.kind, fact.body, evening.number + 1)
