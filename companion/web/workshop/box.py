"""The bench of the box: what is assumed about each box, and what the owner says instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.errors import together
from companion.core.game import ROOMS
from companion.core.roles import TABLE
from companion.core.verdict import Saying
from companion.table.session import correct_box, otherwise_with
from companion.words import Words
from companion.words.quotes_of import marks_of
from companion.workshop.boxes import (
    BadFact,
    Boxes,
    BoxFact,
    NotABox,
    asking_of,
    blamed,
    known_box,
)
from companion.workshop.boxes.illustrations import board, box_data, drawing
from companion.workshop.boxes.spreads import NotFilled, parts_of
from companion.workshop.boxes.store import contradictions

from ..house.answers import accepted, owner_only
from ..house.context import house_desk, is_owner
from ..house.pages import json, title_of
from ..kit.context import NothingBody, body_of, language, offloaded, say, wrong_said
from .frame import bench, insiders_only, known_room

box_facts = Blueprint("box_facts", __name__)

MOST_BYTES = 2_000_000
"""Most bytes of a box file or a rulebook; each has its own limit in letters."""


class FactAnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    fact: str
    values: dict[str, Any] = {}


class GroupBody(msgspec.Struct, forbid_unknown_fields=True):
    group: str


class BoxVersionBody(msgspec.Struct, forbid_unknown_fields=True):
    number: int


class FileBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class BookBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str


@box_facts.get("/workshop/box")
def box_page() -> str:
    return bench("box")


@box_facts.get("/workshop/box.json")
def rooms() -> Response:
    """Send how much is left to ask, room by room."""
    insiders_only()
    words = house_desk().words[language()]
    found = [{"name": room, "title": title_of(room, words), **_left(room)} for room in ROOMS]
    return json({"rooms": found, "owner": is_owner()})


def _left(room: str) -> dict[str, Any]:
    known = known_box(_boxes(), room)
    return {**msgspec.to_builtins(known), "own": _boxes().path_of(room) is not None}


@box_facts.get("/workshop/box/<room>.json")
def facts(room: str) -> Response:
    """Send every question of a room with what the file says now."""
    insiders_only()
    known_room(room)
    words = house_desk().words[language()]
    state = offloaded(_state, room, _boxes(), words)
    if house_desk().tools.teacher is None:
        state["parts"] = []
    return json({**state, "rulebook": _book(room), "owner": is_owner()})


def _book(room: str) -> dict[str, int]:
    """Count the clauses the owner's rulebook has a sentence for, and those it could have."""
    found = offloaded(house_desk().rulebooks.quotes, room)
    return {"found": len(found), "clauses": len(marks_of(room))}


def _state(room: str, boxes: Boxes, words: Words) -> dict[str, Any]:
    asking, data = asking_of(room), boxes.draft(room)
    asked = words.under(f"workshop.fact.{room}")
    counts = [
        words.put("workshop.box.counted", {"count": have, "expected": expected})
        for have, expected in asking.counted(data).values()
        if have != expected
    ]
    return {
        "room": room,
        "title": title_of(room, words),
        "facts": [msgspec.to_builtins(fact) for fact in asking.facts(data)],
        "asked": asked,
        "values": called(_used(asking.facts(data)), words),
        "wrong": _wrong(room, data, words),
        "counted": counts,
        "known": msgspec.to_builtins(known_box(boxes, room)),
        "differ": boxes.differences(room),
        "stated": sorted(set(asking.stated(data).values())),
        "parts": [part[0] for part in parts_of(room, data)],
        "board": board(box_data(boxes, room), room),
        "versions": boxes.versions(room),
        "own": boxes.path_of(room) is not None,
    }


def _wrong(
    room: str, data: Mapping[str, Any], words: Words, found: Sequence[Saying] | None = None
) -> list[dict[str, str]]:
    """Return each contradiction as the page calls it, and the question that corrects it."""
    every = contradictions(room, data) if found is None else found
    told = (blamed(room, asking_of(room), data, one) for one in every)
    return [{"say": words.say(one.say), "fact": one.fact} for one in told]


def _used(asked_for: Sequence[BoxFact]) -> set[str]:
    used = {fact.name for fact in asked_for}
    return used | {one for fact in asked_for for asked in fact.inputs for one in asked.choices}


def called(used: set[str], words: Words) -> dict[str, str]:
    """Return what the words of the file are called in the language of the page."""
    known = words.under("workshop.value")
    single = {word for name in used for word in name.split()} | used
    listed = {word for word in single if word in words.nouns or "_" in word}
    return {word: words.grammar.noun(word, "one") for word in sorted(listed)} | known


@box_facts.get("/workshop/box/<room>/<title>-<int:number>.svg", defaults={"count": 1})
@box_facts.get("/workshop/box/<room>/<title>-<int:number>-<int:count>.svg")
@box_facts.get("/workshop/box/<room>/<title>.svg", defaults={"number": -1, "count": 1})
def shown(room: str, title: str, number: int, count: int) -> Response:
    """Draw the piece a question is about."""
    insiders_only()
    known_room(room)
    boxes = _boxes()
    drawn = offloaded(lambda: drawing(box_data(boxes, room), room, title, number, count))
    if drawn is None:
        abort(404)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@box_facts.get("/workshop/box/<room>/box.toml")
