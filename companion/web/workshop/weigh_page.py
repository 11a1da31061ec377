"""Weighing in on a page: the walk, with what the plate carries right now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.core.decode import decode
from companion.house import FOLDER
from companion.house.errors import NotNow
from companion.util.files import write_whole
from companion.workshop.weigh_in import KNOWN_G, WeighInWalk, outcome

from ..house.answers import accepted, refused
from ..house.context import house_desk
from ..house.pages import json
from ..kit.context import body_of, offloaded
from .frame import bench, insiders_only

weighing = Blueprint("weighing", __name__)
FILE = "weighing.json"


class BeginWeighingBody(msgspec.Struct, forbid_unknown_fields=True):
    known: float


class TakeBody(msgspec.Struct, forbid_unknown_fields=True):
    step: int
    """How many steps were done when the page was read: two phones do not take one step twice."""


@weighing.get("/workshop/weigh")
def page() -> str:
    return bench("weigh")


@weighing.get("/workshop/weigh/walk.json")
def shown_walk() -> Response:
    """Send how far the walk is, and what the plate carries now."""
    insiders_only()
    desk, kept = house_desk(), _kept()
    if desk.house.open is not None:
        return json({"playing": True})
    if not any(each.part == "scale" for each in desk.tools.bench.wired):
        return json({"playing": False, "scale": False})
    offloaded(desk.tools.bench.look)
    plate = desk.tools.bench.plate
    count, still = plate.count, plate.is_still
    shown: dict[str, Any] = {"playing": False, "scale": True, "count": count, "still": still}
    shown["walk"] = None
    if kept is not None:
        shown["walk"] = {
            "done": len(kept.counts),
            "of": len(kept.steps),
            "step": kept.step,
            "known": kept.known,
            "grams": None if count is None else kept.grams(count),
        }
    return json(shown)


@weighing.post("/workshop/weigh/begin")
def begin() -> Response:
    insiders_only()
    known = body_of(BeginWeighingBody).known
    if not KNOWN_G[0] <= known <= KNOWN_G[1]:
        return refused(NotNow("weigh_known", least=KNOWN_G[0], most=KNOWN_G[1]))
    desk = house_desk()
    rate = desk.preferences.settings.wiring.samples_a_second
    if rate is None:
        return refused(NotNow("check_not_now"))
    _keep(WeighInWalk(desk.tools.boulders(), known, rate))
    return accepted()


@weighing.post("/workshop/weigh/take")
def take() -> Response:
    """Note what lies on the plate; the last step keeps the weights."""
    insiders_only()
    body, kept = body_of(TakeBody), _kept()
    if kept is None or len(kept.counts) != body.step:
        return refused(NotNow("weigh_elsewhere"))
    plate = house_desk().tools.bench.plate
    count = plate.count
    if count is None or not plate.is_still:
        return refused(NotNow("weigh_swings"))
    kept = kept.take(count)
    if kept.step is not None:
        _keep(kept)
        return accepted()
    found = outcome(kept)
    if not found.kept:
        return refused(NotNow("weigh_impossible"))
    offloaded(house_desk().tools.weighed, found.kept)
    _path().unlink(missing_ok=True)
    return accepted("checking.weigh_kept", {"alike": found.alike}, done=True)


@weighing.post("/workshop/weigh/back")
def back() -> Response:
    """Do the step before again."""
    insiders_only()
    kept = _kept()
    if kept is not None:
        _keep(kept.back())
    return accepted()


def _path() -> Path:
    return house_desk().house.folder / FOLDER / FILE


def _kept() -> WeighInWalk | None:
    """Return the walk somebody began, also on another phone or before a restart."""
    try:
        return decode(_path().read_bytes(), WeighInWalk)
    except (OSError, msgspec.MsgspecError):
        return None


def _keep(walk: WeighInWalk) -> None:
    _path().parent.mkdir(parents=True, exist_ok=True)
    offloaded(write_whole, _path(), msgspec.json.encode(walk), 0o644)
