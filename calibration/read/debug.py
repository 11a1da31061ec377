"""The picture behind a reading: the board from above, each cell with what the eye makes of it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board, Cell
from .looked import CellReading, Look

SURE = (60, 160, 40)
UNSURE = (30, 150, 230)
UNREADABLE = (60, 60, 220)
WRONG = (200, 30, 200)
SCALE = 3.0
"""Pixels per millimetre."""


def debug_picture(
    look: Look, board: Board, truth: Mapping[str, str] | None = None
) -> NDArray[np.uint8]:
    """Draw every cell's label, confidence and disturbance over the rectified board.

    With a *truth*, cells that were read wrongly are drawn in magenta.
    """
    canvas = _canvas(look, board)
    if not look.found:
        _write(canvas, look.reason.key if look.reason else "", (10, 30), UNREADABLE, 0.6)
        return canvas
    for cell in board.cells:
        truly = None if truth is None else truth.get(cell.id)
        _draw(canvas, cell, look.cells[cell.id], truly)
    for number, complaint in enumerate(look.complaints):
        _write(canvas, complaint.key, (10, 24 + 22 * number), UNREADABLE, 0.6)
    return canvas


def _canvas(look: Look, board: Board) -> NDArray[np.uint8]:
    size = (round(board.width_mm * SCALE), round(board.height_mm * SCALE))
    picture = look.picture()
    if picture is None:
        return np.full((max(size[1], 60), max(size[0], 200), 3), 40, np.uint8)
    return cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)


def _draw(canvas: NDArray[np.uint8], cell: Cell, reading: CellReading, truly: str | None) -> None:
    label = reading.label
    colour = SURE if label is not None else (UNSURE if reading.chances else UNREADABLE)
    if label is not None and truly is not None and label != truly:
        colour = WRONG
    corners = np.array(cell.polygon_mm) * SCALE
    cv2.polylines(canvas, [np.rint(corners).astype(np.int32)], True, colour, 2)
    x, y = corners[:, 0].min() + 3, corners[:, 1].min()
    for number, line in enumerate(_lines(reading)):
        _write(canvas, line, (int(x), int(y) + 12 + 13 * number), colour, 0.38)


def _lines(reading: CellReading) -> list[str]:
    if reading.disturbed:
        return [reading.disturbed]
    best = sorted(reading.chances.items(), key=lambda item: -item[1])
    if reading.label is not None:
        return [best[0][0], f"{best[0][1]:.2f}"]
    return [f"{label}? {chance:.2f}" for label, chance in best[:2]]


def _write(
    canvas: NDArray[np.uint8],
    text: str,
    at: tuple[int, int],
    colour: tuple[int, int, int],
    size: float,
) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(canvas, text, at, font, size, (255, 255, 255), 3, cv2.LINE_AA)
    cv2.putText(canvas, text, at, font, size, colour, 1, cv2.LINE_AA)
