"""What is remembered of the last pictures: what moves, and what changed since it was read.

Nothing here recognises anything.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from ..find.finding import Sight
from ..find.noise import believed, noise_between
from ..find.watch import Apart, Regions, blocks_of, regions_of, whole_picture
from .looked import Glance
from .pictures import Levels

DARK, PLAIN = 12, 2.0
"""A picture is blank in which nothing is brighter, or that varies by less, of 255."""


class Watched:
    """One board as the last pictures showed it, from the place where it was found."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._noise: float | None = None
        self.forget()

    def forget(self) -> None:
        """Forget everything but how much the camera's pictures differ anyway."""
        self.sight: Sight | None = None
        self._regions: Regions | None = None
        self._around: Regions | None = None
        self._kept: NDArray[np.uint8] | None = None
        self._last: NDArray[np.uint8] | None = None

    @property
    def noise(self) -> float:
        """How much this camera's pictures differ while nothing happens, of 255."""
        return self._noise or 0.0

    def glance(self, picture: NDArray[np.uint8]) -> Glance:
        """Say what moves since the last picture, without recognising anything."""
        now = Levels(picture).thumb
        then, self._last = self._last, now
        if then is None or then.shape != now.shape:
            return Glance(frozenset(("picture",)), frozenset(("picture",)))
        regions = self._regions or whole_picture(now.shape)
        around = self._blocks(now.shape) or regions
        same = bool(np.array_equal(now, then))
        moving: frozenset[str] = frozenset()
        if not same:
            self._noise = believed(self._noise, noise_between(now, then))
            apart = Apart.of(now, then)
            moving = regions.loud(apart, self.noise) | around.loud(apart, self.noise)
        changed = (
            regions.differing(now, self._kept, self.noise)
            if self._kept is not None and self._kept.shape == now.shape
            else frozenset(("picture",))
        )
        return Glance(moving, changed, same, is_blank(now))

    def _blocks(self, shape: tuple[int, ...]) -> Regions | None:
        """The blocks in which a hand moves, made when they are first asked for."""
        if self._around is None and self.sight is not None:
            self._around = blocks_of(self._board, self.sight.pose, shape)
        return self._around

    def changed(self, levels: Levels) -> frozenset[str] | None:
        """Regions that differ from when they were last read; None when nothing was read yet."""
        kept, regions = self._kept, self._regions
        if kept is None or regions is None or kept.shape != levels.thumb_shape:
            return None
        left, top, right, bottom = regions.bounds
        now, then = levels.thumb_part(regions.bounds), kept[top:bottom, left:right]
        return regions.loud(Apart.of(now, then, (left, top)), self.noise)

    def remember(self, now: NDArray[np.uint8], sight: Sight, fresh: Iterable[str]) -> None:
        """Keep how the *fresh* cells look now, or everything where the board was found anew."""
        self._last = now
        if self._regions is None or self._kept is None or self.sight is not sight:
            self._regions = regions_of(self._board, sight.pose, now.shape)
            self._around = None
            self._kept = now.copy()
            self.sight = sight
            return
        markers = (name for name in self._regions.names if name.startswith("marker "))
        self._regions.copy(now, self._kept, (*fresh, *markers))


def is_blank(thumb: NDArray[np.uint8]) -> bool:
    """Whether a picture shows nothing at all."""
    if thumb.max() < DARK:
        return True
    return float(cv2.meanStdDev(thumb.reshape(len(thumb), -1))[1][0, 0]) < PLAIN
