"""What is done in a hall beside the night itself: people and boxes come, tables take part, screens
are told what to show. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.manners import MANNERS

from ..errors import BadNight, HallError, Unknown
from ..night import acts as night_acts
from ..night.records import Box
from ..people.lists import read_people
from ..wire.topics import NAME, RESERVED, slug
from .state import SHOWS, Evening, Machine

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


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


def come(evening: Evening, body: Come) -> list[night_acts.Act]:
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


def boxed(evening: Evening, body: Boxed) -> list[night_acts.Act]:
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
    serial: str = ""
    host: str = ""
    certificate: str = ""


def enrol(evening: Evening, body: Enrol) -> Facts:
    """A house takes part, beside a box where that is known."""
    if NAME.fullmatch(body.table) is None or body.table in RESERVED:
        raise BadNight("desk.bad_table")
    if body.box and body.box not in evening.night.boxes:
        raise Unknown("desk.no_such_box")
    box = body.box or _box_called(evening, body.table)
    known = evening.machines.get(body.table)
    fresh = replace(known or Machine(body.table), box=box)
    if body.serial:
        given = {"serial": body.serial, "host": body.host, "certificate": body.certificate}
        fresh = replace(fresh, **given, released=False)
    if fresh == known:
        return []
    moved = [
        Fact("enrolled", {"machine": msgspec.to_builtins(replace(one, box=""))})
        for one in evening.machines.values()
        if box and one.box == box and one.table != body.table
    ]
    return [*moved, Fact("enrolled", {"machine": msgspec.to_builtins(fresh)})]


class LetAnother(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


def let_another(evening: Evening, body: LetAnother) -> Facts:
    """The desk gives a name free for another machine."""
    known = evening.machines.get(body.table)
    if known is None:
        raise Unknown("desk.no_such_box")
    return [] if known.released else [Fact("released", {"table": body.table})]


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


def screen(evening: Evening, body: Screened) -> Facts:
    if body.shows not in SHOWS or not body.screen.isdecimal() or len(body.screen) > 3:
        raise BadNight("desk.no_such_choice")
    known = evening.screens.get(body.screen)
    if known is not None and (known.shows, known.table) == (body.shows, body.table):
        return []
    return [Fact("screened", msgspec.to_builtins(body))]


class Mannered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manner: str


def manner(evening: Evening, body: Mannered) -> Facts:
    if body.manner not in MANNERS:
        raise BadNight("desk.no_such_choice")
    return [] if body.manner == evening.manner else [Fact("mannered", {"manner": body.manner})]


class Doored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: bool


def door(evening: Evening, body: Doored) -> Facts:
    return [] if body.open == evening.door else [Fact("doored", {"open": body.open})]


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


def join(evening: Evening, body: Joining) -> list[night_acts.Act]:
    """Somebody enters themselves; the organiser opens that door, and can shut it."""
    if not evening.door:
        raise NotYours("desk.door_shut")
    read = read_people(body.name.replace("\n", " "), evening.night.people.values())
    if not read.people:
        raise BadNight("desk.name_known") if read.skipped else BadNight("desk.no_name")
    return [night_acts.Enter(read.people[:1])]


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


def hold(evening: Evening, body: Held) -> Facts:
    if body.table not in evening.machines:
        raise Unknown("desk.no_such_box")
    return [] if body.table in evening.held else [Fact("held", {"table": body.table})]


def show(evening: Evening, body: Held) -> Facts:
    return [Fact("shown", {"table": body.table})] if body.table in evening.held else []
