"""What the cards of a dig show, in our own drawing: treasure, beasts, parts of obelisk and snake.

Drawn in a box of 100 by 100, y down, upper end north. Obelisk and snake run over the edges of
their cards, so that cards laid in line make one of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from math import cos, pi, sin

import cv2
import numpy as np

from ..faces import Picture, bgr

Points = Sequence[tuple[float, float]]

INK = "#20150c"
GOLD, LAPIS, TURQUOISE, CARNELIAN = "#e3b23c", "#2750a0", "#2aa7a0", "#b8432c"
ALABASTER, STONE, GRANITE, CHITIN = "#f4ecd8", "#c9b79a", "#a3553f", "#3a2a20"
SCALES, BELLY = "#4f8a3c", "#d8cf7a"


class DigPen:
    """Draws on a square picture as if it measured 100 by 100."""

    def __init__(self, picture: Picture, ink: str = INK) -> None:
        self.picture, self.ink = picture, ink
        self._scale = picture.shape[0] / 100

    def fill(self, points: Points, colour: str, edge: float = 1.6) -> None:
        """Paint a filled outline with an inked edge."""
        ring = [self._dots(points)]
        cv2.fillPoly(self.picture, ring, bgr(colour), cv2.LINE_AA, 4)
        if edge:
            cv2.polylines(self.picture, ring, True, bgr(self.ink), self._wide(edge), cv2.LINE_AA, 4)

    def line(self, points: Points, colour: str = "", wide: float = 2.0) -> None:
        """Paint a line; in ink if no colour is named."""
        colour, dots = colour or self.ink, [self._dots(points)]
        cv2.polylines(self.picture, dots, False, bgr(colour), self._wide(wide), cv2.LINE_AA, 4)

    def disc(
        self, at: tuple[float, float], radii: tuple[float, float], colour: str, edge: float = 1.6
    ) -> None:
        for grow, ink in ((edge, self.ink), (0.0, colour)):
            axes = [
                round((r + grow / 2 if grow else r - edge / 2) * self._scale * 16) for r in radii
            ]
            middle = [round(each * self._scale * 16) for each in at]
            cv2.ellipse(self.picture, middle, axes, 0.0, 0.0, 360.0, bgr(ink), -1, cv2.LINE_AA, 4)

    def _dots(self, points: Points) -> np.ndarray:
        return np.round(np.array(points, float) * self._scale * 16).astype(np.int32)

    def _wide(self, wide: float) -> int:
        return max(1, round(wide * self._scale))


def mirrored(points: Points) -> list[tuple[float, float]]:
    """Complete a half outline that runs top to bottom on the left."""
    return [*points, *((100 - x, y) for x, y in reversed(points))]


def _mask(pen: DigPen) -> None:
    pen.fill(mirrored([(50, 18), (32, 22), (22, 44), (18, 74), (34, 80), (50, 82)]), GOLD)
    for step in range(5):
        y = 34 + 9 * step
        pen.line([(23 - step, y), (37, y + 4)], LAPIS, 4)
        pen.line([(77 + step, y), (63, y + 4)], LAPIS, 4)
    pen.disc((50, 48), (14, 19), GOLD)
    for x in (43, 57):
        pen.disc((x, 44), (4.5, 2.6), ALABASTER, 1.2)
        pen.disc((x, 44), (1.6, 1.8), INK, 0.4)
    pen.line([(44, 57), (56, 57)], CARNELIAN, 2.4)
    pen.fill([(47, 66), (53, 66), (52, 86), (48, 86)], LAPIS)
    pen.fill([(46, 14), (54, 14), (52, 26), (48, 26)], TURQUOISE)


def _faience_vase(pen: DigPen) -> None:
    pen.fill(mirrored([(42, 18), (43, 30), (26, 44), (26, 60), (38, 80), (42, 84)]), TURQUOISE)
    for y in (42, 52, 62):
        pen.line([(30, y), (40, y + 4), (50, y), (60, y + 4), (70, y)], LAPIS, 3)
    pen.disc((50, 18), (10, 3), ALABASTER)


def _horus_falcon(pen: DigPen) -> None:
    pen.fill(
        [(30, 26), (40, 17), (52, 20), (58, 32), (70, 46), (80, 80), (66, 74), (60, 82), (44, 82),
         (40, 70), (34, 56), (36, 40), (28, 36), (24, 32)],
        LAPIS,
    )  # fmt: skip
    pen.fill([(38, 44), (48, 52), (52, 68), (46, 74), (40, 66), (36, 54)], ALABASTER, 1)
    pen.fill([(54, 42), (66, 56), (72, 74), (60, 68), (54, 56)], GOLD, 1)
    pen.disc((40, 27), (3.4, 3.4), GOLD, 1)
    pen.line([(42, 30), (44, 40)], CARNELIAN, 3)


def _necklace(pen: DigPen) -> None:
    for n in range(17):
        turn = pi * (0.12 + 1.76 * n / 16) - pi / 2
        at = (50 + 30 * cos(turn + pi), 44 - 27 * sin(turn + pi) + 4)
        pen.disc(at, (5.2, 5.2), (CARNELIAN, GOLD, TURQUOISE)[n % 3], 1.2)
    pen.disc((50, 78), (9, 9), GOLD)
    pen.disc((50, 78), (4, 4), LAPIS, 1)


def _breast_ornament(pen: DigPen) -> None:
    pen.fill([(28, 24), (72, 24), (82, 76), (18, 76)], GOLD)
    pen.fill([(33, 31), (67, 31), (73, 69), (27, 69)], LAPIS, 1)
    for side in (-1, 1):
        for feather in range(3):
            y = 46 + 6 * feather
            pen.line([(50 + 6 * side, y), (50 + (20 - 2 * feather) * side, y - 9)], TURQUOISE, 4)
    pen.disc((50, 54), (8, 11), CARNELIAN)
    pen.disc((50, 38), (5, 5), GOLD, 1)


def _bracelet(pen: DigPen) -> None:
    pen.disc((50, 50), (32, 27), GOLD)
    pen.disc((50, 48), (21, 15), INK, 1)
    for n in range(7):
        turn = pi * (0.14 + 0.72 * n / 6)
        pen.disc((50 + 27 * cos(turn), 50 + 21 * sin(turn)), (3.6, 3.6), LAPIS, 1)


def _alabaster_vase(pen: DigPen) -> None:
    pen.fill(
        mirrored([(34, 16), (40, 22), (42, 30), (36, 38), (37, 70), (43, 80), (34, 86)]), ALABASTER
    )
    for x, y in ((30, 32), (70, 32)):
        pen.line(
            [(50 + (x - 50) * 0.5, 40), (x, y + 4), (x, y + 20), (50 + (x - 50) * 0.62, 62)],
            ALABASTER,
            4,
        )
    pen.line([(38, 46), (62, 46)], STONE, 3)
    pen.line([(38, 66), (62, 66)], STONE, 3)


def _scorpion(pen: DigPen) -> None:
    pen.line([(50, 64), (52, 74), (62, 80), (74, 76), (76, 64), (70, 56)], "", 7)
    pen.fill([(70, 60), (64, 52), (74, 52)], CARNELIAN, 1)
    for side in (-1, 1):
        for leg in range(3):
            y = 46 + 7 * leg
            pen.line([(50, y), (50 + 18 * side, y - 5), (50 + 24 * side, y + 6)], "", 3)
        pen.line([(50 + 6 * side, 38), (50 + 20 * side, 32), (50 + 18 * side, 22)], "", 5)
        pen.fill(
            [(50 + 18 * side, 26), (50 + 10 * side, 16), (50 + 16 * side, 20),
             (50 + 22 * side, 12), (50 + 24 * side, 22)],
            CHITIN,
        )  # fmt: skip
    pen.disc((50, 50), (11, 18), GRANITE)
    for y in (44, 51, 58):
        pen.line([(41, y), (59, y)], "", 3)


def _mosquito(pen: DigPen) -> None:
    for side in (-1, 1):
        wing = [(50, 42), (50 + 20 * side, 20), (50 + 32 * side, 26), (50 + 26 * side, 42)]
        pen.fill(wing, ALABASTER, 1.4)
        for leg in range(3):
            y = 46 + 6 * leg
            pen.line([(50, y), (50 + 16 * side, y - 2), (50 + 25 * side, y + 18)], "", 2)
    pen.line([(50, 30), (50, 12)], "", 2.4)
    pen.disc((50, 34), (6, 6), CARNELIAN)
    pen.disc((50, 47), (8, 9), CHITIN)
    pen.disc((50, 68), (5.4, 16), CARNELIAN)
    for y in (62, 69, 76):
        pen.line([(45, y), (55, y)], INK, 2)


def _earth(pen: DigPen) -> None:
    pebbles = ((30, 32, 10, 7), (58, 26, 12, 8), (74, 48, 8, 10), (44, 52, 13, 9), (26, 66, 8, 6),
               (56, 74, 14, 8), (78, 74, 6, 5), (38, 82, 7, 4))  # fmt: skip
    for n, (x, y, wide, high) in enumerate(pebbles):
        pen.disc((x, y), (wide, high), (STONE, GRANITE, "#8b7b66")[n % 3])
        pen.line([(x - wide / 2, y - high / 3), (x, y - high / 2)], ALABASTER, 1.6)


def _obelisk_base(pen: DigPen) -> None:
    pen.fill([(38, -2), (62, -2), (66, 62), (34, 62)], GRANITE)
    pen.fill([(24, 62), (76, 62), (80, 84), (20, 84)], STONE)
    _carved(pen, (8, 26, 44))


def _obelisk_mid(pen: DigPen) -> None:
    pen.fill([(38, -2), (62, -2), (62, 102), (38, 102)], GRANITE)
    _carved(pen, (8, 28, 48, 68, 88))


def _obelisk_tip(pen: DigPen) -> None:
    pen.fill([(39, 42), (61, 42), (62, 102), (38, 102)], GRANITE)
    pen.fill([(50, 14), (61, 42), (39, 42)], GOLD)
    _carved(pen, (54, 72, 90))


def _carved(pen: DigPen, heights: Sequence[float]) -> None:
    for n, y in enumerate(heights):
        if n % 2:
            pen.disc((50, y + 3), (5, 4), GOLD, 1)
        else:
            pen.fill([(44, y), (56, y), (50, y + 8)], GOLD, 1)


def _snake_head(pen: DigPen) -> None:
    """Paint a cobra that spreads its hood."""
    _body(pen, 102, 62)
    pen.fill(
        mirrored([(50, 14), (34, 20), (20, 36), (19, 52), (30, 66), (40, 74), (50, 78)]), SCALES
    )
    pen.fill(mirrored([(50, 30), (38, 34), (30, 46), (36, 60), (50, 68)]), GOLD, 1.4)
    for y, half in ((42, 16), (50, 17), (58, 13)):
        pen.line([(50 - half, y), (50 + half, y)], LAPIS, 4)
    pen.disc((50, 23), (11, 9), SCALES)
    for x in (45, 55):
        pen.disc((x, 21), (3, 3), GOLD, 1)
    pen.line([(50, 14), (50, 6), (45, 2), (50, 6), (55, 2)], CARNELIAN, 2.6)


def _snake_body(pen: DigPen) -> None:
    _body(pen, 102, -2)


def _snake_tail(pen: DigPen) -> None:
    _body(pen, 56, -2)
    pen.fill([(38, 54), (62, 54), (66, 66), (56, 76), (50, 88), (52, 74), (44, 68)], SCALES)


def _body(pen: DigPen, low: float, high: float) -> None:
    """Paint a winding body that crosses both edges of its card in the middle."""
    ys = np.linspace(low, high, 24)
    left = [(50 - 13 + 9 * sin(2 * pi * y / 50), y) for y in ys]
    right = [(50 + 13 + 9 * sin(2 * pi * y / 50), y) for y in ys[::-1]]
    pen.fill([*left, *right], SCALES)
    for y in np.arange(min(low, high) + 6, max(low, high), 9.0):
        x = 50 + 9 * sin(2 * pi * y / 50)
        pen.line([(x - 7, y), (x, y + 4), (x + 7, y)], BELLY, 3)


def _cover(pen: DigPen) -> None:
    for n, y in enumerate((30, 46, 62, 78)):
        wave = [(x, y + 5 * sin(x / 9 + 1.7 * n)) for x in range(16, 86, 2)]
        pen.line(wave, STONE, 4)
        pen.line(wave, "#8a6a3e", 1.8)
    pen.disc((66, 22), (7, 7), GOLD)


PICTURES: dict[str, Callable[[DigPen], None]] = {
    "mask": _mask,
    "faience_vase": _faience_vase,
    "horus_falcon": _horus_falcon,
    "necklace": _necklace,
    "breast_ornament": _breast_ornament,
    "bracelet": _bracelet,
    "alabaster_vase": _alabaster_vase,
    "scorpion": _scorpion,
    "mosquito": _mosquito,
    "earth": _earth,
    "obelisk_base": _obelisk_base,
    "obelisk_mid": _obelisk_mid,
    "obelisk_tip": _obelisk_tip,
    "snake_head": _snake_head,
    "snake_body": _snake_body,
    "snake_tail": _snake_tail,
    "cover": _cover,
}


def draw_picture(pen: DigPen, card: str) -> None:
    """Draw what a card is called; a name nobody drew gets a seal of its own."""
    PICTURES.get(card, lambda pen: _seal(pen, card))(pen)


def _seal(pen: DigPen, card: str) -> None:
    """Spokes and stones that follow from the letters of the name."""
    dice = np.random.default_rng(zlib.crc32(card.encode()))
    pen.disc((50, 50), (30, 30), ALABASTER)
    for turn in dice.uniform(0, 2 * pi, 5):
        far = (50 + 26 * cos(turn), 50 + 26 * sin(turn))
        pen.line([(50, 50), far], (LAPIS, CARNELIAN, TURQUOISE)[int(dice.integers(3))], 5)
        pen.disc(far, (5, 5), GOLD, 1)
    pen.disc((50, 50), (8, 8), INK, 0.4)
