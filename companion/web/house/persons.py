"""The people of the house on the owner's page: renamed, or forgotten."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response

from companion.house import known_people
from companion.house.errors import HouseError

from ..kit.context import body_of, offloaded
from .answers import accepted, owner_only, refused
from .context import house_desk
from .pages import json

persons = Blueprint("persons", __name__)


class RenameBody(msgspec.Struct, forbid_unknown_fields=True):
    who: str
    name: str


class WhoBody(msgspec.Struct, forbid_unknown_fields=True):
    who: str


@persons.get("/settings/people.json")
def everybody() -> Response:
    """Whom the house knows."""
    owner_only()
    return json({"people": list(offloaded(known_people.everybody, house_desk().house))})


@persons.post("/settings/people/rename")
def rename() -> Response:
    owner_only()
    body = body_of(RenameBody)
    try:
        joined = offloaded(known_people.rename, house_desk().house, body.who, body.name)
    except HouseError as wrong:
        return refused(wrong)
    key = "house.person.joined" if joined else "house.person.renamed"
    return accepted(key, {"name": body.name})


@persons.post("/settings/people/forget")
def forget() -> Response:
    owner_only()
    try:
        offloaded(known_people.forget, house_desk().house, body_of(WhoBody).who)
    except HouseError as wrong:
        return refused(wrong)
    return accepted("house.person.forgotten")
