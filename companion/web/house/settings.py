"""Settings on their page: each checked as it is typed, changed by the owner alone."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.house.errors import HouseError
from companion.house.fields import BY_NAME, FIELDS, BadField, SettingField, checked

from ..kit.context import NothingBody, body_of, language, offloaded
from .answers import accepted, owner_only, refused
from .context import house_desk
from .pages import json, page

settings = Blueprint("settings", __name__)


class FieldBody(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    value: Any


class ValuesBody(msgspec.Struct, forbid_unknown_fields=True):
    values: dict[str, Any]


@settings.get("/settings")
def settings_page() -> str:
    """Show the same page to everybody; without the owner's key it says who may change it."""
    return page("settings")


@settings.get("/settings/values.json")
def values() -> Response:
    owner_only()
    preferences = house_desk().preferences
    found, said = preferences.values(), house_desk().words[language()]
    fields = [_plain(field, found[field.name], field.name in preferences.fixed) for field in FIELDS]
    for field in fields:
        if field["name"] == "camera":
            cameras = offloaded(house_desk().keeper.machine.cameras)
            field["found"] = [{"value": one, "name": name} for one, name in cameras.items()]
    trouble = said.say(preferences.trouble) if preferences.trouble else ""
    return json({"fields": fields, "file": str(preferences.file), "trouble": trouble})


def _plain(field: SettingField, value: Any, fixed: bool) -> dict[str, Any]:
    return {
        "name": field.name,
        "kind": field.kind,
        "choices": list(field.choices),
        "applies": field.applies,
        "value": value,
        "fixed": fixed,
    }


@settings.post("/settings/check")
def check() -> Response:
    """Whether a field may hold this; nothing is changed."""
    owner_only()
    body = body_of(FieldBody)
    try:
        if body.name not in BY_NAME:
            raise BadField("setting_unknown", name=body.name[:40])
        checked(BY_NAME[body.name], body.value)
    except HouseError as wrong:
        return refused(wrong)
    return accepted()


@settings.post("/settings/change")
def change() -> Response:
    """Set some fields, all or none; the answer says when they count."""
    owner_only()
    here, wanted = house_desk(), body_of(ValuesBody).values
    try:
        applies = offloaded(here.preferences.change, wanted)
    except HouseError as wrong:
        return refused(wrong)
    here.notifier.notify()
    when = next((one for one in ("restart", "next_game") if one in applies), "now")
    return accepted(f"house.settings_saved.{when}", applies=sorted(applies))


@settings.post("/settings/restart")
def restart() -> Response:
    """Start the house again; the open game comes back as it stood."""
    owner_only()
    body_of(NothingBody)
    house_desk().restart()
    return accepted("house.restarting")
