"""What may be done in a night, each act decided from where the evening stands. Pure.

An act that would change nothing gives no entry: whoever does it twice has done it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.core.shapes import convert

from ..errors import BadNight, HallError, NotNow, Unknown
from ..night.records import Box, Person, Placed, Result, Round, Seating
from ..wire.topics import NAME, slug
from .state import (
    CONFIRMED,
    CONFIRMING,
    DISPUTED,
    NOBODY,
    REPORTED,
    SHOWS,
    Evening,
    task_of,
)

MOST_PEOPLE, MOST_BOXES, MOST_NAME = 5000, 2000, 24
LONGEST = 24 * 3600.0


class Fact(NamedTuple):
    """An entry to be written."""

    kind: str
    body: dict[str, Any]


Facts = tuple[Fact, ...]


class Who(NamedTuple):
    """Who acts: a role, and the name by which the audit knows the person or machine."""

    role: str
    name: str = ""


class Titled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str | None = None
    confirming: str | None = None
    manner: str | None = None


def title(evening: Evening, body: Titled, who: Who) -> Facts:
    """Name the night; say who confirms results, and how tables are played."""
    if body.confirming is not None and body.confirming not in CONFIRMING:
        raise BadNight("desk.no_such_choice")
    news = {k: v[:60] for k, v in msgspec.to_builtins(body).items() if v is not None}
    fresh = {k: v for k, v in news.items() if getattr(evening, k) != v}
    return (Fact("titled", fresh),) if fresh else ()


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]


def come(evening: Evening, body: Come, who: Who) -> Facts:
    """People join the night; names that are known already come back."""
    known = {person.name.casefold(): person for person in evening.people.values()}
    people: dict[str, Person] = {}
    for name in map(_tidy, body.names):
        if not name or name.casefold() in {one.name.casefold() for one in people.values()}:
            continue
        person = known.get(name.casefold())
        if person is None:
            number = len(evening.people) + len(people) + 1
            person = Person(f"p{number}", name)
        elif person.id not in evening.gone:
            continue
        people[person.id] = person
    if len(evening.people) + len(people) > MOST_PEOPLE:
        raise BadNight("desk.too_many_people", most=MOST_PEOPLE)
    told = [msgspec.to_builtins(person) for person in people.values()]
    return (Fact("come", {"people": told}),) if told else ()


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str


def left(evening: Evening, body: Left, who: Who) -> Facts:
    if body.person not in evening.people:
        raise Unknown("desk.no_such_person")
    return () if body.person in evening.gone else (Fact("left", {"person": body.person}),)


class Boxed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    sizes: tuple[int, ...]
    place: str = ""
    count: int = 1


def boxed(evening: Evening, body: Boxed, who: Who) -> Facts:
    """Boxes come to the hall; each stands on a table of its own."""
    if not body.sizes or not 1 <= body.count <= MOST_BOXES - len(evening.boxes):
        raise BadNight("desk.no_such_box")
    taken = {box.place for box in evening.boxes.values()}
    boxes, number = [], 1
    for _ in range(body.count):
        while str(number) in taken:
            number += 1
        place = _tidy(body.place) if body.place and body.count == 1 else str(number)
        if place in taken:
            raise BadNight("desk.place_taken", place=place)
        taken.add(place)
        boxes.append(Box(f"b{slug(place)}", body.game, tuple(sorted(set(body.sizes))), place))
    return (Fact("boxed", {"boxes": [msgspec.to_builtins(box) for box in boxes]}),)


class Unboxed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: str


def unboxed(evening: Evening, body: Unboxed, who: Who) -> Facts:
    """A box is gone: it broke, or somebody took it home. What was played on it stays."""
    if body.box not in evening.boxes:
        raise Unknown("desk.no_such_box")
    return (Fact("unboxed", {"box": body.box}),)


class Enrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    box: str = ""


def enrol(evening: Evening, body: Enrol, who: Who) -> Facts:
    """A house takes part, beside a box where that is known."""
    if NAME.fullmatch(body.table) is None:
        raise BadNight("desk.bad_table")
    if body.box and body.box not in evening.boxes:
        raise Unknown("desk.no_such_box")
    box = body.box or _box_called(evening, body.table)
    known = evening.machines.get(body.table)
    if known is not None and known.box == box:
        return ()
    facts = [
        Fact("enrolled", {"machine": {"table": one.table, "box": ""}})
        for one in evening.machines.values()
        if box and one.box == box and one.table != body.table
    ]
    return (*facts, Fact("enrolled", {"machine": {"table": body.table, "box": box}}))


def _box_called(evening: Evening, table: str) -> str:
    """The box whose place has the table's name, where no other machine stands there."""
    found = (box.id for box in evening.boxes.values() if slug(box.place) == table)
    return next((one for one in found if evening.machine_at(one) is None), "")


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    plan: dict[str, Any]


