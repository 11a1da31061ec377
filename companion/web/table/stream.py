"""The stream: every change of the table, pushed to all who look. A slow reader misses some."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, Response, request
from gevent.event import Event

from companion.core.roles import TABLE, Role

from ..kit.context import STREAM_HEADERS, language
from ..kit.keys import Pass
from ..kit.stream_places import Places, places_for, seated
from ..server.work_queue import CLIENT, WRITE
from .context import Desk, desk, held_pass, role
from .snapshots import EVERY_SECONDS, Apart, Snapshot

stream = Blueprint("stream", __name__)


class Asked(NamedTuple):
    """Who listens, and how."""

    who: Role
    held: Pass | None
    tongue: str
    patches: bool
    apart: Apart | None


@stream.get("/events")
def events() -> Response:
    """Server-sent events: the whole snapshot at once, then again whenever it changes; gauges.

    With ``?patches`` a page gets a JSON Patch (RFC 6902) of the snapshot before.
    """
    here, who = desk(), role()
    held = None if who == TABLE else held_pass()
    asked = Asked(who, held, language(), "patches" in request.args, request.environ.get(WRITE))
    known = str(who) if who != TABLE else _of_the_house()
    places = places_for(here, known, request.remote_addr or "")
    body = _follow(here, asked, places, stranger=not known)
    return Response(body, mimetype="text/event-stream", headers=STREAM_HEADERS)


def _of_the_house() -> str:
    """Return who looks at the table's page: its owner, its screen, who began the game;
    or a stranger."""
    client, known = request.environ.get(CLIENT, ("", False))
    return str(client) if known else ""


def _follow(here: Desk, asked: Asked, places: Places, *, stranger: bool) -> Iterator[bytes]:
    with seated(here, places):
        flag = here.notifier.waiter(stranger=stranger)
        try:
            yield b"retry: 2000\n\n" + _beat(here)
            yield from _sheets(here, asked, flag)
            if here.closed.is_set():
                yield b"event: closed\ndata: \n\n"
        finally:
            here.notifier.forget(flag)


def _sheets(here: Desk, asked: Asked, flag: Event) -> Iterator[bytes]:
    """Yield the table whenever it changes, and in between what the gauges show."""
    shown: Snapshot | None = None
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
            frame = sheet.since(shown) if asked.patches else sheet.frame
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
    if here.notifier.closed or here.closed.is_set():
        return True
    return held is not None and not here.keys.stands(held)


def _beat(here: Desk) -> bytes:
    """Send a heartbeat: a comment for proxies, the seconds of play for the page."""
    seconds = b"%.3f" % here.play_clock() if here.play_clock else b""
    return b": still here\nevent: clock\ndata: %s\n\n" % seconds
