"""Evidence: the part of a rectified picture that a doubt is about."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np

from ..boards.board import Board
from .pictures import jpeg

AROUND_MM = 12.0
LINE, SHADE = (255, 255, 255), (30, 20, 10)


def crop(board: Board, picture: bytes, cells: Collection[str], outlined: bool = False) -> bytes:
    """Cut the *cells* with a little around them out of a rectified JPEG; all of it without any.

    *outlined* draws a line around each of them, where neighbours look much the same.
    """
    known = [cell for cell in board.cells if cell.id in cells]
    whole = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) if picture else None
    if whole is None or not known:
        return picture
    points = [point for cell in known for point in cell.polygon_mm]
    scale = whole.shape[1] / board.width_mm
    for cell in known if outlined else ():
        corners = np.int32(np.array(cell.polygon_mm) * scale)
        for colour, width in ((SHADE, 4), (LINE, 2)):
            cv2.polylines(whole, [corners], True, colour, width, cv2.LINE_AA)
    left, top = (max(0.0, min(p[axis] for p in points) - AROUND_MM) for axis in (0, 1))
    right, low = (max(p[axis] for p in points) + AROUND_MM for axis in (0, 1))
    part = whole[int(top * scale) : int(low * scale), int(left * scale) : int(right * scale)]
    return jpeg(np.ascontiguousarray(part))
