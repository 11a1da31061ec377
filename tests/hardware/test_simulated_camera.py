"""The simulated camera: what it is shown, and the mischief it gets up to."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.errors import BadFrame, CameraGone, CameraMissing, Closed
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.frame_file import Canvas, FrameFile, SimulatedScreen
from tests.saying import refuses

SIZE = (64, 48)


def shade(value: int, size: tuple[int, int] = SIZE) -> Any:
    return np.full((size[1], size[0], 3), value, np.uint8)


@pytest.fixture(params=["canvas", "file"])
def screen(request: pytest.FixtureRequest, tmp_path: Path) -> SimulatedScreen:
    return Canvas() if request.param == "canvas" else FrameFile.create(tmp_path / "eye", SIZE)


def value(camera: SimulatedCamera) -> int:
    frame = camera.read()
    assert frame is not None
    assert np.ptp(frame.picture) == 0
    return int(frame.picture[0, 0, 0])


def test_before_anything_is_shown_there_is_no_frame(screen: SimulatedScreen) -> None:
    assert SimulatedCamera(screen).read() is None


def test_the_camera_sees_what_was_shown_last(screen: SimulatedScreen) -> None:
    camera = SimulatedCamera(screen)
    for shown in (10, 20, 30):
        camera.show(shade(shown))
        assert value(camera) == shown


def test_painting_on_after_showing_does_not_change_what_was_shown(screen: SimulatedScreen) -> None:
    camera = SimulatedCamera(screen)
    mine = shade(10)
    camera.show(mine)
    mine[:] = 99
    assert value(camera) == 10


def test_a_frozen_camera_repeats_itself_until_it_is_plugged_in_again(
    screen: SimulatedScreen,
) -> None:
    camera = SimulatedCamera(screen)
    camera.show(shade(10))
    before = camera.read()
    camera.freeze()
    camera.show(shade(20))
    frozen = camera.read()
    assert before is not None
    assert frozen is not None
    assert (frozen.sequence, frozen.at) == (before.sequence, before.at)
    camera.plug_in()
    assert value(camera) == 20


def test_a_lens_cap_gives_black_frames_that_still_count(screen: SimulatedScreen) -> None:
    camera = SimulatedCamera(screen)
    camera.show(shade(10))
    first = camera.read()
    camera.black()
    assert value(camera) == 0
    later = camera.read()
    assert first is not None
    assert later is not None
    assert later.sequence == first.sequence + 2


def test_a_pulled_cable_is_an_error_until_it_is_plugged_in(screen: SimulatedScreen) -> None:
    camera = SimulatedCamera(screen)
    camera.show(shade(10))
    camera.unplug()
    with refuses(CameraGone, match="unplugged"):
        camera.read()
    with pytest.raises(ConnectionError):
        camera.read()
    camera.plug_in()
    assert value(camera) == 10


def test_a_picture_in_grey_is_refused_with_what_was_expected(screen: SimulatedScreen) -> None:
    with refuses(BadFrame, match=r"\(48, 64\).*height x width x 3"):
        screen.show(np.zeros((48, 64), np.uint8))


def test_a_file_takes_only_pictures_of_its_own_size(tmp_path: Path) -> None:
    screen = FrameFile.create(tmp_path / "eye", SIZE)
    with refuses(BadFrame, match="32x32.*64x48"):
        screen.show(shade(1, (32, 32)))


def test_a_file_that_is_not_there_or_not_a_screen_is_named(tmp_path: Path) -> None:
    with refuses(CameraMissing, match="rehearsal"):
        SimulatedCamera.looking_at(tmp_path / "nothing")
    (tmp_path / "text").write_text("hello" * 2000)
    with refuses(CameraMissing, match="no screen"):
        SimulatedCamera.looking_at(tmp_path / "text")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(CameraMissing):
        SimulatedCamera.looking_at(tmp_path / "empty")


def test_a_closed_screen_says_so(tmp_path: Path) -> None:
    screen = FrameFile.create(tmp_path / "eye", SIZE)
    screen.close()
    screen.close()
    with pytest.raises(Closed):
        screen.look()


def test_a_reader_never_sees_half_of_one_picture_and_half_of_another(
    screen: SimulatedScreen,
) -> None:
    done = threading.Event()

    def paint() -> None:
        for round_ in range(400):
            screen.show(shade(round_ % 250))
        done.set()

    painter = threading.Thread(target=paint)
    painter.start()
    counts = []
    while not done.is_set():
        shown = screen.look()
        if shown.picture is not None:
            assert np.ptp(shown.picture) == 0
            assert shown.picture[0, 0, 0] == (shown.count - 1) % 250
            counts.append(shown.count)
    painter.join()
    assert counts == sorted(counts)


PAINTER = """
import itertools, select, sys, numpy as np
from pathlib import Path
from hardware.simulated.frame_file import FrameFile
screen = FrameFile.open(Path(sys.argv[1]))
for round_ in itertools.count():
    screen.show(np.full((480, 640, 3), round_ % 250, np.uint8))
    if select.select([sys.stdin], [], [], 0)[0]:
        print(round_ + 1)
        break
"""


def test_an_eye_in_another_process_sees_whole_pictures(tmp_path: Path) -> None:
    path = tmp_path / "eye"
    screen = FrameFile.create(path, (640, 480))
    seen: set[int] = set()
    with subprocess.Popen(
        [sys.executable, "-c", PAINTER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as painter:
        while len(seen) < 30:
            assert painter.poll() is None, "the painter has stopped"
            shown = screen.look()
            if shown.picture is not None:
                assert np.ptp(shown.picture) == 0
                assert shown.picture[0, 0, 0] == (shown.count - 1) % 250
                seen.add(shown.count)
        painted, _ = painter.communicate(timeout=60)
    assert painter.returncode == 0
    assert screen.look().count == int(painted)


def test_mischief_reaches_the_eye_in_another_process(tmp_path: Path) -> None:
    stage = SimulatedCamera(FrameFile.create(tmp_path / "eye", SIZE))
    eye = SimulatedCamera.looking_at(tmp_path / "eye", fps=0)
    stage.show(shade(10))
    stage.unplug()
    with pytest.raises(CameraGone):
        eye.read()
    stage.plug_in()
    assert value(eye) == 10


def test_a_painter_that_died_while_painting_does_not_spoil_the_picture(tmp_path: Path) -> None:
    screen = FrameFile.create(tmp_path / "eye", SIZE)
    screen.show(shade(10))
    memory = screen._open_memory()
    memory[32:40] = (3).to_bytes(8, "little")  # the second picture was begun, never finished
    memory[4096 : 4096 + 100] = bytes(100)
    assert screen.look().count == 1
    assert value(SimulatedCamera(screen)) == 10
    screen.show(shade(20))
    assert screen.look().count == 2
    assert value(SimulatedCamera(screen)) == 20


def test_a_camera_with_a_pace_waits_for_its_next_exposure() -> None:
    camera = SimulatedCamera(fps=200)
    camera.show(shade(1))
    frames = [camera.read() for _ in range(5)]
    times = [frame.at for frame in frames if frame]
    assert len(times) == 5
    assert times[-1] - times[0] >= 3 / 200


def test_a_shimmering_camera_never_delivers_the_same_picture_twice_running(
    screen: SimulatedScreen,
) -> None:
    camera = SimulatedCamera(screen, shimmer=True)
    camera.show(shade(100))
    pictures = [frame.picture for frame in (camera.read() for _ in range(2)) if frame]
    assert not np.array_equal(pictures[0], pictures[1])
    assert {int(value) for picture in pictures for value in np.unique(picture)} == {100, 101}
