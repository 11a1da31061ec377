"""A camera is found again from the points it sees."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.geometry.pose import Pose, fit_pose

SIZE = (1280, 720)
CORNERS = np.array([(0, 0), (300, 0), (300, 200), (0, 200)], float)
POINTS = np.array([(x, y) for x in (0, 24, 276, 300) for y in (0, 24, 176, 200)], float)


def camera(focal: float, tilt: float, turn: float, away: float, bend: float = 0.0) -> Pose:
    """A camera that looks at the middle of a board of 300 x 200 mm."""
    import cv2

    spin = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    lean = cv2.Rodrigues(np.array([tilt, 0.0, 0.0]))[0]
    rotation = lean @ spin
    place = np.array([0.0, 0.0, away]) - rotation @ np.array([150.0, 100.0, 0.0])
    values = np.concatenate([[focal * SIZE[0], bend], cv2.Rodrigues(rotation)[0].ravel(), place])
    return Pose(SIZE, values)


cameras = st.builds(
    camera,
    focal=st.floats(0.7, 1.3),
    tilt=st.floats(0.0, 0.8),
    turn=st.floats(-0.6, 0.6),
    away=st.floats(350, 700),
    bend=st.floats(-0.04, 0.04),
)


@settings(max_examples=40, deadline=None)
@given(cameras)
def test_a_camera_is_found_from_four_markers(true: Pose) -> None:
    found = fit_pose(POINTS, true.project(POINTS).astype(float), SIZE)
    assert found is not None
    assert np.abs(found.project(CORNERS) - true.project(CORNERS)).max() < 1.5


@settings(max_examples=40, deadline=None)
@given(cameras, st.floats(-4, 8))
def test_what_lies_higher_drifts_away_from_the_camera(true: Pose, rise: float) -> None:
    at = np.array([[200.0, 50.0]])
    seen = true.project(at, rise)
    flat = true.project(at + true.drift(rise, at[0]))
    assert np.abs(seen - flat).max() < 0.6


def test_four_points_in_a_line_are_no_board() -> None:
    line = np.array([(0, 0), (100, 100), (200, 200), (300, 300)], float)
    assert fit_pose(CORNERS, line, SIZE) is None
