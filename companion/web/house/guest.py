"""A house as the guest of a hall: its part in an event night, on its own pages."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.play_mode import LIVING_ROOM
from companion.core.roles import parse_role

from ..kit.context import body_of, language, offloaded
from .answers import owner_only
from .commands import done
from .context import Guest, house_desk, is_owner
from .pages import json, page, title_of

guest = Blueprint("guest", __name__)

MOST_WISH = 2000


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    address: str
    code: str
    table: str


class CallBody(msgspec.Struct, forbid_unknown_fields=True):
    why: str = "help"


class TaskBody(msgspec.Struct, forbid_unknown_fields=True):
    task: str


class AgreedBody(msgspec.Struct, forbid_unknown_fields=True):
    agreed: bool
    task: str


@guest.get("/house/hall")
def hall_page() -> str:
    return page("hall")


@guest.get("/house/hall.json")
def hall_state() -> Response:
    """Return the night, this table's part in it, and the waiting sitting; nothing private."""
    here, words = house_desk(), house_desk().words[language()]
    shown: dict[str, Any] = {"joined": False} if here.guest is None else here.guest.shown()
    offer = shown.get("offer")
    if offer:
        shown["offer"] = {**offer, "title": title_of(offer["room"], words)}
    return json({**shown, "owner": is_owner(), "may_judge": _may_judge()})


@guest.get("/house/hall/found.json")
def found() -> Response:
    """Send the halls of this network, for the owner who is about to join one."""
    owner_only()
    return json({"halls": offloaded(_guest().found)})


@guest.post("/house/hall/join")
def join() -> Response:
    owner_only()
    body = body_of(JoinBody)
    return done(
        _guest().join, body.address[:200], body.code[:40], body.table[:40], to="/house/hall"
    )


@guest.post("/house/hall/leave")
def leave() -> Response:
    owner_only()
    return done(_guest().leave, to="/house/hall")


@guest.post("/house/hall/open")
def open_sitting() -> Response:
    """Open, by one tap, the game the hall has chosen for these people."""
    return done(_guest().open, body_of(TaskBody).task)


@guest.post("/house/hall/call")
def call() -> Response:
    """Ask for a referee, from the table's page or from a seat's phone."""
    joined = house_desk().joined(request.environ)
    role = parse_role(joined) if joined else None
    return done(_guest().call, body_of(CallBody).why[:40], role.seat if role else None)


@guest.get("/house/hall/picture.jpg")
def picture() -> Response:
    """Send the live picture to the hall's referee, who proves it with the seal of this table."""
    try:
        wish = urlsafe_b64decode(request.args.get("wish", "")[:MOST_WISH])
    except ValueError:
        abort(403, "page.error.not_yours")
    seen = offloaded(_guest().picture, wish)
    if seen is None:
        abort(403, "page.error.not_yours")
    return Response(seen, mimetype="image/jpeg") if seen else Response(status=204)


@guest.post("/house/hall/result")
def judge() -> Response:
    """Record whether the people at the table agree with the result or dispute it."""
    if not _may_judge():
        abort(403, "page.error.not_yours")
    body = body_of(AgreedBody)
    return done(_guest().judge, body.agreed, body.task)


def _may_judge() -> bool:
    """People who sit there; at home anybody at the table's page speaks for all."""
    running = house_desk().house.open
    if running is None:
        return False
    joined = house_desk().joined(request.environ)
    return bool(joined) or is_owner() or running.table.manner == LIVING_ROOM


def _guest() -> Guest:
    here = house_desk().guest
    if here is None:
        abort(404)
    return here
