"""A camera pointed at a screen, with the mischief cameras get up to."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import numpy as np

from hardware.errors import CameraGone, Closed
from hardware.ports import Frame
from hardware.simulated.frame_file import (
    Canvas,
    FrameFile,
    Mood,
    Picture,
    ScreenContent,
    SimulatedScreen,
)


class SimulatedCamera:
    """Every read is a new exposure of what is shown; *fps* 0 exposes as fast as it is read.

    *clock* stamps the exposures; a rehearsal faster than life brings its own.
    A camera that shimmers never delivers the same picture twice, as no sensor does.
    """

    def __init__(
        self,
        screen: SimulatedScreen | None = None,
        fps: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        shimmer: bool = False,
    ) -> None:
        self.screen: SimulatedScreen = screen if screen is not None else Canvas()
        self._pause = 1 / fps if fps else 0.0
        self._clock = clock
        self._lock = Lock()
        self._sequence = 0
        self._due = 0.0
        self._last: Frame | None = None
        self._closed = False
        self._dice = np.random.default_rng(1) if shimmer else None
        self._grain: Picture = np.zeros((0, 0, 3), np.uint8)

    @classmethod
    def looking_at(cls, path: Path, fps: float = 30.0, shimmer: bool = False) -> SimulatedCamera:
        """Look at the screen that another process paints into *path*."""
        return cls(FrameFile.open(path), fps, shimmer=shimmer)

    def show(self, picture: Picture) -> None:
        """Put *picture* in front of the lens."""
        self.screen.show(picture)

    def freeze(self) -> None:
        """Hang: the last exposure comes again and again, whatever is shown."""
        self.screen.feel(Mood.FROZEN)

    def black(self) -> None:
        """Put the lens cap on."""
        self.screen.feel(Mood.BLACK)

    def unplug(self) -> None:
        """Pull the cable: every read fails until plugged in again."""
        self.screen.feel(Mood.UNPLUGGED)

    def plug_in(self) -> None:
        """Undo all mischief."""
        self.screen.feel(Mood.LIVE)

    def read(self) -> Frame | None:
        """Wait for the next exposure; None while nothing is shown; CameraGone when unplugged."""
        with self._lock:
            self._wait()
            shown = self.screen.look()
            if shown.mood is Mood.UNPLUGGED:
                raise CameraGone("the simulated camera is unplugged; plug_in() brings it back")
            if shown.mood is Mood.FROZEN and self._last is not None:
                return self._last
            return self._expose(shown)

    def _wait(self) -> None:
        if self._closed:
            raise Closed("the simulated camera has been closed; open another one")
        now = time.monotonic()
        time.sleep(max(0.0, self._due - now))
        self._due = max(now, self._due) + self._pause

    def _expose(self, shown: ScreenContent) -> Frame | None:
        if shown.picture is None:
            return None
        picture = shown.picture
        if shown.mood is Mood.BLACK:
            picture = np.zeros_like(picture)
        if self._dice is not None:
            picture = self._shimmering(picture, self._dice)
        picture.setflags(write=False)
        self._sequence += 1
        self._last = Frame(self._sequence, self._clock(), picture)
        return self._last

    def _shimmering(self, picture: Picture, dice: np.random.Generator) -> Picture:
        """Toss the last bit of every pixel; the tosses are drawn once and then shifted."""
        height, width = picture.shape[:2]
        if self._grain.shape[:2] != (height + 16, width + 16):
            self._grain = dice.integers(0, 2, (height + 16, width + 16, 3), np.uint8)
        x, y = (int(n) for n in dice.integers(0, 16, 2))
        return picture ^ self._grain[y : y + height, x : x + width]

    def close(self) -> None:
        """Let go of the screen; closing twice is harmless."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self.screen.close()


def trial_picture(card: bool = False) -> Picture:
    """Return a table top under a slanting light, with a white card in the middle or without."""
    picture = np.empty((480, 640, 3), np.uint8)
    picture[:] = np.linspace(60, 140, 640, dtype=np.uint8)[None, :, None]
    if card:
        picture[180:300, 260:380] = 230
    return picture


def trial_camera() -> SimulatedCamera:
    """Return a camera for a wiring that is only tried."""
    camera = SimulatedCamera(fps=60.0, shimmer=True)
    camera.show(trial_picture())
    return camera
