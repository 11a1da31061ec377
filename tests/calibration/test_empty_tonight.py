"""What is bare tonight: a board tells how its own print looks, and what is none of it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.read.agreement import VoteResult, chances_of
from calibration.read.chances import SURE
from calibration.read.empty_tonight import expected, how_far, left_over
from calibration.read.features import (
    MARGIN,
    STRONG,
    WIDE,
    edges,
    strokes,
    too_strong,
    without_edges,
)
from calibration.teach.learnt_reader import leaning

SIDE = 9
PLACES = np.array([(x, y) for y in np.linspace(-1, 1, SIDE) for x in np.linspace(-1, 1, SIDE)])
PRINTS = np.array([(0.3, 0.5, 0.15), (1.0, 0.7, 0.2), (0.5, 0.55, 1.0), (0.2, 0.2, 0.9)])
MANY = np.array([0, 0, 0, 1, 0, 2, 0, 0, 3])
KINDS = MANY[np.arange(SIDE * SIDE) % len(MANY) - np.arange(SIDE * SIDE) // SIDE]
LOOKS = PRINTS[KINDS]
ODDS = np.full(len(LOOKS), 10.0)


def bent(colours: np.ndarray) -> np.ndarray:
    """A camera with lighter shadows and paler colours, and a lamp at one side."""
    seen = 0.7 * colours**0.7 + 0.3 * (colours**0.7).mean(axis=1, keepdims=True)
    return np.asarray(seen * (1 + 0.1 * PLACES[:, :1]))


def off(seen: np.ndarray, odds: np.ndarray = ODDS) -> np.ndarray:
    added = left_over(seen, LOOKS, odds, PLACES)
    return np.asarray(np.linalg.norm(seen - LOOKS - added, axis=1))


def test_a_board_tells_how_its_print_looks_tonight() -> None:
    assert np.linalg.norm(bent(LOOKS) - LOOKS, axis=1).max() > 0.3
    assert off(bent(LOOKS)).max() < 0.1


def test_an_arm_over_a_third_of_the_board_does_not_become_the_board() -> None:
    seen = bent(LOOKS)
    arm = PLACES[:, 1] < -0.4
    seen[arm] = (0.35, 0.3, 0.5)
    assert np.median(off(seen)[arm & (KINDS == 0)]) > 0.2
    assert np.median(off(seen)[~arm]) < 0.05


def test_where_hardly_anything_is_bare_nothing_is_left_over() -> None:
    few = np.full(len(LOOKS), -np.inf)
    few[:5] = 10
    assert (left_over(bent(LOOKS), LOOKS, few, PLACES) == 0).all()


def test_a_cell_nobody_saw_bare_may_look_like_any_other() -> None:
    looks = LOOKS[:, None].repeat(16, axis=1)
    known = np.arange(len(looks)) != 4
    tonight, strayed = expected(looks, looks, known, np.zeros_like(LOOKS))
    assert np.allclose(tonight, looks)
    assert (strayed < 1e-6).all()


def test_a_print_taught_in_a_shadow_is_taken_for_its_fellows() -> None:
    looks = LOOKS[:, None].repeat(16, axis=1)
    shadowed = looks.copy()
    shadowed[0] *= 0.8
    tonight, strayed = expected(looks, shadowed, np.ones(len(looks), bool), np.zeros_like(LOOKS))
    assert np.allclose(tonight[0], looks[0], atol=0.02)
    assert strayed[0] > 0


def test_a_look_of_one_picture_leans_on_the_same_print() -> None:
    looks = LOOKS[:, None].repeat(16, axis=1)
    looks[0] *= 0.8
    times = np.full(len(looks), 6.0)
    times[0] = 1
    after = leaning(looks, times)
    true = LOOKS[0]
    before, now = (np.linalg.norm(one[0, 0] - true) for one in (looks, after))
    assert now < 0.5 * before
    assert np.abs(after[1:] - looks[1:]).max() < 0.03


def test_calm_light_leaves_less_room_than_harsh_light() -> None:
    calm, harsh = np.full(9, 0.02), np.full(9, 0.06)
    calm[0] = harsh[0] = 0.25
    assert how_far(calm, np.full(9, 5.0))[0] > 1
    assert how_far(harsh, np.full(9, 5.0))[0] < 1


def patches(count: int = 5) -> np.ndarray:
    """Bare cells with lines between them."""
    seen = np.full((count, WIDE, WIDE, 3), 0.5, np.float32)
    for line in (MARGIN, WIDE - MARGIN - 1):
        seen[:, line] = seen[:, :, line] = 0.1
    return seen


def test_a_faint_stroke_is_a_drawing() -> None:
    seen = patches()
    seen[0, 20:32, 25:28] = 0.4
    found = strokes(seen)
    bare = np.arange(5) > 0
    assert found[0] > too_strong(found, bare)
    assert (found[1:] < too_strong(found, bare)).all()
    assert too_strong(found, np.zeros(5, bool)) == STRONG[1]


def test_a_sleeve_has_no_edges_where_cells_have_them() -> None:
    seen = patches()
    seen[0] = 0.5
    bare = np.ones(5, bool)
    assert without_edges(edges(seen), bare).tolist() == [True, False, False, False, False]


def test_on_a_board_without_lines_nothing_is_said_of_edges() -> None:
    seen = np.full((5, WIDE, WIDE, 3), 0.5, np.float32)
    assert not without_edges(edges(seen), np.ones(5, bool)).any()


@pytest.mark.parametrize(
    ("off_bare", "stroke", "sure"), [(0.3, 0.3, True), (1.2, 0.3, False), (0.3, 1.2, False)]
)
def test_bare_is_sure_only_where_it_looks_so_and_shows_no_stroke(
    off_bare: float, stroke: float, sure: bool
) -> None:
    nets = np.log(np.array([[0.01, 0.98, 0.01]]))
    plain = np.array([False, True])
    heard = VoteResult(nets, plain, 1, np.array([6.0]), off_bare=off_bare, strokes=stroke)
    assert (chances_of(heard)[0, 1] >= SURE) == sure
