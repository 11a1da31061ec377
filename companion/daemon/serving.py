"""The page of a table: put together, served, and stopped with the rest."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..journal import Journal, WaitingJournal
from ..rooms import board_of, room_of
from ..settings import EyeSettings
from ..table import Table
from ..webbing import Web
from .evening import Evening, Running
from .moving import Movement, Ticker
from .scoring import Learn, scoring_of
from .snapping import snapping_of

if TYPE_CHECKING:
    from ..senses.scanning import Scanning
    from ..web import Server
    from ..web.keys import Keys

SWITCH_SECONDS = 0.0005
"""How long a busy thread keeps the others waiting. Saving a move gives way to them a dozen times;
with the usual 5 ms a tap would take that long again each time the page is busy."""


def serve(
    evening: Evening,
    table: Table,
    journal: Journal | WaitingJournal,
    stops: contextlib.ExitStack,
    learn: Learn,
    drawn: bool = False,
    eye: EyeSettings | None = None,
) -> Running:
    """Serve the page of a table until the stops are called."""
    from ..web import keys_beside
    from ..web.door import raise_file_limit

    raise_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    keys = keys_beside(
        journal.path,
        journal.game,
        lambda: [seat.name for seat in table.state.seats],
        clock=table.clock,
    )
    scanner = _scanner_of(table)
    extras = {
        "scoring": scoring_of(table, learn, drawn, eye),
        "snapping": snapping_of(table, learn, eye),
    }
    server = _shown(_app(evening, table, keys, scanner, extras), evening, stops)
    ticker = Ticker(table)
    started(stops, ticker.start, ticker.stop)
    for about, say in evening.notices.items():
        table.notice(about, say)
    movement, notices = Movement(ticker, journal, server), tuple(evening.notices.values())
    return Running(table, journal.path, server.urls, keys.tokens, movement, notices, scanner)


def _app(
    evening: Evening, table: Table, keys: Keys, scanner: Scanning | None, extras: dict[str, Any]
) -> Any:
    """The page with its words, drawings, keys and extras."""
    from calibration.art import paths, silhouette

    from ..web import create_app
    from ..words import load_all
    from ..words.quoting import no_book

    art = paths()
    return create_app(
        table,
        words=load_all(),
        keys=keys,
        art={**art, **{f"{name}:body": silhouette(name) for name in art}},
        crop=partial(_crop, board_of(table.game, table.state.box)),
        **extras,
        scanner=scanner,
        hosts=evening.web.names,
        bell=evening.home.site.bell if evening.home else None,
        preferred=evening.home.site.language if evening.home else str,
        rulebook=evening.home.site.quotes if evening.home else no_book,
    )


def _shown(app: Any, evening: Evening, stops: contextlib.ExitStack) -> Server:
    """Show the page in its house, or serve it on its own."""
    if evening.home is not None:
        evening.home.site.show(app)
        stops.callback(evening.home.site.show, None)
        return evening.home.server
    server = served(app, evening.host, evening.port, evening.web)
    started(stops, server.start, server.stop)
    return server


def served(app: Any, host: str, port: int, web: Web, besides: Path | None = None) -> Server:
    """The page as the settings want it: in clear or in cipher, on its own or behind a proxy.
    *besides* is the machine's own certificate, for other machines: pages stay in clear."""
    from ..web import Certificate, Server

    files = Certificate(Path(web.certificate), Path(web.key)) if web.certificate else None
    return Server(
        app,
        host,
        port,
        certificate=files,
        besides=Certificate(besides, besides) if besides else None,
        proxies=web.proxies,
        address=web.address,
    )


def _scanner_of(table: Table) -> Scanning | None:
    """What reads colours in secret, where a room hides any."""
    hood = room_of(table.game.name).hood
    if hood is None:
        return None
    from ..senses.scanning import Scanning

    return Scanning(table, hood())


def _crop(board: Any, picture: bytes, cells: Sequence[str]) -> bytes:
    """Cut the windows of a doubt out. OpenCV comes when the first doubt does: it is heavy."""
    from calibration.read.evidence import crop

    return crop(board, picture, cells)


def started(
    stops: contextlib.ExitStack, start: Callable[[], None], stop: Callable[[], None]
) -> None:
    """Start something that is stopped with the rest."""
    start()
    stops.callback(stop)
