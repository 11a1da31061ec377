"""The stream of the house: pages of the lobby hear when anything about it has changed."""

from __future__ import annotations

import time
from collections.abc import Iterator

from flask import Blueprint, Response, abort
from gevent.event import Event

from ..stream import HEADERS
from .desk import HouseDesk, house_desk

following = Blueprint("following", __name__)


@following.get("/house/events")
def events() -> Response:
    """Server-sent events: a number that differs once the house's place has changed."""
    here = house_desk()
    if here.open_streams.get("all", 0) >= here.limits.streams:
        abort(503, "page.error.crowded")
    return Response(_follow(here), mimetype="text/event-stream", headers=HEADERS)


def _follow(here: HouseDesk) -> Iterator[bytes]:
    here.open_streams["all"] = here.open_streams.get("all", 0) + 1
    flag = here.bell.sleeper(stranger=True)
    try:
        yield b"retry: 2000\n\n"
        yield from _news(here, flag)
    finally:
        here.bell.rouse(flag)
        here.open_streams["all"] -= 1


def _news(here: HouseDesk, flag: Event) -> Iterator[bytes]:
    shown: object = None
    beat = time.monotonic() + here.limits.heartbeat_seconds
    while not here.bell.silenced:
        flag.clear()
        now = (here.house.place, here.house.trouble, here.owner.claimed)
        if now != shown:
            shown = now
            yield b"event: house\ndata: %s\n\n" % here.house.place.kind.encode()
        elif time.monotonic() >= beat:
            beat = time.monotonic() + here.limits.heartbeat_seconds
            yield b": still here\nevent: clock\ndata: \n\n"
        else:
            flag.wait(beat - time.monotonic())
