"""The halo of a mirrored lamp: measured on the board's own print, and taken off."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.boards.wall import wall_board
from calibration.find.locate import LocateResult, find_by_markers
from calibration.find.motion import SHRINK
from calibration.geometry.board import Board
from calibration.geometry.light import sample
from calibration.geometry.patches import middles_of
from calibration.geometry.pictures import Levels
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.examine import examine
from calibration.read.halo import cleared
from calibration.read.reader import Looker
from tests.bench.pictures.robustness import noise, worsened
from tests.calibration.test_reader import FACES, filled
from tests.small import lesson

SIZE = (1280, 720)
SEEDS = (11, 12, 13)


@pytest.fixture(scope="module")
def board() -> Board:
    return wall_board(7, 7)


def wall(board: Board, seed: int) -> tuple[NDArray[np.uint8], dict[str, str]]:
    labels = filled(board, seed)
    return Studio(board, PAPYRUS, random_scene(seed, SIZE, 0.3), labels).frame(), labels


def found(picture: NDArray[np.uint8], board: Board) -> tuple[Levels, LocateResult]:
    levels = Levels(picture)
    sight = find_by_markers(levels, board)
    assert isinstance(sight, LocateResult)
    return levels, sight


def added(board: Board, sight: LocateResult, seed: int) -> NDArray[np.float64]:
    """What ``glare_spot`` adds at the middle of every cell."""
    middle = np.random.default_rng(seed).uniform(0.35, 0.65, 2) * SIZE
    pixels = sight.pose.project(middles_of(board.cells))
    away = np.hypot(*(pixels - middle).T) / (0.06 * SIZE[0])
    return np.asarray(np.exp(-(away**2)) * 1.2 + np.exp(-away / 1.5) * 0.25)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_lamp_adds_is_measured_around_its_spot(board: Board, seed: int) -> None:
    levels, sight = found(worsened("glare spot", wall(board, seed)[0], seed), board)
    clear = cleared(levels, board, sight)
    assert clear.most is not None
    pixels = sight.pose.project(middles_of(board.cells)) / SHRINK
    measured = sample(clear.most, pixels.astype(np.float32))
    true = added(board, sight, seed)
    shown = true < 0.5
    assert shown.sum() > 35
    assert measured[shown].max() > 0.6 * true[shown].max()
    assert np.abs(measured - true)[shown].max() < 0.15


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_in_the_halo_are_read_and_burnt_ones_are_not_guessed(board: Board, seed: int) -> None:
    plain, labels = wall(board, seed)
    picture = worsened("glare spot", plain, seed)
    look = Looker(board, lesson(board, FACES)).look(picture)
    said = {key: cell.label for key, cell in look.cells.items()}
    assert all(label in (None, labels[key]) for key, label in said.items())
    _, sight = found(picture, board)
    veil = dict(zip(labels, added(board, sight, seed).tolist(), strict=True))
    dim = [key for key in labels if veil[key] < 0.3]
    assert [key for key in dim if said[key] is None] == []


def test_the_picture_is_brought_back_to_what_it_was(board: Board) -> None:
    plain, _ = wall(board, 11)
    levels, sight = found(worsened("glare spot", plain, 11), board)
    clear = cleared(levels, board, sight)
    assert clear.most is not None
    veiled = (clear.most > 0.1) & (clear.most < 0.5)
    before, after = (np.abs(one.thumb.astype(float) - Levels(plain).thumb).mean(axis=2)[veiled]
                     for one in (levels, clear.levels))  # fmt: skip
    assert np.median(after) < np.median(before) / 2


def test_what_is_burnt_out_stays_burnt_out(board: Board) -> None:
    levels, sight = found(worsened("glare spot", wall(board, 11)[0], 11), board)
    burnt = levels.full.min(axis=2) > 250
    assert burnt.any()
    assert (cleared(levels, board, sight).levels.full[burnt] == 255).all()


@pytest.mark.parametrize("how", ["as it is", "half shadow", "warm light"])
def test_light_without_a_mirrored_lamp_is_left_as_it_is(board: Board, how: str) -> None:
    levels, sight = found(worsened(how, wall(board, 12)[0], 12), board)
    assert cleared(levels, board, sight).levels is levels


def test_a_white_thing_that_is_burnt_out_has_no_halo(board: Board) -> None:
    picture = wall(board, 13)[0].copy()
    _, sight = found(picture, board)
    x, y = np.rint(sight.pose.project(middles_of(board.cells))[24]).astype(int)
    picture[y - 12 : y + 12, x - 12 : x + 12] = 255
    levels, sight = found(picture, board)
    clear = cleared(levels, board, sight)
    assert clear.levels is levels
    assert clear.most is not None
    assert (clear.most < 0.05).mean() > 0.9


def test_bright_cards_are_washed_out_near_the_spot_and_dark_windows_are_not(board: Board) -> None:
    plain, labels = wall(board, 12)
    levels, sight = found(worsened("glare spot", plain, 12), board)
    clear = cleared(levels, board, sight)
    bank = lesson(board, FACES).bank(board.cells[0].kind)
    washed = clear.washed_out(sight, examine(clear.levels, board, sight, board.cells, bank))
    true = added(board, sight, 12)
    empty = np.array([label == "empty" for label in labels.values()])
    assert washed[~empty & (true > 0.8)].all()
    assert not washed[empty & (true < 0.7)].any()
    assert not washed[true < 0.1].any()


def test_grain_does_not_hide_a_burnt_spot(board: Board) -> None:
    picture = worsened("glare spot", wall(board, 12)[0], 12)
    grainy = noise(picture, np.random.default_rng(12))
    clear = cleared(*found_on(grainy, board))
    assert clear.found
    core = cv2.erode((picture.min(axis=2) > 250).astype(np.uint8), np.ones((17, 17))) > 0
    assert core.any()
    assert (clear.levels.full[core] == 255).all(axis=1).mean() > 0.95


def found_on(picture: NDArray[np.uint8], board: Board) -> tuple[Levels, Board, LocateResult]:
    levels, sight = found(picture, board)
    return levels, board, sight
