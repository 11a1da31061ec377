"""Watching for change: a thumbnail of the picture says cheaply which regions differ.

Nothing here recognises anything; an unchanged scene costs one shrunk picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

SHRINK = 4
"""A thumbnail (``Levels.thumb``) is this many times smaller than the picture."""
QUIET = 3.0
"""Mean difference (of 255) of a region's thumbnail that is still taken for noise."""
SPOT = 14.0
"""The same for the most different part of a region."""


class Regions:
    """Named polygons of a picture, as boxes in its thumbnail."""

    def __init__(self, polygons: Mapping[str, NDArray[np.float32]], shape: tuple[int, ...]) -> None:
        self.names = tuple(polygons)
        height, width = shape[0], shape[1]
        limit = np.array([width, height])
        lows = np.array([polygon.min(axis=0) for polygon in polygons.values()]) / SHRINK
        highs = np.array([polygon.max(axis=0) for polygon in polygons.values()]) / SHRINK
        low = np.clip(np.floor(lows).astype(int), 0, limit - 1)
        high = np.clip(np.ceil(highs).astype(int), low + 1, limit)
        self.boxes = np.concatenate([low, high], axis=1)

    def differing(
        self, now: NDArray[np.uint8], then: NDArray[np.uint8], quiet: float = QUIET
    ) -> frozenset[str]:
        """Name the regions in which two thumbnails differ by more than noise."""
        apart = cv2.absdiff(now, then)
        if apart.ndim == 3:
            apart = cv2.max(cv2.max(apart[:, :, 0], apart[:, :, 1]), apart[:, :, 2])
        total = cv2.integral(apart)
        x0, y0, x1, y1 = self.boxes.T
        sums = total[y1, x1] - total[y0, x1] - total[y1, x0] + total[y0, x0]
        means = sums / ((x1 - x0) * (y1 - y0))
        loud = means > quiet
        for index in np.flatnonzero(~loud & (means > quiet / 3)):
            a, b, c, d = self.boxes[index]
            loud[index] = cv2.blur(apart[b:d, a:c], (3, 3)).max() > SPOT
        return frozenset(self.names[i] for i in np.flatnonzero(loud))

    def copy(self, now: NDArray[np.uint8], into: NDArray[np.uint8], names: Iterable[str]) -> None:
        """Take the named regions of *now* over into another thumbnail."""
        for name in names:
            x0, y0, x1, y1 = self.boxes[self.names.index(name)]
            into[y0:y1, x0:x1] = now[y0:y1, x0:x1]
