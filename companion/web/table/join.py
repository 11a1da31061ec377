"""Joining: a link or a code makes a phone the phone of one seat, or of the referee."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as Answer

from companion.core.roles import REFEREE, Role, seat

from ..kit.codes import HOST, SECONDS, guest
from ..kit.context import body_of, tapped
from ..kit.keys import fingerprint
from .context import Desk, desk, held_pass, role
from .rights import Right, may

join = Blueprint("join", __name__)

A_YEAR = 365 * 24 * 3600
"""Lifetime of a cookie in seconds, by the clock of the phone; ours may not be set."""


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


@join.get("/join/<token>")
def come_in(token: str) -> Answer:
    """Follow a link, scan a code, or type one after the address."""
    if request.method == "HEAD":  # a messenger looks ahead; nobody has joined by that
        return Response(status=204)
    joined, cookie = _admitted(token)
    return _with_cookie(redirect(_home(joined), 303), cookie)


@join.post("/join")
def come_in_by_code() -> Answer:
    """Type a code on the page."""
    joined, cookie = _admitted(body_of(CodeBody).code)
    body = {"kind": "accepted", "to": _home(joined)}
    return _with_cookie(Response(msgspec.json.encode(body), mimetype="application/json"), cookie)


@join.post("/invite")
def invite() -> Response:
    """Send a code for a seat: one that nobody's phone has sat at for people at the table, any for
    the referee."""
    wanted = body_of(SeatBody).seat
    if not 0 <= wanted < len(desk().table.state.seats):
        abort(404)
    if not may(role(), Right.INVITE, desk().table.manner):
        abort(403, "page.error.not_yours")
    sure = role() == REFEREE
    if not sure and desk().keys.has_phone(wanted):
        abort(409, "page.error.seat_taken")
    if not sure and desk().keys.was_held(wanted):
        abort(403, "page.error.host_only")
    code = desk().keys.invite(seat(wanted), HOST if sure else guest(request.remote_addr))
    body = {"kind": "accepted", "code": code.text, "link": f"/join/{code.token}"}
    return _json({**body, "seat": wanted, "seconds": SECONDS})


@join.post("/revoke")
def revoke() -> Response:
    """Send the phones of a seat away; their streams end, and the old link opens nothing more."""
    wanted = body_of(SeatBody).seat
    if not may(role(), Right.REVOKE, desk().table.manner):
        abort(403, "page.error.not_yours")
    if not 0 <= wanted < len(desk().table.state.seats):
        abort(404)
    fresh = tapped(desk().keys.revoke, seat(wanted))
    return _json({"kind": "accepted", "seat": wanted, "link": f"/join/{fresh}"})


def _admitted(token: str) -> tuple[Role, str]:
    """Return the role a token opens and its cookie, or the reason why it opens nothing."""
    here, held = desk(), held_pass()
    joined = here.keys.role_of(token)
    if joined is not None:
        if here.keys.is_full(joined, held):
            abort(409, "page.error.seat_taken")
        cookie = tapped(here.keys.admit, joined, fingerprint(token), held)
        return joined, cookie
    return _by_code(here, token)


def _by_code(here: Desk, token: str) -> tuple[Role, str]:
    address = request.remote_addr or ""
    if not here.keys.is_scanned(token) and not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    cookie = tapped(here.keys.admit_by_code, token, held_pass())
    admitted = here.keys.read(cookie) if cookie else None
    if cookie is None or admitted is None:
        here.patience.wrong(address)
        abort(403, "page.error.token")
    return admitted.role, cookie


def _home(joined: Role) -> str:
    return "/referee" if joined == REFEREE else "/seat"


def _with_cookie(response: Answer, cookie: str) -> Answer:
    """Lax: a link in a messenger opens the seat it was joined to. No date: our clock may be off.

    A cookie that came in cipher never travels in clear.
    """
    response.headers.add("Set-Cookie", kept_cookie(desk().keys.cookie, cookie))
    return response


def kept_cookie(name: str, value: str) -> str:
    """Write the header of a cookie no script can read."""
    return dump_cookie(
        name,
        value,
        max_age=A_YEAR,
        sync_expires=False,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _json(body: dict[str, object]) -> Response:
    return Response(msgspec.json.encode(body), mimetype="application/json")