def exported(room: str) -> Response:
    """Send the box in force, to help the next owner: facts only, no picture of anybody."""
    insiders_only()
    known_room(room)
    name = f'attachment; filename="{room}-box.toml"'
    return Response(
        _boxes().text(room), mimetype="application/toml", headers={"Content-Disposition": name}
    )


@box_facts.post("/workshop/box/<room>/answer")
def answer(room: str) -> Response:
    owner_only()
    body = body_of(FactAnswerBody)
    done = changed(room, lambda data: asking_of(room).answered(data, body.fact, body.values))
    if done.status_code < 400:
        offloaded(_boxes().chosen, room, body.fact)
    return done


@box_facts.post("/workshop/box/<room>/confirm")
def confirm(room: str) -> Response:
    """Confirm everything in a group as it stands."""
    owner_only()
    body = body_of(GroupBody)
    return changed(room, lambda data: asking_of(room).confirmed(data, body.group))


@box_facts.post("/workshop/box/<room>/grow")
def grow(room: str) -> Response:
    owner_only()
    body = body_of(FactAnswerBody)
    return changed(room, lambda data: asking_of(room).grown(data, body.fact))


@box_facts.post("/workshop/box/<room>/shrink")
def shrink(room: str) -> Response:
    owner_only()
    body = body_of(FactAnswerBody)
    return changed(room, lambda data: asking_of(room).shrunk(data, body.fact))


@box_facts.post("/workshop/box/<room>/restore")
def restore(room: str) -> Response:
    """Restore a version that was in force before."""
    owner_only()
    body = body_of(BoxVersionBody)
    boxes = _boxes()
    return changed(room, lambda data: boxes.version(room, body.number))


@box_facts.post("/workshop/box/<room>/forget")
def forget(room: str) -> Response:
    """Back to the box that comes with the room."""
    owner_only()
    body_of(NothingBody)
    known_room(room)
    offloaded(_boxes().forget, room)
    house_desk().notifier.notify()
    _tell_the_table(room)
    return accepted("workshop.box.forgotten")


@box_facts.post("/workshop/box/<room>/rulebook")
def rulebook(room: str) -> Response:
    """Take the text of the owner's own rulebook; clauses show their sentences from it."""
    owner_only()
    known_room(room)
    request.max_content_length = MOST_BYTES
    found = offloaded(house_desk().rulebooks.keep, room, body_of(BookBody).text)
    if not found:
        return _refused(say("workshop.box.no_rulebook"))
    return accepted("workshop.box.rulebook_kept", {"clauses": found})


@box_facts.post("/workshop/box/<room>/rulebook/forget")
def forget_rulebook(room: str) -> Response:
    owner_only()
    body_of(NothingBody)
    known_room(room)
    offloaded(house_desk().rulebooks.forget, room)
    return accepted("workshop.box.rulebook_forgotten")


@box_facts.post("/workshop/box/import")
def imported() -> Response:
    """Import a box file of another house; it says itself which room it is for."""
    owner_only()
    request.max_content_length = MOST_BYTES
    text = body_of(FileBody).text
    try:
        room, wrong = offloaded(_boxes().take, text)
    except NotABox as no_box:
        return _refused(wrong_said(no_box))
    if wrong:
        return _refused(say("workshop.box.not_taken", why=together(wrong[:5])))
    house_desk().notifier.notify()
    _tell_the_table(room)
    return accepted("workshop.box.taken", room=room)


def changed(room: str, change: Callable[[Mapping[str, Any]], dict[str, Any]]) -> Response:
    """Keep a change of a box, and tell the open game; say what became of it."""
    known_room(room)
    boxes = _boxes()
    try:
        wrong = offloaded(lambda: boxes.keep(room, change(boxes.draft(room))))
    except (BadFact, NotABox, NotFilled) as refused:
        return _refused(wrong_said(refused))
    house_desk().notifier.notify()
    told = _wrong(room, boxes.draft(room), house_desk().words[language()], wrong) if wrong else []
    if told:
        return accepted("workshop.box.draft", wrong=told)
    kept, values = _tell_the_table(room)
    return accepted(f"workshop.box.{kept}", values, wrong=[])


def _tell_the_table(room: str) -> tuple[str, dict[str, Any]]:
    """Let the game that is open know its box too; which sentence says what became of it."""
    house = house_desk().house
    running, plan = house.open, house.place.plan
    if running is None or running.table.game.name != room or (plan and plan.rehearsal):
        return "kept", {}
    box = running.table.game.load_box(_boxes().path_of(room))
    done = offloaded(correct_box, running.table, box, TABLE)
    if done.kind in ("refused", "stopped"):
        return "kept_apart", {}
    others = offloaded(otherwise_with, running.table, box)
    return ("kept_before", {"numbers": list(others)}) if others else ("kept_open", {})


def _refused(said: str) -> Response:
    told = {"kind": "refused", "say": said}
    return Response(msgspec.json.encode(told), 409, mimetype="application/json")


def _boxes() -> Boxes:
    return Boxes(house_desk().house.folder)
