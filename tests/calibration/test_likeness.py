"""A pawn's top on a print of its own colour, and the print alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry.patches import SIDE
from calibration.read.likeness import (
    FARTHER,
    NEARER,
    has_one_of,
    share_of_top,
    tones_of,
)

Square = NDArray[np.float32]
SAND = np.array([0.7, 0.8, 0.9], np.float32)
RED = np.array([0.2, 0.2, 0.8], np.float32)
BLUE = np.array([0.8, 0.3, 0.2], np.float32)
MIDDLE = (SIDE - 1) / 2


def printed(right: int = 0, down: int = 0) -> Square:
    """Sand with a red print as tall as the tile, which may lie aside."""
    square = np.tile(SAND, (SIDE, SIDE, 1))
    square[3:-3, 8:-8] = RED
    return np.roll(square, (down, right), (0, 1))


def disc(radius: float = 12.0) -> NDArray[np.bool_]:
    y, x = np.mgrid[:SIDE, :SIDE] - MIDDLE
    return np.asarray(np.hypot(x, y) < radius)


def stood_on(square: Square) -> Square:
    square = square.copy()
    square[disc()] = RED
    return square


def grainy(square: Square, spread: float, seed: int) -> Square:
    grain = np.random.default_rng(seed).normal(0.0, spread, square.shape)
    return (square + cv2.GaussianBlur(grain, (0, 0), 0.8)).astype(np.float32)


@pytest.mark.parametrize("seed", range(4))
def test_a_red_pawn_on_a_red_print_shows_around_the_print(seed: int) -> None:
    seen = grainy(stood_on(printed()), 0.15, seed)
    assert share_of_top(seen, printed(), disc(), [RED]) >= NEARER


@pytest.mark.parametrize(("right", "down"), [(0, 0), (3, 0), (-6, 3), (4, -5)])
def test_the_print_alone_does_not_though_it_lies_aside(right: int, down: int) -> None:
    seen = grainy(printed(right, down), 0.15, 1)
    assert share_of_top(seen, printed(), disc(), [RED]) < FARTHER


def test_a_print_that_hides_all_of_a_top_tells_nothing() -> None:
    whole = np.tile(RED, (SIDE, SIDE, 1))
    assert share_of_top(whole, whole, disc(), [RED]) == 0.0


def test_a_tile_has_a_print_of_a_colour_or_not() -> None:
    everywhere = np.ones((SIDE, SIDE), bool)
    assert has_one_of(printed(), everywhere, [BLUE, RED])
    assert not has_one_of(printed(), everywhere, [BLUE])
    assert not has_one_of(np.tile(SAND, (SIDE, SIDE, 1)), everywhere, [BLUE, RED])


def test_a_ring_leaves_a_top_of_one_colour_and_a_drawing_does_not() -> None:
    top = np.tile(RED, (SIDE, SIDE, 1))
    ringed = top.copy()
    ringed[disc(7) & ~disc(6)] = RED / 2
    drawn = top.copy()
    drawn[disc(7)] = SAND
    assert len(tones_of(top)) == 1
    assert np.allclose(np.array(tones_of(ringed)), np.array([RED, RED / 2]))
    assert tones_of(drawn) == ()
