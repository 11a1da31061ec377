"""The rims around the cells: what lies over a rim lies over its cell too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.find.locate import LocateResult, find_by_markers
from calibration.geometry.pictures import Levels
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.reader import Looker
from calibration.read.rims import melted
from tests.bench.pictures.robustness import noise
from tests.calibration.test_reader import FACES
from tests.small import lesson

BOARD, WINDOW, SKIN = (0.40, 0.55, 0.65), (0.20, 0.20, 0.21), (0.28, 0.33, 0.45)


def is_melted(cell: tuple[float, ...], rim: tuple[float, ...]) -> bool:
    own = np.log(np.array([rim]))
    return bool(melted(np.array([cell]), own, own - np.log(np.array([BOARD])))[0])


def test_a_dark_window_is_told_from_its_bright_rim() -> None:
    assert not is_melted(WINDOW, BOARD)


def test_a_hand_over_both_makes_them_one() -> None:
    assert is_melted(SKIN, (0.29, 0.33, 0.44))


def test_a_cell_of_the_colour_of_the_board_is_not_asked() -> None:
    assert not is_melted((0.41, 0.55, 0.64), BOARD)


@pytest.mark.parametrize("seed", range(3))
def test_under_a_hand_in_grainy_light_no_window_is_empty(seed: int) -> None:
    board = wall_board(6, 6)
    labels = {cell.id: FACES[n % len(FACES)] for n, cell in enumerate(board.cells)}
    labels |= {cell.id: "empty" for cell in board.cells[::3]}
    picture = Studio(board, PAPYRUS, random_scene(seed + 40, (1280, 720), 0.3), labels).frame()
    sight = find_by_markers(Levels(picture), board)
    assert isinstance(sight, LocateResult)
    inner = np.array([cell.middle_mm for cell in board.cells])
    low, high = np.quantile(inner, [0.3, 0.7], axis=0)
    hand = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    cv2.fillConvexPoly(picture, np.rint(sight.pose.project(hand)).astype(np.int32), (72, 84, 116))
    grainy = noise(picture, np.random.default_rng(seed))
    look = Looker(board, lesson(board, FACES)).look(grainy)
    under = [
        cell.id
        for cell in board.cells
        if ((np.array(cell.polygon_mm) > low) & (np.array(cell.polygon_mm) < high)).all()
    ]
    assert len(under) >= 4
    assert [look.cells[name].label for name in under] == [None] * len(under)
