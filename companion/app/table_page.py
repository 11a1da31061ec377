"""The page of a table: put together, served, and stopped with the rest."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import EyeSettings
from companion.config.web import Web
from companion.core.cells import EMPTY
from companion.journal import Journal, WaitingJournal
from companion.rooms import board_of, room_of
from companion.table import Table
from companion.util.tls_certificate import CERTIFICATE, own_certificate

from .game_session import GameSession, Running
from .known_pieces import Learn
from .watchdog import Movement, Ticker

if TYPE_CHECKING:
    from companion.senses.hood import Scanning
    from companion.web import Server
    from companion.web.kit.keys import Keys

from typing import TYPE_CHECKING

from companion.util.helper_process import ProcessLimits, WorkRefused, apart

from .eyes import on_paper

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from companion.senses.photograph import Corners, TableSeen
    from companion.web import Looked, Scoring, Snapping

SWITCH_SECONDS = 0.0005
"""How long a busy thread keeps the others waiting. Saving a move gives way to them a dozen times;
with the usual 5 ms a tap would take that long again each time the page is busy."""


def serve(
    evening: GameSession,
    table: Table,
    journal: Journal | WaitingJournal,
    stops: contextlib.ExitStack,
    learn: Learn,
    drawn: bool = False,
    eye: EyeSettings | None = None,
) -> Running:
    """Serve the page of a table until the stops are called."""
    from companion.web import keys_beside
    from companion.web.server.connection_limits import raise_file_limit

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
    evening: GameSession, table: Table, keys: Keys, scanner: Scanning | None, extras: dict[str, Any]
) -> Any:
    """Return the page with its words, drawings, keys and extras."""
    from calibration.art import paths
    from companion.house.tutorial import nobody
    from companion.web import create_app
    from companion.words import load_all
    from companion.words.quotes_of import no_book

    return create_app(
        table,
        words=load_all(),
        keys=keys,
        art=paths(),
        crop=partial(_crop, board_of(table.game, table.state.box)),
        **extras,
        scanner=scanner,
        hosts=evening.web.names,
        notifier=evening.home.site.notifier if evening.home else None,
        preferred=evening.home.site.language if evening.home else str,
        learners=evening.home.site.learners if evening.home else nobody,
        advised=evening.home.site.advised if evening.home else tuple,
        rulebook=evening.home.site.quotes if evening.home else no_book,
    )


def _shown(app: Any, evening: GameSession, stops: contextlib.ExitStack) -> Server:
    """Show the page in its house, or serve it on its own."""
    if evening.home is not None:
        evening.home.site.show(app)
        stops.callback(evening.home.site.show, None)
        return evening.home.server
    own = own_certificate(evening.journal.with_name(CERTIFICATE)) if evening.web.is_own else None
    server = served(app, evening.host, evening.port, evening.web, own)
    started(stops, server.start, server.stop)
    return server


def served(app: Any, host: str, port: int, web: Web, besides: Path | None = None) -> Server:
    """Serve the page as the settings say: in clear or in cipher, on its own or behind a proxy.
    *besides* is the machine's own certificate, for other machines: pages stay in clear unless the
    settings want it for them too."""
    from companion.web import Certificate, Server

    own = Certificate(besides, besides) if besides else None
    files = Certificate(*map(Path, web.files)) if web.files else own if web.is_own else None
    return Server(
        app,
        host,
        port,
        certificate=files,
        besides=own,
        proxies=web.proxies,
        address=web.address,
    )


def _scanner_of(table: Table) -> Scanning | None:
    """Return what reads colours in secret; None if the room hides none."""
    hood = room_of(table.game.name).hood
    if hood is None:
        return None
    from companion.senses.hood import Scanning

    return Scanning(table, hood())


def _crop(board: Any, picture: bytes, cells: Sequence[str]) -> bytes:
    """Cut the windows of a doubt out. OpenCV comes when the first doubt does: it is heavy."""
    from calibration.read.result import crop

    return crop(board, picture, cells)


def started(
    stops: contextlib.ExitStack, start: Callable[[], None], stop: Callable[[], None]
) -> None:
    """Start something that is stopped with the rest."""
    start()
    stops.callback(stop)


looked_apart = partial(apart, limits=ProcessLimits(patience=90.0, processor=75))
"""A photograph takes 3 s of this, or 25 s on a small machine; strangers may send them."""


def scoring_of(
    table: Table, learn: Learn, drawn: bool = False, eye: EyeSettings | None = None
) -> Scoring | None:
    """Return how the page scores a photograph; None in rooms that can't.

    *learn* gives what the eye has been taught; it is asked, in the process that reads, whenever
    a photograph arrives. *drawn* says that the tiles are our own, so the box has just these.
    """
    how = room_of(table.game.name).scoring
    if how is None:
        return None
    from calibration.read.result import crop
    from companion.web import Scoring

    rules, state = how(), table.state
    board = on_paper(board_of(table.game, state.box), eye or EyeSettings())
    exact = drawn or rules.is_exact(state.box)
    return Scoring(
        read=partial(looked_apart, read_photograph, board, learn, rules.crowded),
        options=partial(rules.options, state.box),
        tell=partial(rules.tally, state.box, state.rules, rules.names(state), counted=exact),
        crop=partial(crop, board, outlined=True),
        places=_places(board),
        nothing={cell.id: EMPTY for cell in board.cells},
    )


def read_photograph(board: Board, learn: Learn, crowded: str, data: bytes) -> Looked:
    """Read a picture of a finished game; a ValueError says what is wrong with it."""
    from calibration.read.reader import use_threads
    from companion.senses.photograph import read_board_bytes
    from companion.web import Looked

    use_threads(1)
    seen = read_board_bytes(data, board, learn(), crowded)
    if seen.refused:
        raise WorkRefused(seen.refused)
    return Looked(seen.cells, seen.doubts, seen.jpeg, _places(board))


def _places(board: Board) -> dict[str, list[tuple[float, float]]]:
    """Return the corners of every tile as parts of the picture."""
    wide, high = board.width_mm, board.height_mm
    return {
        cell.id: [(x / wide, y / high) for x, y in cell.polygon_mm]
        for cell in board.cells
        if cell.kind == "turned_tile"
    }


def snapping_of(table: Table, learn: Learn, eye: EyeSettings | None = None) -> Snapping:
    """Return how the page reads a photograph; *learn* is called in the process that reads."""
    from companion.web import Snapping

    board = on_paper(board_of(table.game, table.state.box), eye or EyeSettings())
    return Snapping(partial(looked_apart, read_snapshot, board, learn))


def read_snapshot(board: Board, learn: Learn, data: bytes, corners: Corners) -> TableSeen:
    """Read a photograph; a ValueError says that nobody has taught the pieces."""
    from calibration.read.reader import use_threads
    from companion.senses.photograph import read_table

    use_threads(1)
    return read_table(data, board, learn(), corners)
