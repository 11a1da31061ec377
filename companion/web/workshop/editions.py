"""The bench of editions: every version that was taught, the one in use, and files to exchange."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.game import ROOMS
from companion.workshop.teach import NotAnEdition, Teacher
from companion.workshop.teach.editions import KIT, MOST_BYTES

from ..house.answers import accepted, owner_only
from ..house.context import house_desk, is_owner
from ..house.pages import json, title_of
from ..kit.context import body_of, language, offloaded, wrong_said
from ..kit.uploads import EDITION
from .frame import bench, insiders_only, known_room

editions = Blueprint("editions", __name__)


class EditionVersionBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    version: str


@editions.get("/workshop/editions")
def page() -> str:
    return bench("editions")


@editions.get("/workshop/editions.json")
def versions() -> Response:
    """Send every version of every room."""
    insiders_only()
    words, kept = house_desk().words[language()], teacher().editions
    rooms = [
        {
            "name": room,
            "title": title_of(room, words),
            "used": kept.used(room),
            "kit": kept.is_kit(room),
            "versions": msgspec.to_builtins(kept.versions(room)),
        }
        for room in ROOMS
    ]
    return json({"rooms": rooms, "owner": is_owner()})


@editions.get("/workshop/editions/<room>.edition")
def saved(room: str) -> Response:
    """Send one version as a file for another house."""
    owner_only()
    known_room(room)
    name = request.args.get("version", "")
    try:
        data = offloaded(teacher().editions.packed, room, name)
    except NotAnEdition:
        abort(404)
    called = f"{room}-{name.replace('/', '-')}.edition"
    return Response(
        data,
        mimetype="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{called}"'},
    )


@editions.post(EDITION)
def brought() -> Response:
    """Import a version of another house; it waits until the owner chooses it."""
    owner_only()
    request.max_content_length = MOST_BYTES
    if (request.content_length or 0) > MOST_BYTES:
        abort(413, "fault.edition.large")
    raw = request.get_data(cache=False)
    try:
        room, name = offloaded(teacher().take, raw)
    except ValueError as wrong:
        return not_done(wrong)
    number = int(name.partition("/")[2][:4])
    values: dict[str, Any] = {"number": number, "edition": name.partition("/")[0]}
    return accepted("teaching.edition.taken", values, room=room, version=name)


@editions.post("/workshop/editions/use")
def use() -> Response:
    """See the games of a room with this version, or with none."""
    owner_only()
    body = body_of(EditionVersionBody)
    known_room(body.room)
    try:
        offloaded(teacher().use, body.room, body.version)
    except NotAnEdition as wrong:
        return not_done(wrong)
    house_desk().notifier.notify()
    said = {"": "unused", KIT: "kit_used"}.get(body.version, "used")
    return accepted(f"teaching.edition.{said}")


@editions.post("/workshop/editions/drop")
def drop() -> Response:
    owner_only()
    body = body_of(EditionVersionBody)
    known_room(body.room)
    try:
        offloaded(teacher().editions.drop, body.room, body.version)
    except NotAnEdition as wrong:
        return not_done(wrong)
    return accepted("teaching.edition.dropped")


def not_done(wrong: ValueError) -> Response:
    """Say what is wrong."""
    told = {"kind": "refused", "say": wrong_said(wrong)}
    return Response(msgspec.json.encode(told), 409, mimetype="application/json")


def teacher() -> Teacher:
    """Return who holds the lessons and editions of this house."""
    found = house_desk().tools.teacher
    if found is None:
        abort(404)
    return found
