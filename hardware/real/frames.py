"""What all cameras share: how they are to look, and pictures nobody can write into."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Size = tuple[int, int]
Picture = NDArray[np.uint8]
ROWS = 8
"""Every n-th row is enough to tell a new exposure from an old one."""
DARK, EVEN = 12, 2.0
"""Below this brightness, or this spread, a picture shows nothing."""


@dataclass(frozen=True, slots=True)
class FrameStats:
    """How a camera is to look: whether light is locked once it has settled, and where it focuses.

    ``focus_cm`` is the distance to the table; 0 lets the camera find it once, when it starts.
    """

    lock_light: bool = False
    focus_cm: float = 0.0


FREE = FrameStats()


def kept(picture: Picture) -> Picture:
    """Return a picture that can't be written to."""
    own = np.ascontiguousarray(picture)
    own.setflags(write=False)
    return own


def print_of(picture: Picture) -> int:
    """Return a number that differs between any two exposures of a sensor."""
    return zlib.crc32(np.ascontiguousarray(picture[::ROWS]).data)


def is_blank(picture: Picture) -> bool:
    """Whether a picture shows nothing at all: a cap on the lens, no light."""
    part = picture[::ROWS, ::ROWS]
    return bool(part.max() < DARK or part.std() < EVEN)


def brightness(picture: Picture) -> float:
    """Return the mean brightness of a picture, from 0 to 255."""
    return float(picture[::ROWS, ::ROWS].mean())


def apart(one: Picture, other: Picture) -> float:
    """Return the mean difference of two pictures' middles, of 255."""
    if one.shape != other.shape:
        return 255.0
    height, width = one.shape[:2]
    middle = np.s_[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3]
    return float(np.abs(one[middle].astype(np.int16) - other[middle].astype(np.int16)).mean())


SETTLE_SECONDS = 2.0
"""Exposure and white balance have settled by then."""
CHANGED = 1.6
"""How many times brighter or darker counts as another light: a curtain, a lamp, dusk."""
PATIENCE_SECONDS = 3.0
"""How long that must last; a sleeve over the board is soon gone."""
SOON_SECONDS = 10.0
"""Light that changes this soon after it was locked was changed by the locking."""
MOST_SPOILT = 2
"""Give up locking after this many failed locks."""


@dataclass
class LightLock:
    """Takes the brightness of every picture, answers with ``lock``, ``free`` or nothing."""

    since: float | None = None
    """When it was last locked or let go."""
    locked_at: float | None = None
    """The brightness at which it was locked."""
    _odd_since: float | None = field(default=None, repr=False)
    _spoilt: int = field(default=0, repr=False)

    def step(self, at: float, bright: float) -> str:
        """Return what to do now."""
        if self.since is None:
            self.since = at
        if self.locked_at is None:
            if at - self.since < SETTLE_SECONDS or self._spoilt >= MOST_SPOILT:
                return ""
            self.since, self.locked_at, self._odd_since = at, max(bright, 1.0), None
            return "lock"
        return self._watched(at, bright, self.locked_at)

    def _watched(self, at: float, bright: float, locked: float) -> str:
        if 1 / CHANGED <= max(bright, 1.0) / locked <= CHANGED:
            self._odd_since = None
            return ""
        if self._odd_since is None:
            self._odd_since = at
        if at - self._odd_since < PATIENCE_SECONDS:
            return ""
        soon = self.since is not None and at - self.since < SOON_SECONDS
        self._spoilt = self._spoilt + 1 if soon else 0
        self.since, self.locked_at, self._odd_since = at, None, None
        return "free"
