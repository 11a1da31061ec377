"""A move looked at before it is made: the rules decide it on a copy and say what would happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.observation import Reply
from companion.core.verdict import Move, Refused
from companion.table.foresight import foreseen, may_be_foreseen

from .acts import check, check_move, meant_by, move_of
from .desk import actor, body_of, desk, language, tapped
from .rights import act_of_answer

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
    """What a move or an answer would bring. Anybody who may give it may look; nothing is saved."""
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
    return _json({"kind": "foreseen", "sentences": sentences})


def _move(body: AheadBody) -> Move:
    table, meant = desk().table, move_of(body.move or {})
    if not may_be_foreseen(table.game, table.state, meant):
        abort(403, "page.error.not_foreseen")
    check_move(meant)
    return meant


def _answer(body: AheadBody) -> Move | None:
    """The move an answer makes; None where there is nothing to say about it in advance."""
    table = desk().table
    question = table.question(body.question or "")
    if question is None:
        return None
    reply = Reply(option=body.option, points=body.points, fields=body.fields)
    check(act_of_answer(actor(), question, reply.option))
    meant = meant_by(question, reply, desk().clock())
    if meant is None or not may_be_foreseen(table.game, table.state, meant):
        return None
    return meant


def _json(answer: dict[str, object], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
