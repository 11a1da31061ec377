"""Commands to the house: begin, leave, continue, play again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.play_mode import EVENT, LIVING_ROOM
from companion.core.roles import REFEREE, TABLE, Role, parse_role, seat
from companion.house import GamePlan
from companion.house.errors import HouseBusy, HouseError, NoSuchGame, NotNow
from companion.house.names import tidy
from companion.house.setup_guide import setup_guide_of
from companion.table import Answer, Table, session

from ..kit.context import body_of, language, offloaded, tapped
from ..table.join import kept_cookie
from .context import house_desk, is_host, is_owner
from .owner import HOST_COOKIE

commands = Blueprint("commands", __name__)

SPEEDS = (0.5, 1.0, 3.0)
"""How fast simulated people may play, in multiples of real time."""
MOST_SEATS = 12
"""Most seats one request can speak of."""


class GameBody(msgspec.Struct, forbid_unknown_fields=True):
    game: str


class LobbyRoomBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str | None = None


@commands.post("/house/begin")
def begin() -> Response:
    """Open a new game as it was planned in the lobby."""
    plan = body_of(GamePlan)
    to = "/house/setup" if plan.rehearsal is None and setup_guide_of(plan.room).steps else "/"
    return by_host(done(house_desk().house.begin, plan, to=to))


@commands.post("/house/resume")
def resume() -> Response:
    """Go on with a game of the shelf. At home, whoever does so becomes its host, unless somebody
    other than its host has just laid it aside: that must not let anybody else end it."""
    here = house_desk()
    answer = done(here.house.resume, body_of(GameBody).game)
    running = here.house.open
    at_home = running is not None and running.table.manner == LIVING_ROOM
    return by_host(answer) if at_home and here.house.place.game not in here.laid_aside else answer


@commands.post("/house/rematch")
def rematch() -> Response:
    """Begin again with the same people, in the same room or another one."""
    wanted = body_of(LobbyRoomBody).room
    return by_host(_closing(house_desk().house.rematch, wanted))


def by_host(answer: Response) -> Response:
    """Let the browser that has begun a game be known as its host."""
    game = house_desk().house.place.game
    if answer.status_code == 200 and game:
        mark = house_desk().owner.host_mark(game)
        answer.headers.add("Set-Cookie", kept_cookie(HOST_COOKIE, mark))
    return answer


@commands.post("/house/leave")
def leave() -> Response:
    """Back to the lobby; the game stays on the shelf and can be continued."""
    return _closing(house_desk().house.leave)


def _closing(command: Callable[..., None], *given: Any) -> Response:
    """Close the open game for people who may lay it aside, and note whether its host did."""
    here = house_desk()
    game, hosted = here.house.place.game, may_host()
    if not may_leave():
        abort(403, "page.error.host_only")
    answer = done(command, *given)
    if answer.status_code == 200 and game:
        (here.laid_aside.discard if hosted else here.laid_aside.add)(game)
    return answer


class ReasonBody(msgspec.Struct, forbid_unknown_fields=True):
    reason: str = ""


class HandBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    name: str


@commands.post("/house/pause")
def pause() -> Response:
    """Let the open game rest."""
    return _hosted(session.pause, may_pause())


@commands.post("/house/go-on")
def go_on() -> Response:
    return _hosted(session.go_on, may_pause())


class SpeedBody(msgspec.Struct, forbid_unknown_fields=True):
    speed: float


@commands.post("/house/speed")
def speed() -> Response:
    """Let simulated people play slowly or fast."""
    wanted = body_of(SpeedBody).speed
    if wanted not in SPEEDS:
        abort(400)
    if not may_pause():
        abort(403, "page.error.host_only")
    running = house_desk().house.open
    if running is None or running.live is None:
        return refused(NotNow("no_game_open"))
    running.live.speed = wanted
    return _json({"kind": "accepted", "speed": wanted})


@commands.post("/house/end")
def end() -> Response:
    """Stop the open game before its end; the result says so, with the reason."""
    reason = body_of(ReasonBody).reason
    return _hosted(lambda table, by: session.end(table, by, reason), may_host())


@commands.post("/house/reopen")
def reopen() -> Response:
    """Go on with a game that was ended a moment ago."""
    return _hosted(session.reopen, may_host())


class MannerBody(msgspec.Struct, forbid_unknown_fields=True):
    manner: Literal["living room", "seats", "event"]


@commands.post("/house/manner")
def play_as() -> Response:
    """Change who may tap, from here on."""
    wanted = body_of(MannerBody).manner
    return _hosted(lambda table, by: session.play_as(table, wanted, by), may_host())


class LightBody(msgspec.Struct, forbid_unknown_fields=True):
    on: bool


@commands.post("/house/light")
def play_light() -> Response:
    """Play on the table alone and count at the end, or let the moves be followed."""
    wanted = body_of(LightBody).on
    return _hosted(lambda table, by: session.play_light(table, wanted, by), may_pause())


class PassBody(msgspec.Struct, forbid_unknown_fields=True):
    turns: int


@commands.post("/house/pass")
def pass_turn() -> Response:
    """Give the turn on in a game whose moves nobody follows."""
    turns = body_of(PassBody).turns
    joined = bool(house_desk().joined(request.environ))
    return _hosted(lambda table, by: session.pass_turn(table, turns, by), joined or may_pause())


class TutorialBody(msgspec.Struct, forbid_unknown_fields=True):
    seats: tuple[int, ...]
    on: bool


@commands.post("/house/tutorial")
def teach() -> Response:
    """Stop teaching somebody who knows the game, or begin to."""
    wanted, keys = body_of(TutorialBody), house_desk().keys()
    if not _may_teach(wanted.seats):
        abort(403, "page.error.seat_only")
    answer = done(house_desk().house.teach, wanted.seats[:MOST_SEATS], wanted.on)
    if keys is not None:
        keys.changed()
    return answer


@commands.post("/house/advice")
def advise() -> Response:
    """Give somebody advice from here on, or no more."""
    wanted, keys = body_of(TutorialBody), house_desk().keys()
    if not _may_teach(wanted.seats):
        abort(403, "page.error.seat_only")
    answer = done(house_desk().house.advise, wanted.seats[:MOST_SEATS], wanted.on)
    if keys is not None:
        keys.changed()
    return answer


def _may_teach(seats: tuple[int, ...]) -> bool:
    """Whether somebody may say what these people know: at home everybody at the table, elsewhere
    each for themselves."""
    joined = house_desk().joined(request.environ)
    return may_pause() or all(joined == str(seat(number)) for number in seats)


@commands.post("/house/hand-over")
def hand_over() -> Response:
    """Somebody else takes a seat, and whoever had it until now sees nothing more of it."""
    wanted, keys = body_of(HandBody), house_desk().keys()
    try:
        name = tidy(wanted.name)
    except HouseError as wrong:
        return refused(wrong)

    def handed(table: Table, by: Role) -> Answer:
        answer = session.hand_over(table, wanted.seat, name, by)
        if answer.kind == "accepted" and keys is not None:
            keys.revoke(seat(wanted.seat))
        return answer

    if not may_hand_over(wanted.seat):
        abort(403, "page.error.seat_only")
    return _hosted(handed, True)


def _hosted(act: Callable[[Table, Role], Answer], may: bool) -> Response:
    """Do something around the open game, for people who may."""
    if not may:
        abort(403, "page.error.host_only")
    running = house_desk().house.open
    if running is None:
        return refused(NotNow("no_game_open"))
    joined = house_desk().joined(request.environ)
    answer = tapped(act, running.table, parse_role(joined) if joined else TABLE)
    said = house_desk().words[language()].say(answer.say) if answer.say else ""
    code = {"accepted": 200, "unchanged": 200}.get(answer.kind, 409)
    return _json({"kind": answer.kind, "say": said, "number": answer.number}, code)


def may_host() -> bool:
    """Whether somebody may end the open game or say who may tap: whoever began it, the referee,
    or the owner."""
    if house_desk().house.open is None:
        return True
    return is_owner() or is_host() or house_desk().joined(request.environ) == str(REFEREE)


def may_leave() -> bool:
    """Whether somebody may lay the open game aside: people who sit there too, but at an event;
    once it is over, everybody."""
    running = house_desk().house.open
    if running is None or may_host():
        return True
    table, joined = running.table, house_desk().joined(request.environ)
    is_over = table.game.is_over(table.state) is not None
    is_over = is_over or table.ledger.record.ended is not None
    return is_over or (bool(joined) and table.manner != EVENT)


def may_pause() -> bool:
    """Whether somebody may let the game rest: at home, everybody at the table."""
    running = house_desk().house.open
    return may_leave() or (running is not None and running.table.manner == LIVING_ROOM)


def may_hand_over(number: int) -> bool:
    """Whether somebody may give a seat to another person: the one who has it, the referee, or
    the owner. Nobody else could otherwise read what is noted there."""
    joined = house_desk().joined(request.environ)
    return is_owner() or joined in (str(REFEREE), str(seat(number)))


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
