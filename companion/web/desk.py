"""The desk: what every request needs at hand, kept with the app and nowhere else."""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

import msgspec
from flask import abort, current_app, request

from companion.core.roles import TABLE, Role
from companion.core.shapes import decode
from companion.table import Table
from companion.words import NAMES, Words, choose
from companion.words.quoting import Book, no_book

from .bell import Bell
from .board import Board
from .codes import Patience
from .consents import Consents
from .drawer import Drawer
from .gauges import Gauges
from .keys import Keys, Pass
from .photographs import Album, Scoring, Snapping

EXTENSION = "pharaohs-table"
OFFLOAD = "companion.offload"
TAP = "companion.tap"
WRITE = "companion.write"
LANGUAGE = "language"
"""The cookie with the language a phone has chosen."""
Body = TypeVar("Body")
Crop = Callable[[bytes, Sequence[str]], bytes]


@dataclass(frozen=True)
class Limits:
    """The limits: streams of strangers in all and from one address, of one seat or referee;
    connections from one address; the share of the page's time for strangers and for an address."""

    streams: int = 1000
    streams_per_role: int = 12
    streams_per_address: int = 250
    body_bytes: int = 16_384
    picture_bytes: int = 12_000_000
    heartbeat_seconds: float = 2.0
    connections_per_address: int = 400
    strangers_share: float = 0.5
    address_share: float = 0.25


class Scanner(Protocol):
    """What reads colours in secret, where a room hides any."""

    def begin(self) -> None: ...

    def stop(self) -> None: ...


@dataclass(frozen=True)
class Desk:
    table: Table
    words: Mapping[str, Words]
    keys: Keys
    patience: Patience
    board: Board
    gauges: Gauges
    bell: Bell
    limits: Limits
    art: Mapping[str, str]
    crop: Crop | None
    clock: Callable[[], float]
    play_clock: Callable[[], float] | None
    hosts: frozenset[str]
    housed: bool = False
    """Whether the table stands in a house, which has a menu around the game."""
    scoring: Scoring | None = None
    snapping: Snapping | None = None
    """Reads photographs of the game that is played."""
    scanner: Scanner | None = None
    consents: Consents = field(default_factory=Consents)
    album: Album = field(default_factory=Album)
    drawer: Drawer = field(default_factory=Drawer)
    open_streams: dict[str, int] = field(default_factory=dict)
    preferred: Callable[[], str] = str
    """The language the owner has chosen for every page, where there is one."""
    rulebook: Book = no_book
    """What the owner's own rulebook says behind each clause of a room."""
    closed: threading.Event = field(default_factory=threading.Event)
    """Set when the house has closed this table: everybody looking at it is sent on."""


class Reception(Protocol):
    """What every app of ours has at hand, whether a table is open or not."""

    @property
    def words(self) -> Mapping[str, Words]: ...

    @property
    def hosts(self) -> frozenset[str]: ...

    @property
    def limits(self) -> Limits: ...

    @property
    def preferred(self) -> Callable[[], str]: ...


def reception() -> Reception:
    """The reception of the app that answers now."""
    return cast(Reception, current_app.extensions[EXTENSION])


def desk() -> Desk:
    """The desk of the table's app that answers now."""
    return cast(Desk, current_app.extensions[EXTENSION])


def held_pass() -> Pass | None:
    """The pass of the browser that asks, whether it still opens anything or not."""
    return desk().keys.read(request.cookies.get(desk().keys.cookie, ""))


def role() -> Role:
    """Whose eyes to look with. ``?as=table`` looks with those of the public, on any page."""
    return TABLE if request.args.get("as") == str(TABLE) else actor()


def actor() -> Role:
    """Who acts: what this browser has joined as, or the public table. No address changes it."""
    return desk().keys.role_with(held_pass())


def device() -> str:
    """A short name for where an act comes from, the same for as long as the game lasts."""
    if is_this_machine():
        return "here"
    held = held_pass()
    return f"phone {desk().keys.nickname(held.phone if held else request.remote_addr or '')}"


def is_this_machine() -> bool:
    """Whether the page is open on the machine of the table itself. It gives no right."""
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def body_of(kind: type[Body]) -> Body:
    """What was posted, as a record; anything else is refused."""
    try:
        return decode(request.get_data(), kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        abort(400, "page.error.malformed")


def language() -> str:
    """The reader's language: of this address, of this phone, of the browser, of the house."""
    known = tuple(reception().words)
    chosen = (request.args.get("lang"), request.cookies.get(LANGUAGE))
    first = next((code for code in chosen if code in known), "")
    accepted = request.headers.get("Accept-Language", "")
    return first or choose(accepted, known, reception().preferred())


def tongues() -> dict[str, str]:
    """The languages a reader may choose from, each by its own name."""
    return {code: NAMES[code] for code in reception().words if code in NAMES}


def offloaded(work: Callable[..., Any], *given: Any) -> Any:
    """Run slow work in the server's queue, where it does not hold up other requests."""
    queue = request.environ.get(OFFLOAD)
    return queue(request.environ, work, *given) if queue else _in_thread(work, *given)


def tapped(work: Callable[..., Any], *given: Any) -> Any:
    """Run what a tap waits for; the server keeps workers for nothing else."""
    return request.environ.get(TAP, _in_thread)(work, *given)


def _in_thread(work: Callable[..., Any], *given: Any) -> Any:
    """Run work in a plain thread: like in the server's, no request is at hand there."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(work, *given).result()


def wrong_said(wrong: BaseException) -> str:
    """What an error says, in the reader's language."""
    return reception().words[language()].wrong(wrong)


def say(key: str, **values: Any) -> str:
    """A sentence in the reader's language."""
    return reception().words[language()].put(key, values)
