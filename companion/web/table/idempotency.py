"""Receipts: a phone that got no answer can ask what became of its act.

The page gives every act a name of its own and the moment until which it may still count. An act
that arrives later, from a table that was frozen or behind a slow network, is not done: the person
heard long ago that it is not sure. An act that arrives twice is done once.
"""

from __future__ import annotations

import math

import msgspec
from flask import Blueprint, Response, abort, request

from ..kit.context import say
from .context import Receipt, desk

receipts = Blueprint("receipts", __name__)

NAME, UNTIL = "X-Act", "X-Until"
LONGEST_NAME = 64


@receipts.before_app_request
def take() -> Response | None:
    """Refuse an act that comes too late; answer one that was done before with its receipt."""
    name = _name()
    if not name:
        return None
    known = desk().receipts.find(name)
    if known is not None:
        return _response(known)
    if _is_late():
        return Response(_late(), 408, mimetype="application/json")
    desk().receipts.put(name, Receipt())
    return None


@receipts.after_app_request
def give(response: Response) -> Response:
    name = _name()
    if name and not response.is_streamed:
        desk().receipts.put(name, Receipt(response.status_code, response.get_data()))
    return response


@receipts.get("/acts/<name>")
def receipt(name: str) -> Response:
    """Send what became of an act, to the phone that sent it and got no answer."""
    known = desk().receipts.find(name)
    if known is None:
        abort(404, "page.error.no_such_act")
    return _response(known)


def _name() -> str:
    """Return the page's name for its request; empty if it changes nothing."""
    name = request.headers.get(NAME, "") if request.method == "POST" else ""
    return name if len(name) <= LONGEST_NAME and name.isalnum() else ""


def _is_late() -> bool:
    clock = desk().play_clock
    try:
        until = float(request.headers.get(UNTIL, "inf"))
    except ValueError:
        abort(400, "page.error.malformed")
    return clock is not None and not math.isnan(until) and clock() > until


def _late() -> bytes:
    return msgspec.json.encode({"kind": "late", "say": say("page.error.late")})


def _response(kept: Receipt) -> Response:
    return Response(kept.body, kept.code, mimetype="application/json")
