"""What the owner's pages hear back: done, or a sentence that says why not."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.errors import why
from companion.house.errors import HouseError, NotNow, is_the_card

from ..kit.context import language
from .context import house_desk, is_owner

trouble = Blueprint("trouble", __name__)


def owner_only() -> None:
    """Refuse everybody else, before anything they sent is read."""
    if not is_owner():
        abort(403, "page.error.owner_only")


def accepted(key: str = "", values: dict[str, Any] | None = None, **more: Any) -> Response:
    """Done; *key* is the sentence for the person who asked."""
    said = house_desk().words[language()].put(key, values or {}) if key else ""
    return _json({"kind": "accepted", "say": said, **more}, 200)


def refused(wrong: HouseError) -> Response:
    return not_done(house_desk().words[language()].say(wrong.say))


def not_done(said: str) -> Response:
    """Not done; *said* tells why, in the reader's language."""
    return _json({"kind": "refused", "say": said}, 409)


@trouble.app_errorhandler(OSError)
def card_trouble(wrong: OSError) -> Response:
    """Wherever a card refuses to be written, people hear of it; anything else stays a fault."""
    if not is_the_card(wrong):
        raise wrong
    said = NotNow("cannot_save", why=why(wrong)).say
    return _json({"kind": "refused", "say": house_desk().words[language()].say(said)}, 503)


def _json(answer: dict[str, Any], code: int) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
