"""The camera on its bench: what it sees, what is found in it, and the one thing to do next.

Owner and referee alone look through it, a picture at a time, and none of them is kept.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.game import ROOMS
from companion.core.observation import SURE
from companion.core.verdict import Saying
from companion.house.errors import HouseError
from companion.house.fields import BY_NAME, checked
from companion.words import Words

from ..house.answers import accepted, not_done, owner_only, refused
from ..house.context import house_desk, is_owner
from ..house.pages import json, title_of
from ..kit.context import body_of, language, offloaded
from ..table.eye_messages import said_quietly
from ..table.photo_moves import corners_of
from .frame import bench, insiders_only

camera = Blueprint("camera", __name__)

SAME_PERCENT = 1.0
"""A print nearer to what is set needs nothing."""
TROUBLES = ("none", "no_picture", "starting", "private")


@camera.get("/workshop/camera")
def page() -> str:
    return bench("camera")


@camera.get("/workshop/camera/facts.json")
def facts() -> Response:
    """Send which camera this house has, and over which boards it may look."""
    insiders_only()
    here, words = house_desk(), house_desk().words[language()]
    running = here.house.open
    rooms = [running.table.game.name] if running is not None else list(ROOMS)
    return json(
        {
            **here.tools.camera(),
            "playing": running is not None,
            "rooms": [{"name": name, "title": title_of(name, words)} for name in rooms],
        }
    )


@camera.get("/workshop/camera/view.json")
def view() -> Response:
    """Send one look through the camera with its picture, so that both belong together."""
    insiders_only()
    here, room = house_desk(), request.args.get("room", "")
    if room not in ROOMS:
        abort(404)
    seen = offloaded(here.tools.view, room, corners_of(request.args.get("corners", "")))
    words = here.words[language()]
    if seen is None or seen.trouble:
        return json({"trouble": _trouble("none" if seen is None else seen.trouble, words)})
    return json(_shown(seen, words))


class CameraBody(msgspec.Struct, forbid_unknown_fields=True):
    camera: str


@camera.get("/workshop/camera/found.json")
def found() -> Response:
    """The cameras this machine has, and which one is set."""
    owner_only()
    here = house_desk()
    on_usb = offloaded(here.keeper.machine.cameras)
    return json(
        {
            "cameras": [{"value": one, "name": name} for one, name in on_usb.items()],
            "ribbon": find_spec("picamera2") is not None,
            "camera": here.preferences.settings.eye.camera,
            "fixed": "camera" in here.preferences.fixed,
            "playing": here.house.open is not None,
        }
    )


@camera.post("/workshop/camera/try")
def attempt() -> Response:
    """One picture of a camera that is not set yet; nothing is kept and nothing changes."""
    owner_only()
    here, name = house_desk(), body_of(CameraBody).camera
    try:
        named = checked(BY_NAME["camera"], name)
    except HouseError as wrong:
        return refused(wrong)
    seen = None if named == "none" else offloaded(here.tools.attempt, named)
    if seen is None or seen.trouble:
        words = here.words[language()]
        return not_done(_trouble("none" if seen is None else seen.trouble, words))
    return accepted(picture=b64encode(seen.jpeg).decode(), size=list(seen.size))


Pixels = Annotated[int, msgspec.Meta(ge=1, le=20_000)]


class CornersBody(msgspec.Struct, forbid_unknown_fields=True):
    room: str
    corners: str
    size: tuple[Pixels, Pixels] | None = None
    """How large the picture was they were tapped in: a camera may give another than was set."""


@camera.post("/workshop/camera/corners")
def keep_corners() -> Response:
    """Keep the corners of a room's board without markers; none at all mean: by its markers."""
    owner_only()
    body = body_of(CornersBody)
    if body.room not in ROOMS:
        abort(404)
    here = house_desk()
    eye = here.preferences.settings.eye
    wide, high = body.size or (eye.width, eye.height)
    pixels = [(x * wide, y * high) for x, y in corners_of(body.corners)]
    try:
        offloaded(here.preferences.place, body.room, pixels)
    except HouseError as why:
        return refused(why)
    return accepted(f"camera.kept.{'corners' if pixels else 'markers'}")


