"""The teaching bench: show the empty board, then every face; confirm what I take them for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.game import ROOMS
from companion.house.errors import NotNow
from companion.words import Words
from companion.workshop.teach import Draft, TeachShot

from ..house.answers import accepted, owner_only, refused
from ..house.context import house_desk, is_owner
from ..house.pages import json, title_of
from ..kit.context import body_of, language, offloaded
from ..kit.uploads import LESSON
from ..table.photo_moves import corners_of
from ..table.photographs import allow_picture, sent_picture
from .editions import not_done, teacher
from .frame import bench, insiders_only, known_room

teach = Blueprint("teach", __name__)

THUMB_PX, THUMBS_ACROSS = 96, 10
"""Size and number of thumbs in a row, as calibration.teach.exposure draws them."""


class BeginTeachingBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    edition: str
    again: bool = False


class TeachRoomBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str


class NameBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    pending: str
    labels: dict[str, str]


class TonightBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    keep: list[int] = []


class PairBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    one: str
    other: str


@teach.get("/workshop/teach")
def page() -> str:
    return bench("teach")


@teach.get("/workshop/teach.json")
def rooms() -> Response:
    """Send every room: what was taught of it, and whether a lesson waits."""
    insiders_only()
    words = house_desk().words[language()]
    return json({"rooms": [_room(room, words) for room in ROOMS], "owner": is_owner()})


def _room(room: str, words: Words) -> dict[str, Any]:
    draft, editions = teacher().drafts.read(room), teacher().editions
    used = editions.used(room)
    return {
        "name": room,
        "title": title_of(room, words),
        "used": used.partition("/")[0],
        "editions": sorted({version.edition for version in editions.versions(room)}),
        "lesson": None if draft is None else {"edition": draft.edition, **_progress(draft)},
        "tonight": len(teacher().tonight.crops(room)),
    }


@teach.get("/workshop/teach/<room>.json")
def lesson(room: str) -> Response:
    """Send where the lesson of a room stands."""
    insiders_only()
    known_room(room)
    return json(_shown(room, teacher().drafts.read(room)))


@teach.get("/workshop/teach/<room>/<name>.jpg")
def thumbs(room: str, name: str) -> Response:
    """Send the cells of one picture, side by side."""
    insiders_only()
    known_room(room)
    found = teacher().thumbs(room, name) if name.isdecimal() else None
    if found is None:
        abort(404)
    return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@teach.get("/workshop/teach/<room>/tonight.json")
def tonight(room: str) -> Response:
    """Send what people said about places I was not sure of, for the owner to look through."""
    owner_only()
    known_room(room)
    words, kept = house_desk().words[language()], teacher().tonight.crops(room)
    places = offloaded(teacher().places, room) if kept else {}
    crops = [
        {
            "picture": one.picture,
            "at": places.get(one.cell),
            "say": words.say(teacher().face(room, one.label)),
        }
        for one in kept
    ]
    return json({"crops": crops})


@teach.get("/workshop/teach/<room>/tonight/<name>")
def tonight_picture(room: str, name: str) -> Response:
    owner_only()
    known_room(room)
    found = teacher().tonight.picture(room, name)
    if found is None:
        abort(404)
    return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@teach.post("/workshop/teach/tonight")
def learn_tonight() -> Response:
    """Learn the crops the owner kept; with none of them, forget all."""
    owner_only()
    body = body_of(TonightBody)
    known_room(body.room)
    if not body.keep:
        teacher().tonight.forget(body.room)
        return accepted()
    try:
        name = offloaded(teacher().learn_tonight, body.room, body.keep)
    except ValueError as wrong:
        return not_done(wrong)
    number = int(name.partition("/")[2][:4])
    return accepted("teaching.edition.learnt", {"number": number}, version=name)


@teach.post("/workshop/teach/begin")
def begin() -> Response:
    owner_only()
    body = body_of(BeginTeachingBody)
    known_room(body.room)
    return _step(body.room, teacher().begin, body.room, body.edition, body.again)


@teach.post(LESSON)
def picture() -> Response:
    """Receive a picture for the lesson from a phone, or take one with the house's camera."""
    owner_only()
    room, corners = request.args.get("room", ""), corners_of(request.args.get("corners", ""))
    known_room(room)
    spread = request.args.get("spread") == "1"
    if request.mimetype.startswith("image/"):
        allow_picture(house_desk().limits.picture_bytes)
        return _step(room, teacher().show, room, sent_picture(), corners, spread)
    if house_desk().house.open is not None:
        return refused(NotNow("teach_playing"))
    shot: TeachShot = offloaded(house_desk().tools.shot, room)
    if not shot.raw:
        return refused(NotNow("teach_no_picture"))
    return _step(room, teacher().show, room, shot.raw, corners or shot.corners, spread)


