"""The quiet menu beside a game: phones and codes, and what may be done around the game here."""

from __future__ import annotations

import io
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.play_mode import MANNERS
from companion.core.roles import TABLE, parse_role, seat
from companion.house.errors import NotNow
from companion.house.setup_guide import setup_guide_of
from companion.table import Table, session
from companion.words import Words
from companion.workshop.boxes import Boxes, known_box

from ..kit.codes import HOST, SECONDS, guest
from ..kit.context import body_of, language, offloaded
from ..kit.keys import Keys
from ..table.rights import Right, may
from .answers import accepted, owner_only
from .commands import may_hand_over, may_host, may_leave, may_pause, refused
from .context import HouseDesk, house_desk, is_host, is_owner
from .network import is_closed, phone_address
from .pages import json, title_of
from .screens import may_choose

game_menu = Blueprint("game_menu", __name__)

HALL_WORDS = "hall_"


class MenuSeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


@game_menu.get("/house/menu.json")
def shown() -> Response:
    """Send what the menu of this page offers."""
    here, words = house_desk(), _words()
    running = here.house.open
    if running is None:
        return json({"open": False, "words": words.under("house.menu")})
    table, keys = running.table, here.keys()
    leaves = setup_guide_of(table.game.name).leaves
    hall: dict[str, Any] = here.guest.shown() if here.guest is not None else {"joined": False}
    return json(
        {
            "open": True,
            "words": _said(words, hall["joined"]),
            "may": {"host": may_host(), "leave": may_leave(), "pause": may_pause()},
            "invites": _may_invite(table),
            "game": here.house.place.game,
            "rehearsed": here.house.place.rehearsed,
            "speed": running.live.speed if running.live else None,
            "paused": table.ledger.record.paused,
            "over": table.game.is_over(table.state) is not None,
            "ended": table.ledger.record.ended is not None,
            "reopens": session.can_reopen(table) and may_host(),
            "manners": _manners(table, words),
            "laying": here.house.place.laying,
            "steps": len(setup_guide_of(table.game.name).steps),
            "seats": _seats(table, keys),
            "advises": _advises(here, table),
            "next": _next(here, table, words),
            "owner": is_owner(),
            "leaves": leaves,
            "hall": hall["joined"],
            "of_night": bool(hall.get("game")),
            "screens": may_choose(),
            "tonight": _tonight(table.game.name),
            "known": msgspec.to_builtins(known_box(Boxes(here.house.folder), table.game.name)),
            "coming": words.put(f"house.coming.{'leaves' if leaves else 'closed'}", {}),
        }
    )


def _said(words: Words, joined: bool) -> dict[str, str]:
    """Return the menu's text; at an event night also what is asked about the result."""
    page = words.under("house.page") if joined else {}
    asked = {key: text for key, text in page.items() if key.startswith(HALL_WORDS)}
    return {**words.under("house.menu"), **asked}


def _tonight(room: str) -> str:
    """Return where the owner finds what the table could learn from this game."""
    teacher = house_desk().tools.teacher
    waiting = is_owner() and teacher is not None and teacher.tonight.crops(room)
    return f"/workshop/teach#{room}" if waiting else ""


def _manners(table: Table, words: Words) -> list[dict[str, Any]]:
    """Return how the game may be played from here on, and what each manner means."""
    said = words.under("house.page")
    keys = {manner: f"manner_{manner.replace(' ', '_')}" for manner in MANNERS}
    return [
        {
            "manner": manner,
            "say": said[key],
            "means": said[f"{key}_means"],
            "now": manner == table.manner,
        }
        for manner, key in keys.items()
    ]


def _seats(table: Table, keys: Keys | None) -> list[dict[str, Any]]:
    return [
        {
            "n": number,
            "name": one.name,
            "colour": one.colour,
            "phone": bool(keys and keys.has_phone(number)),
            "hands": may_hand_over(number),
        }
        for number, one in enumerate(table.state.seats)
    ]


def _advises(here: HouseDesk, table: Table) -> list[dict[str, Any]]:
    """The people this page may switch advice for."""
    wanting = here.house.advised()
    seats = enumerate(table.state.seats)
    joined = here.joined(request.environ)
    return [
        {"n": number, "name": one.name, "on": number in wanting}
        for number, one in seats
        if joined == str(seat(number)) or (not joined and may_pause())
    ]


def _next(here: HouseDesk, table: Table, words: Words) -> list[dict[str, Any]]:
    """Return the boxes the same people could play next; simulated people don't count."""
    if here.house.place.rehearsed:
        return []
    count = len(table.state.seats)
    return [
        {"room": offer.room, "title": title_of(offer.room, words)}
        for offer in here.house.offers()
        if offer.least <= count <= offer.most and offer.room != table.game.name
    ]


@game_menu.post("/house/invite")
def invite() -> Response:
    """Send a code and a picture to scan for a free seat."""
    wanted, here = body_of(MenuSeatBody).seat, house_desk()
    running, keys = here.house.open, here.keys()
    if running is None or keys is None:
        return refused(NotNow("no_game_open"))
    if not 0 <= wanted < len(running.table.state.seats):
        abort(404)
    if not _may_invite(running.table):
        abort(403, "page.error.not_yours")
    if keys.has_phone(wanted):
        abort(409, "page.error.seat_taken")
    sure = may_host()
    if keys.was_held(wanted) and not sure:
        abort(403, "page.error.host_only")
    address = phone_address()
    if not address:
        return refused(NotNow("no_phones"))
    code = keys.invite(seat(wanted), HOST if sure else guest(request.remote_addr))
    return json(
        {
            "kind": "accepted",
            "seat": wanted,
            "code": code.text,
            "address": f"{address}join/{code.text}",
            "qr": drawn(f"{address}join/{code.token}"),
            "seconds": SECONDS,
        }
    )


@game_menu.post("/house/revoke")
def revoke() -> Response:
    """Send the phone of a seat away; for the owner."""
    owner_only()
    wanted, here = body_of(MenuSeatBody).seat, house_desk()
    running, keys = here.house.open, here.keys()
    if running is None or keys is None:
        return refused(NotNow("no_game_open"))
    if not 0 <= wanted < len(running.table.state.seats):
        abort(404)
    offloaded(keys.revoke, seat(wanted))
    return accepted()


@game_menu.get("/house/door.json")
def door() -> Response:
    """Send the address of the house, to type or to scan; first the network, if the house has one.

    No address is given while phones cannot reach the house.
    """
    network, words = house_desk().network(), _words().under("house.menu")
    scanned = network and drawn(_wifi(network.name, network.password))
    wifi = {"name": network.name, "password": network.password, "qr": scanned} if network else None
    address = phone_address()
    return json(
        {
            "address": address,
            "qr": drawn(address) if address else "",
            "closed": is_closed(),
            "owner": is_owner(),
            "wifi": wifi,
            "words": words,
        }
    )


def drawn(text: str) -> str:
    """Draw a QR code."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff", svgclass="qr"
    )
    return out.getvalue().decode()


def _wifi(name: str, password: str) -> str:
    def kept(text: str) -> str:
        return "".join(f"\\{sign}" if sign in '\\;,":' else sign for sign in text)

    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{kept(name)};P:{kept(password)};;"


def _may_invite(table: Table) -> bool:
    joined = house_desk().joined(request.environ)
    role = parse_role(joined) if joined else TABLE
    return is_owner() or is_host() or may(role, Right.INVITE, table.manner)


def _words() -> Words:
    return house_desk().words[language()]
