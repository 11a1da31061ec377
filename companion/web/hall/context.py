"""What every page of the hall has at hand, and who asks for it."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit

from flask import abort, current_app, request

from companion.web.kit.codes import GuessLimit
from companion.web.kit.context import EXTENSION
from companion.web.server.notifier import Notifier
from companion.web.server.site import Limits
from companion.words import Words

from ...hall.errors import HallNotNow
from ...hall.evening.acts import Who
from ...hall.hall import Hall
from ...hall.publication import Publisher
from ...hall.records import Seating, Wanted
from ..server.addresses import is_loopback, reach
from .crew import COOKIE, NOBODY, PERSON, Crew, CrewMember

if TYPE_CHECKING:
    from .board import HallBoard
    from .broadcast import Broadcast


class Requester(NamedTuple):
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


Draw = Callable[[Wanted, Callable[[float], None]], Seating]
"""Seats the rounds, and tells meanwhile how much of the work is done."""


class DrawStatus:
    """The draw that is being made, if one is."""

    def __init__(self) -> None:
        self.part: float | None = None
        """How much of it is done, from 0 to 1; None while nothing is drawn."""
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def running(self, changed: Callable[[], None]) -> Iterator[Callable[[float], None]]:
        """Count a draw from its start to its end; a second one is refused meanwhile."""
        with self._lock:
            if self.part is not None:
                raise HallNotNow("desk.draw_running")
            self.part = 0.0

        def told(part: float) -> None:
            self.part = round(part, 2)
            changed()

        changed()
        try:
            yield told
        finally:
            self.part = None
            changed()


@dataclass(frozen=True)
class HallDesk:
    """The hall, its crew, and what its pages are made of."""

    hall: Hall
    crew: Crew
    board: HallBoard
    broadcast: Broadcast
    words: Mapping[str, Words]
    hosts: frozenset[str]
    limits: Limits
    notifier: Notifier
    patience: GuessLimit
    addresses: Callable[[], tuple[str, ...]]
    enrol: Callable[[Requester], dict[str, Any]]
    """Takes a table in, and gives all it has to know."""
    draw: Draw
    publisher: Publisher
    rooms: Mapping[str, tuple[int, int]]
    """The games there are, with the fewest and most people of each."""
    drawing: DrawStatus = field(default_factory=DrawStatus)
    preferred: Callable[[], str] = str
    entered: Counter[str] = field(default_factory=Counter)
    """How many names came in from each address."""
    open_streams: dict[str, int] = field(default_factory=dict)

    def address(self) -> str:
        """Return this hall's address for a phone, in the network of whoever asks;
        empty if there is none."""
        found = reach(self.addresses()).address
        if is_loopback(request.host.rpartition(":")[0] or request.host):
            return found
        return f"{urlsplit(found).scheme or 'http'}://{request.host}/"


def hall_desk() -> HallDesk:
    return cast(HallDesk, current_app.extensions[EXTENSION])


def member() -> CrewMember:
    """Return who asks, by cookie alone: being at the hall's own machine gives nothing. A phone that
    another one has followed speaks for nobody any more."""
    cookie = request.cookies.get(COOKIE, "")
    found = hall_desk().crew.member(cookie)
    if found.role == PERSON:
        phones = hall_desk().hall.evening.phones
        return found if phones.get(found.name) == own_device(cookie) else CrewMember(NOBODY)
    return found


def who() -> Who:
    found = member()
    return Who(found.role, found.name)


def own_device(cookie: str) -> str:
    """What the journal keeps of a phone that speaks for somebody: nobody can use it as a cookie."""
    return sha256(cookie.encode()).hexdigest()[:24]


def only(*roles: str) -> CrewMember:
    """Refuse everybody else, before anything they sent is read."""
    found = member()
    if found.role not in roles:
        abort(403, "hall.desk.not_yours")
    return found
