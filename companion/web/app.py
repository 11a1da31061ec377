"""The app, put together from its parts; two apps in one process share nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from flask import Flask

from companion.core.roles import REFEREE, Role, seat
from companion.table import Table
from companion.words import Words, load_clauses

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
from .photographs import Scoring
from .preview import preview
from .receipts import receipts
from .rights import offers
from .scoring import scoring as photographs
from .screen import screen
from .sorry import Page, sorry
from .stream import stream

NO_ART: Mapping[str, str] = {}


def create_app(
    table: Table,
    *,
    words: Mapping[str, Words],
    tokens: Mapping[str, Role] | None = None,
    keys: Keys | None = None,
    art: Mapping[str, str] = NO_ART,
    secret: bytes | None = None,
    hosts: Collection[str] = (),
    crop: Crop | None = None,
    scoring: Scoring | None = None,
    scanner: Scanner | None = None,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
    play_clock: Callable[[], float] | None = None,
    bell: Bell | None = None,
) -> Flask:
    """Build the page of one table.

    *words* is a language each; *tokens* the secret link of each seat and of the referee, or *keys*
    all that was kept of them, with the phones that have joined; *art* an SVG path per sign in a
    box of 100 (its lines under the sign's name, its body under the name and ``:body``); *secret*
    signs the cookies (without one, phones join again after a restart); *hosts* are further names
    the machine answers to; *crop* cuts the windows of a doubt out of the rectified picture;
    *scoring* counts a finished game from a photograph, in rooms that can; *scanner* reads hidden
    colours under a hood; *clock* is the table's own, *play_clock* counts the seconds of play, for
    the countdown of a race; *bell* is the house's, where the table stands in one.
    """
    app = Page(__name__)
    app.config.update(
        SEND_FILE_MAX_AGE_DEFAULT=0,
        MAX_CONTENT_LENGTH=(limits or Limits()).body_bytes,
    )
    if keys is None:
        keys = Keys(tokens or {}, secret or secrets.token_bytes(32), clock=clock)
    bell_is_lent = bell is not None
    gauges, bell, consents = Gauges(table), bell or Bell(), Consents()
    board = Board(table, words, partial(_about, table, keys, consents))
    keys.changed = partial(_changed, board, bell)
    app.extensions[EXTENSION] = Desk(
        table=table,
        words=words,
        clauses=load_clauses(table.game.name),
        keys=keys,
        patience=Patience(clock),
        consents=consents,
        board=board,
        gauges=gauges,
        bell=bell,
        limits=limits or Limits(),
        art=art,
        crop=crop,
        scoring=scoring,
        scanner=scanner,
        clock=clock,
        play_clock=play_clock or getattr(table, "now", None),
        hosts=own_names() | {host.lower() for host in hosts},
        housed=bell_is_lent,
    )
    table.on_publish(lambda number: _changed(board, bell))
    table.on_gauge(lambda name: _shown(gauges, name, bell))
    parts = (
        guards,
        packing,
        sorry,
        receipts,
        join,
        pages,
        screen,
        stream,
        acts,
        preview,
        corrections,
    )
    for part in (*parts, photographs, scan):
        app.register_blueprint(part)
    return app


def _about(table: Table, keys: Keys, consents: Consents, role: Role) -> dict[str, Any]:
    """What a page should know beside the game: what it may offer, who agreed, fellow phones."""
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
