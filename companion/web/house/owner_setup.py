"""Becoming the owner: by the one-time link that was printed, or by the code."""

from __future__ import annotations

from datetime import datetime

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as Answer

from ..kit.context import NothingBody, body_of, tapped
from ..table.join import kept_cookie
from .answers import accepted, owner_only
from .context import HouseDesk, house_desk, is_host
from .owner import COOKIE, HOST_COOKIE
from .pages import json

owner_setup = Blueprint("owner_setup", __name__)

SYSTEMS = ("Android", "iPhone", "iPad", "CrOS", "Windows", "Mac OS X", "Linux")
BROWSERS = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
NAMES = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "CrOS": "ChromeOS",
    "Mac OS X": "Mac",
}


class OwnerCodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str


class PhoneBody(msgspec.Struct, forbid_unknown_fields=True):
    phone: str


@owner_setup.get("/owner/<token>")
def follow(token: str) -> Answer:
    """Follow the one-time link: this browser is the owner's, or the machine's own screen."""
    if request.method == "HEAD":  # a messenger looks ahead; that uses nothing up
        return Response(status=204)
    here = house_desk()
    come = tapped(here.owner.follow, token[:100], _browser(), _today())
    if come is None:
        abort(403, "page.error.owner_link")
    return _let_in(here, redirect("/", 303), come[1])


@owner_setup.post("/house/claim")
def claim() -> Answer:
    """Become the owner by the code."""
    here, address = house_desk(), request.remote_addr or ""
    code = body_of(OwnerCodeBody).code
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    cookie = tapped(here.owner.claim, code[:40], _browser(), _today())
    if cookie is None:
        here.patience.wrong(address)
        abort(403, "page.error.owner_code")
    return _let_in(here, accepted(), cookie)


def _let_in(here: HouseDesk, answer: Answer, cookie: str) -> Answer:
    answer.headers.add("Set-Cookie", kept_cookie(COOKIE, cookie))
    here.notifier.notify()
    return answer


@owner_setup.get("/settings/owner.json")
def owners() -> Response:
    """Send the code, and every browser that was let in."""
    owner_only()
    owner, own = house_desk().owner, _own()
    phones = [
        {"phone": phone, "own": phone == own, **msgspec.to_builtins(seen)}
        for phone, seen in owner.phones().items()
    ]
    return json({"code": owner.code, "phones": phones})


@owner_setup.post("/settings/owner/renew")
def renew() -> Answer:
    """Make a new code, and send every browser away but this one, which gets new cookies."""
    owner_only()
    body_of(NothingBody)
    here, began = house_desk(), is_host()
    cookie = tapped(here.owner.renew, _own())
    answer = accepted("house.owner.renewed")
    if began and here.house.place.game:
        mark = here.owner.host_mark(here.house.place.game)
        answer.headers.add("Set-Cookie", kept_cookie(HOST_COOKIE, mark))
    return _let_in(here, answer, cookie)


@owner_setup.post("/settings/owner/send-away")
def send_away() -> Response:
    """Let one browser be the owner's no more."""
    owner_only()
    if not tapped(house_desk().owner.send_away, body_of(PhoneBody).phone):
        abort(404)
    house_desk().notifier.notify()
    return accepted("house.owner.sent_away")


def _own() -> str:
    """Return the browser that asks."""
    return house_desk().owner.phone_of(request.cookies.get(COOKIE, ""))


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


def _browser() -> str:
    """Name a browser and its system by what it says of itself, as people call them."""
    agent = request.headers.get("User-Agent", "")
    found = [next((one for one in known if one in agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(NAMES.get(one, one) for one in found if one) or "?"


@owner_setup.get("/join/<token>")
@owner_setup.post("/join")
def nothing_to_join(token: str = "") -> Response:
    """Answer a link or code of a seat while no game is open."""
    abort(404, "house.nothing_to_join")
