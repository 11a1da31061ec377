"""A picture half as large, made part by part: what nobody looks at is not shrunk."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, the last two just beyond it."""


class Halved:
    """A picture half as large as another, which may be a halved one itself."""

    def __init__(self, larger: NDArray[np.uint8] | Halved) -> None:
        self._larger = larger
        height, width, depth = (int(length) for length in larger.shape)
        self.shape: tuple[int, int, int] = (height // 2, width // 2, depth)
        self._all: Box = (0, 0, width // 2, height // 2)
        self._even = height % 2 == 0 and width % 2 == 0
        self._pixels: NDArray[np.uint8] | None = None
        self._made: Box | None = None

    def part(self, box: Box) -> NDArray[np.uint8]:
        """The pixels within *box*; the others are made when they are asked for.

        A pixel is the mean of four, so a part looks as it does in the whole. Where lines or columns
        are odd in number that is not so, and the whole is made.
        """
        if self._made is None and self._even:
            self._pixels = np.empty(self.shape, np.uint8)
            self._make(self._pixels, box)
            self._made = box
        left, top, right, bottom = box
        pixels = self._pixels if box == self._made else None
        return (self.whole() if pixels is None else pixels)[top:bottom, left:right]

    def whole(self) -> NDArray[np.uint8]:
        """All of it."""
        if self._pixels is None or self._made is None:
            larger = self._larger.whole() if isinstance(self._larger, Halved) else self._larger
            self._pixels = np.asarray(_shrunk(larger, self._all), np.uint8)
        elif self._made != self._all:
            for box in _around(self._made, self._all):
                self._make(self._pixels, box)
        self._made = self._all
        return self._pixels

    def _make(self, into: NDArray[np.uint8], box: Box) -> None:
        left, top, right, bottom = box
        twice = (2 * left, 2 * top, 2 * right, 2 * bottom)
        if isinstance(self._larger, Halved):
            larger = self._larger.part(twice)
        else:
            larger = self._larger[twice[1] : twice[3], twice[0] : twice[2]]
        _shrunk(larger, box, into[top:bottom, left:right])


def _around(inner: Box, outer: Box) -> list[Box]:
    """What of one box lies above, below, left and right of another within it."""
    left, top, right, bottom = inner
    boxes = [
        (outer[0], outer[1], outer[2], top),
        (outer[0], bottom, outer[2], outer[3]),
        (outer[0], top, left, bottom),
        (right, top, outer[2], bottom),
    ]
    return [box for box in boxes if box[0] < box[2] and box[1] < box[3]]


def _shrunk(larger: NDArray[np.uint8], box: Box, into: NDArray[np.uint8] | None = None) -> Any:
    """A part of a picture, shrunk to the size of *box*."""
    size = (box[2] - box[0], box[3] - box[1])
    return cv2.resize(larger, size, into, interpolation=cv2.INTER_AREA)
