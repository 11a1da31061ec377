"""The corners of a marker, told by its edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find.corners import by_edges

TRUE = np.array([[60.3, 52.7], [101.6, 60.2], [96.1, 99.4], [55.2, 90.8]], np.float32)


def marker(blur: float = 1.0) -> NDArray[np.uint8]:
    """A marker with a white rim, seen from aside, its black corners at ``TRUE``."""
    square = np.full((320, 320, 3), 150, np.uint8)
    square[20:300, 20:300] = 245
    square[50:270, 50:270] = 15
    square[130:190, 90:150] = 245
    corners = np.array([[50, 50], [270, 50], [270, 270], [50, 270]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(corners, 4 * TRUE + 1.5)
    large = cv2.warpPerspective(square, way, (640, 640), borderValue=(150, 150, 150))
    small = cv2.resize(large, (160, 160), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), blur), np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_corners_that_were_off_by_pixels_come_right(seed: int) -> None:
    aside = np.random.default_rng(seed).uniform(-2.5, 2.5, TRUE.shape).astype(np.float32)
    found = by_edges(marker(), (TRUE + aside)[None], 3.0)[0]
    assert np.abs(found - TRUE).max() < 0.35


def test_corners_may_go_around_either_way() -> None:
    found = by_edges(marker(), (TRUE[::-1] + np.float32(1.5))[None], 3.0)[0]
    assert np.abs(found[::-1] - TRUE).max() < 0.35


def test_a_crumb_on_an_edge_does_not_move_it() -> None:
    picture = marker()
    cv2.circle(picture, (80, 54), 3, (120, 140, 190), -1)
    found = by_edges(picture, (TRUE + np.float32(1.0))[None], 3.0)[0]
    assert np.abs(found - TRUE).max() < 0.5


def test_where_no_edge_is_seen_corners_stay_as_they_were() -> None:
    flat = np.full((160, 160, 3), 90, np.uint8)
    assert (by_edges(flat, TRUE[None], 3.0)[0] == TRUE).all()


def test_a_marker_too_small_for_edges_is_left_alone() -> None:
    tiny = (TRUE / np.float32(6))[None]
    assert by_edges(marker(), tiny, 3.0) is tiny
