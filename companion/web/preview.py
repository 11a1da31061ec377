"""A move looked at before it is made: the rules decide it on a copy and say what would happen."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort

from companion.core.verdict import Refused
from companion.table.foresight import foreseen, may_be_foreseen

from .acts import MoveBody, check_move, move_of
from .desk import body_of, desk, language, offloaded

preview = Blueprint("preview", __name__)


@preview.post("/preview")
def look_ahead() -> Response:
    """What a move would bring. Whoever may make it may look; nothing is saved."""
    body, table = body_of(MoveBody), desk().table
    meant = move_of(body.move)
    if not may_be_foreseen(table.game, table.state, meant):
        abort(403, "page.error.not_foreseen")
    check_move(meant)
    words = desk().words[language()]
    if body.base != table.number:
        return _json({"kind": "stale", "number": table.number}, 409)
    found = offloaded(foreseen, table.game, table.state, meant)
    if isinstance(found, Refused):
        return _json({"kind": "refused", "say": words.say(found.say), "clause": found.clause})
    sentences = [{"say": words.say(say), "because": list(because)} for say, because in found]
    return _json({"kind": "foreseen", "sentences": sentences})


def _json(answer: dict[str, object], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
