"""What all cameras share: how they are to look, and pictures nobody can write into."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Size = tuple[int, int]
Picture = NDArray[np.uint8]
ROWS = 8
"""Every n-th row is enough to tell a new exposure from an old one."""
DARK, EVEN = 12, 2.0
"""Below this brightness, or this spread, a picture shows nothing."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a camera is to look: whether light is locked once it has settled, and where it focuses.

    ``focus_cm`` is the distance to the table; 0 lets the camera find it once, when it starts.
    """

    lock_light: bool = False
    focus_cm: float = 0.0


FREE = Look()


def kept(picture: Picture) -> Picture:
    """A picture nobody can write into."""
    own = np.ascontiguousarray(picture)
    own.setflags(write=False)
    return own


def print_of(picture: Picture) -> int:
    """A number that differs for any two exposures of a sensor."""
    return zlib.crc32(np.ascontiguousarray(picture[::ROWS]).data)


def is_blank(picture: Picture) -> bool:
    """Whether a picture shows nothing at all: a cap on the lens, no light."""
    part = picture[::ROWS, ::ROWS]
    return bool(part.max() < DARK or part.std() < EVEN)


def brightness(picture: Picture) -> float:
    """How bright a picture is on the whole, from 0 to 255."""
    return float(picture[::ROWS, ::ROWS].mean())


def apart(one: Picture, other: Picture) -> float:
    """How far the middles of two pictures differ, on average, of 255."""
    if one.shape != other.shape:
        return 255.0
    height, width = one.shape[:2]
    middle = np.s_[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3]
    return float(np.abs(one[middle].astype(np.int16) - other[middle].astype(np.int16)).mean())
