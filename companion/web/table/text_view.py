"""The page in words: the same table for people who listen instead of looking, at the same address.

A phone remembers which page it wants. What may be done, and by whom, is the same on both.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, after_this_request, request

from companion.core.text_view import Plain

from ..kit.context import language, tapped
from ..kit.localise import worded
from .context import desk, role

plain = Blueprint("plain", __name__)

VIEW = "view"
"""The cookie with the page a phone wants, and the word of an address that changes it."""
WORDS = "words"
LABELS = "plain_"
"""How the labels of this page begin; no other page loads them."""
YEAR = 365 * 24 * 3600


def in_words() -> bool:
    """Whether this reader wants the page in words; a projector never does."""
    wanted = request.args.get(VIEW) or request.cookies.get(VIEW)
    return wanted == WORDS and "projector" not in request.args


def remember_view() -> None:
    """Remember on the phone that the address chose this page."""
    if VIEW in request.args:
        after_this_request(_noted)


def _noted(response: Response) -> Response:
    kept = WORDS if in_words() else "drawn"
    response.set_cookie(VIEW, kept, max_age=YEAR, samesite="Lax")
    return response


@plain.get("/plain.json")
def shown() -> Response:
    """Show the table in words for the role that asks: headline, board, and what may be entered."""
    here = desk()
    snapshot: dict[str, Any] = tapped(here.table.snapshot, role())
    described = msgspec.to_builtins(_described(here.table.game.plain, snapshot))
    said = {"number": snapshot["number"], **worded(described, here.words[language()])}
    return Response(msgspec.json.encode(said), mimetype="application/json")


def board_of(room: Plain, view: dict[str, Any]) -> dict[str, Any]:
    """Return what everybody sees, as something to read."""
    return {"headline": room.headline(view), "board": room.board(view)}


def _described(room: Plain, snapshot: dict[str, Any]) -> dict[str, Any]:
    view = snapshot["view"]
    return {
        **board_of(room, view),
        "entries": room.entries(view),
        "forms": {one["id"]: _form(room, one["fields"]) for one in snapshot["questions"]},
    }


def _form(room: Plain, fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a question, by name, with what each value is called."""
    return [
        {
            "name": field["name"],
            "say": room.field(field),
            "choices": [{"value": one, "say": room.choice(one)} for one in field["choices"]],
        }
        for field in fields
    ]
