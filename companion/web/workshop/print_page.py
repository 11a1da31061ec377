"""The printing bench: what can be printed here, and each of it as a file."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, request

from companion.config.settings import PAPERS
from companion.core.game import ROOMS
from companion.words import Words
from companion.workshop.printables import GENERAL, UnknownKind, Wish, kinds_of_room, printed

from ..house.context import house_desk, is_owner
from ..house.network import phone_address
from ..house.pages import json, title_of
from ..kit.context import language, offloaded, tongues
from .frame import bench, insiders_only

printing = Blueprint("printing", __name__)

MOST_NAMES, LONGEST_NAME = 24, 40


@printing.get("/workshop/print")
def print_page() -> str:
    return bench("print")


@printing.get("/workshop/print.json")
def choices() -> Response:
    """Send all that can be printed, by room."""
    insiders_only()
    here, words = house_desk(), house_desk().words[language()]
    eye = here.preferences.settings.eye
    rooms = [
        {"name": room, "title": title_of(room, words), "kinds": _named(_kinds(room), words)}
        for room in ROOMS
    ]
    return json(
        {
            "general": _named(GENERAL, words),
            "rooms": rooms,
            "papers": list(PAPERS),
            "paper": eye.paper,
            "printed_percent": eye.printed_percent,
            "languages": tongues(),
            "language": language(),
            "people": _people(),
            "owner": is_owner(),
        }
    )


def _kinds(room: str) -> tuple[str, ...]:
    kinds: tuple[str, ...] = offloaded(kinds_of_room, room)
    return kinds


def _named(kinds: tuple[str, ...], words: Words) -> list[dict[str, str]]:
    return [
        {
            "kind": kind,
            "title": words.put(f"workshop.print.kind.{kind}", {}),
            "about": words.texts.get(f"workshop.print.about.{kind}", ""),
        }
        for kind in kinds
    ]


def _people() -> list[str]:
    """Return who sits at the open table, for name cards."""
    running = house_desk().house.open
    return [] if running is None else [seat.name for seat in running.table.state.seats]


@printing.get("/workshop/print/<name>.pdf")
def sheets(name: str) -> Response:
    """Send one kind of sheet as a file; its own name says what it is."""
    insiders_only()
    wish = _wish(request.args.get("kind", ""))
    wanted = request.args.get("language", language())
    here = house_desk()
    words = here.words[wanted if wanted in here.words else language()]
    try:
        data = offloaded(printed, wish, words)
    except UnknownKind:
        abort(404)
    return Response(
        data,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{_file(wish)}"'},
    )


def _wish(kind: str) -> Wish:
    here, asked = house_desk(), request.args
    paper, room = asked.get("paper", PAPERS[0]), asked.get("room", "")
    names = tuple(name[:LONGEST_NAME] for name in asked.getlist("name")[:MOST_NAMES] if name)
    return Wish(
        kind=kind,
        room=room if room in ROOMS else "",
        paper=paper if paper in PAPERS else PAPERS[0],
        large=asked.get("large") == "1",
        contrast=asked.get("contrast") == "1",
        names=names,
        seats=asked.get("seats", 4, type=int),
        address=phone_address(),
        box=here.house.box_of(room) if room in ROOMS else None,
        wiring=here.preferences.settings.wiring,
    )


def _file(wish: Wish) -> str:
    parts: list[Any] = [wish.room, wish.kind, wish.paper, wish.large and "large"]
    return "-".join(part for part in parts if part) + ".pdf"
