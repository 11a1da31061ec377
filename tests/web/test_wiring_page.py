"""Wiring and cameras on their pages: found, chosen, tried, and written whole or not at all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.config.wiring import Wiring, read_wiring
from companion.house import FOLDER, House
from companion.house.preferences import Preferences
from companion.senses.camera_view import CameraView
from companion.util.markdown import guide_nodes
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.house.guides import DOCS
from companion.web.server.notifier import Notifier
from companion.words import LANGUAGES, load
from companion.workshop.bench import Tools, no_tools
from companion.workshop.part_forms import part_forms, pins_taken, plain_part, with_part

from .test_house import PLAN, WORDS, Here, Shown

LAMP = {"part": "lamp", "kind": "led", "values": {"name": "1", "pin": 17}}
SCALE = {"part": "scale", "kind": "hx711", "values": {"clock": 20, "data": 21}}


@pytest.fixture
def tried() -> list[str]:
    return []


@pytest.fixture
def here(tmp_path: Path, tried: list[str]) -> Iterator[Here]:
    site = HouseSite(Notifier())
    house, owner = House(tmp_path, Shown(site=site)), Owner(tmp_path / FOLDER / "owner.json")
    preferences = Preferences.read(None, tmp_path / FOLDER / "settings.toml")

    def attempt(camera: str) -> CameraView:
        tried.append(camera)
        return (
            CameraView(b"\xff\xd8jpeg", (640, 480))
            if camera == "0"
            else CameraView(trouble="no_picture")
        )

    tools = Tools(no_tools().bench, attempt=attempt)
    create_house_app(
        house,
        site,
        words=WORDS,
        owner=owner,
        senses=lambda room: {},
        tools=tools,
        preferences=preferences,
    )
    house.start()
    yield Here(site, house, owner)
    house.stop()


@pytest.fixture
def owner(here: Here) -> Any:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    return phone


def written(tmp_path: Path) -> list[dict[str, Any]]:
    file = tmp_path / FOLDER / "settings.toml"
    parts: list[dict[str, Any]] = tomllib.loads(file.read_text())["wiring"]["parts"]
    return parts


def test_a_part_is_wired_from_its_form_and_its_pin_is_taken_from_then_on(
    owner: Any, tmp_path: Path
) -> None:
    before = owner.get("/workshop/wiring.json").get_json()
    assert [10, "GPIO 15", "", True] in before["pins"]
    assert [11, "GPIO 17", "", True] in before["pins"]
    assert owner.post("/workshop/wiring/add", LAMP).get_json()["kind"] == "accepted"
    assert written(tmp_path) == [{"part": "lamp", "kind": "led", "name": "1", "pin": 17}]
    after = owner.get("/workshop/wiring.json").get_json()
    assert [11, "GPIO 17", "lamp 1", False] in after["pins"]
    lamp = next(form for form in after["forms"] if form["kind"] == "led")
    assert "1" not in lamp["names"]
    drawn = owner.get("/workshop/check/header.json").get_json()["pins"]
    assert [11, "GPIO 17", "lamp 1"] in drawn


def test_what_cannot_be_wired_is_refused_by_name_and_nothing_is_written(
    owner: Any, tmp_path: Path
) -> None:
    owner.post("/workshop/wiring/add", LAMP)
    for values in ({"name": "2", "pin": 17}, {"name": "moon", "pin": 18}, {"name": "2"}):
        refused = owner.post("/workshop/wiring/add", {**LAMP, "values": values})
        assert refused.status_code == 409
        assert len(refused.get_json()["say"]) > 20
    assert len(written(tmp_path)) == 1


def test_a_part_is_taken_out_again_and_the_others_stay(owner: Any, tmp_path: Path) -> None:
    for part in (LAMP, SCALE):
        owner.post("/workshop/wiring/add", part)
    gone = {"part": "lamp", "name": "1"}
    assert owner.post("/workshop/wiring/remove", gone).get_json()["kind"] == "accepted"
    assert written(tmp_path) == [{"part": "scale", "kind": "hx711", "clock": 20, "data": 21}]


def test_only_the_owner_wires_and_nobody_during_a_game(here: Here, owner: Any) -> None:
    stranger = here.phone()
    assert stranger.get("/workshop/wiring.json").status_code == 403
    assert stranger.post("/workshop/wiring/add", LAMP).status_code == 403
    owner.post("/house/begin", PLAN)
    assert owner.post("/workshop/wiring/add", LAMP).status_code == 409


def test_every_kind_of_part_has_words_and_a_plain_form_reads_back() -> None:
    for language in LANGUAGES:
        said = load(language, strict=True).under("checking.page")
        for form in part_forms(Wiring()):
            assert f"wiring_{form.part}_{form.kind}" in said
            assert {f"wiring_{name}" for name in form.asked} <= said.keys()
            uses = {f"wiring_wire_{use}" if use else "wiring_wire" for _, use in form.wires}
            assert uses <= said.keys()
    parts = with_part(
        Wiring(), {"part": "lamp", "kind": "rgb", "name": "1", "pins": [5, 6, 12]}, ""
    )
    wiring = read_wiring({"parts": parts})
    assert [plain_part(part) for part in wiring.parts] == parts


def test_a_bus_that_is_in_use_keeps_its_pins() -> None:
    strip = {"part": "strip", "kind": "ws2812", "names": ["1", "2"]}
    wiring = read_wiring({"parts": [strip]})
    free = {name for _, name, _, may in pins_taken(wiring) if may}
    assert "GPIO 10" not in free
    assert {"GPIO 17", "GPIO 2"} <= free
    assert not free & {"3V3", "5V", "GND", "ID SD"}


def test_a_camera_is_tried_without_being_set(here: Here, owner: Any, tried: list[str]) -> None:
    assert here.phone().get("/workshop/camera/found.json").status_code == 403
    found = owner.get("/workshop/camera/found.json").get_json()
    assert (found["camera"], found["playing"]) == ("none", False)
    seen = owner.post("/workshop/camera/try", {"camera": "0"}).get_json()
    assert (seen["kind"], seen["size"]) == ("accepted", [640, 480])
    dark = owner.post("/workshop/camera/try", {"camera": "7"})
    assert (dark.status_code, "no picture" in dark.get_json()["say"]) == (409, True)
    assert owner.post("/workshop/camera/try", {"camera": "/etc"}).status_code == 409
    assert tried == ["0", "7"]
    assert owner.get("/workshop/camera/found.json").get_json()["camera"] == "none"


def test_a_folder_of_pictures_or_a_film_is_a_camera_to_try_with(owner: Any, tmp_path: Path) -> None:
    folder, film = tmp_path / "pictures", tmp_path / "evening.mp4"
    folder.mkdir()
    change = {"values": {"camera": str(folder)}}
    assert owner.post("/settings/change", change).status_code == 409
    cv2.imwrite(str(folder / "one.png"), np.zeros((4, 4, 3), np.uint8))
    film.write_bytes(b"film")
    for name in (folder, film):
        answer = owner.post("/settings/change", {"values": {"camera": str(name)}}).get_json()
        assert (answer["kind"], "restart" in answer["applies"]) == ("accepted", False)
    assert owner.get("/workshop/camera/found.json").get_json()["camera"] == str(film)


def test_the_guides_are_served_and_their_links_lead_somewhere(owner: Any) -> None:
    for name in ("build", "box-facts", "network", "photographs", "playing", "teaching"):
        assert owner.get(f"/guide/{name}").status_code == 200
        nodes = owner.get(f"/guide/{name}.json").get_json()["nodes"]
        assert nodes[0][0] == "h1"
        for to in addresses(nodes):
            if to.startswith("/"):
                assert owner.get(to.partition("#")[0]).status_code == 200, to
    for name in ("../README", "nothing", "pictures/../build.md"):
        assert owner.get(f"/guide/{name}").status_code == 404


def addresses(nodes: Any) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            continue
        _, attributes, inside = node
        yield from (attributes[key] for key in ("href", "src") if key in attributes)
        yield from addresses(inside)


def test_a_guide_is_read_whole_and_never_as_markup() -> None:
    text = (DOCS / "build.md").read_text("utf-8")
    tags = {node[0] for node in guide_nodes(text) if not isinstance(node, str)}
    assert {"h1", "h2", "p", "table", "pre", "ol"} <= tags
    assert guide_nodes("A <b>tag</b>") == [("p", {}, ["A <b>tag</b>"])]
