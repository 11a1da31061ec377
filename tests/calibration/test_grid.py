"""Corners clicked hastily are brought nearer by the grid between them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find.grid import nearer, pitch_mm
from calibration.geometry.board import Board, Cell, window
from tests.bench.pictures.robustness import clicked_aside

SIDE, PITCH = 9, 20.0
BOARD = Board(
    "squares",
    SIDE * PITCH,
    SIDE * PITCH,
    {},
    tuple(
        Cell(f"{r}.{c}", "square", window(c * PITCH, r * PITCH, PITCH, PITCH))
        for r in range(SIDE)
        for c in range(SIDE)
    ),
)
CORNERS = np.array([(160.0, 90.0), (640.0, 100.0), (690.0, 560.0), (120.0, 540.0)])


def photograph() -> NDArray[np.uint8]:
    """Squares of a few greys with thin lines between them, seen a little from the side."""
    dice = np.random.default_rng(4)
    flat = np.kron(dice.integers(90, 170, (SIDE, SIDE)), np.ones((40, 40))).astype(np.uint8)
    flat[::40] = flat[:, ::40] = 230
    source = np.array([(0, 0), (360, 0), (360, 360), (0, 360)], np.float32)
    view = cv2.getPerspectiveTransform(source, CORNERS.astype(np.float32))
    seen = cv2.warpPerspective(flat, view, (800, 640), borderValue=60)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.2), np.uint8)


@pytest.mark.parametrize("seed", range(4))
def test_corners_twenty_pixels_aside_come_within_a_few(seed: int) -> None:
    found = nearer(photograph(), BOARD, clicked_aside(CORNERS, 20.0, seed))
    assert found is not None
    assert np.abs(found - CORNERS).max() < 10


def test_a_board_of_triangles_has_no_such_grid() -> None:
    tile = Cell("a", "tile", ((0.0, 0.0), (20.0, 0.0), (10.0, 17.0)))
    board = Board("tile", 40.0, 40.0, {}, (tile,))
    assert nearer(photograph(), board, CORNERS) is None


def test_the_pitch_is_the_least_distance_between_cells() -> None:
    assert pitch_mm(BOARD) == PITCH