def planned(evening: Evening, body: Planned, who: Who) -> Facts:
    """Keep a draw; the rounds that were published stay as they are."""
    plan = convert(body.plan, Seating)
    if plan.rounds[: len(evening.published)] != evening.published:
        raise NotNow("desk.published_stays")
    if plan == evening.plan:
        return ()
    return (Fact("planned", {"plan": msgspec.to_builtins(plan)}),)


class Publish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int


def publish(evening: Evening, body: Publish, who: Who) -> Facts:
    """Announce the next round of the plan: from here it stands."""
    number = len(evening.published) + 1
    if body.round < number:
        return ()
    if body.round > number or evening.plan is None:
        raise NotNow("desk.not_planned", round=body.round)
    if missing := evening.missing():
        raise NotNow("desk.results_missing", count=len(missing))
    found = [one for one in evening.plan.rounds if one.number == number]
    if not found:
        raise NotNow("desk.not_planned", round=number)
    return (Fact("published", {"round": msgspec.to_builtins(found[0])}),)


class Clocked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    left: float
    running: bool
    wall: float = 0.0
    extra: dict[str, float] = {}


def clocked(evening: Evening, body: Clocked, who: Who) -> Facts:
    """Set the clock of the round going, stop it, or give a table more time."""
    if not 0 <= body.left <= LONGEST or any(abs(v) > LONGEST for v in body.extra.values()):
        raise BadNight("desk.no_such_time")
    return (Fact("clocked", msgspec.to_builtins(body)),)


class Reported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    box: str
    places: tuple[Placed, ...]
    source: str = ""


def reported(evening: Evening, body: Reported, who: Who) -> Facts:
    """A table, a referee or the organiser says how a game ended."""
    result = Result(body.round, body.box, body.places, body.source or who.name)
    sitting = _sitting(evening, body.round, body.box)
    if any(not 1 <= one.place <= len(sitting) for one in body.places):
        raise BadNight("desk.no_such_choice")
    if sorted(one.person for one in body.places) != sorted(sitting):
        raise BadNight("desk.wrong_people")
    known = evening.results.get(task_of(body.round, body.box))
    if known is not None and known.result.places == result.places:
        return ()
    by_table = who.role == "table"
    if known is not None and by_table and known.status == CONFIRMED and known.by != "":
        status = DISPUTED  # somebody confirmed another one: both have to be looked at
    else:
        status = CONFIRMED if not by_table or evening.confirming == NOBODY else REPORTED
    by = "" if by_table else who.name
    told = {"result": msgspec.to_builtins(result), "status": status, "by": by}
    return (Fact("reported", told),)


def _sitting(evening: Evening, round_: int, box: str) -> tuple[str, ...]:
    for one in evening.published:
        if one.number == round_:
            found = [table.people for table in one.tables if table.box == box]
            if found:
                return found[0]
    raise Unknown("desk.no_such_sitting", round=round_)


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    task: str


def confirmed(evening: Evening, body: Judged, who: Who) -> Facts:
    return _judge(evening, body.task, CONFIRMED, who)


def disputed(evening: Evening, body: Judged, who: Who) -> Facts:
    """Somebody does not agree: it waits, and stops nobody else."""
    return _judge(evening, body.task, DISPUTED, who)


def _judge(evening: Evening, task: str, status: str, who: Who) -> Facts:
    kept = evening.results.get(task)
    if kept is None:
        raise Unknown("desk.no_result")
    if kept.status == status:
        return ()
    return (Fact("judged", {"task": task, "status": status, "by": who.name or who.role}),)


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    table: str
    why: str
    seat: int | None = None
    task: str = ""


