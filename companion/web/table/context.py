"""What every request to a table's page needs at hand, kept with the app and nowhere else."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

from flask import current_app, request

from companion.core.roles import TABLE, Role
from companion.core.verdict import Concern, Move
from companion.table import Table
from companion.words import Words
from companion.words.quotes_of import Book, no_book

from ..kit.codes import GuessLimit
from ..kit.context import EXTENSION, is_this_machine
from ..kit.keys import Keys, Pass
from ..server.notifier import Notifier
from ..server.site import Limits
from .photographs import Album, Scoring, Snapping
from .snapshots import PageGauges, Snapshots

KEPT = 512
"""Receipts that are remembered; the oldest is forgotten first."""


@dataclass(frozen=True)
class Receipt:
    """What was answered to an act; nothing yet while it is being judged."""

    code: int = 202
    body: bytes = b'{"kind":"pending"}'


class ReceiptStore:
    """The receipts of one table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Receipt] = OrderedDict()

    def put(self, name: str, receipt: Receipt) -> None:
        self._kept[name] = receipt
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def find(self, name: str) -> Receipt | None:
        return self._kept.get(name)


class Consents:
    """Who has agreed to a move at the table as it is. When the table changes, nobody has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = -1
        self._given: dict[Move, frozenset[int]] = {}

    def give(self, move: Move, seat: int, concern: Concern, number: int) -> bool:
        """Note that a seat agrees; says whether all have agreed now."""
        with self._lock:
            if number != self._number:
                self._number, self._given = number, {}
            agreed = self._given.get(move, frozenset()) | {seat}
            self._given[move] = agreed
        return agreed >= set(concern.seats)

    def agreed(self, number: int) -> tuple[int, ...]:
        """Return the seats that have agreed to something at this table and wait for the others."""
        given = self._given.values() if number == self._number else ()
        return tuple(sorted({seat for seats in given for seat in seats}))


Crop = Callable[[bytes, Sequence[str]], bytes]


class Scanner(Protocol):
    """What reads colours in secret, where a room hides any."""

    def begin(self) -> None: ...

    def stop(self) -> None: ...


@dataclass(frozen=True)
class Desk:
    table: Table
    words: Mapping[str, Words]
    keys: Keys
    patience: GuessLimit
    board: Snapshots
    gauges: PageGauges
    notifier: Notifier
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
    receipts: ReceiptStore = field(default_factory=ReceiptStore)
    open_streams: dict[str, int] = field(default_factory=dict)
    advised: Callable[[], Collection[int]] = tuple
    """The seats whose people want advice."""
    learners: Callable[[], Collection[int]] = tuple
    """The seats whose people are taught the game."""
    preferred: Callable[[], str] = str
    """The language the owner has chosen for every page, if any."""
    rulebook: Book = no_book
    """What the owner's own rulebook says behind each clause of a room."""
    closed: threading.Event = field(default_factory=threading.Event)
    """Set when the house has closed this table: everybody looking at it is sent on."""


def desk() -> Desk:
    """Return the desk of the table's app that answers now."""
    return cast(Desk, current_app.extensions[EXTENSION])


def held_pass() -> Pass | None:
    """Return the pass of the browser that asks, whether or not it still opens anything."""
    return desk().keys.read(request.cookies.get(desk().keys.cookie, ""))


def role() -> Role:
    """Return whose view to show. ``?as=table`` shows the public's, on any page."""
    return TABLE if request.args.get("as") == str(TABLE) else actor()


def actor() -> Role:
    """Return who acts: what this browser has joined as,
    or the public table. No address changes it."""
    return desk().keys.role_with(held_pass())


def device() -> str:
    """Return a short name for where an act comes from, the same for as long as the game lasts."""
    if is_this_machine():
        return "here"
    held = held_pass()
    return f"phone {desk().keys.nickname(held.phone if held else request.remote_addr or '')}"
