"""What every page of the hall has at hand, and who asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from flask import abort, current_app, request

from companion.web.bell import Bell
from companion.web.codes import Patience
from companion.web.desk import EXTENSION, Limits, is_this_machine
from companion.words import Words

from ..evening.acts import Who
from ..hall import Hall
from ..night.records import Seating, Wanted
from .crew import COOKIE, ORGANISER, Crew, Member

if TYPE_CHECKING:
    from .board import Board
    from .choir import Choir

Draw = Callable[[Wanted], Seating]


@dataclass(frozen=True)
class HallDesk:
    """The hall, its crew, and what its pages are made of."""

    hall: Hall
    crew: Crew
    board: Board
    choir: Choir
    words: Mapping[str, Words]
    hosts: frozenset[str]
    limits: Limits
    bell: Bell
    patience: Patience
    addresses: Callable[[], tuple[str, ...]]
    enrol: Callable[[str, str], dict[str, Any]]
    """Takes a table in: its name and the host it reached us by give all it has to know."""
    draw: Draw
    rooms: Mapping[str, tuple[int, int]]
    """The games there are, with the fewest and most people of each."""
    preferred: Callable[[], str] = str
    open_streams: dict[str, int] = field(default_factory=dict)


def hall_desk() -> HallDesk:
    return cast(HallDesk, current_app.extensions[EXTENSION])


def member() -> Member:
    """Who asks: by cookie, or by standing at the machine of the hall itself."""
    found = hall_desk().crew.member(request.cookies.get(COOKIE, ""))
    if found.role != ORGANISER and not found.name and is_this_machine():
        return Member(ORGANISER, ORGANISER)
    return found


def who() -> Who:
    found = member()
    return Who(found.role, found.name)


def only(*roles: str) -> Member:
    """Refuse everybody else, before anything they sent is read."""
    found = member()
    if found.role not in roles:
        abort(403, "hall.desk.not_yours")
    return found
