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

from companion.web.aside import ASIDE, Aside
from companion.web.desk import language, tongues
from companion.web.preloads import scripts_for
from companion.web.stream import HEADERS

from ..counting.exports import standings_csv, standings_json
from ..counting.standings import standings
from ..night.evolving import announced
from .board import Seen, clock_of
from .choir import Voice
from .crew import CREW, ORGANISER, TABLE
from .desk import HallDesk, hall_desk, member, only

pages = Blueprint("hall", __name__)


@pages.get("/")
def follow_page() -> str:
    """Everybody's page: the tables, the round, one's own place."""
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
    """Where the picture on the desk leads: it sends the owner of a house on to that house. The code
    is behind the #, which no browser sends."""
    return page("enrol")


def page(name: str) -> str:
    words = hall_desk().words[language()]
    return render_template(
        "hall.html",
        name=name,
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
    """The night and every table, as everybody may see them."""
    here, words = hall_desk(), hall_desk().words[language()]
    return json(
        {
            "evening": msgspec.Raw(here.board.evening(words)),
            "tables": here.board.tables(words),
            "left": here.hall.seconds_left(),
            "role": member().role,
            "addresses": list(here.addresses()),
        }
    )


@pages.get("/standings.<kind>")
def standings_file(kind: str) -> Response:
    """The standings as a file: the same night gives the same bytes."""
    makers = {"csv": (standings_csv, "text/csv"), "json": (standings_json, "application/json")}
    if kind not in makers:
        abort(404)
    make, mimetype = makers[kind]
    return Response(make(standings(announced(hall_desk().hall.evening.night))), mimetype=mimetype)


@pages.get("/code.svg")
def code() -> Response:
    """A picture to scan: the hall's own page, or for the organiser the way to enrol a table."""
    here = hall_desk()
    address = next(iter(here.addresses()), "http://localhost/")
    if request.args.get("for") == TABLE:
        only(ORGANISER)
        address = f"{address}enrol#{here.crew.code(TABLE)}"
    drawn = io.BytesIO()
    segno.make(address, micro=False).save(drawn, kind="svg", scale=8, border=3, light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@pages.get("/events")
def events() -> Response:
    """Server-sent events: the night, and every table that has changed."""
    here, tongue = hall_desk(), language()
    if here.open_streams.get("all", 0) >= here.limits.streams * 2:
        abort(503, "page.error.crowded")
    crew = member().role in CREW
    line: Aside | None = None if crew else request.environ.get(ASIDE)
    body = _follow(here, tongue, crew, line)
    return Response(body, mimetype="text/event-stream", headers=HEADERS)


def _follow(here: HallDesk, tongue: str, crew: bool, line: Aside | None) -> Iterator[bytes]:
    here.open_streams["all"] = here.open_streams.get("all", 0) + 1
    try:
        yield b"retry: 2000\n\n"
        if line is not None and line.can_be_lent:
            yield from _lent(here, tongue, line)
        else:
            yield from _alone(here, tongue, crew)
    finally:
        here.open_streams["all"] -= 1


def _lent(here: HallDesk, tongue: str, line: Aside) -> Iterator[bytes]:
    """Be told by the choir; whoever is slow catches up alone, and comes back."""
    voice = Voice(line, tongue, Seen())
    while not here.bell.silenced:
        voice.seen, told = here.board.news(voice.seen, here.words[tongue])
        yield told or clock_of(here.hall)
        here.choir.sing(voice)


def _alone(here: HallDesk, tongue: str, crew: bool) -> Iterator[bytes]:
    flag = here.bell.sleeper(stranger=not crew)
    try:
        yield from _news(here, tongue, flag, crew)
    finally:
        here.bell.rouse(flag)


def _news(here: HallDesk, tongue: str, flag: Event, crew: bool) -> Iterator[bytes]:
    words, seen, number = here.words[tongue], Seen(), -1
    beat = time.monotonic() + here.limits.heartbeat_seconds
    while not here.bell.silenced:
        flag.clear()
        seen, told = here.board.news(seen, words)
        news = [told] if told else []
        if crew and number != here.hall.evening.number:
            number = here.hall.evening.number  # a need or a note is no news for anybody else
            news.append(b"event: desk\ndata: %d\n\n" % number)
        if news:
            yield b"".join(news)
        elif time.monotonic() >= beat:
            beat = time.monotonic() + here.limits.heartbeat_seconds
            yield clock_of(here.hall)
        else:
            flag.wait(beat - time.monotonic())


def json(data: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(data), mimetype="application/json")
