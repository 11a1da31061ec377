"""The stream of the house: pages of the lobby hear when anything about it has changed."""

from __future__ import annotations

import time
from collections.abc import Iterator

from flask import Blueprint, Response, request
from gevent.event import Event

from ..kit.context import STREAM_HEADERS as HEADERS
from ..kit.stream_places import Places, places_for, seated
from .context import HouseDesk, house_desk, is_host
from .owner import COOKIE

follow = Blueprint("follow", __name__)


@follow.get("/house/events")
def events() -> Response:
    """Server-sent events: one whenever the house's place or what is known of its games changes."""
    here = house_desk()
    places = places_for(here, _known(here), request.remote_addr or "")
    return Response(_follow(here, places), mimetype="text/event-stream", headers=HEADERS)


def _known(here: HouseDesk) -> str:
    role = here.joined(request.environ) or here.owner.role_of(request.cookies.get(COOKIE, ""))
    return role or ("host" if is_host() else "")


def _follow(here: HouseDesk, places: Places) -> Iterator[bytes]:
    with seated(here, places):
        flag = here.notifier.waiter(stranger=True)
        try:
            yield b"retry: 2000\n\n"
            yield from _news(here, flag)
        finally:
            here.notifier.forget(flag)


def _news(here: HouseDesk, flag: Event) -> Iterator[bytes]:
    shown: object = None
    beat = time.monotonic() + here.limits.heartbeat_seconds
    while not here.notifier.closed:
        flag.clear()
        house = here.house
        now = (house.place, house.trouble, here.owner.claimed, house.shelf.changes)
        if now != shown:
            shown = now
            yield b"event: house\ndata: %s\n\n" % house.place.kind.encode()
        elif time.monotonic() >= beat:
            beat = time.monotonic() + here.limits.heartbeat_seconds
            yield b": still here\nevent: clock\ndata: \n\n"
        else:
            flag.wait(beat - time.monotonic())
