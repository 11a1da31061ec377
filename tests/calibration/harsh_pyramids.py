"""Painted pyramids in harsh light: bare places look like the board, backs a little otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry.board import DOWN, EMPTY, Board, Cell, triangle
from calibration.geometry.markers import corner_markers
from calibration.paint.camera import stand
from calibration.paint.faces import draw_sign
from calibration.paint.flat import paint_body
from calibration.paint.scene import PaintedScene, random_scene
from calibration.paint.studio import photograph
from calibration.read.taught import Taught
from calibration.teach.edition import teach

Picture = NDArray[np.uint8]
SIZE = (1280, 720)
EDGE, AROUND = 40.0, 55.0
BACK = np.array([1.07, 1.11, 1.11])
"""How much more than the board the back of a tile shows, as blue, green and red."""
PAPER = np.array([226.0, 234.0, 236.0])
SIGNS = {"ankh": (60, 60, 190), "eye": (170, 90, 40), "scarab": (110, 130, 40)}
EDGE_COLOUR = (60, 80, 95)
PX_PER_MM = 3.0


def pyramid(rows: int) -> Board:
    """A board with a pyramid of so many rows in the middle of it."""
    high = EDGE * 3**0.5 / 2
    width, height = rows * EDGE + 2 * AROUND, rows * high + 2 * AROUND
    cells = []
    for row in range(rows):
        top, left = AROUND + row * high, width / 2 - (row + 1) * EDGE / 2
        for n in range(2 * row + 1):
            up = n % 2 == 0
            middle = (left + (n + 1) * EDGE / 2, top + high * (2 / 3 if up else 1 / 3))
            cells.append(Cell(f"t{row}.{n}", "tile", triangle(middle, EDGE, up)))
    return Board("pyramid", width, height, corner_markers(width, height), tuple(cells))


@dataclass(frozen=True)
class Evening:
    """How the pieces and the table look tonight."""

    seed: int
    back: NDArray[np.float64]
    table: NDArray[np.float64] | None = None
    """The colour of the table, where it shows through empty places."""


def laid(board: Board, labels: dict[str, str], tonight: Evening) -> Picture:
    """The flat board with its tiles."""
    flat = paint_body(board, PX_PER_MM, framed=False)
    stains = flat.astype(np.float32)
    back = np.clip(stains * tonight.back, 0, 255).astype(np.uint8)
    stains = (stains - stains.mean(axis=(0, 1))) * 0.4
    paper = np.clip(PAPER + stains, 0, 255).astype(np.uint8)
    dice = np.random.default_rng((tonight.seed, 7))
    for cell in board.cells:
        label = labels[cell.id]
        corners = np.array(cell.polygon_mm) * PX_PER_MM
        if label != EMPTY:
            middle = corners.mean(axis=0)
            corners = middle + (corners - middle) * 0.965 + dice.uniform(-0.6, 0.6, 2) * PX_PER_MM
            _lay(flat, back if label == DOWN else paper, corners, label)
        elif tonight.table is not None:
            _lay(flat, np.full_like(flat, tonight.table), corners, label)
    return flat


def _lay(flat: Picture, face: Picture, corners: NDArray[np.float64], label: str) -> None:
    """Lay a tile of this *face* between its corners, with the edge of a tile around it."""
    low, high = corners.min(axis=0).astype(int) - 4, corners.max(axis=0).astype(int) + 5
    here = (slice(low[1], high[1]), slice(low[0], high[0]))
    shown = face[here].copy()
    side = float(np.ptp(corners, axis=0).max()) * 0.45
    x, y = corners.mean(axis=0) - side / 2 - low
    if label in SIGNS:
        draw_sign(shown, label, False, side / 100, (x, y), body=None, ink=SIGNS[label])
    shape = [np.rint((corners - low) * 16).astype(np.int32)]
    inside = np.zeros(shown.shape[:2], np.uint8)
    cv2.fillPoly(inside, shape, 255, cv2.LINE_AA, 4)
    cv2.copyTo(shown, inside, flat[here])
    if label != EMPTY:
        cv2.polylines(flat[here], shape, True, EDGE_COLOUR, 2, cv2.LINE_AA, 4)


def lesson(board: Board) -> Iterator[tuple[Picture, dict[str, str]]]:
    """The bare board, then one with every face and some backs; a quiet light."""
    names = [cell.id for cell in board.cells]
    faces = (*SIGNS, DOWN)
    for number, labels in enumerate(
        (dict.fromkeys(names, EMPTY), {x: faces[n % len(faces)] for n, x in enumerate(names)})
    ):
        scene = random_scene(900 + number, SIZE, 0.0)
        yield photograph(laid(board, labels, Evening(number, BACK)), board, scene), labels


def learn_pyramid(board: Board) -> Taught:
    """Teach it, each face once or more."""
    return teach(board, lesson(board))


def harsh(seed: int, board: Board, through: bool = False) -> tuple[Picture, dict[str, str]]:
    """A pyramid with some holes and backs, in light unlike over its parts.

    *through* has the table show through the holes.
    """
    dice = np.random.default_rng((seed, 3))
    choices = (EMPTY, DOWN, *SIGNS)
    labels = {
        cell.id: str(dice.choice(choices, p=(0.3, 0.25, 0.15, 0.15, 0.15))) for cell in board.cells
    }
    back = BACK * (1 + dice.uniform(-0.02, 0.08)) * (1 + dice.normal(0, 0.012, 3))
    table = dice.uniform(30, 200) + dice.uniform(-40, 40, 3) if through else None
    scene = random_scene(seed, SIZE, 0.6)
    flat = laid(board, labels, Evening(seed, back, table))
    clean = photograph(flat, board, scene, np.random.default_rng(seed))
    return _lit(clean, board, scene, dice), labels


def _lit(picture: Picture, board: Board, scene: PaintedScene, dice: np.random.Generator) -> Picture:
    """A patch of warm lamp light and the edge of a shadow, both over a part of the pyramid."""
    light = np.power(picture.astype(np.float32) / 255, 2.2)
    shot = stand(board.width_mm, board.height_mm, scene)
    wide, high = board.width_mm, board.height_mm
    for _ in range(int(dice.integers(1, 3))):
        middle = dice.uniform((0.3 * wide, 0.3 * high), (0.7 * wide, 0.7 * high))
        turn, reach = dice.uniform(0, np.pi), dice.uniform(0.15, 0.6) * wide
        along = np.array([np.cos(turn), np.sin(turn)]) * reach
        across = np.array([-along[1], along[0]]) * dice.uniform(0.3, 1.0)
        corners = [middle + a * along + b * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        spot = np.zeros(picture.shape[:2], np.float32)
        cv2.fillConvexPoly(spot, np.rint(shot.pixels_of(np.array(corners))).astype(np.int32), 1.0)
        spot = cv2.GaussianBlur(spot, (0, 0), float(dice.uniform(1, 14)))[..., None]
        warm = dice.uniform(0, 0.12)
        if dice.random() < 0.5:
            share = dice.uniform(1.1, 1.6) * np.array([1 - warm, 1.0, 1 + warm])
        else:
            share = dice.uniform(0.35, 0.8) * np.array([1 + warm, 1.0, 1 - warm])
        light *= 1 + spot * (share.astype(np.float32) - 1)
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)
