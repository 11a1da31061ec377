"""The colours faces may show: light and shade belong to them, a pawn's paint does not."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.read.gamut import gamut_of, lumped

PAPER, INK = (0.8, 0.9, 0.95), (0.3, 0.3, 0.6)
FACES = np.array([[PAPER] * 30, [INK] * 30], np.float32)


@pytest.mark.parametrize("share", [0.8, 1.0, 1.08])
def test_paper_and_ink_are_known_in_light_and_shade(share: float) -> None:
    assert gamut_of(FACES).holds(FACES * share).all()


@pytest.mark.parametrize("paint", [(0.1, 0.1, 0.7), (0.05, 0.05, 0.05), (0.7, 0.2, 0.1)])
def test_the_paint_of_a_pawn_is_foreign(paint: tuple[float, float, float]) -> None:
    assert not gamut_of(FACES).holds(np.array(paint, np.float32))


def test_a_single_odd_pixel_makes_no_colour_known() -> None:
    many = np.full((100_000, 3), PAPER, np.float32)
    many[0] = (0.1, 0.1, 0.7)
    assert not gamut_of(many).holds(np.array((0.1, 0.1, 0.7), np.float32))


def test_colours_beyond_white_do_not_break_it() -> None:
    assert gamut_of(FACES).holds(np.array([[9.0, 9.0, 9.0], [-1.0, 0.0, 0.0]])).shape == (2,)


def test_ink_in_strokes_is_no_lump_of_ink() -> None:
    lettered = np.full((32, 32, 3), PAPER, np.float32)
    lettered[:, 10:12] = INK
    stood_on = lettered.copy()
    stood_on[16:28, 14:26] = INK
    lumps = gamut_of(lumped(lettered))
    assert lumps.holds(lumped(lettered)).all()
    assert not lumps.holds(lumped(stood_on))[19:25, 17:23].any()
    assert gamut_of(lettered).holds(stood_on).all()
