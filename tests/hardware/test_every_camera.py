"""What every camera must do, the simulated and the real alike."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras import is_live, open_camera
from hardware.errors import (
    CameraBusy,
    CameraForbidden,
    CameraGone,
    CameraMissing,
    Closed,
    HardwareError,
)
from hardware.ports import Camera, Frame
from hardware.real.frames import FrameStats, LightLock
from hardware.real.pi_camera import PiCamera
from hardware.real.picture_camera import FilmCamera, FolderCamera
from hardware.real.prompt_camera import PromptCamera
from hardware.real.usb_camera import UsbCamera, why_not
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.frame_file import FrameFile
from tests.hardware.ribbon import Ribbon
from tests.saying import refuses, said

SIZE = (64, 48)


def picture(shade: int = 90) -> Any:
    return np.full((SIZE[1], SIZE[0], 3), shade, np.uint8)


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


def a_folder(folder: Path) -> Camera:
    for shade in (30, 60, 90):
        cv2.imwrite(str(folder / f"{shade}.png"), picture(shade))
    return FolderCamera(folder, fps=1000)


def a_film(folder: Path) -> Camera:
    return FilmCamera(Path(film(folder)), sleep=lambda seconds: None)


def usb_for_real(folder: Path) -> Camera:
    return open_camera("/dev/video0", SIZE)


def pi_for_real(folder: Path) -> Camera:
    return open_camera("pi", SIZE)


CAMERAS = (
    simulated,
    simulated_across_processes,
    usb_with_a_film,
    pi_with_a_stand_in,
    a_folder,
    a_film,
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
    with refuses(ValueError, match="read-only"):
        frame.picture[0, 0, 0] = 1


def test_every_exposure_has_the_next_number_and_no_earlier_time(camera: Camera) -> None:
    frames = [camera.read() for _ in range(3)]
    numbers = [frame.sequence for frame in frames if frame]
    times = [frame.at for frame in frames if frame]
    assert sorted(set(numbers)) == numbers
    assert len(numbers) == 3
    assert times == sorted(times)


def test_closing_twice_is_harmless_and_reading_afterwards_says_so(camera: Camera) -> None:
    camera.close()
    camera.close()
    with refuses(Closed, match="open"):
        camera.read()


def test_a_camera_without_pictures_left_is_gone_not_silent(tmp_path: Path) -> None:
    for opened in (usb_with_a_film(tmp_path), pi_with_a_stand_in(tmp_path), a_film(tmp_path)):
        for _ in range(5):
            assert opened.read() is not None
        with refuses(CameraGone, match=r"Is (its cable in|the ribbon seated|it the right one)"):
            opened.read()
        opened.close()


def test_a_missing_usb_camera_is_named_with_a_way_to_play_on(tmp_path: Path) -> None:
    with refuses(CameraMissing, match=r"nowhere.*companion rehearse"):
        UsbCamera(str(tmp_path / "nowhere"), capture=lambda path, _: cv2.VideoCapture(path))


def test_a_missing_ribbon_is_named_with_a_way_to_play_on() -> None:
    def no_camera() -> Any:
        raise IndexError("list index out of range")

    with refuses(CameraMissing, match=r"ribbon.*companion rehearse"):
        PiCamera(maker=no_camera)


def test_picture_and_metadata_are_of_one_request_stamped_by_the_sensor() -> None:
    ribbon = Ribbon()
    camera = PiCamera(SIZE, maker=lambda: ribbon)
    frame = camera.read()
    assert frame is not None
    assert frame.picture.shape == (SIZE[1], SIZE[0], 3)
    assert camera.metadata["Lux"] == 300.0
    assert 0.03 <= time.monotonic() - frame.at < 1.0
    assert ribbon.out == 0
    camera.close()


def test_the_ribbons_light_is_locked_once_settled_and_freed_when_it_changes() -> None:
    ribbon = Ribbon(pictures=100)
    now = [50.0]
    ribbon.clock = lambda: now[0]
    camera = PiCamera(
        SIZE, look=FrameStats(lock_light=True), maker=lambda: ribbon, clock=ribbon.clock
    )

    def watch(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            camera.read()
            now[0] += 0.1

    watch(1.5)
    assert ribbon.controls == []
    watch(1.0)
    locked = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}
    assert ribbon.controls == [{"AeEnable": False, "AwbEnable": False, **locked}]
    ribbon.shade = 40
    watch(2.0)
    assert len(ribbon.controls) == 1
    watch(1.5)
    assert ribbon.controls[1] == {"AeEnable": True, "AwbEnable": True}
    watch(2.5)
    assert ribbon.controls[2]["AeEnable"] is False
    camera.close()


def test_a_sleeve_over_the_board_does_not_free_the_light() -> None:
    lock = LightLock()
    said = [lock.step(n / 10, 20.0 if 40 <= n < 65 else 100.0) for n in range(120)]
    assert [each for each in said if each] == ["lock"]


def test_a_camera_whose_light_is_spoilt_by_locking_is_soon_left_to_itself() -> None:
    lock, said = LightLock(), []
    locked = False
    for n in range(600):
        todo = lock.step(n / 10, 20.0 if locked else 100.0)
        locked = (locked or todo == "lock") and todo != "free"
        said += [todo] if todo else []
    assert said == ["lock", "free", "lock", "free"]


def test_an_evening_of_changing_light_is_followed_for_ever() -> None:
    lock, said = LightLock(), []
    for n in range(6000):
        said.append(lock.step(n / 10, 100.0 if n // 1000 % 2 else 30.0))
    assert said.count("lock") == 6


def test_focus_is_set_by_distance_or_found_once_where_there_is_any() -> None:
    fixed, seeking, plain = Ribbon(focuses=True), Ribbon(focuses=True), Ribbon()
    PiCamera(SIZE, look=FrameStats(focus_cm=50), maker=lambda: fixed)
    PiCamera(SIZE, maker=lambda: seeking)
    PiCamera(SIZE, look=FrameStats(focus_cm=50), maker=lambda: plain)
    assert fixed.controls == [{"AfMode": 0, "LensPosition": 2.0}]
    assert (fixed.focused, seeking.focused, plain.focused) == (0, 1, 0)
    assert plain.controls == []


def test_a_camera_in_use_or_forbidden_is_told_apart_from_a_missing_one(tmp_path: Path) -> None:
    def busy() -> Any:
        raise RuntimeError("Failed to acquire camera: Device or resource busy")

    with refuses(CameraBusy, match="Another program is using.*Close that"):
        PiCamera(maker=busy)
    device = tmp_path / "video0"
    assert type(why_not(str(device))) is CameraMissing
    device.touch()
    assert isinstance(why_not(str(device)), CameraBusy)
    assert "fuser -v" in said(why_not(str(device)))
    if os.getuid():
        device.chmod(0)
        assert isinstance(why_not(str(device)), CameraForbidden)


def test_why_a_ribbon_did_not_open_is_what_libcamera_says_not_what_the_library_makes_of_it() -> (
    None
):
    """As picamera2 0.3.38 raises it, over a camera that is in use and over a faulty one."""

    def opening(why: Exception) -> Any:
        raise RuntimeError("Camera __init__ sequence did not complete.") from why

    with refuses(CameraBusy, match="resource busy"):
        PiCamera(maker=lambda: opening(RuntimeError("Failed to acquire: Device or resource busy")))
    with refuses(CameraMissing, match="no mode") as said_of:
        PiCamera(maker=lambda: opening(RuntimeError("the sensor has no mode")))
    assert type(said_of.value) is CameraMissing


def test_a_usb_cameras_light_is_locked_at_what_it_had_found() -> None:
    video = Webcam()
    camera = UsbCamera(
        "/dev/video0", SIZE, look=FrameStats(lock_light=True), capture=lambda *_: video
    )
    camera._lock.since = time.monotonic() - 10
    camera.read()
    assert video.asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert video.asked[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert video.asked[cv2.CAP_PROP_AUTO_WB] == 0
    camera.close()


class Webcam:
    """Stands where OpenCV's capture stands, and may hang or repeat itself."""

    def __init__(self) -> None:
        self.asked: dict[int, float] = {}
        self.go_on = threading.Event()
        self.go_on.set()
        self.repeats = self.dark = False
        self.shade = 0

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        return 157.0

    def read(self) -> tuple[bool, Any]:
        self.go_on.wait(10)
        time.sleep(0.002)
        if not self.repeats:
            self.shade = (self.shade + 1) % 100
        shown = picture(60)
        shown[:, :20] = 160 + self.shade // 2
        shown[0, 0] = self.shade
        return True, picture(0) if self.dark else shown

    def release(self) -> None: ...


