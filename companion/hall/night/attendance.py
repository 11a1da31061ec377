"""Who is here: asking to come in, checking in, being forgotten, two entries that are one person,
and free seats. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.decode import convert
from companion.hall.errors import HallError, HallNotNow, Unknown

from .. import season_number
from ..people import LONGEST, heard
from ..records import APART, NAMES_SHOWN, Person, Placed, Round, Sitting
from . import acts
from .state import Night, key

Entries = list[tuple[str, dict[str, Any]]]
MOST_ASKING = 200


# Whether an act stands


def check_name(night: Night, person: Person) -> None:
    """Refuse a name that is none, or that somebody else has."""
    name = heard(person.name)
    if not name or len(person.name) > LONGEST:
        raise HallError("bad_name", most=LONGEST)
    others = (*night.people.values(), *night.asking.values())
    twin = next((one for one in others if one.id != person.id and heard(one.name) == name), None)
    if twin is not None:
        raise HallNotNow("same_name", name=twin.name)


def known(night: Night, who: str) -> Person:
    if who not in night.people:
        raise Unknown("no_such_person")
    return night.people[who]


def has_sat(night: Night, who: str) -> bool:
    """Check whether somebody is part of an announced round."""
    return who in all_who_sat(night)


def all_who_sat(night: Night) -> frozenset[str]:
    """Return everybody who is part of an announced round, or has a penalty."""
    seated = (who for each in night.published for table in each.tables for who in table.people)
    waiting = (who for each in night.published for who in each.waiting)
    return frozenset((*seated, *waiting, *(one.who for one in night.penalties)))


def ask(night: Night, act: acts.Ask) -> Entries:
    if len(night.asking) >= MOST_ASKING:
        raise HallNotNow("too_many_ask")
    if act.person.id in night.people or act.person.id in night.asking:
        return []
    check_name(night, act.person)
    return [("asked", {"person": msgspec.to_builtins(act.person)})]


def admit(night: Night, act: acts.Admit) -> Entries:
    if act.who in night.people:
        return []
    if act.who not in night.asking:
        raise Unknown("no_such_person")
    return [("entered", {"people": [msgspec.to_builtins(night.asking[act.who])]})]


def turn_away(night: Night, act: acts.TurnAway) -> Entries:
    return [("turned_away", {"who": act.who})] if act.who in night.asking else []


def check_in(night: Night, act: acts.CheckIn) -> Entries:
    known(night, act.who)
    if act.here == (act.who in night.arrived):
        return []
    return [("checked_in", {"who": act.who, "here": act.here})]


def forget(night: Night, act: acts.Forget) -> Entries:
    """Delete somebody who sat nowhere; leave others their places without a name."""
    if act.who in night.forgotten:
        return []
    known(night, act.who)
    return [("forgotten", {"who": act.who, "whole": not has_sat(night, act.who)})]


def merge(night: Night, act: acts.Merge) -> Entries:
    known(night, act.who)
    known(night, act.into)
    if act.who == act.into:
        raise HallError("swap_self")
    for each in night.published:
        seated = [who for table in each.tables for who in table.people]
        both = {act.who, act.into} & {*seated, *each.waiting}
        if len(both) == 2:
            raise HallNotNow("merge_clash", round=each.number)
    return [("merged", {"who": act.who, "into": act.into})]


def present(night: Night, act: acts.Present) -> Entries:
    """Say how somebody is published; nobody is the same person in a season as somebody else."""
    person = known(night, act.who)
    shown = person.shown if act.shown is None else act.shown
    number = person.number if act.number is None else season_number.read(act.number)
    if act.shown and act.shown not in NAMES_SHOWN:
        raise HallError("no_such_choice")
    if act.number and not number:
        raise HallError("bad_number")
    twin = next((one for one in night.people.values() if number and one.number == number), person)
    if twin.id != act.who:
        raise HallNotNow("same_number", name=twin.name)
    if (shown, number) == (person.shown, person.number):
        return []
    return [("presented", {"who": act.who, "shown": shown, "number": number})]


def sit(night: Night, act: acts.Sit) -> Entries:
    """Give somebody a free seat in a round, or let them get up again."""
    known(night, act.who)
    each = night.round(act.round)
    if each is None:
        raise Unknown("no_such_round", round=act.round)
    now = each.table_of(act.who)
    if (now.box if now else "") == act.box and (now or act.who in each.waiting):
        return []
    if act.who in night.gone:
        raise HallNotNow("has_left", name=night.people[act.who].name)
    if now is not None:
        _check_leaving(night, act.round, now)
    if act.box:
        _check_joining(night, act, next((t for t in each.tables if t.box == act.box), None))
    return [("sat", {"round": act.round, "who": act.who, "box": act.box})]


def _check_open(night: Night, number: int, table: Sitting) -> None:
    if key(number, table.box) in night.results:
        raise HallNotNow("has_result_already", place=night.place(table.box))


def _check_leaving(night: Night, number: int, table: Sitting) -> None:
    _check_open(night, number, table)
    box = night.boxes.get(table.box)
    if box is not None and len(table.people) - 1 not in box.sizes:
        raise HallNotNow("table_too_small", place=night.place(table.box))


def _check_joining(night: Night, act: acts.Sit, table: Sitting | None) -> None:
    if table is None:
        raise Unknown("no_such_table", place=night.place(act.box), round=act.round)
    _check_open(night, act.round, table)
    if not _has_room(night, table):
        raise HallNotNow("table_full", place=night.place(act.box))
    for rule in night.rules:
        if rule.kind == APART and act.who in rule.people and set(rule.people) & set(table.people):
            raise HallNotNow("kept_apart", place=night.place(act.box))


def _has_room(night: Night, table: Sitting) -> bool:
    box = night.boxes.get(table.box)
    return box is not None and box.id not in night.broken and len(table.people) + 1 in box.sizes


def free_seats(night: Night, each: Round) -> tuple[str, ...]:
    """List the boxes of a round's tables where one more person may sit down."""
    return tuple(
        table.box
        for table in each.tables
        if _has_room(night, table) and key(each.number, table.box) not in night.results
    )


