"""Acts: what people do by tapping. Each becomes an observation; the table judges and saves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.observation import (
    Answered,
    Observation,
    Pressed,
    PutRight,
    Reply,
    Said,
    TookBack,
)
from companion.core.roles import seat
from companion.core.shapes import convert
from companion.core.verdict import DOUBT, LEFT_OVER, Insist, Move, Question, Refused, Saying
from companion.table import Answer as TableAnswer

from .desk import actor, body_of, desk, device, language, tapped
from .rights import Act, act_of_answer, act_of_move, act_of_press, act_of_word, may

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
    question = desk().table.question(body.question)
    if question is not None:
        if body.base is None and question.style != "race":
            abort(400, "page.error.malformed")
        check(act_of_answer(actor(), question, reply.option))
        waiting = _check_word(meant_by(question, reply, at), body.base)
        if waiting is not None:
            return waiting
    by, where = actor(), device()
    return _submit(
        Answered(by=by, question=body.question, reply=reply, at=at, base=body.base, device=where)
    )


@acts.post("/move")
def move() -> Response:
    """Make a move by hand: a card the camera did not see, a note for one's own eyes."""
    at, body = desk().clock(), body_of(MoveBody)
    made = move_of(body.move)
    check_move(made)
    waiting = _check_word(made, body.base)
    if waiting is not None:
        return waiting
    return _submit(Said(by=actor(), move=made, at=at, base=body.base, device=device()))


@acts.post("/press")
def press() -> Response:
    """A tap that races against others: the same as pressing the seat's button on the table."""
    at, body = desk().clock(), body_of(PressBody)
    check(act_of_press(actor(), body.seat))
    button = str(seat(body.seat))
    return _submit(Pressed(button=button, at=at, turn=body.turn, device=device()))


@acts.post("/take-back")
def take_back() -> Response:
    """Undo a past move; everything after it is judged again."""
    at, body = desk().clock(), body_of(TakeBackBody)
    check(Act.CHANGE_PAST)
    return _submit(TookBack(by=actor(), at=at, number=body.number, base=body.base, device=device()))


@acts.post("/put-right")
def put_right() -> Response:
    """Say what a past move really was."""
    at, body = desk().clock(), body_of(PutRightBody)
    check(Act.CHANGE_PAST)
    made = move_of(body.move)
    if desk().table.game.private_to(made) is not None:
        abort(403, "page.error.not_yours")
    _check_word(made, None)
    number, base, where = body.number, body.base, device()
    return _submit(PutRight(by=actor(), at=at, number=number, move=made, base=base, device=where))


def check_move(made: Move) -> None:
    """Refuse a move that is not this role's to make; irrevocable ones are checked separately."""
    table = desk().table
    secret_of = table.game.private_to(made)
    if secret_of is not None and secret_of != actor():
        abort(403, "page.error.not_yours")
    if secret_of is None and table.game.rights.concerns(table.state, made) is None:
        check(act_of_move(actor(), made, table.game, table.state))


def check(act: Act) -> None:
    """Refuse what this role may not do in the manner of this house."""
    if not may(actor(), act, desk().table.manner):
        abort(403, "page.error.not_yours")


def _check_word(made: Move | None, base: int | None) -> Response | None:
    """What cannot be taken back is said by the person concerned, or by the referee.

    What all have to agree on waits until the last of them has; until then the answer says so.
    """
    table, who = desk().table, actor()
    concern = table.game.rights.concerns(table.state, made) if made is not None else None
    if made is None or concern is None:
        return None
    if may(who, act_of_word(who, concern, desk().keys.has_phone), table.manner):
        return None
    agrees = concern.all and who.seat in concern.seats and base is not None
    if not agrees or who.seat is None or not may(who, Act.FINAL_OWN, table.manner):
        abort(403, "page.error.own_word")
    if base != table.number or desk().consents.give(made, who.seat, concern, table.number):
        return None  # too late, or the last to agree: the table takes it from here
    desk().keys.changed()
    return _response(TableAnswer("waiting", table.number, Saying("page.agreed", {})))


def meant_by(question: Question, reply: Reply, at: float) -> Move | None:
    """The move an answer would make; None where it makes none, or is refused anyway."""
    if question.topic in (LEFT_OVER, DOUBT):
        return next((o.move for o in question.options if o.name == reply.option), None)
    meant = desk().table.game.answer(desk().table.state, question, reply, at)
    return None if isinstance(meant, Refused) else meant


def move_of(data: dict[str, Any]) -> Move:
    """The move that was posted; anything else is refused."""
    try:
        made: Move = convert(data, desk().table.game.moves)
    except msgspec.ValidationError:
        abort(400, "page.error.malformed")
    if isinstance(made, Insist):  # only the table's own question offers to insist
        abort(400, "page.error.malformed")
    return made


def _submit(observation: Observation) -> Response:
    return _response(tapped(desk().table.submit, observation))


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