def called(evening: Evening, body: Call, who: Who) -> Facts:
    if body.id in evening.calls:
        return ()
    return (Fact("called", {"call": msgspec.to_builtins(body)}),)


class OnCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    call: str
    answer: str = ""


def claimed(evening: Evening, body: OnCall, who: Who) -> Facts:
    """A referee takes a call; whoever comes second hears who has it."""
    call = evening.calls.get(body.call)
    if call is None:
        raise Unknown("desk.no_such_call")
    if call.claimed == who.name or call.answer is not None:
        return ()
    if call.claimed:
        raise NotNow("desk.call_claimed", name=call.claimed)
    return (Fact("claimed", {"call": body.call, "by": who.name}),)


def answered(evening: Evening, body: OnCall, who: Who) -> Facts:
    call = evening.calls.get(body.call)
    if call is None:
        raise Unknown("desk.no_such_call")
    if call.answer is not None:
        return ()
    told = {"call": body.call, "by": who.name, "answer": body.answer[:200]}
    return (Fact("answered", told),)


class Screened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    screen: str
    shows: str
    table: str = ""


def screened(evening: Evening, body: Screened, who: Who) -> Facts:
    if body.shows not in SHOWS or not body.screen.isdecimal() or len(body.screen) > 3:
        raise BadNight("desk.no_such_choice")
    known = evening.screens.get(body.screen)
    if known is not None and (known.shows, known.table) == (body.shows, body.table):
        return ()
    return (Fact("screened", msgspec.to_builtins(body)),)


def _tidy(name: str) -> str:
    """A name as people read it; nothing for what nobody can read."""
    said = " ".join("".join(c for c in name if c.isprintable()).split())
    return said[:MOST_NAME].strip()


class Act(NamedTuple):
    body: type[msgspec.Struct]
    decide: Callable[[Evening, Any, Who], Facts]
    roles: frozenset[str]


def _by(*roles: str) -> frozenset[str]:
    return frozenset(roles)


ORGANISER, REFEREE, TABLE = "organiser", "referee", "table"
"""Seats, spectators and everybody else act at their own table, and only look on here."""
ACTS: Mapping[str, Act] = {
    "title": Act(Titled, title, _by(ORGANISER)),
    "come": Act(Come, come, _by(ORGANISER)),
    "left": Act(Left, left, _by(ORGANISER)),
    "box": Act(Boxed, boxed, _by(ORGANISER)),
    "unbox": Act(Unboxed, unboxed, _by(ORGANISER)),
    "enrol": Act(Enrol, enrol, _by(ORGANISER)),
    "plan": Act(Planned, planned, _by(ORGANISER)),
    "publish": Act(Publish, publish, _by(ORGANISER)),
    "clock": Act(Clocked, clocked, _by(ORGANISER, REFEREE)),
    "report": Act(Reported, reported, _by(ORGANISER, REFEREE, TABLE)),
    "confirm": Act(Judged, confirmed, _by(ORGANISER, REFEREE, TABLE)),
    "dispute": Act(Judged, disputed, _by(ORGANISER, REFEREE, TABLE)),
    "call": Act(Call, called, _by(ORGANISER, REFEREE, TABLE)),
    "claim": Act(OnCall, claimed, _by(ORGANISER, REFEREE)),
    "answer": Act(OnCall, answered, _by(ORGANISER, REFEREE)),
    "screen": Act(Screened, screened, _by(ORGANISER, REFEREE)),
}


def decide(evening: Evening, name: str, body: Mapping[str, Any], who: Who) -> Facts:
    """The entries an act gives; HallError with the sentence where it cannot be."""
    act = ACTS.get(name)
    if act is None:
        raise Unknown("desk.no_such_act")
    if who.role not in act.roles:
        raise NotYours("desk.not_yours")
    try:
        wanted = convert(dict(body), act.body)
    except (msgspec.ValidationError, ValueError) as wrong:
        raise BadNight("desk.malformed") from wrong
    return act.decide(evening, wanted, who)


class NotYours(HallError):
    """Somebody else may do this."""


__all__ = ["ACTS", "Act", "Fact", "NotYours", "Round", "Who", "decide"]
