"""A plan of a game before it is opened: what, by whom and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.core.errors import BadBox, BadHouseRule, BadSeats, UnknownHouseRule, UnknownRoom, why
from companion.core.game import Game
from companion.core.house import read_house_rules
from companion.core.play_mode import LIVING_ROOM, UnknownManner, check_manner
from companion.core.seats import Seat
from companion.rooms import Room, room_of

from .errors import BadPlan
from .names import same, tidy

SLOWEST, FASTEST = 0.1, 60.0


class PlannedPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table; without a colour they get the next free one."""

    name: str
    colour: str = ""
    new: bool = False
    """Whether they are taught the game while they play it."""


class Rehearsal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A painted stage instead of a real table. *by_hand* seats are played by people."""

    seed: int = 7
    speed: float = 1.0
    by_hand: tuple[int, ...] = ()


class GamePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything people choose in the lobby. The first of *people* begins."""

    room: str
    people: tuple[PlannedPerson, ...]
    rules: dict[str, Any] = {}
    manner: str = LIVING_ROOM
    rehearsal: Rehearsal | None = None
    light: bool = False
    """Whether people play on the table alone, and it is counted at the end."""


@dataclass(frozen=True)
class PreparedGame:
    """A plan that can be played."""

    room: Room
    game: Game
    box: Any
    seats: tuple[Seat, ...]
    rules: Any
    plan: GamePlan


def prepared(plan: GamePlan, box: Path | None = None) -> PreparedGame:
    """Check a plan as a whole; BadPlan says what to change."""
    try:
        room = room_of(plan.room)
        loaded = room.game.load_box(box)
        seats = _seated(plan.people, room, loaded)
        rules = read_house_rules(room.game.house_rules, plan.rules)
        check_manner(plan.manner)
        room.game.opening(loaded, seats, rules)
    except UnknownRoom as wrong:
        raise BadPlan("no_room", room=plan.room[:40]) from wrong
    except BadBox as wrong:
        raise BadPlan("bad_box", why=why(wrong)) from wrong
    except (BadSeats, UnknownHouseRule, BadHouseRule, UnknownManner) as wrong:
        raise BadPlan("cannot_play", why=why(wrong)) from wrong
    _check_rehearsal(plan)
    people = tuple(
        PlannedPerson(seat.name, seat.colour, person.new)
        for seat, person in zip(seats, plan.people, strict=True)
    )
    return PreparedGame(
        room, room.game, loaded, seats, rules, msgspec.structs.replace(plan, people=people)
    )


def _seated(people: Sequence[PlannedPerson], room: Room, box: Any) -> tuple[Seat, ...]:
    at_least, at_most = box.players
    if not at_least <= len(people) <= at_most:
        key = "too_few" if len(people) < at_least else "too_many"
        raise BadPlan(key, count=len(people), least=at_least, most=at_most)
    names = [tidy(person.name) for person in people]
    for number, name in enumerate(names):
        if any(same(name, other) for other in names[:number]):
            raise BadPlan("same_name", name=name)
    return tuple(map(Seat, names, _worn(people, room, room.worn(box))))


def _worn(people: Sequence[PlannedPerson], room: Room, colours: Sequence[str]) -> list[str]:
    """Assign colours: as chosen, or the next free one of the box.

    If the colour says who begins, the person named first gets the first one.
    """
    chosen = [person.colour for person in people if person.colour]
    for colour in chosen:
        if colour not in colours:
            raise BadPlan("no_colour", colour=colour[:40])
        if chosen.count(colour) > 1:
            raise BadPlan("same_colour", colour=colour)
    if room.worn_in_order:
        return list(colours[: len(people)])
    free = [colour for colour in colours if colour not in chosen]
    return [person.colour or (free.pop(0) if free else "") for person in people]


def _check_rehearsal(plan: GamePlan) -> None:
    rehearsal = plan.rehearsal
    if rehearsal is None:
        return
    if not SLOWEST <= rehearsal.speed <= FASTEST:
        raise BadPlan("bad_speed", least=SLOWEST, most=FASTEST)
    if any(not 0 <= seat < len(plan.people) for seat in rehearsal.by_hand):
        raise BadPlan("no_such_seat")