def _trouble(why: Saying | str, words: Words) -> str:
    if isinstance(why, Saying):
        return words.say(why)
    return words.put(f"camera.trouble.{why if why in TROUBLES else 'no_picture'}", {})


def _shown(seen: Any, words: Words) -> dict[str, Any]:
    aim = seen.aim
    return {
        "picture": b64encode(seen.jpeg).decode(),
        "size": aim["size"],
        "good": not aim["faults"],
        "advice": [_advice(fault, aim, words) for fault in aim["faults"][:1]],
        "outline": aim["outline"],
        "markers": aim["markers"],
        "cells": [
            {"name": name, "at": at, **_cell(name, seen.cells, aim["glaring"])}
            for name, at in aim["cells"].items()
        ],
        "facts": [*_facts(aim, words), *_lens(seen.lens, words)],
        "outlook": said_quietly(seen.outlook, words),
        "printed": _printed(seen.printed, words),
    }


def _lens(lens: Mapping[str, float], words: Words) -> list[str]:
    """Return how the camera is held, as far as it says so."""
    told: list[tuple[str, dict[str, float]]] = []
    if "exposure_ms" in lens:
        told.append(("exposure", {"ms": round(lens["exposure_ms"], 1)}))
    if "gain" in lens:
        told.append(("gain", {"gain": round(lens["gain"], 1)}))
    if "red" in lens:
        told.append(("balance", {"red": round(lens["red"], 2), "blue": round(lens["blue"], 2)}))
    if "kelvin" in lens:
        told.append(("kelvin", {"kelvin": round(lens["kelvin"])}))
    if "focus_cm" in lens:
        told.append(("focus", {"centimetres": round(lens["focus_cm"])}))
    if "across_degrees" in lens:
        told.append(("view", {"degrees": round(lens["across_degrees"])}))
    if "crop_percent" in lens:
        told.append(("crop", {"percent": round(lens["crop_percent"])}))
    return [words.put(f"camera.fact.{name}", values) for name, values in told]


def _printed(measured: tuple[str, float] | None, words: Words) -> dict[str, Any] | None:
    """Say if a print isn't as large as it should be, or on other paper than the settings say."""
    if measured is None:
        return None
    (paper, percent), eye = measured, house_desk().preferences.settings.eye
    known = paper == eye.paper and abs(percent - eye.printed_percent) <= SAME_PERCENT
    if known:
        return None
    say = words.put("camera.printed", {"percent": percent, "paper": paper})
    return {"say": say, "paper": paper, "percent": percent, "owner": is_owner()}


def _cell(name: str, read: Any, glaring: Any) -> dict[str, Any]:
    label, chance = read.get(name, ("", 0.0))
    state = "glare" if name in glaring else ""
    if not state and name in read:
        state = "sure" if chance >= SURE and label != "?" else "doubt" if label else "unread"
    return {"state": state, "label": label, "chance": round(chance, 2)}


def _advice(fault: str, aim: Any, words: Words) -> str:
    """Return the one thing to do next."""
    if fault == "not_found":
        return words.put(aim["reason"]["key"], aim["reason"]["values"])
    centimetres = max(5, 5 * round(aim["nearer_cm"] / 5))
    cell = aim["glaring"][0] if aim["glaring"] else ""
    return words.put(f"camera.do.{fault}", {"centimetres": centimetres, "cell": cell})


def _facts(aim: Any, words: Words) -> list[str]:
    """Light, sharpness, distance and angle in plain words."""
    told: list[tuple[str, dict[str, int]]] = [
        ("light", {"percent": round(aim["light"] / 2.55)}),
        ("sharp", {"sharpness": round(aim["sharpness"])}),
    ]
    if aim["outline"]:
        told += [
            ("distance", {"centimetres": round(aim["distance_cm"])}),
            ("slant", {"degrees": round(aim["slant"])}),
            ("cells", {"pixels": round(aim["cell_px"])}),
        ]
    if aim["markers"] or aim["missing"]:
        seen = len(aim["markers"])
        told.append(("markers", {"seen": seen, "all": seen + len(aim["missing"])}))
    return [words.put(f"camera.fact.{name}", values) for name, values in told]
