"""Becoming the owner: by the one-time link that was printed, or by the code."""

from __future__ import annotations

from datetime import datetime

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as Answer

from ..desk import body_of, offloaded
from ..join import kept_cookie
from .answers import accepted, owner_only
from .desk import HouseDesk, house_desk
from .owner import COOKIE
from .pages import json

claiming = Blueprint("claiming", __name__)

SYSTEMS = ("Android", "iPhone", "iPad", "CrOS", "Windows", "Mac OS X", "Linux")
BROWSERS = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
NAMES = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "CrOS": "ChromeOS",
    "Mac OS X": "Mac",
}


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str


class PhoneBody(msgspec.Struct, forbid_unknown_fields=True):
    phone: str


class NothingBody(msgspec.Struct, forbid_unknown_fields=True):
    pass


@claiming.get("/owner/<token>")
def follow(token: str) -> Answer:
    """Follow the one-time link: this browser is the owner's, or the machine's own screen."""
    if request.method == "HEAD":  # a messenger looks ahead; that uses nothing up
        return Response(status=204)
    here = house_desk()
    come = offloaded(here.owner.follow, token[:100], _browser(), _today())
    if come is None:
        abort(403, "page.error.owner_link")
    return _let_in(here, redirect("/", 303), come[1])


@claiming.post("/house/claim")
def claim() -> Answer:
    """Become the owner by the code."""
    here, address = house_desk(), request.remote_addr or ""
    code = body_of(CodeBody).code
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    cookie = offloaded(here.owner.claim, code[:40], _browser(), _today())
    if cookie is None:
        here.patience.wrong(address)
        abort(403, "page.error.owner_code")
    return _let_in(here, accepted(), cookie)


def _let_in(here: HouseDesk, answer: Answer, cookie: str) -> Answer:
    answer.headers.add("Set-Cookie", kept_cookie(COOKIE, cookie))
    here.bell.ring()
    return answer


@claiming.get("/settings/owner.json")
def owners() -> Response:
    """The code, and every browser that was let in."""
    owner_only()
    owner, own = house_desk().owner, _own()
    phones = [
        {"phone": phone, "own": phone == own, **msgspec.to_builtins(seen)}
        for phone, seen in owner.phones().items()
    ]
    return json({"code": owner.code, "phones": phones})


@claiming.post("/settings/owner/renew")
def renew() -> Response:
    """Make a new code, and send every browser away but this one."""
    owner_only()
    body_of(NothingBody)
    offloaded(house_desk().owner.renew, _own())
    house_desk().bell.ring()
    return accepted("house.owner.renewed")


@claiming.post("/settings/owner/send-away")
def send_away() -> Response:
    """Let one browser be the owner's no more."""
    owner_only()
    if not offloaded(house_desk().owner.send_away, body_of(PhoneBody).phone):
        abort(404)
    house_desk().bell.ring()
    return accepted("house.owner.sent_away")


def _own() -> str:
    """The browser that asks."""
    return house_desk().owner.phone_of(request.cookies.get(COOKIE, ""))


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


def _browser() -> str:
    """Name a browser and its system by what it says of itself, as people call them."""
    agent = request.headers.get("User-Agent", "")
    found = [next((one for one in known if one in agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(NAMES.get(one, one) for one in found if one) or "?"


@claiming.get("/join/<token>")
@claiming.post("/join")
def nothing_to_join(token: str = "") -> Response:
    """A link or code of a seat, while no game is open."""
    abort(404, "house.nothing_to_join")
