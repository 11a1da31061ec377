"""What tables get: the game of the round with its people, offered until the table has it."""

from __future__ import annotations

from typing import Any

from companion.core.seats import NAME_LENGTH

from .evening import Evening, task_of
from .floor import Floor, Machine
from .night.playing import open_tables
from .night.records import Sitting
from .night.results import has_gone_on
from .night.state import REPORTED
from .orders import Orders
from .wire.messages import State

OFFER_AGAIN_SECONDS = 5.0
SEAT, WITHDRAW, SETTLED = "seat", "withdraw", "settled"
OVER = "over"
"""What a table is told of a sitting whose people have gone on."""


class Offering:
    """Every table of the round gets its game; what no longer is to be played is taken back."""

    def __init__(self, floor: Floor, orders: Orders) -> None:
        self._floor, self._orders = floor, orders
        self._offered: dict[str, float] = {}
        self._told: dict[tuple[str, str], float] = {}
        self._statuses: dict[str, tuple[tuple[int, str], str]] = {}
        """What each table is to know of its task, and as of which entry that was found out."""

    def step(self, evening: Evening, now: float) -> None:
        wanted = {
            task_of(number, sitting.box): (number, sitting)
            for number, sitting in open_tables(evening.night)
        }
        for name, one in self._floor.machines.items():
            if one.lives(now) and one.state is not None and one.state.offered:
                self._withdraw(evening, name, one.state.offered, wanted)
            if one.lives(now) and one.state is not None and one.state.task:
                self._tell(evening, name, one.state, now)
        for task, (number, sitting) in wanted.items():
            machine = evening.machine_at(sitting.box)
            known = self._floor.machines.get(machine.table) if machine else None
            if machine is None or known is None or not known.lives(now):
                continue
            if self._has(known, task):
                continue
            if now >= self._offered.get(task, 0.0):
                self._offered[task] = now + OFFER_AGAIN_SECONDS
                self._orders.give(machine.table, SEAT, seated(evening, number, sitting, task))

    def _tell(self, evening: Evening, table: str, state: State, now: float) -> None:
        """A table asks its people about a result only until that is settled: it is told so."""
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
        self, evening: Evening, table: str, task: str, wanted: dict[str, tuple[int, Sitting]]
    ) -> None:
        """A sitting that was moved to another table, or is over, no longer waits here."""
        found = wanted.get(task)
        machine = evening.machine_at(found[1].box) if found else None
        if machine is None or machine.table != table:
            self._orders.give(table, WITHDRAW, {"task": task})

    def _has(self, known: Machine, task: str) -> bool:
        has = known.state is not None and task in (known.state.task, known.state.offered)
        return has or any(strand.task == task for strand in known.strands.values())


def settled(evening: Evening, task: str) -> str:
    """What has become of a sitting; nothing while the people there may still speak about it."""
    known, sitting = evening.night.results.get(task), evening.sitting(task)
    status = known.held or known.status if known else REPORTED
    if status != REPORTED:
        return status
    number = int(task.partition(":")[0]) if sitting else 0
    return OVER if sitting and has_gone_on(evening.night, number, sitting) else ""


def seated(evening: Evening, number: int, sitting: Sitting, task: str) -> dict[str, Any]:
    """A sitting as its table is told of it."""
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
    """Names as a table takes them: not too long, and no two alike."""
    taken: list[str] = []
    for name in names:
        cut, number = name[:NAME_LENGTH].strip(), 2
        while cut.casefold() in [one.casefold() for one in taken]:
            cut = f"{name[: NAME_LENGTH - 3].strip()} {number}"
            number += 1
        taken.append(cut)
    return taken
