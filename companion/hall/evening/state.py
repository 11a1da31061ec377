"""Where the evening stands, folded from its journal. Pure; every record is frozen.

Nothing is ever taken out: a corrected result keeps the one before it, an answered call its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.shapes import convert
from companion.journal import Entry

from ..night.records import Box, Person, Result, Round, Seating

REPORTED, CONFIRMED, DISPUTED = "reported", "confirmed", "disputed"
NOBODY, TABLE, REFEREE = "nobody", "table", "referee"
CONFIRMING = (NOBODY, TABLE, REFEREE)
"""Who has to confirm what a table reports before it counts."""
SHOWS = ("seating", "clock", "standings", "results", "follow", "table")


class Machine(msgspec.Struct, frozen=True):
    """A house that takes part, and the box it stands beside."""

    table: str
    box: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A result with what has become of it."""

    result: Result
    status: str
    by: str = ""
    before: tuple[Result, ...] = ()
    """What was reported earlier, oldest first."""

    @property
    def counts(self) -> bool:
        return self.status == CONFIRMED


class Called(msgspec.Struct, frozen=True):
    """A call for the referee."""

    id: str
    table: str
    why: str
    at: float
    seat: int | None = None
    task: str = ""
    claimed: str = ""
    answer: str | None = None
    """What was done about it; None while it is open."""


class Clock(msgspec.Struct, frozen=True):
    """The clock of the round: how much was left at a moment, and whether it runs."""

    left: float = 0.0
    running: bool = False
    boot: str = ""
    monotonic: float = 0.0
    wall: float = 0.0
    extra: dict[str, float] = {}
    """Further seconds for one table."""


class Screen(msgspec.Struct, frozen=True):
    """What one numbered screen shows."""

    shows: str = "seating"
    table: str = ""


class Evening(msgspec.Struct, frozen=True):
    """Everything the night's journal holds."""

    number: int = 0
    title: str = ""
    confirming: str = NOBODY
    manner: str = ""
    people: dict[str, Person] = {}
    gone: frozenset[str] = frozenset()
    """People who have left; they keep what they have."""
    boxes: dict[str, Box] = {}
    machines: dict[str, Machine] = {}
    plan: Seating | None = None
    published: tuple[Round, ...] = ()
    clock: Clock = Clock()
    results: dict[str, Kept] = {}
    """By sitting, see :func:`task_of`."""
    calls: dict[str, Called] = {}
    screens: dict[str, Screen] = {}

    @property
    def round(self) -> Round | None:
        """The round that was published last."""
        return self.published[-1] if self.published else None

    def missing(self) -> tuple[str, ...]:
        """Sittings of the last round without a result that counts, disputed ones left out."""
        if self.round is None:
            return ()
        tasks = [task_of(self.round.number, table.box) for table in self.round.tables]
        return tuple(task for task in tasks if not self._is_settled(task))

    def _is_settled(self, task: str) -> bool:
        kept = self.results.get(task)
        return kept is not None and kept.status in (CONFIRMED, DISPUTED)

    def machine_at(self, box: str) -> Machine | None:
        return next((one for one in self.machines.values() if one.box == box), None)


def task_of(round_: int, box: str) -> str:
    """The name of one sitting, the same for hall and table."""
    return f"{round_}.{box}"


def followed(evening: Evening, entry: Entry) -> Evening:
    """The evening with one more entry; a kind of a later version is passed over."""
    reader, body = READERS.get(entry.kind), entry.body or {}
    if reader is not None:
        evening = reader(evening, entry, body)
    return replace(evening, number=entry.number)


Body = Mapping[str, Any]


def _titled(evening: Evening, entry: Entry, body: Body) -> Evening:
    return replace(evening, **{name: str(value) for name, value in body.items() if name in SET})


SET = ("title", "confirming", "manner")


def _come(evening: Evening, entry: Entry, body: Body) -> Evening:
    people = {one["id"]: convert(one, Person) for one in body["people"]}
    known = {**evening.people, **people}
    return replace(evening, people=known, gone=evening.gone - set(people))


def _left(evening: Evening, entry: Entry, body: Body) -> Evening:
    return replace(evening, gone=evening.gone | {body["person"]})


def _boxed(evening: Evening, entry: Entry, body: Body) -> Evening:
    boxes = {one["id"]: convert(one, Box) for one in body["boxes"]}
    return replace(evening, boxes={**evening.boxes, **boxes})


def _unboxed(evening: Evening, entry: Entry, body: Body) -> Evening:
    boxes = {name: box for name, box in evening.boxes.items() if name != body["box"]}
    return replace(evening, boxes=boxes)


def _enrolled(evening: Evening, entry: Entry, body: Body) -> Evening:
    machine = convert(body["machine"], Machine)
    return replace(evening, machines={**evening.machines, machine.table: machine})


def _planned(evening: Evening, entry: Entry, body: Body) -> Evening:
    return replace(evening, plan=convert(body["plan"], Seating))


def _published(evening: Evening, entry: Entry, body: Body) -> Evening:
    return replace(evening, published=(*evening.published, convert(body["round"], Round)))


def _clocked(evening: Evening, entry: Entry, body: Body) -> Evening:
    clock = Clock(
        left=float(body["left"]),
        running=bool(body["running"]),
        boot=entry.boot,
        monotonic=entry.monotonic,
        wall=float(body.get("wall", 0.0)),
        extra={str(k): float(v) for k, v in body.get("extra", {}).items()},
    )
    return replace(evening, clock=clock)


def _reported(evening: Evening, entry: Entry, body: Body) -> Evening:
    result = convert(body["result"], Result)
    task = task_of(result.round, result.box)
    old = evening.results.get(task)
    before = (*old.before, old.result) if old else ()
    kept = Kept(result, str(body["status"]), str(body.get("by", "")), before)
    return replace(evening, results={**evening.results, task: kept})


def _judged(evening: Evening, entry: Entry, body: Body) -> Evening:
    kept = evening.results.get(body["task"])
    if kept is None:
        return evening
    judged = replace(kept, status=str(body["status"]), by=str(body.get("by", "")))
    return replace(evening, results={**evening.results, body["task"]: judged})


def _called(evening: Evening, entry: Entry, body: Body) -> Evening:
    call = convert({"at": entry.monotonic, **body["call"]}, Called)
    return replace(evening, calls={**evening.calls, call.id: call})


def _claimed(evening: Evening, entry: Entry, body: Body) -> Evening:
    return _on_call(evening, body["call"], claimed=str(body["by"]))


def _answered(evening: Evening, entry: Entry, body: Body) -> Evening:
    return _on_call(evening, body["call"], claimed=str(body["by"]), answer=str(body["answer"]))


def _on_call(evening: Evening, name: str, **news: Any) -> Evening:
    call = evening.calls.get(name)
    if call is None:
        return evening
    return replace(evening, calls={**evening.calls, name: replace(call, **news)})


def _screened(evening: Evening, entry: Entry, body: Body) -> Evening:
    screen = Screen(str(body["shows"]), str(body.get("table", "")))
    return replace(evening, screens={**evening.screens, str(body["screen"]): screen})


READERS: Mapping[str, Callable[[Evening, Entry, Body], Evening]] = {
    "titled": _titled,
    "come": _come,
    "left": _left,
    "boxed": _boxed,
    "unboxed": _unboxed,
    "enrolled": _enrolled,
    "planned": _planned,
    "published": _published,
    "clocked": _clocked,
    "reported": _reported,
    "judged": _judged,
    "called": _called,
    "claimed": _claimed,
    "answered": _answered,
    "screened": _screened,
}
