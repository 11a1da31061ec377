"""What every page of the house needs at hand."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from flask import current_app, request

from companion.config.settings import Wifi
from companion.core.play_mode import EVENT
from companion.core.verdict import Saying
from companion.house import House
from companion.house.log_redaction import LogRing
from companion.house.power import PowerKeeper
from companion.house.preferences import Preferences
from companion.house.rulebooks import Rulebooks
from companion.words import Words
from companion.workshop.bench import Tools, no_tools

from ..kit.codes import GuessLimit
from ..kit.context import EXTENSION
from ..kit.keys import Keys
from ..server.notifier import Notifier
from ..server.site import Limits
from .owner import COOKIE, HOST_COOKIE, KIOSK, Owner

MOST_BYTES = 8_000_000
LARGEST = 2_000_000
"""One answer larger than this is made anew each time."""


class AnswerCache:
    """The answers that were asked for last, by what they were made of."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep an answer; those nobody has asked for the longest make room."""
        if len(data) > LARGEST:
            return
        with self._lock:
            self._size += len(data) - len(self._kept.pop(key, b""))
            self._kept[key] = data
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])


class Guest(Protocol):
    """What the pages ask of whatever speaks with the hall."""

    def shown(self) -> dict[str, Any]:
        """Return where this house stands in the night, as plain data."""

    def join(self, address: str, code: str, table: str) -> None: ...

    def found(self) -> list[dict[str, Any]]:
        """Halls that announce themselves in this network: name and address."""

    def leave(self) -> None: ...

    def open(self, task: str) -> None:
        """Open the sitting that waits here, if it is still this one."""

    def call(self, why: str, seat: int | None) -> None: ...

    def picture(self, wish: bytes) -> bytes | None:
        """Return the live picture for the hall's referee; None if the request isn't the hall's."""

    def judge(self, agreed: bool, task: str) -> None:
        """Record whether the people at the table agree with the result of this sitting."""


Senses = Callable[[str], Mapping[str, Any]]


@dataclass(frozen=True)
class HouseDesk:
    """The house, its owner, and what its pages are made of."""

    house: House
    owner: Owner
    words: Mapping[str, Words]
    hosts: frozenset[str]
    limits: Limits
    notifier: Notifier
    patience: GuessLimit
    senses: Senses
    """What this house can see, weigh and light of a room."""
    joined: Callable[[dict[str, Any]], str]
    """The seat or referee of the open table that a request comes from."""
    keys: Callable[[], Keys | None]
    """Who holds links and phones of the open table."""
    art: Mapping[str, str]
    addresses: Callable[[], tuple[str, ...]]
    """Where the house is found, the surest first."""
    open_network: Callable[[], None]
    """Lets other machines in from now on."""
    preferences: Preferences
    keeper: PowerKeeper
    ring: LogRing
    restart: Callable[[], None]
    """Starts the whole house again, for settings that count only then."""
    preferred: Callable[[], str]
    """The language the owner has chosen for every page, if any."""
    rulebooks: Rulebooks
    """The text of the owner's own rulebooks."""
    notices: tuple[Saying, ...] = ()
    """What people who play here should know, such as that this is safe mode."""
    network: Callable[[], Wifi | None] = lambda: None
    """The Wi-Fi by which phones reach the house, where one is known."""
    tools: Tools = field(default_factory=no_tools)
    """What lies on the workshop's bench."""
    guest: Guest | None = None
    """What speaks with the hall of an event night."""
    open_streams: dict[str, int] = field(default_factory=dict)
    laid_aside: set[str] = field(default_factory=set)
    """Games that somebody else than their host has laid aside."""
    answers: AnswerCache = field(default_factory=AnswerCache)
    """What was made of games on the shelf."""


def house_desk() -> HouseDesk:
    return cast(HouseDesk, current_app.extensions[EXTENSION])


def is_owner() -> bool:
    """Whether the owner asks. Being at the machine itself makes nobody an owner."""
    return house_desk().owner.holds(request.cookies.get(COOKIE, ""))


def is_kiosk() -> bool:
    """Whether the machine's own screen asks."""
    return house_desk().owner.role_of(request.cookies.get(COOKIE, "")) == KIOSK


def is_host() -> bool:
    """Whether the browser asks that began the open game; at home also the machine's own screen."""
    here = house_desk()
    game, running = here.house.place.game or "", here.house.open
    at_event = running is not None and running.table.manner == EVENT
    began = here.owner.is_host(request.cookies.get(HOST_COOKIE, ""), game)
    return began or (is_kiosk() and not at_event)
