"""A board the eye was never made for: a ruled one with lettered tiles that touch each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry.board import Board, Cell, window
from calibration.geometry.pose import Pose
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.edition import teach

LETTERS = "CDEFGLOPQR"
COUNT, PITCH, RIM, TILE = 7, 19.0, 12.0, 17.2
WIDTH = COUNT * PITCH + 2 * RIM
FLAT = 5
"""Pixels of a millimetre before the camera sees it."""
SIZE = (960, 720)
GROUNDS = ((150, 175, 180), (190, 130, 60), (60, 60, 210))


@pytest.fixture(scope="module")
def board() -> Board:
    cells = (
        Cell(f"{x},{y}", "card", window(RIM + PITCH * x, RIM + PITCH * y, PITCH, PITCH))
        for y in range(COUNT)
        for x in range(COUNT)
    )
    return Board("letters", WIDTH, WIDTH, {}, tuple(cells))


def camera(seed: int) -> Pose:
    """A camera held over the board by hand."""
    dice = np.random.default_rng(seed)
    turn = np.array([dice.uniform(0.05, 0.45), 0.0, dice.normal(0, 0.04)])
    matrix = cv2.Rodrigues(turn)[0]
    focal = dice.uniform(0.8, 1.0) * SIZE[0]
    away = np.array([0.0, 0.0, 1.25 * WIDTH * focal / SIZE[1]])
    place = away - matrix @ np.array([WIDTH / 2, WIDTH / 2, 0.0])
    return Pose(SIZE, np.concatenate([[focal, 0.0], turn, place]))


def photograph(board: Board, labels: dict[str, str], seed: int) -> NDArray[np.uint8]:
    """The board with its tiles, each a little aside and askew, as the camera sees it."""
    dice = np.random.default_rng(seed)
    flat = np.full((int(WIDTH * FLAT),) * 2 + (3,), (60, 90, 40), np.uint8)
    for number, cell in enumerate(board.cells):
        (x, y), ground = (
            cell.polygon_mm[0],
            GROUNDS[(number * 5 // 7) % 3 if number % 4 == 0 else 0],
        )
        low, high = (
            (int(v * FLAT) + 2 for v in (x, y)),
            (int((v + PITCH) * FLAT) - 2 for v in (x, y)),
        )
        cv2.rectangle(flat, tuple(low), tuple(high), ground, -1)
    for cell in board.cells:
        if labels[cell.id] != "empty":
            _lay(flat, labels[cell.id], np.array(cell.middle_mm) + dice.normal(0, 0.5, 2), dice)
    seen = camera(seed).project(np.array(board.outline_mm))
    side = np.array(
        [[0, 0], [flat.shape[1], 0], [flat.shape[1], flat.shape[0]], [0, flat.shape[0]]],
        np.float32,
    )
    way = cv2.getPerspectiveTransform(side - 0.5, seen)
    picture = np.full((SIZE[1], SIZE[0], 3), (70, 95, 120), np.uint8)
    cv2.warpPerspective(flat, way, SIZE, picture, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    shade = dice.uniform(0.75, 1.05) * (1 + dice.normal(0, 0.1) * np.linspace(-1, 1, SIZE[0]))
    grain = dice.normal(0, 3, picture.shape)
    return np.clip(picture * shade[None, :, None] + grain, 0, 255).astype(np.uint8)


def _lay(flat: NDArray[np.uint8], letter: str, at_mm: NDArray, dice: np.random.Generator) -> None:
    side = int(TILE * FLAT)
    tile = np.full((side, side, 3), (150, 205, 230), np.uint8)
    (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 2.2, 5)
    foot = ((side - wide) // 2, (side + high) // 2)
    cv2.putText(tile, letter, foot, cv2.FONT_HERSHEY_DUPLEX, 2.2, (30, 30, 35), 5, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), dice.normal(0, 2.0), 1.0)
    turn[:, 2] += at_mm * FLAT - side / 2
    size = (flat.shape[1], flat.shape[0])
    cv2.warpAffine(tile, turn, size, flat, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)


def corners_of(board: Board, seed: int) -> NDArray[np.float64]:
    return camera(seed).project(np.array(board.outline_mm)).astype(float)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    empty = {cell.id: "empty" for cell in board.cells}
    shown = empty | dict(zip(list(empty)[3::4], LETTERS, strict=False))
    pictures = [(photograph(board, labels, 1), labels) for labels in (empty, shown)]
    return teach(board, pictures, corners_px=corners_of(board, 1))


@pytest.mark.parametrize("seed", [*range(20, 24), 53, 72, 90])
def test_letters_are_read_or_left_open_and_never_taken_for_their_like(
    board: Board, taught: Taught, seed: int
) -> None:
    dice = np.random.default_rng(seed)
    labels = {cell.id: str(dice.choice([*LETTERS, *("empty",) * 8])) for cell in board.cells}
    nudged = corners_of(board, seed) + dice.uniform(-4, 4, 2)
    look = Looker(board, taught, nudged).look(photograph(board, labels, seed))
    assert look.found, look.reason
    said = {key: cell.label for key, cell in look.cells.items() if cell.label is not None}
    assert {key: label for key, label in said.items() if label != labels[key]} == {}
    assert len(said) >= 0.9 * len(labels)
