"""Acts: what people do by tapping. Each becomes an observation; the table judges and saves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.decode import convert
from companion.core.observation import (
    Answered,
    Pressed,
    PutRight,
    Reply,
    Said,
    TookBack,
)
from companion.core.roles import seat
from companion.core.verdict import Insist, Move, Option, Refused, Saying
from companion.table import Answer as TableAnswer
from companion.table.open_question import OpenQuestion
from companion.table.read_api import foreseen, may_be_foreseen

from ..kit.context import body_of, language, offloaded, tapped
from .advice import advised_here, instead_of
from .context import actor, desk, device
from .rights import Right, act_of_answer, act_of_move, act_of_press, act_of_word, may

acts = Blueprint("acts", __name__)

CODES = {"stale": 409, "stopped": 503}


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    base: int | None
    option: str | None = None
    points: tuple[str, ...] = ()
    fields: Mapping[str, str | int] = {}


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    move: dict[str, Any]
    base: int


class TakeBackBody(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    base: int


class PressBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    turn: int | None = None


class PutRightBody(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    move: dict[str, Any]
    base: int


@acts.post("/answer")
def answer() -> Response:
    """Answer an open question with a button, places pointed at, or values filled in."""
    at, body = desk().clock(), body_of(AnswerBody)
    reply = Reply(option=body.option, points=body.points, fields=body.fields)
    asked, base = desk().table.asked(body.question), body.base
    if asked.question is not None:
        if base is None and asked.question.style != "race":
            abort(400, "page.error.malformed")
        check(act_of_answer(actor(), asked.question, reply.option))
        asked = desk().table.meant(asked, reply, at)
        waiting = _check_word(move_meant(asked), base)
        if waiting is not None:
            return waiting
    by, where, id_ = actor(), device(), body.question
    given = Answered(by=by, question=id_, reply=reply, at=at, base=base, device=where)
    return _response(tapped(desk().table.submit, given, asked=asked))


@acts.post("/move")
def move() -> Response:
    """Make a move by hand: a card the camera did not see, a note for one's own eyes."""
    at, body = desk().clock(), body_of(MoveBody)
    made = move_of(body.move)
    check_move(made)
    waiting = _check_word(made, body.base)
    if waiting is not None:
        return waiting
    said = Said(by=actor(), move=made, at=at, base=body.base, device=device())
    return _response(tapped(desk().table.submit, said))


@acts.post("/press")
def press() -> Response:
    """Handle a tap that races against others:
    the same as pressing the seat's button on the table."""
    at, body = desk().clock(), body_of(PressBody)
    check(act_of_press(actor(), body.seat))
    button = str(seat(body.seat))
    pressed = Pressed(button=button, at=at, turn=body.turn, device=device())
    return _response(tapped(desk().table.submit, pressed))


@acts.post("/take-back")
def take_back() -> Response:
    """Undo a past move; everything after it is judged again."""
    at, body = desk().clock(), body_of(TakeBackBody)
    check(Right.CHANGE_PAST)
    took = TookBack(by=actor(), at=at, number=body.number, base=body.base, device=device())
    return _response(tapped(desk().table.submit, took))


@acts.post("/put-right")
def put_right() -> Response:
    """Say what a past move really was."""
    at, body = desk().clock(), body_of(PutRightBody)
    check(Right.CHANGE_PAST)
    made = move_of(body.move)
    if desk().table.game.private_to(made) is not None:
        abort(403, "page.error.not_yours")
    _check_word(made, None)
    number, base, where = body.number, body.base, device()
    right = PutRight(by=actor(), at=at, number=number, move=made, base=base, device=where)
    return _response(tapped(desk().table.submit, right))


def check_move(made: Move) -> None:
    """Refuse a move that is not this role's to make; irrevocable ones are checked separately."""
    table = desk().table
    secret_of = table.game.private_to(made)
    if secret_of is not None and secret_of != actor():
        abort(403, "page.error.not_yours")
    if secret_of is None and table.game.rights.concerns(table.state, made) is None:
        check(act_of_move(actor(), made, table.game, table.state))


def check(act: Right) -> None:
    """Refuse what this role may not do in the manner of this house."""
    if not may(actor(), act, desk().table.manner):
        abort(403, "page.error.not_yours")


