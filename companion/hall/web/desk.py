"""What every page of the hall has at hand, and who asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from flask import abort, current_app, request

from companion.web.bell import Bell
from companion.web.codes import Patience
from companion.web.desk import EXTENSION, Limits
from companion.words import Words

from ..evening.acts import Who
from ..hall import Hall
from ..night.records import Seating, Wanted
from .crew import COOKIE, Crew, Member

if TYPE_CHECKING:
    from .board import Board
    from .choir import Choir


class Asking(NamedTuple):
    """A machine that has the tables' code and asks to take part."""

    table: str
    host: str
    """The name it reached us by."""
    peer: str
    """The address it asks from."""
    code: str
    proof: str
    """That it holds the key it was given before; nothing for a new one."""
    certificate: str = ""
    """The fingerprint of its own certificate: its pictures come from nobody else."""


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
    enrol: Callable[[Asking], dict[str, Any]]
    """Takes a table in, and gives all it has to know."""
    draw: Draw
    rooms: Mapping[str, tuple[int, int]]
    """The games there are, with the fewest and most people of each."""
    preferred: Callable[[], str] = str
    open_streams: dict[str, int] = field(default_factory=dict)


def hall_desk() -> HallDesk:
    return cast(HallDesk, current_app.extensions[EXTENSION])


def member() -> Member:
    """Who asks, by cookie alone: being at the machine of the hall gives nothing."""
    return hall_desk().crew.member(request.cookies.get(COOKIE, ""))


def who() -> Who:
    found = member()
    return Who(found.role, found.name)


def only(*roles: str) -> Member:
    """Refuse everybody else, before anything they sent is read."""
    found = member()
    if found.role not in roles:
        abort(403, "hall.desk.not_yours")
    return found
