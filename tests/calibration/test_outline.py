"""A board's clicked outline: taken as it is seen, not as it was told."""

from __future__ import annotations

import numpy as np

from calibration.geometry.pose import fit_outline


def test_a_grid_longer_than_wide_is_taken_as_it_is_seen() -> None:
    """Told as 90 by 90 mm, clicked at 427 by 358 pixels: no camera makes that of a square."""
    outline = np.array([(0.0, 0.0), (90.0, 0.0), (90.0, 90.0), (0.0, 90.0)])
    corners = np.array([(30.0, 82.0), (457.0, 82.0), (457.0, 440.0), (30.0, 443.0)])
    pose = fit_outline(outline, corners, (640, 480))
    assert pose is not None
    assert np.abs(pose.project(outline) - corners).max() < 3
