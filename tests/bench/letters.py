"""A board of fifteen by fifteen squares with a hundred lettered tiles, painted as a telephone sees
it, and taught in eight other pictures: so many that the learnt reader reads it."""

from __future__ import annotations

import string
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry.board import Board, Cell, window
from calibration.geometry.pose import Pose
from calibration.read.taught import Taught
from calibration.teach.edition import teach

COUNT, PITCH, RIM, TILE = 15, 20.0, 10.0, 18.5
WIDTH = COUNT * PITCH + 2 * RIM
FLAT, SIZE = 4, (960, 960)
"""Pixels of a millimetre before the camera sees it, and of the picture."""
TILES, LESSONS = 100, 8
GROUNDS = ((120, 150, 100), (205, 190, 130), (90, 110, 215), (150, 160, 235), (190, 120, 60))
FACES = (*string.ascii_uppercase, "blank")

Labels = dict[str, str]


def board_of_letters() -> Board:
    """The squares touch each other, and there are no markers."""
    cells = (
        Cell(f"r{y}c{x}", "card", window(RIM + PITCH * x, RIM + PITCH * y, PITCH, PITCH))
        for y in range(COUNT)
        for x in range(COUNT)
    )
    return Board("letters", WIDTH, WIDTH, {}, tuple(cells))


def camera(seed: int) -> Pose:
    """A telephone held over the board."""
    dice = np.random.default_rng(seed)
    turn = np.array([dice.uniform(0.0, 0.2), dice.normal(0, 0.03), dice.normal(0, 0.03)])
    focal = 0.95 * SIZE[0]
    away = np.array([0.0, 0.0, 1.2 * WIDTH * focal / SIZE[0]])
    place = away - cv2.Rodrigues(turn)[0] @ np.array([WIDTH / 2, WIDTH / 2, 0.0])
    return Pose(SIZE, np.concatenate([[focal, 0.0], turn, place]))


def corners_of(board: Board, seed: int) -> NDArray[np.float64]:
    """Where the camera sees the corners of the board."""
    return camera(seed).project(np.array(board.outline_mm)).astype(float)


def dealt(board: Board, seed: int) -> Labels:
    """Some squares with a tile each, the others empty."""
    dice = np.random.default_rng(seed)
    names = [cell.id for cell in board.cells]
    laid = dice.choice(names, TILES, replace=False).tolist()
    faces = [FACES[n % len(FACES)] for n in range(TILES)]
    return dict.fromkeys(names, "empty") | dict(zip(laid, faces, strict=True))


def photograph(board: Board, labels: Labels, seed: int, lamp: int) -> NDArray[np.uint8]:
    """The board as the camera of one seed sees it in the light of another."""
    dice = np.random.default_rng((seed, lamp))
    flat = np.full((int(WIDTH * FLAT),) * 2 + (3,), (70, 95, 60), np.uint8)
    for number, cell in enumerate(board.cells):
        low = np.array(cell.polygon_mm[0]) * FLAT
        high = low + PITCH * FLAT - 3
        ground = GROUNDS[0 if number % 4 else number // 4 % len(GROUNDS)]
        cv2.rectangle(flat, low.astype(int).tolist(), high.astype(int).tolist(), ground, -1)
    for cell in board.cells:
        if labels[cell.id] != "empty":
            _lay(flat, labels[cell.id], np.array(cell.middle_mm) + dice.normal(0, 0.5, 2), dice)
    side = flat.shape[0]
    whole = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(whole, corners_of(board, seed).astype(np.float32))
    picture: Any = np.full((SIZE[1], SIZE[0], 3), (60, 80, 100), np.uint8)
    cv2.warpPerspective(flat, way, SIZE, picture, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    shade = 1 + dice.normal(0, 0.1) * np.linspace(-1, 1, SIZE[0])[None, :, None]
    tint = dice.uniform(0.75, 1.0) * (1 + dice.normal(0, 0.05, 3))
    grain = dice.normal(0, 3, picture.shape)
    return np.clip(picture * shade * tint + grain, 0, 255).astype(np.uint8)


def _lay(flat: NDArray[np.uint8], face: str, at_mm: NDArray, dice: np.random.Generator) -> None:
    side = int(TILE * FLAT)
    tile = np.full((side, side, 3), (165, 210, 230), np.uint8)
    if face != "blank":
        (wide, high), _ = cv2.getTextSize(face, cv2.FONT_HERSHEY_DUPLEX, 1.7, 4)
        foot = ((side - wide) // 2, (side + high) // 2)
        cv2.putText(tile, face, foot, cv2.FONT_HERSHEY_DUPLEX, 1.7, (30, 30, 35), 4, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), dice.normal(0, 2.0), 1.0)
    turn[:, 2] += at_mm * FLAT - side / 2
    size = (flat.shape[1], flat.shape[0])
    cv2.warpAffine(tile, turn, size, flat, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)


def taught_letters(board: Board) -> Taught:
    """Eight pictures, each with other tiles in another light."""
    shown = [(n, dealt(board, n)) for n in range(1, LESSONS + 1)]
    pictures = [(photograph(board, labels, 1, n), labels) for n, labels in shown]
    return teach(board, pictures, corners_px=corners_of(board, 1))
