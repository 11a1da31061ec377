"""Pages of the hall and the data they are drawn from, each for whoever may see it."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import segno
from flask import Blueprint, Response, abort, render_template, request
from gevent.event import Event

from companion.web.kit.context import STREAM_HEADERS as HEADERS
from companion.web.kit.context import language, tongues
from companion.web.kit.preloads import scripts_for
from companion.web.kit.stream_places import Places, places_for, seated
from companion.web.server.socket_push import SOCKET_PUSH, SocketPush

from ...hall.night.fold import announced
from ...hall.scores.exports import standings_csv, standings_json
from ...hall.scores.standings import standings
from .board import HallSnapshot, clock_of
from .broadcast import BroadcastLine
from .context import HallDesk, hall_desk, member, only
from .crew import CREW, ORGANISER, PERSON, TABLE

pages = Blueprint("hall", __name__)


@pages.get("/")
def follow_page() -> str:
    """Show everybody's page: the tables, the round, one's own place."""
    return page("follow")


@pages.get("/desk")
def desk_page() -> str:
    return page("desk")


@pages.get("/referee")
def referee_page() -> str:
    return page("referee")


@pages.get("/screen")
def screen_page() -> str:
    return page("screen")


@pages.get("/enrol")
def enrol_page() -> str:
    """Send the owner of a house from the picture on the desk on to that house.

    The code is behind the #, which no browser sends."""
    return page("enrol")


def page(name: str) -> str:
    words = hall_desk().words[language()]
    return render_template(
        "hall.html",
        name=name,
        role=member().role,
        person=member().name if member().role == PERSON else "",
        language=language(),
        words=words.under("hall.page"),
        tongues=tongues(),
        title=hall_desk().hall.evening.night.plan.name or words.put("hall.desk.night", {}),
        scripts=scripts_for(f"hall/{name}.js"),
    )


@pages.get("/words.json")
def words_json() -> Response:
    chosen = hall_desk().words[language()]
    return json({"page": chosen.under("hall.page"), "nouns": chosen.nouns, "grammar": chosen.small})


@pages.get("/hall.json")
def hall_json() -> Response:
    """Send the night and every table, as everybody may see them."""
    here, words = hall_desk(), hall_desk().words[language()]
    return json(
        {
            "evening": msgspec.Raw(here.board.evening(words)),
            "tables": here.board.tables(words),
            "left": here.hall.seconds_left(),
            "role": member().role,
            "person": member().name if member().role == PERSON else "",
            "addresses": list(here.addresses()),
        }
    )


@pages.get("/standings.<kind>")
def standings_file(kind: str) -> Response:
    """Send the standings as a file; the same night gives the same bytes."""
    makers = {"csv": (standings_csv, "text/csv"), "json": (standings_json, "application/json")}
    if kind not in makers:
        abort(404)
    make, mimetype = makers[kind]
    return Response(make(standings(announced(hall_desk().hall.evening.night))), mimetype=mimetype)


@pages.get("/code.svg")
def code() -> Response:
    """Draw a code to scan: the hall's own page or, for the organiser, the way to enrol a table."""
    here = hall_desk()
    address = here.address()
    if not address:
        abort(404)
    if request.args.get("for") == TABLE:
        only(ORGANISER)
        address = f"{address}enrol#{here.crew.code(TABLE)}"
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", scale=8, border=3, light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@pages.get("/events")
def events() -> Response:
    """Server-sent events: the night, and every table that has changed.

    With ``?patches`` a page gets a JSON Patch (RFC 6902) of the evening before.
    """
    here, tongue = hall_desk(), language()
    one = member()
    crew = one.role in CREW
    known = f"{one.role} {one.name}" if crew else ""
    places = places_for(here, known, request.remote_addr or "")
    line: SocketPush | None = None if crew else request.environ.get(SOCKET_PUSH)
    body = _follow(here, tongue, places, line, "patches" in request.args)
    return Response(body, mimetype="text/event-stream", headers=HEADERS)


def _follow(
    here: HallDesk, tongue: str, places: Places, line: SocketPush | None, patches: bool
) -> Iterator[bytes]:
    with seated(here, places):
        yield b"retry: 2000\n\n"
        if line is not None and line.can_be_lent:
            yield from _lent(here, tongue, line, patches)
        else:
            yield from _alone(here, tongue, "streams" not in places, patches)


def _lent(here: HallDesk, tongue: str, line: SocketPush, patches: bool) -> Iterator[bytes]:
    """Hand the line to the broadcast; a client that is slow catches up alone, and comes back."""
    listener = BroadcastLine(line, tongue, HallSnapshot(), patches)
    while not here.notifier.closed:
        listener.seen, told = here.board.news(listener.seen, here.words[tongue], patches=patches)
        yield told or clock_of(here.hall)
        here.broadcast.run(listener)


def _alone(here: HallDesk, tongue: str, crew: bool, patches: bool) -> Iterator[bytes]:
    flag = here.notifier.waiter(stranger=not crew)
    try:
        yield from _news(here, tongue, flag, crew, patches)
    finally:
        here.notifier.forget(flag)


def _news(here: HallDesk, tongue: str, flag: Event, crew: bool, patches: bool) -> Iterator[bytes]:
    words, seen, number = here.words[tongue], HallSnapshot(), -1
    part: float | None = None
    beat = time.monotonic() + here.limits.heartbeat_seconds
    while not here.notifier.closed:
        flag.clear()
        seen, told = here.board.news(seen, words, patches=patches)
        news = [told] if told else []
        if crew and number != here.hall.evening.number:
            number = here.hall.evening.number  # a need or a note is no news for anybody else
            news.append(b"event: desk\ndata: %d\n\n" % number)
        if crew and part != here.drawing.part:
            part = here.drawing.part
            news.append(b"event: drawing\ndata: %s\n\n" % (b"" if part is None else b"%.2f" % part))
        if news:
            yield b"".join(news)
        elif time.monotonic() >= beat:
            beat = time.monotonic() + here.limits.heartbeat_seconds
            yield clock_of(here.hall)
        else:
            flag.wait(beat - time.monotonic())


def json(data: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(data), mimetype="application/json")
