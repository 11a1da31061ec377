"""The app, put together from its parts; two apps in one process share nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Required, TypedDict, Unpack

from flask import Flask

from companion.core.roles import REFEREE, Role, seat
from companion.table import Table
from companion.words import Words
from companion.words.quoting import Book, no_book

from .acts import acts
from .bell import Bell
from .board import Board
from .codes import Patience
from .consents import Consents
from .corrections import corrections
from .desk import EXTENSION, Crop, Desk, Limits, Scanner
from .gauges import Gauges
from .guards import guards, own_names
from .hood import hood as scan
from .join import join
from .keys import Keys
from .packing import packing
from .pages import pages
from .photographs import Scoring, Snapping
from .plain import plain
from .preview import preview
from .receipts import receipts
from .rights import offers
from .scoring import scoring as photographs
from .screen import screen
from .snapping import snapping
from .sorry import Page, sorry
from .stream import stream

NO_ART: Mapping[str, str] = {}
PARTS = (
    *(guards, packing, sorry, receipts, join, pages, plain, screen, stream),
    *(acts, preview, corrections),
    *(photographs, snapping, scan),
)


class Furniture(TypedDict, total=False):
    """What the page of a table is made of, besides the table itself."""

    words: Required[Mapping[str, Words]]
    """A language each."""
    tokens: Mapping[str, Role] | None
    """The secret link of each seat and of the referee."""
    keys: Keys | None
    """Instead of *tokens*: what was kept of them, with the phones that have joined."""
    secret: bytes | None
    """Signs the cookies; without one, phones join again after a restart."""
    art: Mapping[str, str]
    """An SVG path per sign in a box of 100: its lines under the sign's name, its body under the
    name and ``:body``."""
    hosts: Collection[str]
    """Further names the machine answers to."""
    crop: Crop | None
    """Cuts the windows of a doubt out of the rectified picture."""
    scoring: Scoring | None
    """Counts a finished game from a photograph, in rooms that can."""
    snapping: Snapping | None
    """Reads photographs of the game that is played."""
    scanner: Scanner | None
    """Reads hidden colours under a hood."""
    limits: Limits | None
    clock: Callable[[], float]
    """The table's own."""
    play_clock: Callable[[], float] | None
    """Counts the seconds of play, for the countdown of a race."""
    bell: Bell | None
    """The house's, where the table stands in one."""
    preferred: Callable[[], str]
    """The language the owner has chosen for every page, where there is one."""
    rulebook: Book
    """What the owner's own rulebook says behind each clause of a room."""


def create_app(table: Table, **given: Unpack[Furniture]) -> Flask:
    """Build the page of one table."""
    desk = _desk(table, given)
    app = Page(__name__)
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=0, MAX_CONTENT_LENGTH=desk.limits.body_bytes)
    app.extensions[EXTENSION] = desk
    _listen(table, desk)
    for part in PARTS:
        app.register_blueprint(part)
    return app


def _desk(table: Table, given: Furniture) -> Desk:
    words, clock = given["words"], given.get("clock", time.monotonic)
    keys, consents = given.get("keys") or _new_keys(given, clock), Consents()
    lent = given.get("bell")
    return Desk(
        table=table,
        words=words,
        keys=keys,
        patience=Patience(clock),
        consents=consents,
        board=Board(table, words, partial(_about, table, keys, consents)),
        gauges=Gauges(table),
        bell=lent or Bell(),
        limits=given.get("limits") or Limits(),
        art=given.get("art", NO_ART),
        crop=given.get("crop"),
        scoring=given.get("scoring"),
        snapping=given.get("snapping"),
        scanner=given.get("scanner"),
        clock=clock,
        play_clock=given.get("play_clock") or getattr(table, "now", None),
        hosts=own_names() | {host.lower() for host in given.get("hosts", ())},
        housed=lent is not None,
        preferred=given.get("preferred", str),
        rulebook=given.get("rulebook", no_book),
    )


def _new_keys(given: Furniture, clock: Callable[[], float]) -> Keys:
    secret = given.get("secret") or secrets.token_bytes(32)
    return Keys(given.get("tokens") or {}, secret, clock=clock)


def _listen(table: Table, desk: Desk) -> None:
    """Whatever changes at the table or among its phones reaches every page."""
    desk.keys.changed = partial(_changed, desk.board, desk.bell)
    table.on_publish(lambda number: _changed(desk.board, desk.bell))
    table.on_gauge(lambda name: _shown(desk.gauges, name, desk.bell))


def _about(table: Table, keys: Keys, consents: Consents, role: Role) -> dict[str, Any]:
    """What a page should know besides the game: what it may offer, who agreed, fellow phones."""
    agreed = [table.state.seats[number].name for number in consents.agreed(table.number)]
    offered = {"may": offers(role, table.manner), "agreed": agreed, **_hosted(table, keys, role)}
    if role == REFEREE:
        seats = range(len(table.state.seats))
        return {**offered, "phones_at": [keys.count(seat(number)) for number in seats]}
    return {**offered, "phones": keys.count(role)} if role.name == "seat" else offered


def _hosted(table: Table, keys: Keys, role: Role) -> dict[str, Any]:
    """What goes on around the game: whether it rests or was ended.

    The table's page says whose phones are here; a phone is not disturbed by others that come.
    """
    record, seats = table.ledger.record, range(len(table.state.seats))
    here = [n for n in seats if keys.has_phone(n)] if role.name != "seat" else []
    return {"hosted": {"paused": record.paused, "ended": record.ended is not None, "here": here}}


def _changed(board: Board, bell: Bell) -> None:
    board.stir()
    bell.ring()


def _shown(gauges: Gauges, name: str, bell: Bell) -> None:
    gauges.stir(name)
    bell.ring()
