"""The board seen straight from above, for people to look at."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from .pose import Pose

STEP_MM = 12.0
"""The lens bends so little over this length that straight pieces will do."""


def rectified(
    picture: NDArray[np.uint8], board: Board, pose: Pose, pixels_per_mm: float = 2.0
) -> NDArray[np.uint8]:
    """Turn the board in *picture* upright and flat."""
    width = max(1, round(board.width_mm * pixels_per_mm))
    height = max(1, round(board.height_mm * pixels_per_mm))
    columns = max(2, round(board.width_mm / STEP_MM))
    rows = max(2, round(board.height_mm / STEP_MM))
    x, y = np.meshgrid(
        np.linspace(0, board.width_mm, columns), np.linspace(0, board.height_mm, rows)
    )
    pixels = pose.project(np.column_stack([x.ravel(), y.ravel()])).reshape(rows, columns, 2)
    across = _spread(width, columns)
    along = _spread(height, rows)
    grid_x, grid_y = np.meshgrid(across, along)
    where = cv2.remap(pixels, grid_x, grid_y, cv2.INTER_LINEAR)
    return cv2.remap(picture, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _spread(pixels: int, knots: int) -> NDArray[np.float32]:
    middles = (np.arange(pixels) + 0.5) / pixels
    return (middles * (knots - 1)).astype(np.float32)
