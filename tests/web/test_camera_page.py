"""The camera on its bench: who may look through it, what is said, and that nothing is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.find.aim import aim
from calibration.geometry.markers import as_printed, paper_called
from calibration.paint import Studio, random_scene
from companion.config.settings import load_settings
from companion.games.wall import GAME
from companion.house import FOLDER, House
from companion.rooms import board_of
from companion.senses.camera_view import CameraView, Viewing, measured, viewed
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from companion.workshop.bench import Tools, no_tools

from .test_house import PLAN, WORDS, Here, Shown

BOARD = board_of(GAME, GAME.load_box(None))


@pytest.fixture(scope="module")
def picture() -> Any:
    return Studio(BOARD, PAPYRUS, random_scene(3, (960, 540), 0.3)).frame()


@pytest.fixture
def shown(picture: Any) -> list[CameraView]:
    """What the camera shows; the last counts."""
    return [viewed(picture, BOARD, None, ())]


@pytest.fixture
def here(tmp_path: Path, shown: list[CameraView]) -> Iterator[Here]:
    site = HouseSite(Notifier())
    house, owner = House(tmp_path, Shown(site=site)), Owner(tmp_path / FOLDER / "owner.json")
    tools = Tools(no_tools().bench, view=lambda room, corners: shown[-1])
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {}, tools=tools)
    house.start()
    yield Here(site, house, owner)
    house.stop()


@pytest.mark.parametrize(
    ("token", "may"), [("", False), ("anna", False), ("ref", True), ("owner", True)]
)
def test_only_owner_and_referee_look_through_the_camera(here: Here, token: str, may: bool) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token == "owner":
        phone.post("/house/claim", {"code": here.owner.code})
    elif token:
        phone.get(f"/join/{token}")
    for path in ("facts.json", "view.json?room=wall"):
        assert phone.get(f"/workshop/camera/{path}").status_code == (200 if may else 403)
    body = {"room": "wall", "corners": ""}
    kept = phone.post("/workshop/camera/corners", body).status_code
    assert kept == (200 if token == "owner" else 403)


def test_a_good_picture_gets_its_tick_and_every_cell_its_outline(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    seen = phone.get("/workshop/camera/view.json?room=wall").get_json()
    assert seen["good"]
    assert seen["advice"] == []
    assert len(seen["cells"]) == len(BOARD.cells)
    assert any("4 of 4" in fact for fact in seen["facts"])


def test_tapped_corners_are_kept_in_the_settings_of_the_house(here: Here, tmp_path: Path) -> None:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    body = {"room": "wall", "corners": "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9"}
    assert phone.post("/workshop/camera/corners", body).status_code == 200
    kept = tomllib.loads((tmp_path / FOLDER / "settings.toml").read_text())
    assert kept["eye"]["tapped"]["wall"] == [[128, 72], [1152, 72], [1152, 648], [128, 648]]
    taller = {**body, "size": [1280, 960]}
    assert phone.post("/workshop/camera/corners", taller).status_code == 200
    kept = tomllib.loads((tmp_path / FOLDER / "settings.toml").read_text())
    assert kept["eye"]["tapped"]["wall"] == [[128, 96], [1152, 96], [1152, 864], [128, 864]]
    broken = {"room": "wall", "corners": "1,2"}
    assert phone.post("/workshop/camera/corners", broken).status_code == 400
    nowhere = {**body, "room": "cellar"}
    assert phone.post("/workshop/camera/corners", nowhere).status_code == 404


def test_corners_tapped_for_one_board_are_not_those_of_another(here: Here, tmp_path: Path) -> None:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    wall = {"room": "wall", "corners": "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9"}
    phone.post("/workshop/camera/corners", wall)
    phone.post("/workshop/camera/corners", {**wall, "room": "kheops", "corners": ""})
    eye = load_settings(tmp_path / FOLDER / "settings.toml").eye
    assert eye.clicked("wall") == ((128, 72), (1152, 72), (1152, 648), (128, 648))
    assert eye.clicked("kheops") is None
    assert eye.clicked("bowl") is None


def test_a_print_of_another_size_is_said_and_kept_when_the_owner_wants(
    here: Here, shown: list[CameraView]
) -> None:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    path = "/workshop/camera/view.json?room=wall"
    assert phone.get(path).get_json()["printed"] is None
    lens = {"exposure_ms": 8.25, "gain": 2.0, "red": 1.5, "blue": 1.75, "focus_cm": 61.0}
    lens |= {"across_degrees": 66.0, "crop_percent": 100.0}
    shown.append(msgspec.structs.replace(shown[0], lens=lens, printed=("letter", 97.2)))
    seen = phone.get(path).get_json()
    assert "97.2 %" in seen["printed"]["say"]
    assert {"Exposure: 8.2 ms", "Focus: 61 cm"} <= set(seen["facts"])
    assert {"View: 66° across", "Sensor used: 100 %"} <= set(seen["facts"])
    assert seen["size"] == [960, 540]
    values = {"printed_percent": seen["printed"]["percent"], "paper": seen["printed"]["paper"]}
    assert phone.post("/settings/change", {"values": values}).status_code == 200
    assert phone.get(path).get_json()["printed"] is None


def test_the_print_is_measured_in_a_picture_of_the_board() -> None:
    small = as_printed(BOARD, paper_called("a4"), 0.96)
    studio = Studio(small, PAPYRUS, random_scene(5, (1280, 720), 0.2))
    found = measured(studio.frame(), BOARD)
    assert found is not None
    assert found[0] == "a4"
    assert abs(found[1] - 96.0) < 1.0


def test_looking_leaves_nothing_on_the_card(here: Here, tmp_path: Path) -> None:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    before = sorted(tmp_path.rglob("*"))
    phone.get("/workshop/camera/view.json?room=wall")
    assert sorted(tmp_path.rglob("*")) == before


def test_the_one_thing_to_do_first_is_named(picture: Any) -> None:
    small = cv2.copyMakeBorder(
        cv2.resize(picture, (240, 135)), 200, 205, 360, 360, cv2.BORDER_REPLICATE
    )
    lamp = picture.copy()
    x, y = (round(v) for v in np.mean(_cell(picture, "4,3"), axis=0))
    cv2.circle(lamp, (x, y), 25, (255, 255, 255), -1)
    assert aim(picture, BOARD).faults == ()
    assert aim(np.zeros_like(picture), BOARD).faults == ("dark",)
    assert aim(cv2.GaussianBlur(picture, (0, 0), 14), BOARD).faults[0] == "blurred"
    assert "4,3" in aim(lamp, BOARD).glaring
    assert not aim(small, BOARD).good


def _cell(picture: Any, name: str) -> Any:
    wide, high = picture.shape[1], picture.shape[0]
    return [(x * wide, y * high) for x, y in aim(picture, BOARD).cells[name]]


def broken_camera() -> Any:
    raise OSError("nobody plugged a camera in")


def test_a_camera_that_is_not_there_is_a_sentence_and_no_process_is_left() -> None:
    viewing = Viewing()
    assert viewing.look("wall", broken_camera) == CameraView(trouble="nobody plugged a camera in.")
    viewing.stop()
    assert viewing._process is None
