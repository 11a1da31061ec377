"""The app, put together from its parts; two apps in one process share nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Required, TypedDict, Unpack

from flask import Flask

from companion.core.roles import REFEREE, Role, seat
from companion.house.tutorial import nobody
from companion.table import Table
from companion.words import Words
from companion.words.quotes_of import Book, no_book

from ..kit.codes import GuessLimit
from ..kit.context import EXTENSION
from ..kit.error_pages import ErrorPage, error_pages
from ..kit.guards import guards, own_names
from ..kit.gzip_answers import gzip_answers
from ..kit.keys import Keys
from ..server.notifier import Notifier
from ..server.site import SITE, Limits
from .acts import acts, corrections, preview
from .advice import Wanting, advice, advised_here
from .context import Consents, Crop, Desk, Scanner
from .idempotency import receipts
from .inquiries import inquiries
from .join import join
from .pages import pages
from .photo_moves import snapping
from .photo_score import scoring as photographs
from .photographs import Scoring, Snapping
from .rights import offers
from .screen import screen
from .secret_scan import hood as scan
from .site import TableSite
from .snapshots import PageGauges, Snapshots
from .stream import stream
from .text_view import plain
from .tutorial import Learning, TutorialPage

NO_ART: Mapping[str, str] = {}
PARTS = (
    *(guards, gzip_answers, error_pages, receipts, join, pages, plain, screen, stream),
    *(acts, preview, corrections, inquiries, advice),
    *(photographs, snapping, scan),
)


class TableServices(TypedDict, total=False):
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
    """An SVG path per sign in a box of 100."""
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
    notifier: Notifier | None
    """The house's, where the table stands in one."""
    preferred: Callable[[], str]
    """The language the owner has chosen for every page, if any."""
    learners: Learning
    """Who is taught the game while they play it."""
    advised: Wanting
    """Who wants advice."""
    rulebook: Book
    """What the owner's own rulebook says behind each clause of a room."""


def create_app(table: Table, **given: Unpack[TableServices]) -> Flask:
    """Build the page of one table."""
    desk = _desk(table, given)
    app = ErrorPage("companion.web")
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=0, MAX_CONTENT_LENGTH=desk.limits.body_bytes)
    app.extensions[EXTENSION] = desk
    _listen(table, desk)
    app.extensions[SITE] = TableSite(app)
    for part in PARTS:
        app.register_blueprint(part)
    return app


def _desk(table: Table, given: TableServices) -> Desk:
    words, clock = given["words"], given.get("clock", time.monotonic)
    keys, consents = given.get("keys") or _new_keys(given, clock), Consents()
    lent, learners = given.get("notifier"), given.get("learners", nobody)
    advised = given.get("advised", tuple)
    return Desk(
        table=table,
        words=words,
        keys=keys,
        patience=GuessLimit(clock),
        consents=consents,
        board=Snapshots(
            table,
            words,
            partial(_about, table, keys, consents, advised),
            TutorialPage(table, keys, learners).shown,
        ),
        gauges=PageGauges(table),
        notifier=lent or Notifier(),
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
        advised=advised,
        learners=learners,
        preferred=given.get("preferred", str),
        rulebook=given.get("rulebook", no_book),
    )


def _new_keys(given: TableServices, clock: Callable[[], float]) -> Keys:
    secret = given.get("secret") or secrets.token_bytes(32)
    return Keys(given.get("tokens") or {}, secret, clock=clock)


def _listen(table: Table, desk: Desk) -> None:
    """Push every change at the table or among its phones to every page."""
    desk.keys.changed = partial(_changed, desk.board, desk.notifier)
    table.on_publish(lambda number: _changed(desk.board, desk.notifier))
    table.on_gauge(lambda name: _shown(desk.gauges, name, desk.notifier))


def _about(
    table: Table, keys: Keys, consents: Consents, advised: Wanting, role: Role
) -> dict[str, Any]:
    """Return what a page should know besides the game: what it may offer, who agreed,
    fellow phones."""
    agreed = [table.state.seats[number].name for number in consents.agreed(table.number)]
    offered = {"may": offers(role, table.manner), "agreed": agreed, **_hosted(table, keys, role)}
    wanting = advised_here(role, advised(), keys)
    offered |= {"advice": wanting} if wanting else {}
    if role == REFEREE:
        seats = range(len(table.state.seats))
        return {**offered, "phones_at": [keys.count(seat(number)) for number in seats]}
    return {**offered, "phones": keys.count(role)} if role.name == "seat" else offered


def _hosted(table: Table, keys: Keys, role: Role) -> dict[str, Any]:
    """Return what goes on around the game: whether it rests or was ended.

    The table's page says whose phones are here; a phone is not disturbed by others that come.
    """
    record, seats = table.ledger.record, range(len(table.state.seats))
    here = [n for n in seats if keys.has_phone(n)] if role.name != "seat" else []
    return {"hosted": {"paused": record.paused, "ended": record.ended is not None, "here": here}}


def _changed(board: Snapshots, notifier: Notifier) -> None:
    board.stir()
    notifier.notify()


def _shown(gauges: PageGauges, name: str, notifier: Notifier) -> None:
    gauges.stir(name)
    notifier.notify()
