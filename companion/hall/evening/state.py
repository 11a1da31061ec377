"""The evening as this hall runs it: the night, and the machines and screens around it. Pure. The
night itself (people, seating, results, calls, clock) is `hall/night`. This adds what only a running
hall knows: which house is at which box, and what every screen shows.

The night itself (people, seating, results, calls, clock) is `hall/night`. Beside it stands what
only a running hall knows: which house stands beside which box, and what every screen shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.decode import convert
from companion.journal import Entry

from ..night.fold import followed as night_followed
from ..night.state import Night
from ..records import Round, Sitting

TOGETHER = "together"
"""The kind of an entry that holds all facts of one act."""
SHOWS = ("seating", "names", "clock", "standings", "results", "follow", "table")


class EnrolledMachine(msgspec.Struct, frozen=True):
    """A joined house and the box it is beside."""

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


class HallScreen(msgspec.Struct, frozen=True):
    """What one numbered screen shows."""

    shows: str = "seating"
    table: str = ""


class HallEvening(msgspec.Struct, frozen=True):
    """Everything the journal of the night holds."""

    number: int = 0
    night: Night = Night()
    machines: dict[str, EnrolledMachine] = {}
    screens: dict[str, HallScreen] = {}
    manner: str = ""
    """How tables are played: who may tap."""
    door: bool = False
    """Whether people may enter themselves, with their own phone."""
    phones: dict[str, str] = {}
    """Which phone speaks for a person, by what it was given."""
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

    def machine_at(self, box: str) -> EnrolledMachine | None:
        return next((one for one in self.machines.values() if one.box == box), None)

    def machines_by_box(self) -> dict[str, EnrolledMachine]:
        """Return the machine of every box that has one."""
        return {one.box: one for one in reversed(self.machines.values()) if one.box}

    def sitting(self, task: str) -> Sitting | None:
        """Find the people of a task, in whatever round it was."""
        number, _, box = task.partition(":")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.night.published):
            return None
        tables = self.night.published[int(number) - 1].tables
        return next((table for table in tables if table.box == box), None)


Body = Mapping[str, Any]


def followed(evening: HallEvening, kind: str, body: dict[str, Any], number: int) -> HallEvening:
    """Apply one more entry; skip kinds of a later version."""
    if kind == TOGETHER:
        for each, told in body["facts"]:
            evening = followed(evening, each, told, number)
        return evening
    own = OWN.get(kind)
    if own is not None:
        return replace(own(evening, body), number=number)
    return replace(evening, night=night_followed(evening.night, kind, body), number=number)


def read_back(entries: Iterable[Entry]) -> HallEvening:
    """Build the evening from its journal."""
    evening = HallEvening()
    for entry in entries:
        evening = followed(evening, entry.kind, entry.body or {}, entry.number)
    return evening


def moment_of(kind: str, body: Body) -> float:
    """Return the time of the night at which an entry was made; 0 if it has none."""
    if kind == TOGETHER:
        return max((moment_of(*fact) for fact in body["facts"]), default=0.0)
    return float(body.get("at", 0.0)) if kind not in OWN else 0.0


def _enrolled(evening: HallEvening, body: Body) -> HallEvening:
    machine = convert(body["machine"], EnrolledMachine)
    return replace(evening, machines={**evening.machines, machine.table: machine})


def _freed(evening: HallEvening, body: Body) -> HallEvening:
    """Let another machine take the name; the old credentials stop working."""
    table = str(body["table"])
    known = evening.machines[table]
    freed = replace(known, serial=f"{known.serial}-", host="", released=True)
    return replace(evening, machines={**evening.machines, table: freed})


def _screened(evening: HallEvening, body: Body) -> HallEvening:
    screen = HallScreen(str(body["shows"]), str(body.get("table", "")))
    return replace(evening, screens={**evening.screens, str(body["screen"]): screen})


def _mannered(evening: HallEvening, body: Body) -> HallEvening:
    return replace(evening, manner=str(body["manner"]))


def _doored(evening: HallEvening, body: Body) -> HallEvening:
    return replace(evening, door=bool(body["open"]))


def _held(evening: HallEvening, body: Body) -> HallEvening:
    return replace(evening, held=(*evening.held, str(body["table"])))


def _shown(evening: HallEvening, body: Body) -> HallEvening:
    return replace(evening, held=tuple(one for one in evening.held if one != body["table"]))


def _spoken_for(evening: HallEvening, body: Body) -> HallEvening:
    return replace(evening, phones={**evening.phones, str(body["who"]): str(body["device"])})


def _silenced(evening: HallEvening, body: Body) -> HallEvening:
    phones = {who: device for who, device in evening.phones.items() if who != body["who"]}
    return replace(evening, phones=phones)


OWN: Mapping[str, Callable[[HallEvening, Body], HallEvening]] = {
    "enrolled": _enrolled,
    "freed": _freed,
    "screened": _screened,
    "mannered": _mannered,
    "doored": _doored,
    "held": _held,
    "shown": _shown,
    "spoken_for": _spoken_for,
    "silenced": _silenced,
}
