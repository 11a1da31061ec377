"""The workshop's door: which benches there are, who may come in, and the words of all of them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, request

from companion.core.game import ROOMS

from ..house.context import house_desk, is_owner
from ..house.pages import json, page
from ..kit.context import language

frame = Blueprint("workshop", __name__)

BENCHES: tuple[tuple[str, str], ...] = (
    ("print", "workshop"),
    ("camera", "camera"),
    ("teach", "teaching"),
    ("editions", "teaching"),
    ("box", "workshop"),
    ("check", "checking"),
    ("weigh", "checking"),
)
"""Where each bench stands: the name of its page, and the part of the words that names it."""
PARTS = ("workshop", "camera", "photograph", "teaching", "checking")
"""The parts of the words that pages of the workshop say."""


def may_enter() -> bool:
    """Let in the owner, and the referee of the open game."""
    return is_owner() or house_desk().joined(request.environ) == "referee"


def insiders_only() -> None:
    """Refuse everybody else, before anything they sent is read."""
    if not may_enter():
        abort(403, "page.error.not_yours")


def known_room(room: str) -> None:
    if room not in ROOMS:
        abort(404)


def bench(name: str, **more: Any) -> str:
    """Show the page of one bench: its script is ``static/house/workshop/<name>.js``."""
    return page(f"workshop/{name}", **more)


@frame.get("/workshop")
def door() -> str:
    return bench("index")


@frame.get("/workshop/state.json")
def state() -> Response:
    """Send the benches, for whoever may work at them."""
    here, words = house_desk(), house_desk().words[language()]
    running = here.house.open
    benches = [
        {
            "name": name,
            "title": words.put(f"{part}.bench.{name}.title", {}),
            "about": words.put(f"{part}.bench.{name}.about", {}),
        }
        for name, part in BENCHES
    ]
    return json(
        {
            "may": may_enter(),
            "owner": is_owner(),
            "playing": "" if running is None else running.table.game.name,
            "benches": benches if may_enter() else [],
        }
    )


@frame.get("/workshop/words.json")
def page_words() -> Response:
    """Return the words of the workshop's pages, besides those of every page of the house."""
    words = house_desk().words[language()]
    said = words.under("house.page")
    for part in PARTS:
        said |= words.under(f"{part}.page")
    return json({"page": said, "nouns": words.nouns, "grammar": words.small, "clauses": {}})
