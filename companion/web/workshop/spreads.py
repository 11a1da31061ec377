"""Filling a list of the box from photographs: pieces are counted, and a person confirms them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.words import Words
from companion.workshop.boxes import BadFact, Boxes
from companion.workshop.boxes.spread_draft import SpreadDraft, SpreadRefused
from companion.workshop.boxes.spreads import (
    FilledGroup,
    NotFilled,
    filled,
    inputs_of,
    parts_of,
    spread_of,
)

from ..house.answers import accepted, owner_only
from ..house.context import house_desk, is_owner
from ..house.pages import json, title_of
from ..kit.context import NothingBody, body_of, language, offloaded
from ..kit.uploads import SPREAD
from ..table.photographs import allow_picture, sent_picture
from .box import called, changed
from .editions import not_done, teacher
from .frame import insiders_only, known_room
from .teach import THUMB_PX, THUMBS_ACROSS

MOST_BYTES = 64_000
"""Most bytes of an answer: every piece of a list may be a group of its own."""
box_spreads = Blueprint("box_spreads", __name__)


class SpreadBody(msgspec.Struct, forbid_unknown_fields=True):
    part: str
    groups: list[FilledGroup]
    whole: bool = False
    """Whether these are all, though the rulebook counts another number."""


@box_spreads.get("/workshop/box/<room>/spread.json")
def shown(room: str) -> Response:
    """Send the lists that can be filled from photographs, and what was counted so far."""
    insiders_only()
    known_room(room)
    return json(_shown(room, teacher().spread.read(room)))


def _shown(room: str, draft: SpreadDraft | None) -> dict[str, Any]:
    """Return all a page needs to draw what was counted."""
    here = house_desk()
    state: dict[str, Any] = offloaded(
        _state, room, here.words[language()], Boxes(here.house.folder), draft
    )
    return {**state, "owner": is_owner(), "most": here.limits.picture_bytes}


def _state(room: str, words: Words, boxes: Boxes, draft: SpreadDraft | None) -> dict[str, Any]:
    data = boxes.draft(room)
    parts = [
        {"part": part, "say": _part_said(room, part, name, words), "expected": expected}
        for part, name, expected in parts_of(room, data)
    ]
    groups: list[dict[str, Any]] = []
    for one in draft.groups if draft else ():
        asked = inputs_of(room, draft.part if draft else "", data, one.label)
        inputs = [msgspec.to_builtins(each) for each in asked]
        groups.append({"windows": one.windows, "known": bool(one.label), "inputs": inputs})
    named = {
        str(each) for group in groups for asked in group["inputs"] for each in asked["choices"]
    }
    return {
        "room": room,
        "title": title_of(room, words),
        "parts": parts,
        "draft": None
        if draft is None
        else {
            "part": draft.part,
            "windows": draft.windows,
            "pictures": list(draft.pictures),
            "count": draft.count,
            "groups": groups,
        },
        "values": called(named, words),
        "board": {},
        "thumbs": {"px": THUMB_PX, "across": THUMBS_ACROSS},
    }


def _part_said(room: str, part: str, name: str, words: Words) -> str:
    known = called({name, *name.split()}, words)
    said = known.get(name) or " ".join(known.get(word, word) for word in name.split())
    return words.put(f"workshop.spread.{room}", {"name": said})


@box_spreads.get("/workshop/box/<room>/spread-<int:number>.jpg")
def windows(room: str, number: int) -> Response:
    """Send what the windows of one picture show, side by side."""
    insiders_only()
    known_room(room)
    found = teacher().spread.picture(room, number)
    if found is None:
        abort(404)
    return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@box_spreads.post(SPREAD)
def picture() -> Response:
    """Count the pieces in a photograph; the box stays as it is."""
    owner_only()
    room, part = request.args.get("room", ""), request.args.get("part", "")
    known_room(room)
    allow_picture(house_desk().limits.picture_bytes)
    raw, more = sent_picture(), request.args.get("more") == "1"
    try:
        _known_part(room, part)
        found = offloaded(teacher().count, room, part, raw, more)
    except ValueError as wrong:
        return not_done(wrong)
    if isinstance(found, SpreadRefused):
        words = house_desk().words[language()]
        told = {
            "kind": "refused",
            "say": words.say(found.why),
            "picture": b64encode(found.picture).decode(),
        }
        return Response(msgspec.json.encode(told), 409, mimetype="application/json")
    return accepted(state=_shown(room, found))


@box_spreads.post("/workshop/box/<room>/spread/take")
def take(room: str) -> Response:
    """Write into the box what the owner has confirmed of every piece."""
    owner_only()
    known_room(room)
    request.max_content_length = MOST_BYTES
    body, draft = body_of(SpreadBody), teacher().spread.read(room)
    if draft is None or draft.part != body.part or not _covers(draft, body):
        return not_done(NotFilled("teaching.say.elsewhere"))
    done = changed(room, lambda data: _filled(room, draft, body, data))
    if done.status_code < 400:
        offloaded(teacher().spread.drop, room)
    return done


def _filled(
    room: str, draft: SpreadDraft, body: SpreadBody, data: Mapping[str, Any]
) -> dict[str, Any]:
    expected = next(one[2] for one in parts_of(room, data) if one[0] == draft.part)
    if draft.count != expected and not body.whole:
        raise NotFilled("workshop.spread.not_all", count=draft.count, expected=expected)
    return filled(room, draft.part, data, body.groups, draft.windows)


def _covers(draft: SpreadDraft, body: SpreadBody) -> bool:
    """Whether the answer is about every window once."""
    told = [window for group in body.groups for window in group.windows]
    return sorted(told) == list(range(sum(draft.pictures)))


@box_spreads.post("/workshop/box/<room>/spread/drop")
def drop(room: str) -> Response:
    """Forget the photographs; the box stays as it is."""
    owner_only()
    body_of(NothingBody)
    known_room(room)
    offloaded(teacher().spread.drop, room)
    return accepted()


def _known_part(room: str, part: str) -> None:
    spread_of(room, part)
    data = Boxes(house_desk().house.folder).draft(room)
    if part not in [one[0] for one in parts_of(room, data)]:
        raise BadFact("unknown_fact")
