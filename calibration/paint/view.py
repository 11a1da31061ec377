"""One camera in front of one board: turns the flat front into pixels, whole or patch by patch.

The costly parts (room, table, light) are made once; a changed patch costs little.
"""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Board, Corners
from .camera import stand
from .faces import Picture
from .flat import Rect
from .light import background, light_map, table_around
from .scene import PaintedScene


class PaintedView:
    """What the camera sees before noise; kept up to date by :meth:`look`."""

    def __init__(self, board: Board, scene: PaintedScene, lies_mm: float | None = None) -> None:
        """Put a board that *lies* with its face this far above the table;
        any other stands on it."""
        self.scene = scene
        self.shot = stand(board.width_mm, board.height_mm, scene)
        self._across, self._down = self.shot.looks_at(self.shot.board_to_pixels())
        inside = (
            (self._across >= 0)
            & (self._across <= board.width_mm)
            & (self._down >= 0)
            & (self._down <= board.height_mm)
        )
        self._inside = np.asarray(inside.astype(np.uint8) * 255)
        self._blur = max(0.2, scene.blur_px)
        self._reach = ceil(3 * self._blur) + 2
        self._light = light_map(scene)
        self._sharp = background(self.shot) if lies_mm is None else table_around(self.shot, lies_mm)
        self.seen: Picture = np.empty_like(self._sharp)

    def unroll(self, flat: Picture, px_per_mm: float) -> None:
        """Look at the whole flat front for the first time, painted at *px_per_mm*."""
        to_flat = (self._across * px_per_mm - 0.5, self._down * px_per_mm - 0.5)
        self._map = cv2.convertMaps(*to_flat, cv2.CV_16SC2)
        self.look(flat, (0, 0, *self.scene.size))

    def around(self, corners: Corners) -> Rect:
        """Return the rectangle of pixels in which a place of the board appears."""
        seen = self.shot.pixels_of(np.array(corners, float))
        left, top = np.floor(seen.min(axis=0)).astype(int) - self._reach
        right, bottom = np.ceil(seen.max(axis=0)).astype(int) + self._reach + 1
        w, h = self.scene.size
        left, top = max(0, int(left)), max(0, int(top))
        return (left, top, min(w, int(right)) - left, min(h, int(bottom)) - top)

    def look(self, flat: Picture, where: Rect) -> None:
        """Take the picture again in one rectangle of the frame."""
        x, y, w, h = where
        here = (slice(y, y + h), slice(x, x + w))
        board = cv2.remap(flat, self._map[0][here], self._map[1][here], cv2.INTER_LINEAR)
        cv2.copyTo(board, self._inside[here], self._sharp[here])
        self._develop(where)

    def fill(self, patch: Picture, inside: NDArray[np.uint8], where: Rect) -> None:
        """Put something into a rectangle of the frame, where *inside* is not 0."""
        x, y, w, h = where
        cv2.copyTo(patch, inside, self._sharp[y : y + h, x : x + w])
        self._develop(where)

    def _develop(self, where: Rect) -> None:
        """Blur and light a rectangle of the sharp picture, without a seam around it."""
        x, y, w, h = where
        left, top = max(0, x - self._reach), max(0, y - self._reach)
        near = self._sharp[top : y + h + self._reach, left : x + w + self._reach]
        soft = np.asarray(cv2.GaussianBlur(near, (0, 0), self._blur))
        soft = soft[y - top : y - top + h, x - left : x - left + w]
        self.seen[y : y + h, x : x + w] = self.lit(soft, where)

    def lit(self, picture: Picture, where: Rect) -> Picture:
        """Let the light of a rectangle of the frame fall on *picture*."""
        x, y, w, h = where
        return np.asarray(
            cv2.multiply(picture, self._light[y : y + h, x : x + w], dtype=cv2.CV_8U), np.uint8
        )
