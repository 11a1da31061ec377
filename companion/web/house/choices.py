"""What can be chosen in the lobby: house rules in plain words, ideas by time, how to lay it out."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.house import Switch
from companion.house.lid import lid_of, steps_for, suggested
from companion.house.offers import Offer
from companion.words import Words, switching

from ..desk import body_of, language
from .commands import done, may_pause
from .desk import house_desk, is_owner
from .pages import json, page, title_of

choices = Blueprint("choices", __name__)

VARIANTS = "variants"
"""The group whose rules are big switches rather than house rules."""
MOST_MINUTES = 600


@choices.get("/house/rooms/<room>")
def rules(room: str) -> Response:
    """The switches of a room, grouped by what they change."""
    offer, words = _offer(room), _words()
    groups = grouped(offer, words)
    return json(
        {
            "variants": groups.pop(VARIANTS, {"rules": []})["rules"],
            "groups": list(groups.values()),
            "source": lid_of(room).pace.source,
        }
    )


@choices.get("/house/rooms/<room>/ideas")
def ideas(room: str) -> Response:
    """Rules that go well together, for this many people and minutes."""
    offer, words = _offer(room), _words()
    people = min(max(request.args.get("people", offer.least, int), offer.least), offer.most)
    given = request.args.get("minutes", 0, int)
    minutes = min(given, MOST_MINUTES) if given > 0 else None
    found = suggested(lid_of(room), people, minutes)
    said = [
        {**msgspec.to_builtins(one), "say": words.put(f"house.idea.{room}.{one.name}", {})}
        for one in found
    ]
    return json({"ideas": said})


def grouped(offer: Offer, words: Words) -> dict[str, dict[str, Any]]:
    """The rules of a room under their headings; one without words comes last, as it is written."""
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
        "say": switching.about(room, switch, words),
        "clause": switch.clause,
        "default": switch.default,
        "choices": [
            {"value": one.value, "say": one.say} for one in switching.choices(room, switch, words)
        ],
    }


# Laying out the box


class StepBody(msgspec.Struct, forbid_unknown_fields=True):
    step: int | None = None


@choices.get("/house/setup")
def setup_page() -> str:
    return page("setup")


@choices.get("/house/setup.json")
def setup() -> Response:
    """How the box of the open game is laid out, step by step."""
    running = house_desk().house.open
    if running is None:
        return json({"open": False})
    table, words = running.table, _words()
    room, state = table.game.name, table.state
    seats = [{"name": seat.name, "colour": seat.colour} for seat in state.seats]
    values = {"first": state.seats[0].name, "people": len(seats)}
    steps = [
        {
            "say": words.put(f"house.setup.{room}.{step.name}", values),
            "clauses": list(step.clauses),
            "pieces": seats if step.pieces else [],
        }
        for step in steps_for(lid_of(room), state.rules)
    ]
    return json(
        {
            "open": True,
            "room": room,
            "title": title_of(room, words),
            "steps": steps,
            "laying": house_desk().house.place.laying,
            "picture": _may_look(),
        }
    )


@choices.post("/house/laying")
def laying() -> Response:
    """Remember how far the box is laid out, so that a pulled plug comes back there."""
    step = body_of(StepBody).step
    if not may_pause():
        abort(403, "page.error.host_only")
    return done(house_desk().house.lay, step)


@choices.get("/house/picture.jpg")
def picture() -> Response:
    """What the camera sees so far, for the owner and the referee. Never stored."""
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
