"""Change is noticed where it happens, and noise is not change."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.find.motion import Regions


def squares() -> Regions:
    boxes = {
        f"{x},{y}": np.array([(x, y), (x + 80, y), (x + 80, y + 80), (x, y + 80)], np.float32)
        for x in (0, 160, 320)
        for y in (0, 160)
    }
    return Regions.of(boxes, (90, 120, 3))


def grey() -> np.ndarray:
    return np.full((90, 120, 3), 120, np.uint8)


@settings(deadline=None)
@given(st.sampled_from(sorted(squares().names)), st.integers(20, 100))
def test_only_the_region_that_changed_is_named(name: str, change: int) -> None:
    regions, now = squares(), grey()
    x, y = (int(v) // 4 for v in name.split(","))
    now[y + 4 : y + 16, x + 4 : x + 16] += change
    assert regions.differing(now, grey()) == {name}


def test_noise_is_not_a_change() -> None:
    noise = np.random.default_rng(3).normal(0, 1.5, (90, 120, 3))
    now = (grey() + noise).astype(np.uint8)
    assert squares().differing(now, grey()) == frozenset()


def test_a_small_spot_is_a_change() -> None:
    now = grey()
    now[6:10, 6:10] = 255
    assert squares().differing(now, grey()) == {"0,0"}


def test_a_region_taken_over_no_longer_differs() -> None:
    regions, now, kept = squares(), grey(), grey()
    now[2:18, 2:18] = 255
    regions.copy(now, kept, ["0,0"])
    assert regions.differing(now, kept) == frozenset()
