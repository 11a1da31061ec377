"""What is done in a hall beside the night itself: people and boxes come, tables take part, screens
are told what to show. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.play_mode import MANNERS

from ...wire.topics import NAME, RESERVED, slug
from ..errors import BadNight, HallError, HallNotNow, Unknown
from ..night import acts as night_acts
from ..night.state import Night
from ..people import read_people
from ..records import Box, Person
from .state import SHOWS, TOGETHER, EnrolledMachine, HallEvening

MOST_BOXES = 2000


class Who(NamedTuple):
    """Who acts: a role, and the name by which the audit knows the person or machine."""

    role: str
    name: str = ""


class HallFact(NamedTuple):
    """An entry to be written."""

    kind: str
    body: dict[str, Any]


Facts = list[HallFact]
Body = Mapping[str, Any]


def together(facts: Facts) -> HallFact:
    """Make one entry of all that an act does: it is saved whole or not at all."""
    if len(facts) == 1:
        return facts[0]
    return HallFact(TOGETHER, {"facts": [list(fact) for fact in facts]})


class NotYours(HallError):
    """Somebody else may do this."""


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


def come(evening: HallEvening, body: Come) -> list[night_acts.NightAct]:
    """People of a pasted list join; a name that is known comes back."""
    night = evening.night
    read = read_people(body.text, everybody(night), night.forgotten)
    named = {person.name.casefold(): who for who, person in night.people.items()}
    lines = {line.strip().casefold() for line in body.text.splitlines()}
    back = [named[line] for line in lines if named.get(line) in night.gone]
    new: list[night_acts.NightAct] = [night_acts.Enter(read.people)] if read.people else []
    return [*new, *map(night_acts.Return, sorted(back))]


def everybody(night: Night) -> list[Person]:
    """List all who are on the list, or ask to be."""
    return [*night.people.values(), *night.asking.values()]


class Boxed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    sizes: tuple[int, ...]
    place: str = ""
    count: int = 1


def boxed(evening: HallEvening, body: Boxed) -> list[night_acts.NightAct]:
    """Add boxes, each on its own table."""
    if not 1 <= body.count <= MOST_BOXES - len(evening.night.boxes):
        raise BadNight("desk.no_such_choice")
    taken = {box.place for box in evening.night.boxes.values()}
    made: list[night_acts.NightAct] = []
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


def enrol(evening: HallEvening, body: Enrol) -> Facts:
    """Let a house join, beside its box if known."""
    if NAME.fullmatch(body.table) is None or body.table in RESERVED:
        raise BadNight("desk.bad_table")
    if body.box and body.box not in evening.night.boxes:
        raise Unknown("desk.no_such_box")
    box = body.box or _box_called(evening, body.table)
    known = evening.machines.get(body.table)
    fresh = replace(known or EnrolledMachine(body.table), box=box)
    if body.serial:
        given = {"serial": body.serial, "host": body.host, "certificate": body.certificate}
        fresh = replace(fresh, **given, released=False)
    if fresh == known:
        return []
    moved = [
        HallFact("enrolled", {"machine": msgspec.to_builtins(replace(one, box=""))})
        for one in evening.machines.values()
        if box and one.box == box and one.table != body.table
    ]
    return [*moved, HallFact("enrolled", {"machine": msgspec.to_builtins(fresh)})]


class LetAnother(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


def let_another(evening: HallEvening, body: LetAnother) -> Facts:
    """Free a name for another machine."""
    known = evening.machines.get(body.table)
    if known is None:
        raise Unknown("desk.no_such_box")
    return [] if known.released else [HallFact("freed", {"table": body.table})]


def _box_called(evening: HallEvening, table: str) -> str:
    """Find the box whose place has the table's name, if no other machine is there."""
    known = evening.machines.get(table)
    found = (box.id for box in evening.night.boxes.values() if slug(box.place) == table)
    free = next((one for one in found if evening.machine_at(one) is None), "")
    return free or (known.box if known else "")


class Screened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    screen: str
    shows: str
    table: str = ""


def screen(evening: HallEvening, body: Screened) -> Facts:
    if body.shows not in SHOWS or not body.screen.isdecimal() or len(body.screen) > 3:
        raise BadNight("desk.no_such_choice")
    known = evening.screens.get(body.screen)
    if known is not None and (known.shows, known.table) == (body.shows, body.table):
        return []
    return [HallFact("screened", msgspec.to_builtins(body))]


class Mannered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manner: str


def manner(evening: HallEvening, body: Mannered) -> Facts:
    if body.manner not in MANNERS:
        raise BadNight("desk.no_such_choice")
    return [] if body.manner == evening.manner else [HallFact("mannered", {"manner": body.manner})]


class Doored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: bool


def door(evening: HallEvening, body: Doored) -> Facts:
    return [] if body.open == evening.door else [HallFact("doored", {"open": body.open})]


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


def join(evening: HallEvening, body: Joining) -> list[night_acts.NightAct]:
    """Let somebody register by phone, if the organiser allows it; they wait to be let in where
    that is wanted, or while there is no room."""
    if not evening.door:
        raise NotYours("desk.door_shut")
    night = evening.night
    read = read_people(body.name.replace("\n", " "), everybody(night), night.forgotten)
    if not read.people:
        raise BadNight("desk.name_known") if read.skipped else BadNight("desk.no_name")
    if night.plan.admit or night.is_full:
        return [night_acts.Ask(read.people[0])]
    return [night_acts.Enter(read.people[:1])]


class PersonNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: str
    device: str = ""


def speak(evening: HallEvening, body: PersonNamed) -> Facts:
    """Let one phone speak for a person; another one only once the desk has freed the name."""
    if body.who not in evening.night.people:
        raise Unknown("no_such_person")
    known = evening.phones.get(body.who)
    if known is not None and known != body.device:
        raise HallNotNow("desk.other_phone", name=evening.night.people[body.who].name)
    told = {"who": body.who, "device": body.device}
    return [] if known else [HallFact("spoken_for", told)]


def silence(evening: HallEvening, body: PersonNamed) -> Facts:
    """Let another phone speak for somebody."""
    return [HallFact("silenced", {"who": body.who})] if body.who in evening.phones else []


class HeldTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


def hold(evening: HallEvening, body: HeldTable) -> Facts:
    if body.table not in evening.machines:
        raise Unknown("desk.no_such_box")
    return [] if body.table in evening.held else [HallFact("held", {"table": body.table})]


def show(evening: HallEvening, body: HeldTable) -> Facts:
    return [HallFact("shown", {"table": body.table})] if body.table in evening.held else []
