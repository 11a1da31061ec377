"""The hall: one evening, its floor, and the line to the tables. It never decides a game.

What people and tables do becomes entries of the night's journal. Several halls may share one
journal: each reads on before it decides, and whoever is overtaken decides again.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.seats import NAME_LENGTH
from companion.supervised import Supervised

from .errors import HallError
from .evening import Evening, decide, followed, task_of
from .evening.acts import TABLE, Who
from .floor import Floor, Strand
from .floor.floor import News
from .night import clock as clocks
from .night.records import Placed, Round, Sitting
from .orders import Order, Orders
from .store import Overtaken, Store
from .wire import topics
from .wire.line import Line, Will
from .wire.messages import BEAT_SECONDS, Call, pack
from .wire.messages import Hall as Sign

STEP_SECONDS = 0.25
READ_ON_SECONDS = 1.0
OFFER_AGAIN_SECONDS = 5.0
SILENT_SECONDS = 6.0
MOST_TRIES = 50
KINDS = {"help": "seat", "rules": "question", "changed": "correction"}
"""What the night calls a table's reasons."""
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
        self.orders = Orders(self.floor, store.secret, clock)
        self.line = lines(self._will)
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._got: dict[str, None] = {}
        self._waiting: list[tuple[str, dict[str, Any], Who]] = []
        """Acts the store did not take; tried again."""
        self._sign_due = self._read_due = 0.0
        self._offered: dict[str, float] = {}
        self._lost: set[str] = set()
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
                break
            else:
                raise HallError("desk.too_busy")
            self.trouble = None
        if facts:
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
        self.line.subscribe([topics.every(self.floor.night, what) for what in topics.UP])
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
            got=tuple(self._got)[-60:],
        )

    # The loop

    def _step(self) -> None:
        try:
            heard = self._heard.get(timeout=STEP_SECONDS)
            for _ in range(500):
                if heard is not None:
                    self._hear(*heard)
                heard = self._heard.get_nowait()
        except queue.Empty:
            pass
        if not self._loop.stopping.is_set():
            self.tend()

    def tend(self) -> None:
        """Do what is due: ask, offer, send, and say that we are here."""
        now = self._clock()
        if now >= self._read_due:
            self._read_due = now + READ_ON_SECONDS
            if self.read_on():
                self._changed()
        with self._lock:
            self._try_again()
            self._look_for_lost(now)
            for table, need in tuple(self.floor.needs()):
                topic = topics.of_table(self.floor.night, table, topics.NEED)
                self.line.say(topic, pack(need))
            self._offer(now)
            self.orders.send(self.line)
        if now >= self._sign_due:
            self._sign_due = now + BEAT_SECONDS
            self.line.say(topics.of_hall(self.floor.night), pack(self._sign(here=True)), keep=True)

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._lock:
            news = self.floor.hear(topic, payload)
            if news.answer is not None:
                self.orders.answered(news.answer)
        if news.ended is not None:
            self._ended(news.table, news.ended[0], news.ended[1])
        if news.call is not None:
            self._called(news, news.call)
        if news.changed or news.answer:
            self._changed()

    def _try(self, name: str, body: dict[str, Any], who: Who) -> bool:
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
            self._try(name, body, who)

    # What tables bring

    def _ended(self, table: str, strand: Strand, seq: int) -> None:
        """A game of the night is over: its result, as the table's own journal has it."""
        sitting = self.evening.sitting(strand.task)
        if sitting is None or strand.over is None:
            return
        who = Who(TABLE, table)
        places = places_of(strand, sitting)
        if places is None:
            name = f"{strand.game[:12]}-unfinished"
            self._try("call", {"id": name, "box": sitting.box, "kind": "result"}, who)
            return
        result = {
            "round": int(strand.task.partition(":")[0]),
            "box": sitting.box,
            "places": [msgspec.to_builtins(one) for one in places],
            "source": f"{table} {strand.game[:12]} {seq} {strand.hashes[-1]}",
        }
        self._try("report", {"result": result}, who)

    def _called(self, news: News, call: Call) -> None:
        """A call, or the word of the people there about their result."""
        who, sitting = Who(TABLE, news.table), self.evening.sitting(call.task)
        if call.why in ("confirm", "dispute"):
            done = sitting is None or self._judged(call, sitting, who)
        else:
            machine = self.evening.machines.get(news.table)
            body = {
                "id": call.id,
                "box": machine.box or news.table if machine else news.table,
                "kind": KINDS.get(call.why, call.why[:40]),
                "seat": 0 if call.seat is None else call.seat + 1,
            }
            done = self._try("call", body, who)
        if done:
            self._got.pop(call.id, None)
            self._got[call.id] = None
            self._sign_due = 0.0

    def _judged(self, call: Call, sitting: Sitting, who: Who) -> bool:
        """The people of a table speak for all of them: with one voice, at one page."""
        at = {"round": int(call.task.partition(":")[0]), "box": sitting.box}
        if call.why == "dispute":
            asked = {"id": f"{call.task}-dispute", "box": sitting.box, "kind": "dispute"}
            self._try("call", asked, who)
            return self._try("dispute", at, who)
        return all(self._try("confirm", {**at, "who": one}, who) for one in sitting.people)

    def _look_for_lost(self, now: float) -> None:
        """A table that went silent while its game runs calls by its silence."""
        for name, machine in self.floor.machines.items():
            lost = machine.heard > float("-inf") and not machine.lives(now)
            if lost == (name in self._lost):
                continue
            if not lost:
                self._lost.discard(name)
            else:
                self._lost.add(name)
                task = machine.state.task if machine.state else ""
                sitting = self.evening.sitting(task)
                if sitting is not None and task not in self.evening.night.results:
                    silent = f"{name}-silent-{machine.session}"
                    call = {"id": silent, "box": sitting.box, "kind": "silent"}
                    self._try("call", call, Who(TABLE, name))
            self._changed()

    # What tables get

    def _offer(self, now: float) -> None:
        """Every table of the round gets its game, until it has it."""
        current = self.evening.round
        if current is None:
            return
        for sitting in current.tables:
            machine = self.evening.machine_at(sitting.box)
            known = self.floor.machines.get(machine.table) if machine else None
            if machine is None or known is None or not known.lives(now):
                continue
            task = task_of(current.number, sitting.box)
            has = known.state is not None and task in (known.state.task, known.state.offered)
            played = any(strand.task == task for strand in known.strands.values())
            if has or played or task in self.evening.night.results:
                continue
            if now >= self._offered.get(task, 0.0):
                self._offered[task] = now + OFFER_AGAIN_SECONDS
                self.orders.give(machine.table, "seat", self._seated(current, sitting, task))

    def _seated(self, current: Round, sitting: Sitting, task: str) -> dict[str, Any]:
        night = self.evening.night
        box = night.boxes.get(sitting.box)
        names = _short([night.people[one].name for one in sitting.people])
        return {
            "task": task,
            "room": sitting.game,
            "people": [{"name": name} for name in names],
            "round": current.number,
            "label": box.place if box else "",
            "manner": self.evening.manner,
        }


def _short(names: list[str]) -> list[str]:
    """Names as a table takes them: not too long, and no two alike."""
    taken: list[str] = []
    for name in names:
        cut, number = name[:NAME_LENGTH].strip(), 2
        while cut.casefold() in [one.casefold() for one in taken]:
            cut = f"{name[: NAME_LENGTH - 3].strip()} {number}"
            number += 1
        taken.append(cut)
    return taken


def places_of(strand: Strand, sitting: Sitting) -> tuple[Placed, ...] | None:
    """How everybody came out, by the seats of the game; None where ranks are missing."""
    lines = sorted(strand.scores, key=lambda line: int(line["seat"]))
    if len(lines) != len(sitting.people) or any(line["rank"] is None for line in lines):
        return None
    return tuple(
        Placed(person, int(line["rank"]), float(line["low"]))
        for person, line in zip(sitting.people, lines, strict=True)
    )
