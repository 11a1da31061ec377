"""A closer look tells faces apart by what is seen of their difference, and by nothing else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry.board import Cell, triangle
from calibration.geometry.patches import SIDE, mask_of
from calibration.paint.kheops.studio import lay_tile
from calibration.read.tile_rivals import ACROSS, AROUND, FINER, compared

TILE = Cell("U0.0", "turned_tile", triangle((0.0, 0.0), 60.0))
MASK = mask_of(TILE)
NOWHERE = np.zeros(2)
DOOR = slice(FINER * (AROUND + SIDE // 2), ACROSS)
"""The rows of the lower half, where the door to the ground is."""


EDGE = FINER * (AROUND + SIDE * 3 // 4)
"""The row of the lower edge of the tile."""
PAWN = slice(ACROSS // 2 - 13, ACROSS // 2 + 13)
"""The columns behind a pawn that is wider than a door."""


def face(label: str) -> NDArray[np.float32]:
    """A painted tile as it is taught."""
    large = _painted(label)
    inner = large[FINER * AROUND : -FINER * AROUND, FINER * AROUND : -FINER * AROUND]
    small = cv2.resize(inner, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _painted(label: str) -> NDArray[np.float32]:
    """A tile among bare board, as many fine pixels wide as a closer look has."""
    picture = np.full((ACROSS, ACROSS, 3), (104, 136, 162), np.uint8)
    middle, radius = (ACROSS - 1) / 2, FINER * SIDE / 2
    turns = np.radians((150, 30, 270))
    corners = middle + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    lay_tile(picture, label, corners)
    return np.asarray(picture / 255, np.float32)


def seen_but(rows: slice, columns: slice = slice(0, ACROSS)) -> NDArray[np.bool_]:
    seen = np.ones((ACROSS, ACROSS), bool)
    seen[rows, columns] = False
    return seen


def noisy(label: str, seed: int = 1) -> NDArray[np.float32]:
    dice = np.random.default_rng(seed)
    moved = np.roll(_painted(label), (2, -1), axis=(0, 1))
    return np.asarray(moved * 0.8 + dice.normal(0, 0.03, moved.shape), np.float32)


def behind(picture: NDArray[np.float32], seen: NDArray[np.bool_], *labels: str) -> list[float]:
    told = compared(picture, seen, [face(x) for x in labels], range(len(labels)), NOWHERE, MASK)
    assert told is not None
    return told.tolist()


@pytest.mark.parametrize("label", ["corridor-2@0", "corridor-3@0"])
def test_a_strip_of_a_door_is_enough(label: str) -> None:
    """A pawn hides all but the last six millimetres of the way to the ground."""
    hidden = seen_but(slice(ACROSS // 3, EDGE - 8), PAWN)
    two, three = behind(noisy(label), hidden, "corridor-2@0", "corridor-3@0")
    worse = three if label == "corridor-2@0" else two
    assert worse > 9.2  # what it takes to be sure at evens
    assert min(two, three) == 0


@pytest.mark.parametrize("label", ["corridor-2@0", "corridor-3@0"])
def test_a_door_that_is_hidden_is_not_reported(label: str) -> None:
    hidden = seen_but(DOOR)
    assert behind(noisy(label), hidden, "corridor-2@0", "corridor-3@0") == [0.0, 0.0]


def test_a_strip_that_does_not_speak_with_one_voice_says_nothing() -> None:
    half = ACROSS // 2
    picture = noisy("corridor-2@0")
    picture[:, half:] = noisy("corridor-3@0")[:, half:]
    hidden = seen_but(slice(ACROSS // 3, EDGE - 8), PAWN)
    assert behind(picture, hidden, "corridor-2@0", "corridor-3@0") == [0.0, 0.0]


def test_shade_over_the_tile_changes_nothing() -> None:
    picture = noisy("corridor-3@0")
    picture[:, ACROSS // 2 :] *= np.float32(0.65)
    two, three = behind(picture, seen_but(slice(0, 0)), "corridor-2@0", "corridor-3@0")
    assert (two > 9.2, three) == (True, 0.0)


def test_where_hardly_anything_is_seen_nothing_is_laid_upon_it() -> None:
    dark = np.zeros((ACROSS, ACROSS), bool)
    faces = [face("corridor-2@0"), face("corridor-3@0")]
    assert compared(noisy("corridor-2@0"), dark, faces, (0, 1), NOWHERE, MASK) is None
