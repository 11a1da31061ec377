"""Claiming the house: with the code of its first start, or at the machine itself."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, request
from werkzeug.http import dump_cookie

from ..desk import body_of, is_this_machine, offloaded
from ..join import A_YEAR
from .desk import house_desk
from .owner import COOKIE

claiming = Blueprint("claiming", __name__)


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str = ""


@claiming.post("/house/claim")
def claim() -> Response:
    """Become the owner on this phone."""
    here, address = house_desk(), request.remote_addr or ""
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    code = body_of(CodeBody).code
    at_machine = is_this_machine() and not code
    cookie = offloaded(here.owner.admit) if at_machine else offloaded(here.owner.claim, code[:40])
    if cookie is None:
        here.patience.wrong(address)
        abort(403, "page.error.owner_code")
    answer = Response(msgspec.json.encode({"kind": "accepted"}), mimetype="application/json")
    answer.headers.add("Set-Cookie", owner_cookie(cookie))
    here.bell.ring()
    return answer


@claiming.get("/join/<token>")
@claiming.post("/join")
def nothing_to_join(token: str = "") -> Response:
    """A link or code of a seat, while no game is open."""
    abort(404, "house.nothing_to_join")


def owner_cookie(cookie: str) -> str:
    """The header that makes a phone the owner's."""
    return dump_cookie(
        COOKIE,
        cookie,
        max_age=A_YEAR,
        sync_expires=False,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
