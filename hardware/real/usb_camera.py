"""A camera that the kernel offers as a video device, read through OpenCV."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import cv2

from hardware.errors import CameraBusy, CameraForbidden, CameraGone, CameraMissing, Closed
from hardware.ports import Frame
from hardware.real.autofocus import hold_usb_focus
from hardware.real.frames import FREE, FrameStats, LightLock, Size, brightness, kept

BY_HAND, BY_ITSELF = 1.0, 3.0
"""What V4L2 calls manual and automatic exposure."""


class UsbCamera:
    """A webcam; its queue is kept short, its light locked when asked for."""

    def __init__(
        self,
        device: str,
        size: Size = (1280, 720),
        fps: int = 15,
        look: FrameStats = FREE,
        capture: Callable[[Any, int], Any] = cv2.VideoCapture,
    ) -> None:
        self._device, self._look = device, look
        self._sequence = 0
        self._lock = LightLock()
        self._video: Any = capture(device, cv2.CAP_V4L2)
        if not self._video.isOpened():
            self._video.release()
            raise why_not(device)
        self._arrange(size, fps)

    def _arrange(self, size: Size, fps: int) -> None:
        # MJPG first: uncompressed, USB 2 carries 720p only a few times a second
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter_fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._video.set(cv2.CAP_PROP_FPS, fps)
        # an old picture in the queue would be taken for what lies on the table now
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self._look.lock_light:
            self._free_light()

    def read(self) -> Frame | None:
        """Wait for the next exposure; CameraGone when the device gives none."""
        if self._video is None:
            raise Closed("fault.closed")
        there, picture = self._video.read()
        at = time.monotonic()
        if not there or picture is None:
            raise CameraGone("fault.camera.usb_silent", device=self._device)
        self._sequence += 1
        if self._look.lock_light:
            self._mind_light(at, brightness(picture))
        return Frame(self._sequence, at, kept(picture))

    def _mind_light(self, at: float, bright: float) -> None:
        todo = self._lock.step(at, bright)
        if todo == "lock":
            exposure = self._video.get(cv2.CAP_PROP_EXPOSURE)
            self._video.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)
            self._video.set(cv2.CAP_PROP_EXPOSURE, exposure)
            self._video.set(cv2.CAP_PROP_AUTO_WB, 0)
            hold_usb_focus(self._video, True)
        elif todo == "free":
            self._free_light()

    def _free_light(self) -> None:
        self._video.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_ITSELF)
        self._video.set(cv2.CAP_PROP_AUTO_WB, 1)
        hold_usb_focus(self._video, False)

    def lens(self) -> dict[str, float]:
        """Return how the newest picture was taken, as far as the driver says."""
        if self._video is None:
            return {}
        exposure = float(self._video.get(cv2.CAP_PROP_EXPOSURE))
        kelvin = float(self._video.get(cv2.CAP_PROP_WB_TEMPERATURE))
        found = {"exposure_ms": exposure / 10} if exposure > 0 else {}
        return found | ({"kelvin": kelvin} if kelvin > 0 else {})

    def close(self) -> None:
        """Let go of the device; closing twice is harmless."""
        if self._video is not None:
            self._video.release()
            self._video = None


def why_not(device: str) -> CameraMissing:
    """Why a device could not be opened, with the remedy."""
    if not os.path.exists(device):
        return CameraMissing("fault.camera.none", device=device)
    if not os.access(device, os.R_OK | os.W_OK):
        return CameraForbidden("fault.camera.forbidden", device=device)
    return CameraBusy("fault.camera.busy", device=device)
