"""The app, put together from its parts; two apps in one process share nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping

from flask import Flask

from companion.core.roles import Role
from companion.table import Table
from companion.words import Words, load_clauses

from .acts import acts
from .bell import Bell
from .board import Board
from .desk import EXTENSION, Crop, Desk, Limits, Scanner
from .gauges import Gauges
from .guards import guards, own_names
from .hood import hood as scan
from .join import join
from .keys import Keys
from .pages import pages
from .photographs import Scoring
from .receipts import receipts
from .scoring import scoring as photographs
from .sorry import Page, sorry
from .stream import stream
from .tls import Sessions

NO_ART: Mapping[str, str] = {}


def create_app(
    table: Table,
    *,
    words: Mapping[str, Words],
    tokens: Mapping[str, Role],
    art: Mapping[str, str] = NO_ART,
    secret: bytes | None = None,
    hosts: Collection[str] = (),
    crop: Crop | None = None,
    scoring: Scoring | None = None,
    scanner: Scanner | None = None,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
    play_clock: Callable[[], float] | None = None,
) -> Flask:
    """Build the page of one table.

    *words* is a language each; *tokens* the secret link of each seat and of the referee; *art*
    an SVG path per sign in a box of 100 (its lines under the sign's name, its body under the
    name and ``:body``); *secret* signs the cookies (without one, phones join
    again after a restart); *hosts* are further names the machine answers to; *crop* cuts the
    windows of a doubt out of the rectified picture; *scoring* counts a finished game from a
    photograph, in rooms that can; *scanner* reads hidden colours under a hood; *clock* is the
    table's own, *play_clock* counts the seconds of play, for the countdown of a race.
    """
    app = Page(__name__)
    app.config.update(
        SECRET_KEY=secret or secrets.token_bytes(32),
        SESSION_COOKIE_NAME="pharaohs-table",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=0,
        MAX_CONTENT_LENGTH=(limits or Limits()).body_bytes,
    )
    app.session_interface = Sessions()
    board, gauges, bell = Board(table, words), Gauges(table), Bell()
    app.extensions[EXTENSION] = Desk(
        table=table,
        words=words,
        clauses=load_clauses(table.game.name),
        keys=Keys(tokens),
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
    )
    table.on_publish(lambda number: _changed(board, bell))
    table.on_gauge(lambda name: _shown(gauges, name, bell))
    for part in (guards, sorry, receipts, join, pages, stream, acts, photographs, scan):
        app.register_blueprint(part)
    return app


def _changed(board: Board, bell: Bell) -> None:
    board.stir()
    bell.ring()


def _shown(gauges: Gauges, name: str, bell: Bell) -> None:
    gauges.stir(name)
    bell.ring()
