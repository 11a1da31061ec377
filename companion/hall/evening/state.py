"""The evening as this hall runs it: the night, and the machines and screens around it. Pure.

The night itself (people, seating, results, calls, clock) is `hall/night`. Beside it stands what
only a running hall knows: which house stands beside which box, and what every screen shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.shapes import convert
from companion.journal import Entry

from ..night.evolving import followed as night_followed
from ..night.records import Round, Sitting
from ..night.state import Night

SHOWS = ("seating", "clock", "standings", "results", "follow", "table")


class Machine(msgspec.Struct, frozen=True):
    """A house that takes part, and the box it stands beside."""

    table: str
    box: str = ""
    serial: str = ""
    """Drawn by chance when a machine was let in under this name: its credentials are made from it,
    so those of an earlier machine are dead. No secret by itself."""
    host: str = ""
    """The address it was let in from."""
    certificate: str = ""
    """The fingerprint of its certificate: pictures are taken from nobody else."""
    released: bool = False
    """Whether the desk lets another machine in under this name."""


class Screen(msgspec.Struct, frozen=True):
    """What one numbered screen shows."""

    shows: str = "seating"
    table: str = ""


class Evening(msgspec.Struct, frozen=True):
    """Everything the journal of the night holds."""

    number: int = 0
    night: Night = Night()
    machines: dict[str, Machine] = {}
    screens: dict[str, Screen] = {}
    manner: str = ""
    """How tables are played: who may tap."""
    door: bool = False
    """Whether people may enter themselves, with their own phone."""
    held: tuple[str, ...] = ()
    """Tables whose points no screen shows until the referee says so."""

    @property
    def announced(self) -> Round | None:
        """The round people can read; it may not have begun."""
        return self.night.published[-1] if self.night.published else None

    @property
    def round(self) -> Round | None:
        """The round that is being played."""
        return self.night.published[self.night.started - 1] if self.night.started else None

    def machine_at(self, box: str) -> Machine | None:
        return next((one for one in self.machines.values() if one.box == box), None)

    def sitting(self, task: str) -> Sitting | None:
        """The people of a task, in whatever round it was."""
        number, _, box = task.partition(":")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.night.published):
            return None
        tables = self.night.published[int(number) - 1].tables
        return next((table for table in tables if table.box == box), None)


def followed(evening: Evening, entry: Entry) -> Evening:
    """The evening with one more entry; a kind of a later version is passed over."""
    body, own = entry.body or {}, OWN.get(entry.kind)
    if own is not None:
        return replace(own(evening, body), number=entry.number)
    night = night_followed(evening.night, entry.kind, body)
    return replace(evening, night=night, number=entry.number)


Body = Mapping[str, Any]


def _enrolled(evening: Evening, body: Body) -> Evening:
    machine = convert(body["machine"], Machine)
    return replace(evening, machines={**evening.machines, machine.table: machine})


def _released(evening: Evening, body: Body) -> Evening:
    """Another machine may come; what the one before was given opens nothing any more."""
    table = str(body["table"])
    known = evening.machines[table]
    freed = replace(known, serial=f"{known.serial}-", host="", released=True)
    return replace(evening, machines={**evening.machines, table: freed})


def _screened(evening: Evening, body: Body) -> Evening:
    screen = Screen(str(body["shows"]), str(body.get("table", "")))
    return replace(evening, screens={**evening.screens, str(body["screen"]): screen})


def _mannered(evening: Evening, body: Body) -> Evening:
    return replace(evening, manner=str(body["manner"]))


def _doored(evening: Evening, body: Body) -> Evening:
    return replace(evening, door=bool(body["open"]))


def _held(evening: Evening, body: Body) -> Evening:
    return replace(evening, held=(*evening.held, str(body["table"])))


def _shown(evening: Evening, body: Body) -> Evening:
    return replace(evening, held=tuple(one for one in evening.held if one != body["table"]))


OWN: Mapping[str, Callable[[Evening, Body], Evening]] = {
    "enrolled": _enrolled,
    "released": _released,
    "screened": _screened,
    "mannered": _mannered,
    "doored": _doored,
    "held": _held,
    "shown": _shown,
}
