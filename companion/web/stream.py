"""The stream: every change of the table, pushed to all who look. A slow reader misses some."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from flask import Blueprint, Response, abort, request
from gevent.event import Event

from companion.core.roles import TABLE, Role

from .board import Apart, Sheet
from .desk import WRITE, Desk, desk, held_pass, language, role
from .door import household
from .gauges import EVERY_SECONDS
from .keys import Pass

stream = Blueprint("stream", __name__)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Asked(NamedTuple):
    """Who listens, and how."""

    who: Role
    held: Pass | None
    tongue: str
    changes: bool
    apart: Apart | None


@stream.get("/events")
def events() -> Response:
    """Server-sent events: the whole snapshot at once, then again whenever it changes; gauges.

    With ``?changes`` a page gets only what differs from the snapshot before.
    """
    here, who = desk(), role()
    held = None if who == TABLE else held_pass()
    asked = Asked(who, held, language(), "changes" in request.args, request.environ.get(WRITE))
    places = _places(who, request.remote_addr or "")
    if not _is_room(here, places):
        abort(503, "page.error.crowded")
    body = _follow(here, asked, places)
    return Response(body, mimetype="text/event-stream", headers=HEADERS)


def _places(who: Role, address: str) -> dict[str, str]:
    """The counts a stream is part of, by the limit that holds them.

    However many strangers watch, they never take the place of a seat or of the referee.
    """
    if who != TABLE:
        return {"streams_per_role": f"as {who}"}
    return {"streams": "all", "streams_per_address": f"from {household(address)}"}


def _is_room(here: Desk, places: dict[str, str]) -> bool:
    return all(
        here.open_streams.get(place, 0) < getattr(here.limits, limit)
        for limit, place in places.items()
    )


@contextmanager
def _seated(here: Desk, places: dict[str, str]) -> Iterator[None]:
    counts = here.open_streams
    for place in places.values():
        counts[place] = counts.get(place, 0) + 1
    try:
        yield
    finally:
        for place in places.values():
            counts[place] -= 1
            if not counts[place]:
                del counts[place]


def _follow(here: Desk, asked: Asked, places: dict[str, str]) -> Iterator[bytes]:
    with _seated(here, places):
        flag = here.bell.sleeper(stranger=asked.who == TABLE)
        try:
            yield b"retry: 2000\n\n" + _beat(here)
            yield from _sheets(here, asked, flag)
            if here.closed.is_set():
                yield b"event: closed\ndata: \n\n"
        finally:
            here.bell.rouse(flag)


def _sheets(here: Desk, asked: Asked, flag: Event) -> Iterator[bytes]:
    """The table whenever it changes, and between its changes what the gauges show by now."""
    shown: Sheet | None = None
    read: dict[str, int] = {}
    next_news = 0.0
    next_beat = time.monotonic() + here.limits.heartbeat_seconds
    while not _is_over(here, asked.held):
        flag.clear()
        sheet = here.board.sheet(asked.who, asked.tongue, asked.apart)
        news = here.gauges.news(read)
        # Beats keep their own time: a ring that changes nothing here must not shift them.
        wait = (next_news if news else next_beat) - time.monotonic()
        if sheet is not shown:
            frame = sheet.since(shown) if asked.changes else sheet.frame
            shown = sheet
            yield frame
        elif wait > 0:
            flag.wait(wait)
        elif news:
            next_news = time.monotonic() + EVERY_SECONDS
            yield here.gauges.frames(news, read)
        else:
            next_beat = time.monotonic() + here.limits.heartbeat_seconds
            yield _beat(here)


def _is_over(here: Desk, held: Pass | None) -> bool:
    """Whether the page goes down, the table was closed, or the phone was sent away."""
    if here.bell.silenced or here.closed.is_set():
        return True
    return held is not None and not here.keys.stands(held)


def _beat(here: Desk) -> bytes:
    """A heartbeat: a comment for proxies, the seconds of play for the page."""
    seconds = b"%.3f" % here.play_clock() if here.play_clock else b""
    return b": still here\nevent: clock\ndata: %s\n\n" % seconds
