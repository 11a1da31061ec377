"""What a past move may really have been, for people who may change the past."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.verdict import Option

from .desk import actor, desk, language, offloaded
from .rights import Act, may

corrections = Blueprint("corrections", __name__)


@corrections.get("/corrections/<int:number>")
def choices(number: int) -> Response:
    """The moves that may be put in the place of one, and the table they are meant for."""
    table = desk().table
    if not may(actor(), Act.CHANGE_PAST, table.manner):
        abort(403, "page.error.not_yours")
    now = table.number
    others = offloaded(table.corrections, number)
    shown = {"number": now, "choices": [_choice(other) for other in others]}
    return Response(msgspec.json.encode(shown), mimetype="application/json")


def _choice(other: Option) -> dict[str, Any]:
    say = desk().words[language()].say(other.say)
    return {"name": other.name, "say": say, "move": msgspec.to_builtins(other.move)}
