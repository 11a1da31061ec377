"""Other evenings out of one picture: the truth goes with what was changed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.geometry.board import SOMETHING_ELSE
from calibration.teach.scenes import Scene
from tests.bench.pictures.otherwise import (
    HELD_OUT,
    ONE,
    OTHERWISE,
    TUNED,
    crop_of,
    only_taught,
    otherwise,
    quads_of,
)
from tests.bench.pictures.robustness import WORSE

SIDE, STEP = 5, 40
SIZE = (260, 240)
LABELS = ("empty", "A", "empty", "K", "empty")


def scene() -> Scene:
    """A board of 25 cells in the middle of a picture."""
    cells = [
        {
            "id": f"r{r}c{c}",
            "row": r,
            "col": c,
            "rect_mm": [20 * c, 20 * r, 20, 20],
            "label": LABELS[(r + c) % len(LABELS)],
            "occluded": 0.0,
        }
        for r in range(SIDE)
        for c in range(SIDE)
    ]
    wide = SIDE * 20
    corners = [[30, 20], [230, 20], [230, 220], [30, 220]]
    grid = {
        "rows": SIDE,
        "cols": SIDE,
        "pitch_mm": [20, 20],
        "origin_mm": [0, 0],
        "window_mm": [20, 20],
        "card_mm": [20, 20],
    }
    raw = {
        "id": "one",
        "image": "one.jpg",
        "kind": "wall",
        "deck": "letters",
        "board": {"w_mm": wide, "h_mm": wide, "corners_px": corners},
        "markers": {"mode": "told"},
        "grid": grid,
        "cells": cells,
    }
    return Scene(Path("one.json"), raw)


def picture() -> np.ndarray:
    """Every cell in a colour of its own, so that it is known again."""
    seen = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    for key, quad in quads_of(scene().board, scene().true_corners).items():
        row, col = int(key[1]), int(key[3])
        (x, y), (right, low) = quad[0].astype(int), quad[2].astype(int)
        seen[y:low, x:right] = (60 + 35 * row, 120, 60 + 35 * col)
    return seen


@pytest.mark.parametrize("name", OTHERWISE)
def test_every_way_gives_a_picture_and_tells_every_cell(name: str) -> None:
    before = picture()
    seen, told = otherwise(name, (before, scene()), 3)
    assert seen.dtype == np.uint8
    assert seen.ndim == 3
    assert set(told.truth()) == set(scene().truth())
    assert (before == picture()).all()


def test_the_same_dice_throw_the_same_evening() -> None:
    one, other = (otherwise("arm", (picture(), scene()), 7) for _ in range(2))
    assert (one[0] == other[0]).all()
    assert one[1].truth() == other[1].truth()


@pytest.mark.parametrize(
    "name", ["quarter turn", "half turn", "half the pixels", "lens bent out", "lens bent in"]
)
def test_cells_lie_where_the_new_corners_say(name: str) -> None:
    seen, told = otherwise(name, (picture(), scene()), 3)
    for key, quad in quads_of(told.board, told.true_corners).items():
        x, y = np.rint(quad.mean(axis=0)).astype(int)
        row, col = int(key[1]), int(key[3])
        assert np.abs(seen[y, x].astype(int) - (60 + 35 * row, 120, 60 + 35 * col)).max() <= 4


def test_what_lies_under_an_arm_may_not_be_named() -> None:
    told = otherwise("arm", (picture(), scene()), 3)[1].truth()
    hidden = [label for label, share in told.values() if share == 1.0]
    assert hidden
    assert set(hidden) == {SOMETHING_ELSE}
    assert all(share <= 0.5 for label, share in told.values() if label != SOMETHING_ELSE)


def test_a_strange_blank_lies_on_a_bare_cell_and_has_no_name() -> None:
    told = otherwise("strange blanks", (picture(), scene()), 3)[1].truth()
    strange = [key for key, (label, _) in told.items() if label == SOMETHING_ELSE]
    assert len(strange) == 6
    assert {scene().truth()[key][0] for key in strange} == {"empty"}


def test_tiles_are_laid_otherwise_and_stay_what_they_are() -> None:
    for name in ("tiles turned", "tiles aside", "tiles lifted", "other type"):
        seen, told = otherwise(name, (picture(), scene()), 3)
        assert told.truth() == scene().truth()
        assert (seen != picture()).any()


def test_a_label_that_was_not_taught_may_not_be_named() -> None:
    told = only_taught(scene(), frozenset(("empty", "A"))).truth()
    assert {label for label, _ in told.values()} == {"empty", "A", SOMETHING_ELSE}


def test_half_of_the_ways_is_held_out_and_the_bench_keeps_its_rows() -> None:
    assert set(TUNED) | set(HELD_OUT) == set(OTHERWISE)
    assert not set(TUNED) & set(HELD_OUT)
    assert not set(ONE) & set(WORSE)


def test_a_wrong_cell_can_be_looked_at() -> None:
    assert crop_of(picture(), scene(), "r2c2").startswith(b"\x89PNG")
