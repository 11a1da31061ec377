"""Scoring a photograph: it is read once, every doubt is asked, and only then the count is shown.

None of it touches the game at the table, and none of it is stored.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.decode import decode
from companion.core.observation import SOMETHING_ELSE
from companion.core.roles import TABLE

from ..kit.context import beside, language, offloaded, wrong_said
from ..kit.localise import worded
from ..kit.uploads import SCORE
from ..server.connection_limits import household
from .context import desk, role
from .photographs import Looked, Scoring, allow_picture, sent_picture

scoring = Blueprint("scoring", __name__)


class CountBody(msgspec.Struct, forbid_unknown_fields=True):
    choices: dict[str, str]


@scoring.post(SCORE)
def take() -> Response:
    """Read a photograph of a finished game, sent as it is; one at a time.

    The one place for reading is taken when the whole picture is here: a slow sender holds up nobody
    else.
    """
    how, album = _how(), desk().album
    joined = role() != TABLE
    data = arrived(str(role()) if joined else household(request.remote_addr or ""), joined)
    if not album.reading.acquire(blocking=False):
        abort(503, "page.error.reading_another")
    try:
        looked = _read(how, data)
    finally:
        album.reading.release()
    return _sheet(how, album.keep(looked), looked, {})


def arrived(sender: str, joined: bool) -> bytes:
    """Receive the picture: no larger than allowed, and a few at a time."""
    allow_picture(desk().limits.picture_bytes)
    with desk().album.arrival(sender, joined) as welcome:
        if not welcome:
            abort(503, "page.error.reading_another")
        return sent_picture()


def _read(how: Scoring, data: bytes) -> Looked:
    try:
        looked: Looked = beside(how.read, data)
    except ValueError as wrong:
        body = msgspec.json.encode({"kind": "error", "say": wrong_said(wrong)})
        abort(Response(body, 422, mimetype="application/json"))
    return looked


@scoring.post(f"{SCORE}/<name>/count")
def count(name: str) -> Response:
    """Count a photograph again with what people said about its cells."""
    how, looked = _how(), _looked(name)
    try:
        body = decode(request.get_data(), CountBody)
    except (msgspec.DecodeError, UnicodeDecodeError):
        abort(400, "page.error.malformed")
    if any(label not in how.options(place) for place, label in body.choices.items()):
        abort(400, "page.error.malformed")
    return _sheet(how, name, looked, body.choices)


@scoring.post(f"{SCORE}/by-hand")
def by_hand() -> Response:
    """Begin with nothing, where no photograph can be read: every cell is said by somebody."""
    how = _how()
    looked = Looked(how.nothing)
    return _sheet(how, desk().album.keep(looked), looked, {})


@scoring.get(f"{SCORE}/places.json")
def places() -> Response:
    """Send where the cells are in the picture of the table's own camera."""
    return Response(msgspec.json.encode(_how().places), mimetype="application/json")


@scoring.get(f"{SCORE}/<name>/picture.jpg")
def picture(name: str) -> Response:
    """Send the board of a photograph, seen from above."""
    return _jpeg(_looked(name).picture)


@scoring.get(f"{SCORE}/<name>/cell.jpg")
def cell(name: str) -> Response:
    """Send one cell of a photograph, for people to judge with their own eyes."""
    looked = _looked(name)
    return _jpeg(offloaded(_how().crop, looked.picture, request.args.getlist("cell")[:1]))


def _how() -> Scoring:
    how = desk().scoring
    if how is None:
        abort(404)
    return how


def _looked(name: str) -> Looked:
    looked = desk().album.find(name)
    if looked is None:
        abort(404, "page.error.picture_forgotten")
    return looked


def _sheet(how: Scoring, name: str, looked: Looked, choices: dict[str, str]) -> Response:
    """Return what is known of a photograph by now, in the reader's words."""
    doubts = {place: some for place, some in looked.doubts.items() if place not in choices}
    sheet = how.tell({**looked.cells, **choices}, doubts, told=choices.keys())
    shown: dict[str, Any] = {
        **worded(sheet, desk().words[language()]),
        "kind": "read",
        "name": name,
        "pictured": bool(looked.picture),
        "places": looked.places,
        "ask": [_asked(looked, choices, place) for place in sheet["ask"]],
    }
    return Response(msgspec.json.encode(shown), mimetype="application/json")


def _asked(looked: Looked, choices: dict[str, str], place: str) -> dict[str, Any]:
    """Return a cell to ask about, with what it was taken for, the likeliest first."""
    known = choices.get(place) or looked.cells.get(place)
    likely = [label for label in looked.doubts.get(place, ()) if label != SOMETHING_ELSE]
    likely = likely or ([known] if known else [])
    return {"cell": place, "likely": likely, "seen": place in looked.places}


def _jpeg(data: bytes) -> Response:
    if not data:
        abort(404)
    return Response(data, mimetype="image/jpeg")
