"""Several pictures of one still scene as one: what a cell shows adds up, noise does not."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

MOST = 8
"""So many pictures are laid upon each other: a further one brings a sixteenth of the first."""


class Blend:
    """The mean of pictures that show the same."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        self._sum = picture.astype(np.uint16)
        self.count = 1

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Lay one more picture upon the others."""
        if picture.shape == self._sum.shape and self.count < MOST:
            cv2.add(self._sum, picture, self._sum, dtype=cv2.CV_16U)
            self.count += 1

    def mean(self) -> NDArray[np.uint8]:
        return cv2.convertScaleAbs(self._sum, alpha=1.0 / self.count)
