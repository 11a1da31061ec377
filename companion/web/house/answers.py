"""What the pages of the owner hear back: done, or a sentence that says why not."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, abort

from companion.house.errors import HouseError

from ..desk import language
from .desk import house_desk, is_owner


def owner_only() -> None:
    """Refuse everybody else, before anything they sent is read."""
    if not is_owner():
        abort(403, "page.error.owner_only")


def accepted(key: str = "", values: dict[str, Any] | None = None, **more: Any) -> Response:
    """Done; *key* is the sentence for whoever asked."""
    said = house_desk().words[language()].put(key, values or {}) if key else ""
    return _json({"kind": "accepted", "say": said, **more}, 200)


def refused(why: HouseError) -> Response:
    said = house_desk().words[language()].say(why.say)
    return _json({"kind": "refused", "say": said}, 409)


def _json(answer: dict[str, Any], code: int) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