def prompt(video: Webcam, clock: Callable[[], float] = time.monotonic) -> PromptCamera:
    camera = UsbCamera("/dev/video0", SIZE, capture=lambda *_: video)
    return PromptCamera(camera, "the camera on /dev/video0", clock)


def read(camera: Camera) -> Frame:
    frame = camera.read()
    assert frame is not None
    return frame


def read_on(camera: Camera) -> None:
    for _ in range(10):
        camera.read()


def test_a_driver_that_repeats_its_last_picture_for_ever_gives_no_new_number() -> None:
    video = Webcam()
    camera = prompt(video)
    live = [read(camera).sequence for _ in range(4)]
    assert live == sorted(set(live))
    video.repeats = True
    read(camera)
    frozen = {read(camera).sequence for _ in range(2)}
    assert len(frozen) == 1
    video.repeats = False
    assert read(camera).sequence > max(frozen)
    camera.close()


def test_a_cap_on_the_lens_is_no_frozen_camera() -> None:
    video = Webcam()
    video.dark = True
    camera = prompt(video)
    numbers = [read(camera).sequence for _ in range(3)]
    assert numbers == sorted(set(numbers))
    camera.close()


def test_a_driver_that_blocks_is_reported_in_words_and_lets_nobody_wait() -> None:
    video, now = Webcam(), [100.0]
    camera = prompt(video, lambda: now[0])
    read(camera)
    video.go_on.clear()
    time.sleep(0.05)
    last = camera.read()
    now[0] += 1.6
    with refuses(CameraGone, match=r"hangs: no picture for 1\.5 s\. Unplug it"):
        read_on(camera)
    assert last is not None
    video.go_on.set()
    camera.close()
    with pytest.raises(Closed):
        camera.read()


