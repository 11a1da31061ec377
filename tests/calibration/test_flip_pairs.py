"""Faces folded in the middle: both ways up at the price of one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.read.compare import windows
from calibration.read.faces import prepare
from calibration.read.flip_pairs import fold, measures

SIDE, WIDE = 16, 22


def faces(*, upside_down: bool) -> NDArray[np.float32]:
    """Three drawings, two of them also upside down."""
    drawn = np.random.default_rng(1).random((3, SIDE, SIDE, 3), np.float32)
    if not upside_down:
        return drawn
    return np.stack([drawn[0], drawn[0][::-1, ::-1], drawn[1], drawn[2][::-1, ::-1], drawn[2]])


def triangle() -> NDArray[np.float32]:
    return np.tril(np.ones((SIDE, SIDE), np.float32))


@pytest.mark.parametrize("mask", [np.ones((SIDE, SIDE), np.float32), triangle()])
@pytest.mark.parametrize("upside_down", [False, True])
def test_folded_faces_measure_what_unfolded_ones_do(
    mask: NDArray[np.float32], upside_down: bool
) -> None:
    known = prepare(faces(upside_down=upside_down), mask)
    folded = fold(known.rows, known.mean, known.power, known.ramps, known.weight)
    dice = np.random.default_rng(2)
    patches = dice.random((7, WIDE, WIDE, 3), np.float32)
    cell, y, x = dice.integers(0, 7, 900), dice.integers(0, 7, 900), dice.integers(0, 7, 900)

    cross, mean, power = measures(patches, folded, cell, y, x)

    rows = windows(patches, SIDE, cell, y, x).astype(float) * known.weight
    slow = rows @ known.ramps
    count = 3 * known.pixels
    assert np.allclose(cross, (rows @ known.columns / count)[:, folded.order], atol=1e-6)
    assert np.allclose(mean, np.abs(slow[:, :3]) / np.sqrt(known.pixels), atol=1e-6)
    assert np.allclose(power, ((rows**2).sum(axis=1) - (slow**2).sum(axis=1)) / count, atol=1e-6)


def test_a_face_and_the_same_upside_down_are_multiplied_once() -> None:
    known = prepare(faces(upside_down=True), np.ones((SIDE, SIDE), np.float32))

    folded = fold(known.rows, known.mean, known.power, known.ramps, known.weight)

    assert folded.twice == 2
    assert folded.order.tolist() == [2, 0, 3, 1, 4]
