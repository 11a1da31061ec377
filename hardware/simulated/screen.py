"""What a simulated camera is pointed at: the picture shown last, and how the camera fares."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import IntEnum
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.errors import BadFrame

Picture = NDArray[np.uint8]


class Mood(IntEnum):
    """How the camera fares."""

    LIVE = 0
    FROZEN = 1
    BLACK = 2
    UNPLUGGED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What is on a screen: which picture, since when, and the camera's mood."""

    count: int
    at: float
    mood: Mood
    picture: Picture | None


class Screen(Protocol):
    """Something one can show pictures on and look at, from several threads or processes."""

    def show(self, picture: Picture) -> None: ...
    def feel(self, mood: Mood) -> None: ...
    def look(self) -> Shown: ...
    def close(self) -> None: ...


class Canvas:
    """A screen within one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shown = Shown(0, 0.0, Mood.LIVE, None)

    def show(self, picture: Picture) -> None:
        """Show a copy of *picture* from now on."""
        kept = checked(picture).copy()
        kept.setflags(write=False)
        with self._lock:
            count, mood = self._shown.count + 1, self._shown.mood
            self._shown = Shown(count, time.monotonic(), mood, kept)

    def feel(self, mood: Mood) -> None:
        """Change how the camera fares."""
        with self._lock:
            was = self._shown
            self._shown = Shown(was.count, was.at, mood, was.picture)

    def look(self) -> Shown:
        """What is shown now."""
        with self._lock:
            return self._shown

    def close(self) -> None:
        """Nothing to let go of."""


def checked(picture: Picture) -> Picture:
    """Refuse what no camera would deliver."""
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        raise BadFrame(
            f"got a picture of {picture.dtype} {picture.shape}; "
            "expected uint8 height x width x 3 (blue, green, red)"
        )
    return picture
