"""Commands on their way to tables: sent again until the table itself has answered."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .floor import Floor, Machine
from .wire import topics
from .wire.line import Line
from .wire.messages import Answer, Command, pack
from .wire.seals import sealed

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
    answer: Answer | None = None
    done: threading.Event = field(default_factory=threading.Event)


class Orders:
    """The commands nobody has answered yet."""

    def __init__(self, floor: Floor, key: Callable[[str], str], clock: Callable[[], float]) -> None:
        self._floor, self._key, self._clock = floor, key, clock
        self._open: dict[str, Order] = {}

    def give(self, table: str, act: str, body: dict[str, Any]) -> Order:
        """Want something of a table; the same thing wanted again is one command."""
        for order in self._open.values():
            if (order.table, order.act, order.body) == (table, act, body):
                return order
        order = Order(secrets.token_hex(8), table, act, body, self._clock() + GIVE_UP_SECONDS)
        self._open[order.id] = order
        return order

    def send(self, line: Line) -> None:
        """Send what is due; what nobody answers is given up in the end."""
        now = self._clock()
        for order in tuple(self._open.values()):
            machine = self._floor.machines.get(order.table)
            if now > order.until or machine is None:
                self.answered(Answer(order.id, LOST))
            elif now - order.sent >= AGAIN_SECONDS and machine.lives(now):
                order.sent = now
                line.say(self._topic(order), pack(self._command(order, machine)))

    def answered(self, answer: Answer) -> Order | None:
        """A table has answered; one that heard too late is asked again."""
        if answer.kind == "expired":
            return None
        order = self._open.pop(answer.id, None)
        if order is not None:
            order.answer = answer
            order.done.set()
        return order

    def _topic(self, order: Order) -> str:
        return topics.of_table(self._floor.night, order.table, topics.COMMAND)

    def _command(self, order: Order, machine: Machine) -> Command:
        made = Command(order.id, machine.session, machine.beat + BEATS, order.act, order.body)
        return sealed(made, self._key(order.table))
