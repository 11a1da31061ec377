"""Wiring on a page: a part is added or taken away, and the drawing of the pins follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.config.wiring import BadWiring
from companion.house.errors import HouseError, NotNow
from companion.workshop.part_forms import part_forms, pins_taken, with_part, without_part

from ..house.answers import accepted, not_done, owner_only, refused
from ..house.context import house_desk
from ..house.pages import json
from ..kit.context import body_of, offloaded, wrong_said

wiring = Blueprint("wiring", __name__)


class NewPartBody(msgspec.Struct, forbid_unknown_fields=True):
    part: str
    kind: str
    values: dict[str, Any] = {}


class OldPartBody(msgspec.Struct, forbid_unknown_fields=True):
    part: str
    name: str = ""


@wiring.get("/workshop/wiring.json")
def offered() -> Response:
    """What can still be wired, and which pins are free for it."""
    owner_only()
    wired = house_desk().preferences.settings.wiring
    forms = [msgspec.to_builtins(form) for form in part_forms(wired)]
    return json({"forms": forms, "pins": pins_taken(wired), "playing": _playing()})


@wiring.post("/workshop/wiring/add")
def add() -> Response:
    """Wire one more part; it can be tried at once."""
    owner_only()
    body = body_of(NewPartBody)
    part = {"part": body.part, "kind": body.kind, **body.values}
    return _rewired("wiring.added", lambda wired, where: with_part(wired, part, where))


@wiring.post("/workshop/wiring/remove")
def remove() -> Response:
    owner_only()
    body = body_of(OldPartBody)
    return _rewired(
        "wiring.removed", lambda wired, where: without_part(wired, body.part, body.name, where)
    )


def _rewired(said: str, change: Callable[[Any, str], list[dict[str, Any]]]) -> Response:
    desk = house_desk()
    if _playing():
        return refused(NotNow("check_playing"))
    try:
        parts = change(desk.preferences.settings.wiring, desk.preferences.file.name)
        offloaded(desk.preferences.wire, parts)
    except BadWiring as wrong:
        return not_done(wrong_said(wrong))
    except HouseError as wrong:
        return refused(wrong)
    offloaded(desk.tools.bench.close)
    return accepted(f"checking.{said}")


def _playing() -> bool:
    return house_desk().house.open is not None
