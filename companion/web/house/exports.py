"""What people take home: the result as a picture and on paper, everything as one archive."""

from __future__ import annotations

import logging
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import IO, Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.errors import TableError
from companion.house.errors import HouseError
from companion.house.game_card import Card
from companion.house.picture import svg
from companion.house.plot import plotted
from companion.house.replay import Replay, scored
from companion.house.shelf import Shelf, board_picture
from companion.house.summary import SummaryTurn, Tale, tale_of
from companion.journal import JournalError, export
from companion.words import Words

from ..kit.context import offloaded
from ..kit.localise import worded
from .context import house_desk, is_owner
from .pages import title_of
from .png import png
from .poster import poster
from .sheet import Column, ScoreSheet, pdf
from .shelf import done_by, is_finished, made_of

exports = Blueprint("exports", __name__)

LOG = logging.getLogger(__name__)
CHUNK = 256 * 1024
IN_MEMORY = 4 * 1024 * 1024
"""A larger archive waits on the card until it is sent."""


@exports.get("/shelf/<game>/board.jpg")
def board(game: str) -> Response:
    """Send the board as it stands."""
    return Response(_board(game), mimetype="image/jpeg")


def _board(game: str) -> bytes:
    """Paint the board; None if that fails just now."""
    shelf = house_desk().house.shelf

    def painted(replay: Replay, card: Card, words: Words) -> bytes:
        path = shelf.path_of(game)
        return b"" if path is None else board_picture(path)

    try:
        return made_of(game, ("board",), painted)
    except HouseError as wrong:
        LOG.warning("The board of %s can't be painted: %s", game, wrong)
        return b""


@exports.get("/shelf/<game>/picture.svg")
def drawing(game: str) -> Response:
    """Send the result as a picture that stays sharp at any size."""
    painted = _board(game)
    return _kept(game, "svg", lambda sheet: svg(poster(sheet, painted)).encode())


@exports.get("/shelf/<game>/picture.png")
def painting(game: str) -> Response:
    """Send the result as a picture to share."""
    painted = _board(game)
    return _kept(game, "png", lambda sheet: png(poster(sheet, painted)))


@exports.get("/shelf/<game>/sheet.pdf")
def paper(game: str) -> Response:
    """Send the result on paper."""
    return _kept(game, "pdf", pdf)


MIMETYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _kept(game: str, kind: str, made: Callable[[ScoreSheet], bytes]) -> Response:
    """Send a file to look at, with a name for people who keep it."""
    data = made_of(game, (kind,), lambda replay, card, words: made(_sheet(replay, card, words)))
    name = f'inline; filename="{game.removesuffix(".sqlite")}.{kind}"'
    return Response(data, mimetype=MIMETYPES[kind], headers={"Content-Disposition": name})


def _sheet(replay: Replay, card: Card, words: Words) -> ScoreSheet:
    tale, state, game = tale_of(replay), replay.record.timeline.state, replay.record.game
    outcome = game.is_over(state)
    lines: list[dict[str, Any]] = worded(scored(game, state), words)
    return ScoreSheet(
        title_of(card.room, words),
        words.say(outcome.say) if outcome else _unfinished(card, words),
        _when(card.begun, words),
        tuple(
            Column(
                person.name,
                _points(line),
                tuple((part["say"], _points(part)) for part in line["parts"]),
                ", ".join(done_by(deeds, card.room, words)),
                _order(card, seat),
            )
            for seat, (person, line, deeds) in enumerate(
                zip(card.people, lines, tale.deeds, strict=True)
            )
        ),
        tuple(words.put(f"house.sheet.{name}", {}) for name in ("plot", "turns", "deeds")),  # type: ignore[arg-type]
        tuple(_turns(tale, card, words)),
        plotted(tale, card.people),
    )


def _order(card: Card, seat: int) -> tuple[bool, int, int]:
    """Winners first, then by rank, then by points."""
    mine = card.people[seat]
    return seat not in card.winners, mine.rank or 0, -mine.low


def _turns(tale: Tale, card: Card, words: Words) -> Iterator[str]:
    for turn in tale.turns:
        key = "leads" if turn.leads else "gains"
        values = {"player": card.people[turn.seat].name, "points": turn.gained}
        after = words.put(f"house.sheet.{key}", values)
        parts = {"number": turn.moment, "said": _sentences(turn, words), "after": after}
        yield words.put("house.sheet.turn", parts)


def _sentences(turn: SummaryTurn, words: Words) -> str:
    """Return what happened, without the stop that its line brings along."""
    return " ".join(map(words.say, turn.says)).removesuffix(".")


def _unfinished(card: Card, words: Words) -> str:
    key = "left" if card.ended is None else "ended_why" if card.ended else "ended"
    return words.put(f"house.sheet.{key}", {"moves": card.moves, "why": card.ended or ""})


def _points(line: dict[str, Any]) -> str:
    low, high = line["low"], line["high"]
    return str(low) if low == high else f"{low}–{high}"


def _when(begun: str, words: Words) -> str:
    """Return when a game began, by the clock of this house, as the reader's language writes it."""
    try:
        at = datetime.fromisoformat(begun).astimezone()
    except ValueError:
        return ""
    month = words.texts[f"house.date.m{at.month}"]
    when = {"day": at.day, "month": month, "year": str(at.year), "time": f"{at:%H:%M}"}
    return words.put("house.date.when", when)


@exports.get("/shelf/archive.zip")
def archive() -> Response:
    """Send every finished game as its journal in lines; for the owner alone."""
    if not is_owner():
        abort(403, "page.error.owner_only")
    file = offloaded(packed, house_desk().house.shelf)
    headers = {"Content-Disposition": 'attachment; filename="games.zip"'}
    return Response(_sent(file), mimetype="application/zip", headers=headers)


def packed(shelf: Shelf) -> IO[bytes]:
    """Send all finished games in one file, with a list of cards; unreadable games say why."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed once it is sent
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as together:
        cards = [card for card in shelf.cards() if is_finished(card) or card.trouble]
        for card in cards:
            path = shelf.path_of(card.game)
            if path is None or card.trouble:
                continue
            name = f"{card.game.removesuffix('.sqlite')}.jsonl"
            try:
                lines = _Lines()
                export(path, lines, with_private=card.over)  # type: ignore[arg-type]
            except (JournalError, TableError, OSError, ValueError):
                continue
            together.writestr(name, "".join(lines.parts))
        together.writestr("games.json", msgspec.json.format(msgspec.json.encode(cards)))
    file.seek(0)
    return file


class _Lines:
    """The part of a file that an export writes to."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, text: str) -> int:
        self.parts.append(text)
        return len(text)


def _sent(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk
