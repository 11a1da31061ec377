"""Commands to the house: begin, leave, continue, play again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.manners import EVENT, LIVING_ROOM
from companion.house import Plan
from companion.house.errors import HouseBusy, HouseError, NoSuchGame

from ..desk import body_of, language, offloaded
from .desk import house_desk, is_owner

commands = Blueprint("commands", __name__)


class GameBody(msgspec.Struct, forbid_unknown_fields=True):
    game: str


class RoomBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str | None = None


@commands.post("/house/begin")
def begin() -> Response:
    """Open a new game as it was planned in the lobby."""
    return done(house_desk().house.begin, body_of(Plan))


@commands.post("/house/resume")
def resume() -> Response:
    """Go on with a game of the shelf."""
    return done(house_desk().house.resume, body_of(GameBody).game)


@commands.post("/house/rematch")
def rematch() -> Response:
    """The same people again, in the same room or another one."""
    wanted = body_of(RoomBody).room
    _may_close()
    return done(house_desk().house.rematch, wanted)


@commands.post("/house/leave")
def leave() -> Response:
    """Back to the lobby; the game stays on the shelf and can be continued."""
    _may_close()
    return done(house_desk().house.leave)


def _may_close() -> None:
    """Whoever may act for the table may close it; at an event, only the referee or the owner."""
    running = house_desk().house.open
    if running is None or is_owner():
        return
    manner, joined = running.table.manner, house_desk().joined(request.environ)
    is_over = running.table.game.is_over(running.table.state) is not None
    allowed = manner == LIVING_ROOM or joined == "referee" or (joined and manner != EVENT)
    if not allowed and not is_over:
        abort(403, "page.error.not_yours")


def done(command: Callable[..., None], *given: Any) -> Response:
    try:
        offloaded(command, *given)
    except HouseError as refused:
        said = house_desk().words[language()].say(refused.say)
        code = (
            404
            if isinstance(refused, NoSuchGame)
            else 503
            if isinstance(refused, HouseBusy)
            else 409
        )
        return _json({"kind": "refused", "say": said}, code)
    return _json({"kind": "accepted", "to": "/"})


_CODES = {NoSuchGame: 404, HouseBusy: 503}


def _json(answer: dict[str, Any], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
