"""The machine on the owner's page: how it is, its log, and switching it off safely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from flask import Blueprint, Response

from companion.house import known_people
from companion.house.errors import HouseError
from companion.house.log_redaction import scrubbed
from companion.house.power import complaints

from ..kit.context import body_of, language, offloaded
from .answers import accepted, owner_only, refused
from .context import house_desk
from .pages import json

machine_pages = Blueprint("machine", __name__)


class PowerBody(msgspec.Struct, forbid_unknown_fields=True):
    act: Literal["off", "reboot"]
    sure: str = ""


@machine_pages.get("/settings/machine.json")
def health() -> Response:
    """Send how the machine is, and what should be done about it."""
    owner_only()
    facts = offloaded(house_desk().keeper.machine.health)
    words = house_desk().words[language()]
    said = [words.say(complaint) for complaint in complaints(facts)]
    return json({"facts": dict(facts), "complaints": said, "version": _version()})


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("pharaohs-table")
    except metadata.PackageNotFoundError:
        return ""


@machine_pages.post("/settings/power")
def power() -> Response:
    """Switch off or start again: asked once, done when it is said again."""
    owner_only()
    keeper, body = house_desk().keeper, body_of(PowerBody)
    if not keeper.is_sure(body.act, body.sure):
        return accepted(f"house.machine.sure_{body.act}", sure=keeper.ask(body.act), done=False)
    try:
        offloaded(keeper.switch, body.act)
    except HouseError as wrong:
        return refused(wrong)
    return accepted(f"house.machine.going_{body.act}", done=True)


@machine_pages.get("/settings/log.txt")
def log() -> Response:
    """Send the log, to be kept or passed on: nothing in it opens anything or names anybody."""
    owner_only()
    here = house_desk()
    lines = offloaded(here.keeper.machine.log) or here.ring.lines()
    text = "\n".join(scrubbed(lines, _secrets(), _people()))
    name = 'attachment; filename="pharaohs-table-log.txt"'
    return Response(text + "\n", mimetype="text/plain", headers={"Content-Disposition": name})


def _secrets() -> Iterator[str]:
    """Yield what opens something: the house, or the Wi-Fi."""
    here = house_desk()
    yield here.owner.code
    if wifi := here.network():
        yield wifi.password
    yield here.preferences.settings.wifi.password


def _people() -> Iterator[str]:
    """Yield everybody who ever played here, as far as the house remembers."""
    house = house_desk().house
    yield from known_people.everybody(house)
    for plan in house.place.lasts.values():
        yield from (person.name for person in plan.people)
    for card in house.shelf.cards():
        yield from (person.name for person in card.people)
    if house.open is not None:
        yield from (seat.name for seat in house.open.table.state.seats)
