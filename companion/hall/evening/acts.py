"""Who may do what in a hall, and what it becomes. Pure.

Acts of the night are decided by `hall/night`; who acts is filled in here, never by the page. An act
that would change nothing gives no entry: whoever does it twice has done it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.core.manners import MANNERS
from companion.core.shapes import convert

from ..errors import BadNight, HallError, Unknown
from ..night import acts as night_acts
from ..night.deciding import decide as night_decide
from ..night.records import Box
from ..people.lists import read_people
from ..wire.topics import NAME, slug
from .state import SHOWS, Evening

ORGANISER, REFEREE, TABLE = "organiser", "referee", "table"
"""Seats, spectators and everybody else act at their own table, and only look on here."""
MOST_BOXES = 2000


class Who(NamedTuple):
    """Who acts: a role, and the name by which the audit knows the person or machine."""

    role: str
    name: str = ""


class Fact(NamedTuple):
    """An entry to be written."""

    kind: str
    body: dict[str, Any]


Facts = list[Fact]
Body = Mapping[str, Any]


class NotYours(HallError):
    """Somebody else may do this."""


# Acts of the hall itself


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


def _come(evening: Evening, body: Come) -> list[night_acts.Act]:
    """People of a pasted list join; a name that is known comes back."""
    night = evening.night
    read = read_people(body.text, night.people.values())
    named = {person.name.casefold(): who for who, person in night.people.items()}
    lines = {line.strip().casefold() for line in body.text.splitlines()}
    back = [named[line] for line in lines if named.get(line) in night.gone]
    new: list[night_acts.Act] = [night_acts.Enter(read.people)] if read.people else []
    return [*new, *map(night_acts.Return, sorted(back))]


class Boxed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    sizes: tuple[int, ...]
    place: str = ""
    count: int = 1


def _boxed(evening: Evening, body: Boxed) -> list[night_acts.Act]:
    """Boxes come to the hall; each stands on a table of its own."""
    if not 1 <= body.count <= MOST_BOXES - len(evening.night.boxes):
        raise BadNight("desk.no_such_choice")
    taken = {box.place for box in evening.night.boxes.values()}
    made: list[night_acts.Act] = []
    number = 1
    for _ in range(body.count):
        while str(number) in taken:
            number += 1
        place = body.place.strip()[:24] if body.place and body.count == 1 else str(number)
        taken.add(place)
        sizes = tuple(sorted(set(body.sizes)))
        made.append(night_acts.Bring(Box(f"b{slug(place)}", body.game, sizes, place)))
    return made


class Enrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    box: str = ""


def _enrol(evening: Evening, body: Enrol) -> Facts:
    """A house takes part, beside a box where that is known."""
    if NAME.fullmatch(body.table) is None:
        raise BadNight("desk.bad_table")
    if body.box and body.box not in evening.night.boxes:
        raise Unknown("desk.no_such_box")
    box = body.box or _box_called(evening, body.table)
    known = evening.machines.get(body.table)
    if known is not None and known.box == box:
        return []
    moved = [
        Fact("enrolled", {"machine": {"table": one.table, "box": ""}})
        for one in evening.machines.values()
        if box and one.box == box and one.table != body.table
    ]
    return [*moved, Fact("enrolled", {"machine": {"table": body.table, "box": box}})]


def _box_called(evening: Evening, table: str) -> str:
    """The box whose place has the table's name, where no other machine stands there."""
    known = evening.machines.get(table)
    found = (box.id for box in evening.night.boxes.values() if slug(box.place) == table)
    free = next((one for one in found if evening.machine_at(one) is None), "")
    return free or (known.box if known else "")


class Screened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    screen: str
    shows: str
    table: str = ""


def _screen(evening: Evening, body: Screened) -> Facts:
    if body.shows not in SHOWS or not body.screen.isdecimal() or len(body.screen) > 3:
        raise BadNight("desk.no_such_choice")
    known = evening.screens.get(body.screen)
    if known is not None and (known.shows, known.table) == (body.shows, body.table):
        return []
    return [Fact("screened", msgspec.to_builtins(body))]


class Mannered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manner: str


def _manner(evening: Evening, body: Mannered) -> Facts:
    if body.manner not in MANNERS:
        raise BadNight("desk.no_such_choice")
    return [] if body.manner == evening.manner else [Fact("mannered", {"manner": body.manner})]


# Who may do what


class Act(NamedTuple):
    roles: frozenset[str]
    body: type[msgspec.Struct] | None = None
    """What a page sends for an act of the hall itself; None for an act of the night."""
    facts: Callable[[Evening, Any], Facts] | None = None
    acts: Callable[[Evening, Any], list[night_acts.Act]] | None = None


OWN = frozenset({ORGANISER})
CREW = frozenset({ORGANISER, REFEREE})
ALL = frozenset({ORGANISER, REFEREE, TABLE})
ACTS: Mapping[str, Act] = {
    "come": Act(OWN, Come, acts=_come),
    "box": Act(OWN, Boxed, acts=_boxed),
    "enrol": Act(OWN, Enrol, _enrol),
    "manner": Act(OWN, Mannered, _manner),
    "screen": Act(CREW, Screened, _screen),
    **dict.fromkeys(
        ("arrange", "change", "leave", "return", "miss", "bring", "break", "mend", "bind"), Act(OWN)
    ),
    **dict.fromkeys(("unbind", "keep", "swap", "unswap", "move", "publish", "finish"), Act(OWN)),
    **dict.fromkeys(("start", "pause", "resume", "grant", "correct", "excuse"), Act(CREW)),
    **dict.fromkeys(("claim", "release", "answer", "announce"), Act(CREW)),
    **dict.fromkeys(("report", "confirm", "dispute", "call"), Act(ALL)),
}


def decide(evening: Evening, name: str, body: Body, who: Who, at: float) -> Facts:
    """The entries an act gives; HallError with the sentence where it cannot be."""
    act = ACTS.get(name)
    if act is None:
        raise Unknown("desk.no_such_act")
    if who.role not in act.roles:
        raise NotYours("desk.not_yours")
    try:
        wanted: Any
        if act.body is not None:
            wanted = convert(dict(body), act.body)
        else:
            wanted = convert({**body, **_signed(name, body, who), "type": name}, ANY)
    except (msgspec.ValidationError, ValueError, TypeError) as wrong:
        if isinstance(wrong, HallError):
            raise
        raise BadNight("desk.malformed") from wrong
    if act.facts is not None:
        return [Fact(kind, {**told, "by": who.name}) for kind, told in act.facts(evening, wanted)]
    if name == "call" and any(one.id == wanted.id for one in evening.night.calls):
        return []  # a table says it again until we have it, and two halls may hear it
    acts: list[Any] = act.acts(evening, wanted) if act.acts else [wanted]
    by = who.name or who.role
    return [
        Fact(*entry) for one in acts for entry in night_decide(evening.night, one, at=at, by=by)
    ]


def _signed(name: str, body: Body, who: Who) -> dict[str, Any]:
    """What says who acted: nobody signs with another's name."""
    crew = who.role in CREW
    if name == "claim":
        return {"referee": who.name}
    if name == "confirm":
        return {"referee": crew, **({"who": who.name} if crew else {})}
    if name == "dispute":
        return {"who": who.name}
    if name == "report":
        result = body.get("result")
        told = dict(result) if isinstance(result, Mapping) else {}
        source = str(told.get("source", "")) if who.role == TABLE else who.name
        return {"result": {**told, "source": source}}
    return {}


ANY = night_acts.AnyAct
