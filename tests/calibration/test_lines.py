"""Straight lines say where a board lies, also where a hand hides one of its corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find.lines import guess_by_lines

CORNERS = np.array([[310.0, 130.0], [930.0, 180.0], [1010.0, 610.0], [220.0, 560.0]])
SIZE_MM = (300.0, 220.0)


def picture(hidden: int | None = None) -> NDArray[np.uint8]:
    """A brown board on a grey table; a fist may lie on one of its corners."""
    dice = np.random.default_rng(4)
    seen = np.full((720, 1280, 3), (120, 118, 110), np.uint8)
    cv2.fillConvexPoly(seen, CORNERS.astype(np.int32), (70, 110, 150))
    if hidden is not None:
        x, y = CORNERS[hidden].astype(int).tolist()
        cv2.circle(seen, (x, y), 90, (130, 150, 200), -1)
    return np.clip(seen + dice.normal(0, 4, seen.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("hidden", [None, 0, 1, 2, 3])
def test_a_board_is_guessed_though_a_corner_is_hidden(hidden: int | None) -> None:
    guesses = guess_by_lines(picture(hidden), SIZE_MM, 10)
    assert min(np.abs(guess - CORNERS).max() for guess in guesses) < 6


def test_nothing_is_guessed_on_a_bare_table() -> None:
    bare = np.full((720, 1280, 3), 110, np.uint8)
    assert len(guess_by_lines(bare, SIZE_MM, 10)) == 0


def test_a_board_of_another_shape_is_not_guessed() -> None:
    assert len(guess_by_lines(picture(), (900.0, 100.0), 10)) == 0
