"""The floor of a court: what is printed on its squares, straight from above."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from ...boards.sphinx import Court, Place
from ...geometry.board import window
from ..faces import Picture, bgr, draw_sign
from ..flat import pixels
from .faces import COLOURS

SAND, LINE = (158, 190, 212), (122, 152, 176)
INK = (62, 78, 96)
DISC = (120, 150, 174)
DOOR_MM = 13.0


@dataclass(frozen=True)
class Prints:
    """What is built and printed on a court: everything that never changes during a game."""

    court: Court
    grid: tuple[tuple[int, ...], ...]
    doors: tuple[tuple[int, int], ...] = ()
    colours: Mapping[int, str] = field(default_factory=dict)
    """The squares that show a card, with its colour."""
    mummies: tuple[int, ...] = ()
    guards: tuple[int, ...] = ()
    niches: tuple[int, ...] = ()
    """The squares beside a niche in the outer wall."""

    def place(self, square: int) -> Place:
        for row, squares in enumerate(self.grid):
            if square in squares:
                return row, squares.index(square)
        raise KeyError(square)


def paint_floor(flat: Picture, prints: Prints, scale: float) -> None:
    """Paint every square, and the discs on which the doors turn."""
    court = prints.court
    for row, squares in enumerate(prints.grid):
        for column, square in enumerate(squares):
            corner = court.corner_mm(row, column)
            x, y, side, _ = pixels(window(*corner, court.square_mm, court.square_mm), scale)
            _paint_square(flat[y : y + side, x : x + side], prints, square)
    for door in prints.doors:
        here, there = (court.middle_mm(prints.place(square)) for square in door)
        middle = [round((a + b) / 2 * scale * 16) for a, b in zip(here, there, strict=True)]
        cv2.circle(flat, middle, round(DOOR_MM * scale * 16), DISC, 2, cv2.LINE_AA, 4)


def all_prints(prints: Prints) -> dict[str, str]:
    """Return what is printed on every square of the court that has a name."""
    named = {prints.grid[row][column]: name for name, (row, column) in prints.court.places.items()}
    return {name: print_of(prints, square) for square, name in named.items()}


def print_of(prints: Prints, square: int) -> str:
    """Return the name of the print on a square; equal names look alike."""
    if square in prints.colours:
        return f"card {prints.colours[square]}"
    if square in prints.mummies:
        return "mummy"
    row, column = prints.place(square)
    for door in prints.doors:
        if square in door:
            there = prints.place(door[1] if door[0] == square else door[0])
            side = {(-1, 0): "above", (1, 0): "below", (0, -1): "left", (0, 1): "right"}
            return f"door {side[there[0] - row, there[1] - column]}"
    return "start" if square == 0 else "sand"


def _paint_square(here: Picture, prints: Prints, square: int) -> None:
    here[:] = SAND
    side = here.shape[0]
    cv2.rectangle(here, (0, 0), (side - 1, side - 1), LINE, 1)
    if square == 0:
        _arrow(here, side)
    elif square in prints.colours:
        _card(here, side, bgr(COLOURS[prints.colours[square]]))
    elif square in prints.mummies:
        scale = 0.6 * side / 100
        offset = (side / 2 - 50 * scale, side / 2 - 50 * scale)
        draw_sign(here, "eye", False, scale, offset, body=None, ink=INK)


def _arrow(here: Picture, side: int) -> None:
    shape = np.array([(20, 42), (55, 42), (55, 25), (82, 50), (55, 75), (55, 58), (20, 58)], float)
    cv2.fillPoly(here, [np.round(shape * side / 100 * 16).astype(np.int32)], INK, cv2.LINE_AA, 4)


def _card(here: Picture, side: int, colour: tuple[int, int, int]) -> None:
    """Paint a small printed card in the square's colour."""
    left, right, top, low = (round(share * side) for share in (0.3, 0.7, 0.2, 0.8))
    cv2.rectangle(here, (left, top), (right, low), INK, -1, cv2.LINE_AA)
    rim = max(1, side // 24)
    cv2.rectangle(here, (left + rim, top + rim), (right - rim, low - rim), colour, -1, cv2.LINE_AA)
