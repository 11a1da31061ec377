"""Acts: what people do by tapping. Each becomes an observation; the table judges and saves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, abort, request

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
from companion.core.verdict import Move
from companion.table import Answer

from .desk import desk, language, offloaded, role
from .rights import may_answer, may_change_the_past, may_move, may_press

acts = Blueprint("acts", __name__)

Body = TypeVar("Body")
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
    at, body = desk().clock(), _body(AnswerBody)
    reply = Reply(option=body.option, points=body.points, fields=body.fields)
    asked = desk().table.snapshot(role())["questions"]
    question = next((q for q in asked if q["id"] == body.question), None)
    if body.base is None and question is not None and question["style"] != "race":
        abort(400, "page.error.malformed")
    if question is not None and not may_answer(role(), question, reply):
        abort(403, "page.error.not_yours")
    return _submit(Answered(by=role(), question=body.question, reply=reply, at=at, base=body.base))


@acts.post("/move")
def move() -> Response:
    """Make a move by hand: a card the camera did not see, a note for one's own eyes."""
    at, body = desk().clock(), _body(MoveBody)
    made = _move(body.move)
    if not may_move(role(), made, desk().table.game):
        abort(403, "page.error.not_yours")
    return _submit(Said(by=role(), move=made, at=at, base=body.base))


@acts.post("/press")
def press() -> Response:
    """A tap that races against others: the same as pressing the seat's button on the table."""
    at, body = desk().clock(), _body(PressBody)
    if not may_press(role(), body.seat):
        abort(403, "page.error.not_yours")
    return _submit(Pressed(button=str(seat(body.seat)), at=at, turn=body.turn))


@acts.post("/take-back")
def take_back() -> Response:
    """Undo a past move; everything after it is judged again."""
    at, body = desk().clock(), _body(TakeBackBody)
    _check_past()
    return _submit(TookBack(by=role(), at=at, number=body.number, base=body.base))


@acts.post("/put-right")
def put_right() -> Response:
    """Say what a past move really was."""
    at, body = desk().clock(), _body(PutRightBody)
    _check_past()
    made = _move(body.move)
    if desk().table.game.private_to(made) is not None:
        abort(403, "page.error.not_yours")
    return _submit(PutRight(by=role(), at=at, number=body.number, move=made, base=body.base))


def _check_past() -> None:
    if not may_change_the_past(role()):
        abort(403, "page.error.not_yours")


def _body(kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        abort(400, "page.error.malformed")


def _move(data: dict[str, Any]) -> Move:
    try:
        made: Move = msgspec.convert(data, type=desk().table.game.moves)
    except msgspec.ValidationError:
        abort(400, "page.error.malformed")
    return made


def _submit(observation: Observation) -> Response:
    answer: Answer = offloaded(desk().table.submit, observation)
    say = desk().words[language()].say(answer.say) if answer.say else None
    told = {
        "kind": answer.kind,
        "number": answer.number,
        "say": say,
        "clause": answer.clause,
    }
    code = CODES.get(answer.kind, 200)
    return Response(msgspec.json.encode(told), code, mimetype="application/json")
