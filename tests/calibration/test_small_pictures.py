"""The court in a picture of 960 x 540: cells are smaller than the patches they are read in, and
markers are but thirty pixels wide."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find.aruco_markers import find_markers
from calibration.geometry.board import EMPTY, PAWN, SOMETHING_ELSE
from calibration.geometry.patches import SIDE
from calibration.geometry.pictures import Levels
from calibration.paint.scene import random_scene
from calibration.paint.sphinx.studio import SphinxStudio
from calibration.read.chances import SURE
from calibration.read.noise import GRAINY, grain_of
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from companion.core.game import load_room
from companion.rooms import board_of, room_of
from companion.rooms.sphinx import prints_of
from tests.bench.pictures.robustness import DIM, GRAIN, shadow_in

GAME = load_room("sphinx")
BOX = GAME.load_box(None)
BOARD, PRINTS = board_of(GAME, BOX), prints_of(BOX)
SIZE = (960, 540)
SQUARES = [cell.id for cell in BOARD.cells if cell.kind == PAWN]
SOFT_PX = 1.5

Picture = NDArray[np.uint8]


@pytest.fixture(scope="module")
def taught() -> Taught:
    return room_of("sphinx").taught(BOX, SIZE)


def a_court(seed: int) -> tuple[Picture, dict[str, str]]:
    """A picture of a court, and who stands where."""
    standing = dict(zip(Random(seed).sample(SQUARES, 4), BOX.pawns, strict=True))
    studio = SphinxStudio(BOARD, PRINTS, random_scene(seed, SIZE, 0.3))
    studio.set(standing)
    return studio.frame(), {square: standing.get(square, EMPTY) for square in SQUARES}


def out_of_focus(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), SOFT_PX), np.uint8)


def dim(picture: Picture, seed: int) -> Picture:
    """A third of the light, and the grain of a sensor that makes the most of it."""
    light = (picture / 255.0) ** 2.2 * DIM
    grain = np.random.default_rng(seed).normal(0.0, GRAIN, picture.shape)
    return np.clip(light ** (1 / 2.2) * 255 + grain, 0, 255).astype(np.uint8)


def half_in_shadow(picture: Picture, seed: int) -> Picture:
    shade = shadow_in(picture.shape[:2], np.random.default_rng(seed))
    return np.asarray(((picture / 255.0) ** 2.2 * shade) ** (1 / 2.2) * 255, np.uint8)


def bent(picture: Picture) -> Picture:
    """All but the markers five pixels aside."""
    moved = np.roll(picture, (-4, 3), (0, 1))
    for corners in find_markers(Levels(picture), BOARD.markers).values():
        (left, high), (right, low) = corners.min(axis=0) - 9, corners.max(axis=0) + 9
        there = (slice(int(high), int(low)), slice(int(left), int(right)))
        moved[there] = picture[there]
    return moved


def read(picture: Picture, taught: Taught) -> dict[str, tuple[str, float]]:
    """What is likeliest on every square, and how likely it is."""
    cells = Looker(BOARD, taught).look(picture).cells
    return {
        square: max(cells[square].chances.items(), key=lambda each: each[1], default=("", 0.0))
        for square in SQUARES
    }


def disagreement_px(picture: Picture) -> float:
    """How far the corners of all markers are from where a camera would see them."""
    found = find_markers(Levels(picture), BOARD.markers)
    assert found.keys() == BOARD.markers.keys()
    printed = np.concatenate([np.array(BOARD.markers[key], np.float32) for key in found])
    seen = np.concatenate(list(found.values()))
    way = cv2.findHomography(printed, seen)[0]
    there = cv2.perspectiveTransform(printed.reshape(-1, 1, 2), way).reshape(-1, 2)
    return float(np.sqrt(((there - seen) ** 2).sum(axis=1).mean()))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_markers_are_found_out_of_focus_and_their_corners_agree(seed: int) -> None:
    assert disagreement_px(out_of_focus(a_court(seed)[0])) < 0.8


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_corners_agree_to_a_third_of_a_pixel_in_focus(seed: int) -> None:
    assert disagreement_px(a_court(seed)[0]) < 0.33


@pytest.mark.parametrize("seed", [1, 2])
def test_in_dim_light_every_square_is_read_through_the_grain(taught: Taught, seed: int) -> None:
    picture, truth = a_court(seed)
    found = read(dim(picture, seed), taught)
    assert all(found[square][0] in (truth[square], "") for square in SQUARES)
    assert sum(found[square][1] >= SURE for square in SQUARES) >= len(SQUARES) - 2


@pytest.mark.parametrize("seed", [1, 3, 11])
def test_a_print_of_a_pawns_colour_is_no_pawn_though_it_lies_aside(
    taught: Taught, seed: int
) -> None:
    """In a shadow, out of focus, on a board that has bent away from its markers."""
    picture, truth = a_court(seed)
    found = read(out_of_focus(half_in_shadow(bent(picture), seed)), taught)
    sure = {square: label for square, (label, chance) in found.items() if chance >= SURE}
    named = {square: label for square, label in sure.items() if label != SOMETHING_ELSE}
    assert named == {square: truth[square] for square in named}
    assert len(named) >= 0.6 * len(SQUARES)


def test_grain_is_as_strong_in_patches_that_are_magnified() -> None:
    flat = np.random.default_rng(5).normal(0.5, 0.06, (12, SIDE // 2, SIDE // 2, 3))
    large = np.stack([cv2.resize(patch, (SIDE, SIDE)) for patch in flat])
    as_it_is = large.std() ** 2 - GRAINY**2
    assert grain_of(large) < 0.2 * as_it_is
    assert grain_of(large, 2.0) == pytest.approx(as_it_is, rel=0.5)
