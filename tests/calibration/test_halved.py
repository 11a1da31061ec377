"""A picture half as large, made part by part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find.motion import Apart, Regions
from calibration.geometry.pictures import Halved, Levels


def grainy(height: int, width: int) -> NDArray[np.uint8]:
    dice = np.random.default_rng((height, width))
    return dice.integers(0, 256, (height, width, 3)).astype(np.uint8)


def shrunk(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("size", [(120, 160), (121, 160), (122, 162), (123, 157)])
def test_a_part_looks_as_it_does_in_the_whole(size: tuple[int, int]) -> None:
    picture = grainy(*size)
    half = shrunk(picture)
    thumb = shrunk(half)
    levels = Levels(picture)

    assert np.array_equal(levels.thumb_part((3, 5, 20, 22)), thumb[5:22, 3:20])
    assert np.array_equal(levels.thumb, thumb)
    assert np.array_equal(levels.half, half)
    assert levels.thumb_shape == thumb.shape


def test_a_second_part_is_made_too() -> None:
    picture = grainy(64, 96)
    half = Halved(picture)
    half.part((0, 0, 10, 10))

    assert np.array_equal(half.part((20, 4, 40, 30)), shrunk(picture)[4:30, 20:40])


def test_regions_differ_in_a_part_as_they_do_in_the_whole() -> None:
    now, then = grainy(60, 80), grainy(60, 80)
    then[10:14, 20:24] //= 2
    squares = {
        f"{x},{y}": np.array([[x, y], [x + 40, y], [x + 40, y + 40], [x, y + 40]], np.float32)
        for x in (40, 80, 120)
        for y in (40, 80)
    }
    regions = Regions.of(squares, now.shape)
    left, top, right, bottom = regions.bounds
    part = Apart.of(now[top:bottom, left:right], then[top:bottom, left:right], (left, top))

    assert (left, top, right, bottom) == (10, 10, 40, 30)
    assert regions.loud(part) == regions.differing(now, then) == {"80,40"}
