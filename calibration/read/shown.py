"""Pictures for people: the board alone, seen from above, or all there is where none is found."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from ..find.finding import Sight
from ..find.rectify import rectified
from .pictures import jpeg

SHOWN_PX = 640
"""How large a picture without a board is shown."""


def from_above(
    picture: NDArray[np.uint8], board: Board, sight: Sight | None
) -> Callable[[], NDArray[np.uint8] | None]:
    """How to make the board upright and flat; it is made when somebody asks."""
    return lambda: None if sight is None else rectified(picture, board, sight.pose)


def for_people(picture: NDArray[np.uint8], board: Board, sight: Sight | None) -> bytes:
    """The board alone, or all of the picture, small, where no board is found."""
    flat = from_above(picture, board, sight)()
    if flat is not None:
        return jpeg(flat)
    shrink = SHOWN_PX / max(picture.shape[:2])
    return jpeg(cv2.resize(picture, None, fx=shrink, fy=shrink) if shrink < 1 else picture)