@teach.post("/workshop/teach/name")
def name_faces() -> Response:
    owner_only()
    body = body_of(NameBody)
    known_room(body.room)
    return _step(body.room, teacher().name, body.room, body.pending, body.labels)


@teach.post("/workshop/teach/back")
def back() -> Response:
    owner_only()
    return _of_room(teacher().back)


@teach.post("/workshop/teach/learn")
def learn() -> Response:
    owner_only()
    return _of_room(teacher().learn)


@teach.post("/workshop/teach/trial")
def trial() -> Response:
    owner_only()
    return _of_room(teacher().another_trial)


@teach.post("/workshop/teach/enough")
def enough() -> Response:
    owner_only()
    body = body_of(PairBody)
    known_room(body.room)
    return _step(body.room, teacher().enough, body.room, body.one, body.other)


@teach.post("/workshop/teach/stop")
def stop() -> Response:
    """Throw the lesson away; what was learnt of it stays."""
    owner_only()
    body = body_of(TeachRoomBody)
    known_room(body.room)
    offloaded(teacher().stop, body.room)
    return accepted(state=_shown(body.room, None))


def _of_room(act: Callable[[str], Draft]) -> Response:
    body = body_of(TeachRoomBody)
    known_room(body.room)
    return _step(body.room, act, body.room)


def _step(room: str, act: Callable[..., Draft], *given: Any) -> Response:
    """Do one step of the lesson; say what is wrong with it."""
    try:
        draft = offloaded(act, *given)
    except ValueError as wrong:
        return not_done(wrong)
    return accepted(state=_shown(room, draft))


def _shown(room: str, draft: Draft | None) -> dict[str, Any]:
    """Return all a page needs to draw a lesson."""
    words, here = house_desk().words[language()], house_desk()
    shown: dict[str, Any] = {
        "room": room,
        "title": title_of(room, words),
        "owner": is_owner(),
        "camera": here.tools.camera().get("camera", "none") != "none" and here.house.open is None,
        "most": here.limits.picture_bytes,
        "lesson": None,
    }
    if draft is None:
        return shown
    kind, faces = draft.chapters[draft.chapter]
    return shown | {
        "lesson": {
            "edition": draft.edition,
            "step": draft.step,
            "extends": bool(draft.extends),
            "kind": kind,
            "chapter": draft.chapter,
            "chapters": len(draft.chapters),
            "missing": list(draft.missing[draft.chapter]) if draft.missing else list(faces),
            "faces": _faces(room, draft, words),
            "options": [face for k, some in draft.chapters for face in some if k == kind],
            "pending": draft.pending,
            "proposals": msgspec.to_builtins(draft.proposals),
            "concerns": msgspec.to_builtins(draft.concerns),
            "cells": _cells(room),
            "thumbs": {"px": THUMB_PX, "across": THUMBS_ACROSS},
            "pictures": len(draft.shown),
            "spread": kind in teacher().spreads(room),
            "loose": draft.loose,
            "trial": list(draft.trial),
            "trial_kind": draft.trial_kind,
            "tried": None if draft.tried is None else _tried(draft),
            **_progress(draft),
        }
    }


def _tried(draft: Draft) -> dict[str, Any]:
    assert draft.tried is not None
    return {**msgspec.to_builtins(draft.tried), "passed": draft.tried.passed}


def _faces(room: str, draft: Draft, words: Words) -> dict[str, dict[str, Any]]:
    """Return each face by ``kind/label``: its name, how often it was shown, and where to see it."""
    found = {}
    for kind, label in _every(draft):
        key = f"{kind}/{label}"
        at = draft.pictured.get(key) or draft.pictured.get(f"{kind}/{label.partition('@')[0]}")
        found[key] = {
            "say": words.say(teacher().face(room, label)),
            "shown": draft.examples.get(key, 0),
            "at": list(at) if at else None,
        }
    return found


def _every(draft: Draft) -> Iterable[tuple[str, str]]:
    return ((kind, face) for kind, faces in draft.chapters for face in faces)


def _progress(draft: Draft) -> dict[str, int]:
    of = sum(len(faces) for _, faces in draft.chapters) + 1
    left = sum(map(len, draft.missing)) if draft.missing else of - 1
    return {"of": of, "done": of - left - (not draft.shown)}


def _cells(room: str) -> list[str]:
    """Return the cells in the order in which a picture of thumbs shows them."""
    cells: list[str] = offloaded(teacher().cells, room)
    return cells
