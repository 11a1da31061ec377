"""Commands to the house: begin, leave, continue, play again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.manners import EVENT, LIVING_ROOM, MANNERS
from companion.core.roles import REFEREE, TABLE, Role, parse_role, seat
from companion.house import Plan
from companion.house.errors import HouseBusy, HouseError, NoSuchGame, NotNow
from companion.house.lid import lid_of
from companion.house.names import tidy
from companion.table import Answer, Table, hosting

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
    plan = body_of(Plan)
    to = "/house/setup" if plan.rehearsal is None and lid_of(plan.room).steps else "/"
    return done(house_desk().house.begin, plan, to=to)


@commands.post("/house/resume")
def resume() -> Response:
    """Go on with a game of the shelf."""
    return done(house_desk().house.resume, body_of(GameBody).game)


@commands.post("/house/rematch")
def rematch() -> Response:
    """The same people again, in the same room or another one."""
    wanted = body_of(RoomBody).room
    may_close()
    return done(house_desk().house.rematch, wanted)


@commands.post("/house/leave")
def leave() -> Response:
    """Back to the lobby; the game stays on the shelf and can be continued."""
    may_close()
    return done(house_desk().house.leave)


class ReasonBody(msgspec.Struct, forbid_unknown_fields=True):
    reason: str = ""


class HandBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    name: str


@commands.post("/house/pause")
def pause() -> Response:
    """Let the open game rest."""
    return _hosted(hosting.pause)


@commands.post("/house/go-on")
def go_on() -> Response:
    return _hosted(hosting.go_on)


@commands.post("/house/end")
def end() -> Response:
    """Stop the open game before its end; the result says so, with the reason."""
    reason = body_of(ReasonBody).reason
    return _hosted(lambda table, by: hosting.end(table, by, reason))


class MannerBody(msgspec.Struct, forbid_unknown_fields=True):
    manner: Literal["living room", "seats", "event"]


@commands.post("/house/manner")
def play_as() -> Response:
    """Change who may tap, from here on. Hosts may make it stricter; only the owner or the referee
    may make it freer, or a phone could let itself act for everybody."""
    wanted, running = body_of(MannerBody).manner, house_desk().house.open
    if running is not None and MANNERS.index(wanted) < MANNERS.index(running.table.manner):
        joined = house_desk().joined(request.environ)
        if not is_owner() and joined != str(REFEREE):
            abort(403, "page.error.not_yours")
    return _hosted(lambda table, by: hosting.play_as(table, wanted, by))


@commands.post("/house/hand-over")
def hand_over() -> Response:
    """Somebody else takes a seat; their phones have to join again."""
    wanted = body_of(HandBody)
    try:
        name = tidy(wanted.name)
    except HouseError as wrong:
        return refused(wrong)

    def handed(table: Table, by: Role) -> Answer:
        answer, keys = hosting.hand_over(table, wanted.seat, name, by), house_desk().keys()
        if answer.kind == "accepted" and keys is not None:
            keys.revoke(seat(wanted.seat))  # the phone that was there sees nothing more
        return answer

    return _hosted(handed)


def _hosted(act: Callable[[Table, Role], Answer]) -> Response:
    """Do something around the open game, for people who may close it."""
    may_close()
    running = house_desk().house.open
    if running is None:
        return refused(NotNow("no_game_open"))
    joined = house_desk().joined(request.environ)
    answer = offloaded(act, running.table, parse_role(joined) if joined else TABLE)
    said = house_desk().words[language()].say(answer.say) if answer.say else ""
    code = {"accepted": 200, "unchanged": 200}.get(answer.kind, 409)
    return _json({"kind": answer.kind, "say": said, "number": answer.number}, code)


def may_close() -> None:
    """Refuse people who may not host the open game."""
    if not may_host():
        abort(403, "page.error.not_yours")


def may_host() -> bool:
    """People who may act for the table may close it; at an event, only the referee or the owner."""
    running = house_desk().house.open
    if running is None or is_owner():
        return True
    manner, joined = running.table.manner, house_desk().joined(request.environ)
    is_over = running.table.game.is_over(running.table.state) is not None
    is_over = is_over or running.table.ledger.record.ended is not None
    by_seat = bool(joined) and manner != EVENT
    return is_over or manner == LIVING_ROOM or joined == "referee" or by_seat


def done(command: Callable[..., None], *given: Any, to: str = "/") -> Response:
    """Give the house a command, and say where to go then; a refusal has its sentence."""
    try:
        offloaded(command, *given)
    except HouseError as wrong:
        return refused(wrong)
    return _json({"kind": "accepted", "to": to})


def refused(wrong: HouseError) -> Response:
    """Why the house does not do it, in a sentence."""
    said = house_desk().words[language()].say(wrong.say)
    return _json({"kind": "refused", "say": said}, _CODES.get(type(wrong), 409))


_CODES = {NoSuchGame: 404, HouseBusy: 503}


def _json(answer: dict[str, Any], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
