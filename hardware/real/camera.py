"""Cameras as they are: a USB camera through V4L2, the Pi's own through picamera2."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraGone, CameraMissing, Closed, LibraryMissing
from hardware.ports import Camera, Frame

Size = tuple[int, int]
SIMULATED = "To play without one: companion run --simulated"


def open_camera(which: str, size: Size = (1280, 720), fps: int = 15) -> Camera:
    """Open ``pi``, a device such as ``/dev/video0``, or a number."""
    if which == "pi":
        return PiCamera(size, fps)
    return UsbCamera(which, size, fps)


class UsbCamera:
    """A camera that the kernel offers as a video device."""

    def __init__(
        self,
        device: str,
        size: Size = (1280, 720),
        fps: int = 15,
        capture: Callable[[Any, int], Any] = cv2.VideoCapture,
    ) -> None:
        self._device = device
        self._sequence = 0
        self._video: Any = capture(int(device) if device.isdigit() else device, cv2.CAP_V4L2)
        if not self._video.isOpened():
            self._video.release()
            raise CameraMissing(f"no camera answered on {device}. Is the cable in? {SIMULATED}")
        self._arrange(size, fps)

    def _arrange(self, size: Size, fps: int) -> None:
        # MJPG first: uncompressed, USB 2 carries 720p only a few times a second
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter_fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._video.set(cv2.CAP_PROP_FPS, fps)
        # an old picture in the queue would be taken for what lies on the table now
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Frame | None:
        """Wait for the next exposure; CameraGone when the device gives none."""
        if self._video is None:
            raise Closed(f"the camera on {self._device} has been closed; open it again")
        there, picture = self._video.read()
        if not there:
            raise CameraGone(f"the camera on {self._device} gives no pictures. Is the cable in?")
        self._sequence += 1
        return Frame(self._sequence, time.monotonic(), kept(picture))

    def close(self) -> None:
        """Let go of the device; closing twice is harmless."""
        if self._video is not None:
            self._video.release()
            self._video = None


class PiCamera:
    """The camera on the Pi's ribbon."""

    def __init__(
        self, size: Size = (1280, 720), fps: int = 15, maker: Callable[[], Any] | None = None
    ) -> None:
        self._sequence = 0
        self._camera: Any = _started(maker or _picamera2(), size, fps)

    def read(self) -> Frame | None:
        """Wait for the next exposure; CameraGone when the ribbon gives none."""
        if self._camera is None:
            raise Closed("the camera on the ribbon has been closed; open it again")
        try:
            picture = self._camera.capture_array("main")
        except (RuntimeError, TimeoutError) as wrong:
            raise CameraGone(f"the ribbon gives no pictures: {wrong}. Is it seated?") from wrong
        self._sequence += 1
        return Frame(self._sequence, time.monotonic(), kept(picture[:, :, :3]))

    def close(self) -> None:
        """Let go of the device; closing twice is harmless."""
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def _picamera2() -> Callable[[], Any]:
    try:
        from picamera2 import Picamera2
    except ImportError as wrong:
        raise LibraryMissing(
            f"cannot reach the ribbon: {wrong}. On the Pi: sudo apt install python3-picamera2"
        ) from wrong
    maker: Callable[[], Any] = Picamera2
    return maker


def _started(maker: Callable[[], Any], size: Size, fps: int) -> Any:
    try:
        camera = maker()
    except (IndexError, RuntimeError) as wrong:
        raise CameraMissing(
            f"no camera answered on the ribbon: {wrong}. Is it seated? {SIMULATED}"
        ) from wrong
    # what libcamera calls RGB888 lies in memory as blue, green, red
    camera.configure(
        camera.create_video_configuration(
            main={"size": size, "format": "RGB888"}, controls={"FrameRate": fps}
        )
    )
    camera.start()
    return camera


def kept(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture nobody can write into."""
    own = np.ascontiguousarray(picture)
    own.setflags(write=False)
    return own
