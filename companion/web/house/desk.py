"""What every page of the house needs at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from flask import current_app, request

from companion.core.manners import EVENT
from companion.core.verdict import Saying
from companion.house import House
from companion.house.keeping import Keeper
from companion.house.logbook import Ring
from companion.house.preferences import Preferences
from companion.house.rulebooks import Rulebooks
from companion.settings import Wifi
from companion.words import Words
from companion.workshop.tools import Tools, no_tools

from ..bell import Bell
from ..codes import Patience
from ..desk import EXTENSION, Limits
from ..keys import Keys
from .answer_cache import AnswerCache
from .owner import COOKIE, HOST_COOKIE, KIOSK, Owner

if TYPE_CHECKING:
    from .visiting import Guest

Senses = Callable[[str], Mapping[str, Any]]


@dataclass(frozen=True)
class HouseDesk:
    """The house, its owner, and what its pages are made of."""

    house: House
    owner: Owner
    words: Mapping[str, Words]
    hosts: frozenset[str]
    limits: Limits
    bell: Bell
    patience: Patience
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
    keeper: Keeper
    ring: Ring
    restart: Callable[[], None]
    """Starts the whole house again, for settings that count only then."""
    preferred: Callable[[], str]
    """The language the owner has chosen for every page, where there is one."""
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
