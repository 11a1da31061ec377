"""Asking a person at the terminal to lay something out, and taking a picture of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.errors import TableError

from .command import say

if TYPE_CHECKING:
    from hardware.ports import Camera

Opener = Callable[[str], "Camera"]
"""Opens the camera that is called ``pi``, a number, or a device."""
STALE = 4
"""Frames a camera may have buffered before the hand left."""
PATIENCE = 5.0
"""Seconds a camera may take for a picture."""
STOP = "q"


class CameraSilent(TableError, TimeoutError):
    """A camera that gives too few pictures."""


class Prompt:
    """Shows a sentence, waits for the return key, and returns the newest picture."""

    def __init__(
        self,
        camera: Camera,
        answer: Callable[[str], str] = input,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._answer, self._clock = camera, answer, clock

    def __call__(self, words: str) -> Any:
        """Return a picture, or None when the person wants to stop."""
        try:
            said = self._answer(f"{say('then_enter_or_stop', do=words, stop=STOP)} ")
        except EOFError:
            return None
        if said.strip().lower() == STOP:
            return None
        return self._picture()

    def _picture(self) -> Any:
        """Return the first picture that was certainly taken after the key was pressed."""
        until, fresh = self._clock() + PATIENCE, 0
        while self._clock() < until:
            frame = self._camera.read()
            if frame is None:
                continue
            fresh += 1
            if fresh > STALE:
                return frame.picture
        raise CameraSilent("fault.cli.camera_silent", pictures=fresh, seconds=round(PATIENCE))
