"""Screens of the house: one address, which shows what the owner or the referee has chosen."""

from __future__ import annotations

import io

import msgspec
import segno
from flask import Blueprint, Response, abort, request

from companion.house.status import SCREENS

from ..kit.context import body_of, language
from ..table.screen import shown
from .commands import done
from .context import house_desk, is_owner
from .network import phone_address
from .pages import json, page

screens = Blueprint("screens", __name__)


class ShowsBody(msgspec.Struct, forbid_unknown_fields=True):
    shows: str


@screens.get("/screen")
def screen_page() -> str:
    running = house_desk().house.open
    room = "" if running is None else running.table.game.name
    return shown(house_desk().words[language()], room, house="")


@screens.get("/screen/state")
def state() -> Response:
    """Send what the screens show now, with the words for what isn't a table."""
    here = house_desk()
    words, place = here.words[language()], here.house.place
    said = words.under("house.screen")
    address = phone_address()
    join = words.put("house.screen.join", {"address": address}) if address else said["no_phones"]
    rooms = [offer.room for offer in here.house.offers()]
    return json(
        {
            "shows": place.on_screen,
            "chosen": place.screen,
            "choices": list(SCREENS),
            "may": may_choose(),
            "game": place.game or "",
            "rehearsed": place.rehearsed,
            "words": {**said, "join": join},
            "phones": bool(address),
            "rooms": {room: words.put(f"house.room.{room}.title", {}) for room in rooms},
        }
    )


@screens.get("/screen/code.svg")
def code() -> Response:
    """Draw the address of the house, for a phone to scan."""
    drawn, address = io.BytesIO(), phone_address()
    if not address:
        abort(404)
    segno.make(address, micro=False).save(drawn, kind="svg", scale=8, border=3, light="#fff")
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@screens.get("/screen/choose")
def chooser() -> str:
    """Show where the owner or the referee chooses what the screens show."""
    if not may_choose():
        abort(403, "page.error.not_yours")
    return page("screens")


@screens.post("/screen/choose")
def choose() -> Response:
    wanted = body_of(ShowsBody).shows
    if not may_choose():
        abort(403, "page.error.not_yours")
    return done(house_desk().house.screen, wanted)


def may_choose() -> bool:
    """Whether the person who asks may say what the screens show."""
    return is_owner() or house_desk().joined(request.environ) == "referee"