def unseated(night: Night, each: Round) -> tuple[str, ...]:
    """List the people who are here and have no seat in a round."""
    seated = {who for table in each.tables for who in table.people}
    return tuple(person.id for person in night.here if person.id not in seated)


def penalise(night: Night, act: acts.Penalise) -> Entries:
    known(night, act.who)
    if any(one.id == act.id for one in night.penalties):
        return []
    if not 0 < act.points <= MOST_POINTS or not act.why.strip():
        raise HallError("bad_penalty", most=MOST_POINTS)
    told = {"id": act.id, "who": act.who, "points": act.points, "why": act.why.strip()[:200]}
    return [("penalised", told)]


def pardon(night: Night, act: acts.Pardon) -> Entries:
    one = next((one for one in night.penalties if one.id == act.id), None)
    if one is None:
        raise Unknown("no_such_penalty")
    return [] if one.pardoned else [("pardoned", {"id": act.id})]


MOST_POINTS = 100


# What follows

Body = dict[str, Any]


def after_ask(night: Night, body: Body) -> Night:
    person = convert(body["person"], Person)
    return replace(night, asking={**night.asking, person.id: person})


def after_turning_away(night: Night, body: Body) -> Night:
    return replace(night, asking=_without(night.asking, body["who"]))


def after_check_in(night: Night, body: Body) -> Night:
    rest = tuple(who for who in night.arrived if who != body["who"])
    return replace(night, arrived=(*rest, body["who"]) if body["here"] else rest)


def after_presenting(night: Night, body: Body) -> Night:
    who = body["who"]
    told = replace(night.people[who], shown=body["shown"], number=body["number"])
    return replace(night, people={**night.people, who: told})


def after_forgetting(night: Night, body: Body) -> Night:
    who = body["who"]
    night = replace(night, forgotten=(*night.forgotten, who))
    if not body["whole"]:
        nameless = Person(who, f"#{who.lstrip('p')}")
        return replace(night, people={**night.people, who: nameless})
    return replace(
        night,
        people=_without(night.people, who),
        gone=tuple(one for one in night.gone if one != who),
        arrived=tuple(one for one in night.arrived if one != who),
        away=_without(night.away, who),
        rules=tuple(rule for rule in night.rules if who not in rule.people),
    )


def after_merging(night: Night, body: Body) -> Night:
    """Let one person have all that two entries had."""
    who, into = body["who"], body["into"]

    def one(person: str) -> str:
        return into if person == who else person

    def placed(all_of: Iterable[Placed]) -> tuple[Placed, ...]:
        return tuple(replace(each, person=one(each.person)) for each in all_of)

    def of_result(result: Any) -> Any:
        return replace(result, places=placed(result.places), source=one(result.source))

    night = over_people(night, one)
    stays, other = night.people[into], night.people[who]
    stays = replace(stays, number=stays.number or other.number, shown=stays.shown or other.shown)
    rules = (replace(rule, people=tuple(map(one, rule.people))) for rule in night.rules)
    return replace(
        night,
        people={**_without(night.people, who), into: stays},
        gone=tuple(dict.fromkeys(w for w in night.gone if w != who)),
        arrived=tuple(dict.fromkeys(map(one, night.arrived))),
        away=_without(night.away, who),
        forgotten=(*night.forgotten, who),
        rules=tuple(rule for rule in rules if len(set(rule.people)) > 1),
        penalties=tuple(replace(each, who=one(each.who)) for each in night.penalties),
        results={
            name: replace(
                each,
                result=of_result(each.result),
                others=tuple(map(of_result, each.others)),
                confirmed_by=tuple(map(one, each.confirmed_by)),
            )
            for name, each in night.results.items()
        },
    )


def over_people(night: Night, change: Callable[[str], str]) -> Night:
    """Change the people of every announced round."""

    def over(each: Round) -> Round:
        tables = tuple(replace(t, people=tuple(map(change, t.people))) for t in each.tables)
        return replace(each, tables=tables, waiting=tuple(map(change, each.waiting)))

    return replace(night, published=tuple(map(over, night.published)))


def seat_in(each: Round, who: str, box: str) -> Round:
    """Seat somebody at a table of a round, or among those who wait."""
    tables = tuple(
        replace(
            table,
            people=(
                *(one for one in table.people if one != who), *((who,) if table.box == box else ())
            ),
        )
        for table in each.tables
    )  # fmt: skip
    waiting = tuple(one for one in each.waiting if one != who)
    return replace(each, tables=tables, waiting=waiting if box else (*waiting, who))


def _without(known_by_id: dict[str, Any], who: str) -> dict[str, Any]:
    return {one: each for one, each in known_by_id.items() if one != who}
