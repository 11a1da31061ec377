"""Many poses fitted together come out as each would by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.find.cameras import Cameras, bettered
from calibration.geometry.pose import Pose
from calibration.geometry.robust import largest, middle
from calibration.read.reader import keep_memory

SIZE = (1280, 720)
TRUE = Pose(SIZE, np.array([1150.0, 0.01, 0.35, -0.1, 0.05, -140.0, -90.0, 520.0]))
POINTS = np.array([[x, y] for x in range(0, 301, 50) for y in range(0, 201, 50)], float)


def astray(*steps: float) -> list[Pose]:
    """The pose moved aside by some millimetres."""
    return [replace(TRUE, values=TRUE.values + [0, 0, 0, 0, 0, step, -step, 0]) for step in steps]


def test_cameras_see_what_their_poses_see() -> None:
    seen = Cameras.of([TRUE, *astray(5.0)]).project(POINTS)
    assert np.abs(seen[0] - TRUE.project(POINTS)).max() < 1e-3
    assert np.abs(seen[1] - astray(5.0)[0].project(POINTS)).max() < 1e-3


def test_all_of_them_come_back_to_where_the_points_are_seen() -> None:
    cameras = Cameras.of(astray(4.0, -6.0, 9.0))
    pixels = np.tile(TRUE.project(POINTS).astype(float), (3, 1, 1))
    found = bettered(cameras, POINTS, pixels, np.ones((3, len(POINTS))), steps=15)
    for pose in found.poses():
        assert pose is not None
        assert np.abs(pose.project(POINTS) - TRUE.project(POINTS)).max() < 0.2


def test_a_board_a_row_aside_is_seen_a_row_aside() -> None:
    aside = TRUE.shifted(34.0, -20.0)
    moved = TRUE.project(POINTS + np.array([34.0, -20.0]))
    assert np.abs(aside.project(POINTS) - moved).max() < 1e-3


def test_quick_sums_are_those_of_numpy() -> None:
    dice = np.random.default_rng(1)
    for count in (1, 2, 7, 50):
        values = dice.normal(size=(count, 3))
        assert np.allclose(middle(values), np.median(values, axis=0))
        assert np.array_equal(largest(values), values.max(axis=1))
    assert np.isnan(middle(np.empty(0)))


def test_keeping_memory_is_no_harm_twice() -> None:
    assert keep_memory() == keep_memory()
