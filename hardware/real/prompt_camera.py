"""Read a camera on a thread of its own, so that nobody waits; only the newest picture counts. A
driver may block for ever, or hand out its last picture again and again and call that success. So
the number of a frame grows only if its content is new, and silence is reported within 2 s.

A driver may block for ever, or hand out its last picture again and again and call that success.
So the number of a frame grows only when its content is new, and silence is reported within 2 s.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardware.errors import CameraGone, Closed, HardwareError
from hardware.ports import Camera, Frame
from hardware.real.frames import is_blank, print_of
from hardware.real.loop import DriverLoop

WAIT_SECONDS = 0.5
"""How long one read waits for a new exposure."""
SILENT_SECONDS = 1.5
"""A camera silent for this long is gone."""
SLOW_START = 6.0
"""The first picture may take longer: sensors and USB wake slowly."""


class PromptCamera:
    """Stands in front of a camera that may hang."""

    def __init__(
        self, camera: Camera, name: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._camera, self._name, self._clock = camera, name, clock
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._wrong: Exception | None = None
        self._given = 0
        self._came_at = clock()
        self._print: int | None = None
        self._sequence = 0
        self._loop = DriverLoop("camera", self._look, quiet=True)
        self._loop.start()

    def read(self) -> Frame | None:
        """Return the newest exposure, a new one if it comes soon;
        raise CameraGone if none comes."""
        with self._news:
            if self._loop.stopping.is_set():
                raise Closed("fault.closed")
            self._news.wait_for(lambda: self._wrong is not None or self._is_new, WAIT_SECONDS)
            if self._is_new:
                assert self._newest is not None
                self._given = self._newest.sequence
                return self._newest
            if self._wrong is not None:
                raise self._wrong
            self._check_silence()
            return self._newest

    def lens(self) -> dict[str, float]:
        """Return how the newest picture was taken, as far as the camera says."""
        found: dict[str, float] = getattr(self._camera, "lens", dict)()
        return found

    @property
    def _is_new(self) -> bool:
        return self._newest is not None and self._newest.sequence > self._given

    def _check_silence(self) -> None:
        limit = SILENT_SECONDS if self._newest is not None else SLOW_START
        if self._clock() - self._came_at >= limit:
            raise CameraGone("fault.camera.hangs", camera=self._name, seconds=limit)

    def _look(self) -> None:
        try:
            frame = self._camera.read()
        except Exception as wrong:  # whatever broke, the reader has to hear of it
            self._fail(wrong)
            raise
        if frame is not None:
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        seen = print_of(frame.picture)
        with self._news:
            self._came_at, self._wrong = self._clock(), None
            if seen != self._print or is_blank(frame.picture):
                self._print = seen
                self._sequence += 1
            self._newest = Frame(self._sequence, frame.at, frame.picture)
            self._news.notify_all()

    def _fail(self, wrong: Exception) -> None:
        known = isinstance(wrong, HardwareError)
        with self._news:
            self._wrong = wrong if known else CameraGone(f"{self._name} fails: {wrong}")
            self._news.notify_all()

    def close(self) -> None:
        """Let go of the device; one that hangs is left to its thread. Twice is harmless."""
        with self._news:
            if self._loop.stopping.is_set():
                return
            self._loop.stopping.set()
        if self._loop.stop(1.0):
            self._camera.close()