def test_an_unplugged_camera_is_gone_at_once_through_the_thread_as_well(tmp_path: Path) -> None:
    camera = PromptCamera(usb_with_a_film(tmp_path), "the camera")
    with refuses(CameraGone, match="cable"):
        read_on(camera)
    camera.close()


def test_pictures_dropped_into_a_folder_are_shown_one_after_the_other(tmp_path: Path) -> None:
    now = [0.0]
    camera = FolderCamera(tmp_path, clock=lambda: now[0], sleep=lambda seconds: None)
    assert camera.read() is None
    (tmp_path / "1.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    cv2.imwrite(str(tmp_path / "2.png"), picture(50))
    cv2.imwrite(str(tmp_path / "3.png"), picture(70))
    shades = []
    for now[0] in (1.0, 2.0, 3.5, 9.0):
        shades.append(int(read(camera).picture[0, 0, 0]))
    assert shades == [50, 50, 70, 70]
    cv2.imwrite(str(tmp_path / "4.png"), picture(90))
    assert int(read(camera).picture[0, 0, 0]) == 90
    assert not is_live(camera)


def test_folders_and_films_are_opened_by_their_path(tmp_path: Path) -> None:
    assert isinstance(open_camera(str(tmp_path)), FolderCamera)
    opened = open_camera(film(tmp_path))
    assert isinstance(opened, FilmCamera)
    opened.close()
    with refuses(CameraMissing, match="can't play"):
        open_camera(str(tmp_path / "missing.mp4"))
