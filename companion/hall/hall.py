"""The hall: one evening, its floor, and the line to the tables. It never decides a game.

What people and tables do becomes entries of the night's journal. Several halls may share one
journal: each reads on before it decides, and whoever is overtaken decides again.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.supervised import Supervised

from .errors import HallError
from .evening import Evening, decide, followed
from .evening.acts import Who
from .floor import Floor
from .hearing import Hearing
from .night import clock as clocks
from .offering import Offering
from .orders import Order, Orders
from .store import Overtaken, Store
from .wire import topics
from .wire.line import Line, Will
from .wire.messages import BEAT_SECONDS, pack
from .wire.messages import Hall as Sign
from .wire.seals import machine_key

STEP_SECONDS = 0.25
BUSY_SECONDS = 0.05
"""However many messages come, everything else is looked after so often and no more."""
READ_ON_SECONDS = 1.0
MOST_AT_ONCE = 500
MOST_TRIES = 50
MOST_COMING = 60
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
        self.store, self._changed, self._clock, self._wall = store, changed, clock, wall
        self._page = page
        self._lock = threading.RLock()
        self.evening = Evening()
        self.session = int(wall())
        self.floor = Floor(store.night, clock)
        self.orders = Orders(self.floor, self.key, clock)
        self.line = lines(self._will)
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._hearing, self._offering = Hearing(self), Offering(self.floor, self.orders)
        self._waiting: list[tuple[str, dict[str, Any], Who]] = []
        """Acts the store did not take; tried again."""
        self._sign_due = self._read_due = self._tend_due = self._sweep_due = 0.0
        self.shares_account = False
        """Whether every table has the hall's own account: a broker that is not ours."""
        self.broker_in_clear = False
        """Whether what goes to and from the tables can be read on the way: a broker without TLS."""
        self.trouble: OSError | None = None
        """Why nothing can be saved, while that is so."""
        self._loop = Supervised("hall", self._step)
        self.read_on()

    # The evening

    def act(self, name: str, body: Mapping[str, Any], who: Who) -> Evening:
        """Do something, once: decided on the newest evening, and on the card when this returns."""
        with self._lock:
            for _ in range(MOST_TRIES):
                self.read_on()
                facts = decide(self.evening, name, body, who, self._wall())
                try:
                    for fact in facts:
                        self._follow(self.store.append(fact.kind, fact.body, self.evening.number))
                except Overtaken:
                    continue
                except OSError as wrong:
                    self.trouble = wrong
                    raise
                break
            else:
                raise HallError("desk.too_busy")
            self.trouble = None
        if facts:
            self.sign_soon()
            self.wake()
            self._changed()
        return self.evening

    def read_on(self) -> bool:
        """Take in what another hall has written."""
        with self._lock:
            fresh = self.store.entries(self.evening.number)
            for entry in fresh:
                self._follow(entry)
            return bool(fresh)

    def _follow(self, entry: Any) -> None:
        self.evening = followed(self.evening, entry)
        for table in self.evening.machines:
            self.floor.expect(table)

    def key(self, table: str) -> str:
        """What seals the commands to the machine that was let in under a name."""
        machine = self.evening.machines.get(table)
        return machine_key(self.store.secret, table, machine.serial if machine else "")

    def now(self) -> float:
        """The moment by the clock on the wall; it never runs backwards in a night."""
        return max(self._wall(), self.evening.night.latest)

    def seconds_left(self) -> float | None:
        """What the clock of the round shows; None before the first round."""
        clock = self.evening.night.clock
        return None if clock is None else clocks.left(clock, self.now())

    @property
    def running(self) -> bool:
        clock = self.evening.night.clock
        return clock is not None and clock.paused is None

    def extra(self) -> dict[str, float]:
        """Further seconds of single tables, by the name of their machine."""
        clock = self.evening.night.clock
        granted = clock.extra if clock else {}
        found = {one.table: granted.get(one.box, 0) for one in self.evening.machines.values()}
        return {table: float(more) for table, more in found.items() if more}

    def on_change(self, heard: Callable[[], None]) -> None:
        """Have somebody else told, before the pages are."""
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
        self.line.say(topics.of_hall(self.floor.night), pack(self._sign(here=False)), keep=True)
        self.line.close()
        self.store.close()

    def wake(self) -> None:
        """Do at once what is due."""
        self._tend_due = self._sweep_due = 0.0
        self._heard.put(None)

    def order(self, table: str, act: str, body: dict[str, Any]) -> Order:
        """Want something of a table; its answer comes with the order."""
        with self._lock:
            order = self.orders.give(table, act, body)
            self.orders.send(self.line)
        return order

    def _will(self) -> Will:
        return Will(topics.of_hall(self.floor.night), pack(self._sign(here=False)))

    def _on_up(self) -> None:
        for sure in (True, False):
            told = [what for what in topics.UP if (what not in topics.OFTEN) == sure]
            every = [topics.every(self.floor.night, what) for what in told]
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
            left=None if left is None else round(left, 1),
            extra=self.extra(),
            got=self._hearing.got,
            coming=self.coming(),
        )

    def coming(self) -> dict[str, str]:
        """Which referee is on the way to which table."""
        found: dict[str, str] = {}
        for call in self.evening.night.calls:
            machine = self.evening.machine_at(call.box)
            if call.answered is None and call.claimed_by and len(found) < MOST_COMING:
                found[machine.table if machine else call.box] = call.claimed_by
        return found

    def sign_soon(self) -> None:
        """Something has to be said to the tables now, not with the next beat."""
        self._sign_due = 0.0

    # The loop

    def _step(self) -> None:
        """Hear what has come, at most so much at a time; then do what is due."""
        wait = max(0.0, self._tend_due - self._clock())
        with contextlib.suppress(queue.Empty):
            for _ in range(MOST_AT_ONCE):
                heard = self._heard.get(timeout=wait)
                wait = 0.0
                if heard is not None:
                    self._hear(*heard)
        now = self._clock()
        if now >= self._tend_due and not self._loop.stopping.is_set():
            self._tend_due = now + (BUSY_SECONDS if self.floor.busy else STEP_SECONDS)
            self.tend()

    def tend(self) -> None:
        """Do what is due: ask, offer, send, and say that we are here."""
        now = self._clock()
        if now >= self._read_due:
            self._read_due = now + READ_ON_SECONDS
            if self.read_on():
                self._changed()
        with self._lock:
            if now >= self._sweep_due:
                self._sweep_due = now + STEP_SECONDS
                self._sweep(now)
            for table, need in tuple(self.floor.needs()):
                topic = topics.of_table(self.floor.night, table, topics.NEED)
                self.line.say(topic, pack(need))
            self.orders.send(self.line)
        if now >= self._sign_due:
            self._sign_due = now + BEAT_SECONDS
            self.line.say(topics.of_hall(self.floor.night), pack(self._sign(here=True)), keep=True)

    def _sweep(self, now: float) -> None:
        """Look at every table: has it fallen silent, and has it the game it is to play?"""
        self._try_again()
        if self._hearing.look_for_lost(now):
            self._changed()
        self._offering.step(self.evening, now)

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._lock:
            news = self.floor.hear(topic, payload)
            if news.answer is not None:
                self.orders.answered(news.answer)
        self._hearing.take(news)
        if news.changed or news.answer:
            self._changed()

    def attempt(self, name: str, body: dict[str, Any], who: Who) -> bool:
        """Do something for a table; what the store does not take now is tried again."""
        try:
            self.act(name, body, who)
        except HallError:
            return True  # it cannot be, and trying again would change nothing
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
