"""The parts on their bench: lit, heard, pressed and weighed, and what was found before."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.house import FOLDER
from companion.house.errors import NotNow
from companion.words import Words
from companion.workshop import check_log
from companion.workshop.bench import Workbench
from companion.workshop.parts import Wired, header
from companion.workshop.remedies import STEPS, place_of_trouble

from ..house.answers import accepted, refused
from ..house.context import house_desk
from ..house.pages import json
from ..kit.context import body_of, language, offloaded
from ..kit.localise import worded
from .frame import bench, insiders_only

checks = Blueprint("checks", __name__)


class PartBody(msgspec.Struct, forbid_unknown_fields=True):
    part: str


class FoundBody(msgspec.Struct, forbid_unknown_fields=True):
    part: str
    works: bool


@checks.get("/workshop/check")
def page() -> str:
    return bench("check")


@checks.get("/workshop/check/parts.json")
def shown_parts() -> Response:
    """Return every part, what it shows now, and what was found the last time."""
    insiders_only()
    desk = house_desk()
    playing = desk.house.open is not None
    shown = {} if playing else _in_words(offloaded(desk.tools.bench.look))
    found = {each.part: each for each in offloaded(check_log.read, _file())}
    wired = desk.tools.bench.wired
    listed = [_listed(each, shown.get(each.id), found.get(each.id)) for each in wired]
    _note_faults(shown, found)
    return json({"playing": playing, "parts": listed})


@checks.get("/workshop/check/header.json")
def pins() -> Response:
    """Return the forty pins, and what is wired to them in this house."""
    insiders_only()
    listed = header(house_desk().preferences.settings.wiring)
    return json({"pins": [[pin.place, pin.name, pin.part] for pin in listed]})


@checks.get("/workshop/check/history.json")
def past() -> Response:
    insiders_only()
    found = offloaded(check_log.read, _file())
    return json({"found": msgspec.to_builtins(found[::-1])})


@checks.post("/workshop/check/try")
def attempt() -> Response:
    """Light a lamp, sound the buzzer, let the voice speak."""
    insiders_only()
    desk, part = house_desk(), body_of(PartBody).part
    if desk.house.open is not None:
        return refused(NotNow("check_playing"))
    if not offloaded(_tried, desk.tools.bench, part, desk.words[language()]):
        return refused(NotNow("check_not_now"))
    return accepted()


def _tried(parts: Workbench, part: str, words: Words) -> bool:
    if part == "speech":
        return parts.say(words.put("checking.page.check_hello", {}))
    return parts.act(part)


@checks.post("/workshop/check/found")
def judged() -> Response:
    """Record a person's judgement whether a part works."""
    insiders_only()
    desk, body = house_desk(), body_of(FoundBody)
    if body.part not in {each.id for each in desk.tools.bench.wired}:
        return refused(NotNow("check_not_now"))
    offloaded(check_log.note, _file(), check_log.CheckEntry(time.time(), body.part, body.works))
    return accepted()


def _file() -> Any:
    return house_desk().house.folder / FOLDER / check_log.FILE


def _listed(
    part: Wired, shown: Mapping[str, Any] | None, last: check_log.CheckEntry | None
) -> dict[str, Any]:
    failed = last is not None and not last.works
    place = place_of_trouble(part.part, part.does, shown, failed)
    return {
        "id": part.id,
        "sort": part.part,
        "name": part.name,
        "does": part.does,
        "places": part.places,
        "shown": shown,
        "trouble": place,
        "steps": STEPS.get(place, ()),
        "last": None if last is None else {"at": last.at, "works": last.works},
    }


def _in_words(shown: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return what the parts show, with their faults in the reader's language."""
    return {
        part: {
            **each,
            "fault": worded(msgspec.to_builtins(each["fault"]), house_desk().words[language()]),
        }
        for part, each in shown.items()
    }


def _note_faults(shown: Mapping[str, Mapping[str, Any]], found: Mapping[str, Any]) -> None:
    """Keep what could not be opened, once."""
    for part, each in shown.items():
        known = found.get(part)
        if each["fault"] and (known is None or known.works):
            fault = check_log.CheckEntry(time.time(), part, False, each["fault"])
            offloaded(check_log.note, _file(), fault)
