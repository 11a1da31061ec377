"""What every camera must do, the simulated and the real alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.errors import CameraGone, CameraMissing, Closed, HardwareError
from hardware.ports import Camera
from hardware.real.camera import PiCamera, UsbCamera, open_camera
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.frame_file import FrameFile

SIZE = (64, 48)


def picture(shade: int = 90) -> Any:
    return np.full((SIZE[1], SIZE[0], 3), shade, np.uint8)


class Ribbon:
    """Stands where picamera2's class stands: the same calls, no libcamera."""

    def __init__(self, pictures: int = 5) -> None:
        self.left = pictures

    def create_video_configuration(self, main: Any, controls: Any) -> Any:
        return {"main": main, "controls": controls}

    def configure(self, configuration: Any) -> None:
        assert configuration["main"]["format"] == "RGB888"
        self.size = configuration["main"]["size"]

    def start(self) -> None:
        self.running = True

    def capture_array(self, stream: str) -> Any:
        self.left -= 1
        if self.left < 0:
            raise TimeoutError("no request within 1 s")
        return np.full((self.size[1], self.size[0], 3), 90, np.uint8)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        assert not self.running


def film(folder: Path, pictures: int = 5) -> str:
    """A short film, so that OpenCV's own capture has something real to read."""
    path = str(folder / "film.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*"MJPG"), 10, SIZE)
    for shade in range(pictures):
        writer.write(picture(shade * 20))
    writer.release()
    return path


def simulated(folder: Path) -> Camera:
    camera = SimulatedCamera()
    camera.show(picture())
    return camera


def simulated_across_processes(folder: Path) -> Camera:
    screen = FrameFile.create(folder / "eye", SIZE)
    screen.show(picture())
    return SimulatedCamera.looking_at(folder / "eye", fps=0)


def usb_with_a_film(folder: Path) -> Camera:
    return UsbCamera(film(folder), SIZE, capture=lambda path, _: cv2.VideoCapture(path))


def pi_with_a_stand_in(folder: Path) -> Camera:
    return PiCamera(SIZE, maker=Ribbon)


def usb_for_real(folder: Path) -> Camera:
    return open_camera("/dev/video0", SIZE)


def pi_for_real(folder: Path) -> Camera:
    return open_camera("pi", SIZE)


CAMERAS = (
    simulated,
    simulated_across_processes,
    usb_with_a_film,
    pi_with_a_stand_in,
    usb_for_real,
    pi_for_real,
)


@pytest.fixture(params=CAMERAS, ids=lambda opener: opener.__name__)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Camera]:
    try:
        opened = request.param(tmp_path)
    except HardwareError as wrong:
        if not request.param.__name__.endswith("_for_real"):
            raise
        pytest.skip(str(wrong))
    yield opened
    opened.close()


def test_a_frame_is_blue_green_red_and_cannot_be_written_into(camera: Camera) -> None:
    frame = camera.read()
    assert frame is not None
    assert frame.picture.dtype == np.uint8
    assert frame.picture.shape[2:] == (3,)
    with pytest.raises(ValueError, match="read-only"):
        frame.picture[0, 0, 0] = 1


def test_every_exposure_has_the_next_number_and_no_earlier_time(camera: Camera) -> None:
    frames = [camera.read() for _ in range(3)]
    numbers = [frame.sequence for frame in frames if frame]
    times = [frame.at for frame in frames if frame]
    assert numbers == [1, 2, 3]
    assert times == sorted(times)


def test_closing_twice_is_harmless_and_reading_afterwards_says_so(camera: Camera) -> None:
    camera.close()
    camera.close()
    with pytest.raises(Closed, match="open"):
        camera.read()


def test_a_camera_without_pictures_left_is_gone_not_silent(tmp_path: Path) -> None:
    for opened in (usb_with_a_film(tmp_path), pi_with_a_stand_in(tmp_path)):
        for _ in range(5):
            assert opened.read() is not None
        with pytest.raises(CameraGone, match=r"Is (the cable in|it seated)\?"):
            opened.read()
        opened.close()


def test_a_missing_usb_camera_is_named_with_a_way_to_play_on(tmp_path: Path) -> None:
    with pytest.raises(CameraMissing, match=r"nowhere.*--simulated"):
        UsbCamera(str(tmp_path / "nowhere"), capture=lambda path, _: cv2.VideoCapture(path))


def test_a_missing_ribbon_is_named_with_a_way_to_play_on() -> None:
    def no_camera() -> Any:
        raise IndexError("list index out of range")

    with pytest.raises(CameraMissing, match=r"ribbon.*--simulated"):
        PiCamera(maker=no_camera)