def _check_word(made: Move | None, base: int | None) -> Response | None:
    """Refuse an irrevocable word unless the person concerned or the referee says it.

    What all have to agree on waits until the last of them has; until then the answer says so.
    """
    table, who = desk().table, actor()
    concern = table.game.rights.concerns(table.state, made) if made is not None else None
    if made is None or concern is None:
        return None
    if may(who, act_of_word(who, concern, desk().keys.has_phone), table.manner):
        return None
    agrees = concern.all and who.seat in concern.seats and base is not None
    if not agrees or who.seat is None or not may(who, Right.FINAL_OWN, table.manner):
        abort(403, "page.error.own_word")
    if base != table.number or desk().consents.give(made, who.seat, concern, table.number):
        return None  # too late, or the last to agree: the table takes it from here
    desk().keys.changed()
    return _response(TableAnswer("waiting", table.number, Saying("page.agreed", {})))


def move_meant(asked: OpenQuestion) -> Move | None:
    """Return the move an answer would make; None if it makes none, or is refused anyway."""
    return None if isinstance(asked.move, Refused) else asked.move


def move_of(data: dict[str, Any]) -> Move:
    """Return the posted move; refuse anything else."""
    try:
        made: Move = convert(data, desk().table.game.moves)
    except msgspec.ValidationError:
        abort(400, "page.error.malformed")
    if isinstance(made, Insist):  # only the table's own question offers to insist
        abort(400, "page.error.malformed")
    return made


def _response(given: TableAnswer) -> Response:
    say = desk().words[language()].say(given.say) if given.say else None
    body = {
        "kind": given.kind,
        "number": given.number,
        "say": say,
        "clause": given.clause,
    }
    code = CODES.get(given.kind, 200)
    return Response(msgspec.json.encode(body), code, mimetype="application/json")


corrections = Blueprint("corrections", __name__)


@corrections.get("/corrections/<int:number>")
def choices(number: int) -> Response:
    """Send the moves that may replace one, and the table they are meant for."""
    table = desk().table
    if not may(actor(), Right.CHANGE_PAST, table.manner):
        abort(403, "page.error.not_yours")
    now = table.number
    others = offloaded(table.corrections, number)
    shown = {"number": now, "choices": [_choice(other) for other in others]}
    return Response(msgspec.json.encode(shown), mimetype="application/json")


def _choice(other: Option) -> dict[str, Any]:
    say = desk().words[language()].say(other.say)
    return {"name": other.name, "say": say, "move": msgspec.to_builtins(other.move)}


preview = Blueprint("preview", __name__)


class AheadBody(msgspec.Struct, forbid_unknown_fields=True):
    """A move, or the answer to a question."""

    base: int
    move: dict[str, Any] | None = None
    question: str | None = None
    option: str | None = None
    points: tuple[str, ...] = ()
    fields: Mapping[str, str | int] = {}


@preview.post("/preview")
def look_ahead() -> Response:
    """Send what a move or an answer would bring. Anybody who may give it may look;
    nothing is saved."""
    body, table = body_of(AheadBody), desk().table
    meant = _move(body) if body.move is not None else _answer(body)
    if meant is None:
        return _json({"kind": "unforeseen"})
    words = desk().words[language()]
    if body.base != table.number:
        return _json({"kind": "stale", "number": table.number}, 409)
    found = tapped(foreseen, table.game, table.state, meant)
    if isinstance(found, Refused):
        return _json({"kind": "refused", "say": words.say(found.say), "clause": found.clause})
    sentences = [{"say": words.say(say), "because": list(because)} for say, because in found]
    return _json({"kind": "foreseen", "sentences": sentences, "better": _better(meant)})


def _better(meant: Move) -> dict[str, Any] | None:
    """A better idea, for whoever is taught here or wants advice, where a move is a mistake."""
    here = desk()
    wanting = {*here.learners(), *here.advised()}
    seats = advised_here(actor(), wanting, here.keys)
    if not seats:
        return None
    return tapped(instead_of, here.table, actor(), seats, meant, here.words[language()])


def _move(body: AheadBody) -> Move:
    table, meant = desk().table, move_of(body.move or {})
    if not may_be_foreseen(table.game, table.state, meant):
        abort(403, "page.error.not_foreseen")
    check_move(meant)
    return meant


def _answer(body: AheadBody) -> Move | None:
    """Return the move an answer makes; None if there is nothing to say about it in advance."""
    table = desk().table
    asked = table.asked(body.question or "")
    if asked.question is None:
        return None
    reply = Reply(option=body.option, points=body.points, fields=body.fields)
    check(act_of_answer(actor(), asked.question, reply.option))
    meant = move_meant(table.meant(asked, reply, desk().clock()))
    if meant is None or not may_be_foreseen(table.game, table.state, meant):
        return None
    return meant


def _json(data: dict[str, object], code: int = 200) -> Response:
    return Response(msgspec.json.encode(data), code, mimetype="application/json")
