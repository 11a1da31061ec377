"""Offer tables their games and send commands, again until the table itself has answered."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.core.seats import NAME_LENGTH
from companion.wire.messages import State

from ..wire import topics
from ..wire.line import Line
from ..wire.messages import AnswerMessage, CommandMessage, pack
from ..wire.seals import sealed
from .evening import HallEvening, task_of
from .night.results import has_gone_on
from .night.state import REPORTED, open_tables
from .records import Sitting
from .tables import HallTables, TableMachine

BEATS = 15
"""How many beats of the table a command counts for."""
AGAIN_SECONDS = 2.0
GIVE_UP_SECONDS = 60.0
LOST = "lost"


@dataclass
class Order:
    """One command, and what became of it."""

    id: str
    table: str
    act: str
    body: dict[str, Any]
    until: float
    sent: float = float("-inf")
    answer: AnswerMessage | None = None
    done: threading.Event = field(default_factory=threading.Event)


class HallOrders:
    """The commands nobody has answered yet."""

    def __init__(
        self, tables: HallTables, key: Callable[[str], str], clock: Callable[[], float]
    ) -> None:
        self._tables, self._key, self._clock = tables, key, clock
        self._open: dict[str, Order] = {}

    def give(self, table: str, act: str, body: dict[str, Any]) -> Order:
        """Send a command; the same one again isn't a second command."""
        for order in self._open.values():
            if (order.table, order.act, order.body) == (table, act, body):
                return order
        order = Order(secrets.token_hex(8), table, act, body, self._clock() + GIVE_UP_SECONDS)
        self._open[order.id] = order
        return order

    def send(self, line: Line) -> None:
        """Send what is due; give up what is never answered."""
        now = self._clock()
        for order in tuple(self._open.values()):
            machine = self._tables.machines.get(order.table)
            if now > order.until or machine is None:
                self.answered(AnswerMessage(order.id, LOST))
            elif now - order.sent >= AGAIN_SECONDS and machine.lives(now):
                order.sent = now
                line.say(self._topic(order), pack(self._command(order, machine)))

    def answered(self, answer: AnswerMessage) -> Order | None:
        """Take a table's answer; send an expired command again."""
        if answer.kind == "expired":
            return None
        order = self._open.pop(answer.id, None)
        if order is not None:
            order.answer = answer
            order.done.set()
        return order

    def _topic(self, order: Order) -> str:
        return topics.of_table(self._tables.night, order.table, topics.COMMAND)

    def _command(self, order: Order, machine: TableMachine) -> CommandMessage:
        made = CommandMessage(
            order.id, machine.session, machine.beat + BEATS, order.act, order.body
        )
        return sealed(made, self._key(order.table))


OFFER_AGAIN_SECONDS = 5.0
SEAT, WITHDRAW, SETTLED = "seat", "withdraw", "settled"
OVER = "over"
"""What a table is told of a sitting whose people have gone on."""


class Assignments:
    """Send each table its game of the round, and take back what is no longer played."""

    def __init__(self, tables: HallTables, orders: HallOrders) -> None:
        self._tables, self._orders = tables, orders
        self._offered: dict[str, float] = {}
        self._given: dict[str, tuple[str, ...]] = {}
        """The people each sitting was offered to: somebody may have sat down since."""
        self._told: dict[tuple[str, str], float] = {}
        self._statuses: dict[str, tuple[tuple[int, str], str]] = {}
        """What each table should know of its task, and the entry it was computed at."""

    def step(self, evening: HallEvening, now: float) -> None:
        wanted = {
            task_of(number, sitting.box): (number, sitting)
            for number, sitting in open_tables(evening.night)
        }
        for name, one in self._tables.machines.items():
            if one.lives(now) and one.state is not None and one.state.offered:
                self._withdraw(evening, name, one.state.offered, wanted)
            if one.lives(now) and one.state is not None and one.state.task:
                self._tell(evening, name, one.state, now)
        for task, (number, sitting) in wanted.items():
            machine = evening.machine_at(sitting.box)
            known = self._tables.machines.get(machine.table) if machine else None
            if machine is None or known is None or not known.lives(now):
                continue
            if sitting.game in evening.night.games:
                continue  # no machine knows it
            if self._has(known, task) and self._given.get(task, sitting.people) == sitting.people:
                continue
            if now >= self._offered.get(task, 0.0):
                self._offered[task] = now + OFFER_AGAIN_SECONDS
                self._given[task] = sitting.people
                self._orders.give(machine.table, SEAT, seated(evening, number, sitting, task))

    def _tell(self, evening: HallEvening, table: str, state: State, now: float) -> None:
        """Tell a table that its result is settled, so that it stops asking."""
        asked = (evening.number, state.task)
        known = self._statuses.get(table)
        if known is None or known[0] != asked:
            known = self._statuses[table] = (asked, settled(evening, state.task))
        status = known[1]
        if status == state.settled or now < self._told.get((state.task, status), 0.0):
            return
        self._told[state.task, status] = now + OFFER_AGAIN_SECONDS
        self._orders.give(table, SETTLED, {"task": state.task, "status": status})

    def _withdraw(
        self, evening: HallEvening, table: str, task: str, wanted: dict[str, tuple[int, Sitting]]
    ) -> None:
        """Take back a sitting that was moved or is over."""
        found = wanted.get(task)
        machine = evening.machine_at(found[1].box) if found else None
        if machine is None or machine.table != table:
            self._orders.give(table, WITHDRAW, {"task": task})

    def _has(self, known: TableMachine, task: str) -> bool:
        has = known.state is not None and task in (known.state.task, known.state.offered)
        return has or any(chain.task == task for chain in known.chains.values())


def settled(evening: HallEvening, task: str) -> str:
    """Return what became of a sitting; nothing while its people may still object."""
    known, sitting = evening.night.results.get(task), evening.sitting(task)
    status = known.held or known.status if known else REPORTED
    if status != REPORTED:
        return status
    number = int(task.partition(":")[0]) if sitting else 0
    return OVER if sitting and has_gone_on(evening.night, number, sitting) else ""


def seated(evening: HallEvening, number: int, sitting: Sitting, task: str) -> dict[str, Any]:
    """Build the message that tells a table of its sitting."""
    night = evening.night
    box = night.boxes.get(sitting.box)
    names = short([night.people[one].name for one in sitting.people])
    return {
        "task": task,
        "room": sitting.game,
        "people": [{"name": name} for name in names],
        "round": number,
        "label": box.place if box else "",
        "manner": evening.manner,
    }


def short(names: list[str]) -> list[str]:
    """Shorten names for a table, and make them differ."""
    taken: list[str] = []
    for name in names:
        cut, number = name[:NAME_LENGTH].strip(), 2
        while cut.casefold() in [one.casefold() for one in taken]:
            cut = f"{name[: NAME_LENGTH - 3].strip()} {number}"
            number += 1
        taken.append(cut)
    return taken
