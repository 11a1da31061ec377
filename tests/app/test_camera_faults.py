"""A camera that is missing, hangs or repeats itself: said in words, retried, played on by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.paint.wall.lesson import learn_painted
from calibration.teach.store import save
from companion.app import FROZEN_SECONDS, GameSession, run
from companion.config.settings import EyeSettings
from companion.core.observation import Said
from companion.core.roles import TABLE
from companion.games import wall
from companion.games.wall import moves as m
from companion.rooms import board_of, labels_of
from companion.senses.eye import BLANK, REPEATS, Eye
from hardware.errors import CameraGone
from hardware.real.prompt_camera import PromptCamera
from hardware.simulated.camera import SimulatedCamera
from tests.rooms.wall.laid import SEATS
from tests.saying import refuses

SIZE = (640, 360)
PATIENCE_SECONDS = 90.0


def until(so: Callable[[], bool]) -> bool:
    """Whether something comes true before a slow machine's patience ends."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if so():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    box = wall.GAME.load_box(None)
    board = board_of(wall.GAME, box)
    lesson = learn_painted(board, PAPYRUS, labels_of(wall.GAME, box), SIZE)
    return save(lesson, tmp_path_factory.mktemp("cards"))


def painted() -> Any:
    box = wall.GAME.load_box(None)
    studio = Studio(board_of(wall.GAME, box), PAPYRUS, random_scene(7, SIZE, 0.0), {})
    return studio.frame()


def test_a_missing_camera_is_reported_the_game_goes_on_and_seeing_begins_when_it_comes(
    tmp_path: Path, cards: Path
) -> None:
    evening = GameSession(
        game=wall.GAME,
        box=wall.GAME.load_box(None),
        seats=SEATS[:2],
        rules=wall.GAME.house_rules(),
        journal=tmp_path / "game.sqlite",
        port=0,
    )
    camera = tmp_path / "camera"
    running = run(evening, str(camera), cards, eye=EyeSettings(width=SIZE[0], height=SIZE[1]))
    try:
        table = running.table

        def seeing() -> Any:
            return table.snapshot(TABLE)["seeing"]

        assert until(lambda: seeing()["state"] == "paused")
        what = {"key": "fault.camera.none", "values": {"device": str(camera)}}
        assert seeing()["complaints"] == [{"key": "eye.trouble", "values": {"what": what}}]
        said = table.submit(Said(by=TABLE, move=m.Begin(), at=time.monotonic()))
        assert said.kind == "accepted"
        fresh = tmp_path / "fresh"
        fresh.mkdir()
        cv2.imwrite(str(fresh / "1.png"), painted())
        fresh.rename(camera)
        assert until(lambda: seeing()["state"] == "watching"), seeing()
    finally:
        running.stop()


class Glancing:
    """A looker that only glances; nothing here is recognised."""

    noise = 0.0

    def glance(self, picture: Any) -> Any:
        from calibration.read.result import Glance

        still: frozenset[str] = frozenset(("picture",))
        return Glance(still, still, False, bool(picture.max() < 12))

    def look(self, picture: Any) -> Any:
        raise AssertionError("nothing is still here")

    def closer(self, picture: Any, names: object) -> Any:
        raise AssertionError("nothing is still here")

    def learn(self, number: int, picture: Any, shows: object) -> bool:
        return False

    def unlearn(self, number: int) -> None: ...

    def shown(self, picture: Any) -> bytes:
        return b""

    def forget(self) -> None: ...


def watched(camera: SimulatedCamera, now: list[float]) -> Eye:
    prompt = PromptCamera(camera, "the camera", lambda: now[0])
    return Eye(prompt, Glancing(), frozen_seconds=FROZEN_SECONDS, clock=lambda: now[0])


def shimmering() -> SimulatedCamera:
    camera = SimulatedCamera(fps=200.0, shimmer=True)
    camera.show(np.tile(np.arange(64, dtype=np.uint8) * 3, (48, 1))[:, :, None].repeat(3, axis=2))
    return camera


def stepped(eye: Eye, now: list[float], seconds: float) -> None:
    for _ in range(round(seconds * 4)):
        eye.step()
        now[0] += 0.25


def test_a_frozen_camera_is_reported_within_two_seconds_and_taken_back() -> None:
    now = [100.0]
    camera = shimmering()
    eye = watched(camera, now)
    stepped(eye, now, 1.0)
    assert not eye.complaints
    camera.freeze()
    stepped(eye, now, 2.25)
    assert eye.complaints == (REPEATS,)
    camera.plug_in()
    stepped(eye, now, 0.5)
    assert not eye.complaints


def test_a_black_picture_is_reported_as_such_and_not_as_a_frozen_camera() -> None:
    now = [100.0]
    camera = shimmering()
    eye = watched(camera, now)
    stepped(eye, now, 0.5)
    camera.black()
    stepped(eye, now, 3.0)
    assert eye.complaints == (BLANK,)


def test_a_pulled_plug_ends_the_eye_with_the_reason() -> None:
    now = [100.0]
    camera = shimmering()
    eye = watched(camera, now)
    stepped(eye, now, 0.5)
    camera.unplug()
    with refuses(CameraGone, match="unplugged"):
        stepped(eye, now, 1.0)
