"""Cards and dice of our own drawing for a court: a sphinx on its colour, pips and snakes."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ...geometry.board import DOWN
from ..faces import Picture, bgr, draw_sign, no_face

COLOURS = {
    "red": "#c2352b",
    "blue": "#2c5fb0",
    "yellow": "#e8c02c",
    "green": "#3a9148",
    "purple": "#7a3f8f",
    "orange": "#e07b28",
    "black": "#2b2b2e",
    "white": "#eeeae0",
}
BACK, LINEN, INK = "#5b4632", "#f3ead2", "#2a2119"
SNAKE = "S"
SPHINX = (
    ((8, 82), (8, 70), (24, 66), (34, 58), (60, 52), (78, 56), (88, 66), (92, 82)),
    ((22, 66), (18, 44), (22, 26), (36, 20), (50, 26), (54, 44), (50, 60), (36, 68)),
    ((6, 82), (34, 74), (38, 82)),
)
"""A lying lion with a wrapped head, in hundredths of its square."""
PIPS = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (74, 26), (26, 74), (74, 74)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((26, 26), (26, 50), (26, 74), (74, 26), (74, 50), (74, 74)),
}


@lru_cache(maxsize=64)
def card(label: str, width: int, height: int) -> Picture:
    """Paint a sphinx card of a colour, or its back; do not write into it."""
    if label != DOWN and label not in COLOURS:
        raise no_face(label, (DOWN, *COLOURS))
    ground = bgr(BACK if label == DOWN else COLOURS[label])
    picture = np.full((height, width, 3), ground, np.uint8)
    rim = max(2, width // 14)
    cv2.rectangle(picture, (rim, rim), (width - rim, height - rim), bgr(LINEN), 2, cv2.LINE_AA)
    if label == DOWN:
        scale = 0.6 * width / 100
        offset = (width / 2 - 50 * scale, height / 2 - 50 * scale)
        draw_sign(picture, "eye", False, scale, offset, body=None, ink=bgr(LINEN))
    else:
        _draw_sphinx(picture, bgr(LINEN))
    return picture


def _draw_sphinx(picture: Picture, ink: tuple[int, int, int]) -> None:
    height, width = picture.shape[:2]
    side = 0.62 * min(width, height)
    corner = np.array([(width - side) / 2, (height - side) / 2])
    for shape in SPHINX:
        points = np.array(shape, float) * side / 100 + corner
        cv2.fillPoly(picture, [_fixed(points)], ink, cv2.LINE_AA, 4)


@lru_cache(maxsize=64)
def die(label: str, side: int) -> Picture:
    """Paint the upper face of a die, a number or the snake; do not write into it."""
    picture = np.full((side, side, 3), bgr(LINEN), np.uint8)
    edge = max(1, side // 20)
    cv2.rectangle(picture, (0, 0), (side - 1, side - 1), bgr(INK), edge)
    if label == SNAKE:
        scale = 0.8 * side / 100
        offset = (side / 2 - 50 * scale, side / 2 - 50 * scale)
        draw_sign(picture, "snake", False, scale, offset, body=None, ink=bgr("#1d6b34"))
        return picture
    if not label.isdecimal() or int(label) not in PIPS:
        raise no_face(label, (*map(str, PIPS), SNAKE))
    for x, y in PIPS[int(label)]:
        middle = (round(x * side / 100 * 16), round(y * side / 100 * 16))
        cv2.circle(picture, middle, round(0.095 * side * 16), bgr(INK), -1, cv2.LINE_AA, 4)
    return picture


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)
