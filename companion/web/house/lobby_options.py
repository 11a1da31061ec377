"""What can be chosen in the lobby: house rules in plain words, ideas by time, how to lay it out."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.house import Switch
from companion.core.roles import TABLE
from companion.house.known_people import played
from companion.house.offers import Offer
from companion.house.setup_guide import (
    SetupStep,
    seen_so_far,
    setup_guide_of,
    steps_for,
    suggested,
)
from companion.table import Table
from companion.words import Words, house_rules

from ..kit.context import body_of, language, offloaded
from ..kit.localise import worded
from .commands import done, may_pause
from .context import house_desk, is_owner
from .pages import json, page, title_of

lobby_options = Blueprint("lobby_options", __name__)

VARIANTS = "variants"
"""The group whose rules are big switches rather than house rules."""
MOST_MINUTES = 600


@lobby_options.get("/house/rooms/<room>")
def rules(room: str) -> Response:
    """Return the switches of a room, grouped by what they change."""
    offer, words = _offer(room), _words()
    groups = grouped(offer, words)
    return json(
        {
            "variants": groups.pop(VARIANTS, {"rules": []})["rules"],
            "groups": list(groups.values()),
            "source": setup_guide_of(room).pace.source,
            "played": list(offloaded(played, house_desk().house, room)),
        }
    )


@lobby_options.get("/house/rooms/<room>/ideas")
def ideas(room: str) -> Response:
    """Rules that go well together, for this many people and minutes."""
    offer, words = _offer(room), _words()
    people = min(max(request.args.get("people", offer.least, int), offer.least), offer.most)
    given = request.args.get("minutes", 0, int)
    minutes = min(given, MOST_MINUTES) if given > 0 else None
    found = suggested(setup_guide_of(room), people, minutes)
    said = [
        {**msgspec.to_builtins(one), "say": words.put(f"house.idea.{room}.{one.name}", {})}
        for one in found
    ]
    return json({"ideas": said})


def grouped(offer: Offer, words: Words) -> dict[str, dict[str, Any]]:
    """Group the rules of a room under their headings; one without words comes last, as written."""
    known = {switch.name: switch for switch in offer.rules}
    groups: dict[str, dict[str, Any]] = {}
    for key in words.under(f"house.rules.{offer.room}"):
        group, _, rest = key.partition(".")
        here = groups.setdefault(group, {"heading": "", "rules": []})
        name, _, part = rest.partition(".")
        if name in known and part == "say":
            here["rules"].append(_switch(offer.room, known.pop(name), words))
    for group, here in groups.items():
        heading = f"house.rules.{offer.room}.{group}.heading"
        here["heading"] = words.put(heading, {}) if heading in words.texts else ""
    if known:
        plain = [_switch(offer.room, switch, words) for switch in known.values()]
        groups["others"] = {"heading": "", "rules": plain}
    return groups


def _switch(room: str, switch: Switch, words: Words) -> dict[str, Any]:
    return {
        "name": switch.name,
        "say": house_rules.about(room, switch, words),
        "clause": switch.clause,
        "default": switch.default,
        "choices": [
            {"value": one.value, "say": one.say} for one in house_rules.choices(room, switch, words)
        ],
    }


# Laying out the box


class StepBody(msgspec.Struct, forbid_unknown_fields=True):
    step: int | None = None


@lobby_options.get("/house/setup")
def setup_page() -> str:
    return page("setup")


@lobby_options.get("/house/setup.json")
def setup() -> Response:
    """Send how the box of the open game is laid out, step by step."""
    running = house_desk().house.open
    if running is None:
        return json({"open": False})
    table, words = running.table, _words()
    room, state = table.game.name, table.state
    seats = [{"name": seat.name, "colour": seat.colour} for seat in state.seats]
    values = {"first": state.seats[0].name, "people": len(seats)}
    steps = [
        {
            "name": step.name,
            "say": words.put(f"house.setup.{room}.{step.name}", values),
            "clauses": list(step.clauses),
            "pieces": seats if step.pieces else [],
            "seen": _seen(table, step, words),
        }
        for step in steps_for(setup_guide_of(room), state.rules)
    ]
    return json(
        {
            "open": True,
            "room": room,
            "title": title_of(room, words),
            "steps": steps,
            "view": worded(table.game.view(state, TABLE), words),
            "laying": house_desk().house.place.laying,
            "picture": _may_look(),
            "watched": table.reads.seeing[0] != "by hand",
        }
    )


def _seen(table: Table, step: SetupStep, words: Words) -> dict[str, Any] | None:
    """What the camera ticks off of a step, in a sentence; nothing where it sees nothing of it."""
    found = seen_so_far(table.game, table.state, table.seen(), step)
    if found is None:
        return None
    is_whole = found.right == found.of
    key = "house.setup.seen" if is_whole else "house.setup.seeing"
    return {"done": is_whole, "say": words.put(key, {"right": found.right, "of": found.of})}


@lobby_options.post("/house/laying")
def laying() -> Response:
    """Remember how far the box is laid out, so that a pulled plug comes back there."""
    step = body_of(StepBody).step
    if not may_pause():
        abort(403, "page.error.host_only")
    return done(house_desk().house.lay, step)


@lobby_options.get("/house/picture.jpg")
def picture() -> Response:
    """Send what the camera sees so far, to the owner and the referee. Never stored."""
    if not _may_look():
        abort(403, "page.error.owner_only")
    running = house_desk().house.open
    data = running.table.picture() if running else b""
    return Response(data, mimetype="image/jpeg") if data else Response(status=204)


def _may_look() -> bool:
    return is_owner() or house_desk().joined(request.environ) == "referee"


def _offer(room: str) -> Offer:
    found = next((offer for offer in house_desk().house.offers() if offer.room == room), None)
    if found is None:
        abort(404)
    return found


def _words() -> Words:
    return house_desk().words[language()]
