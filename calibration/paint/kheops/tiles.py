"""Triangular tiles of our own drawing: corridors and rooms with their openings and symbols.

A pawn hides the middle of a tile, so its symbol is shown in the middle and in every corner.
Lengths are shares of a tile's edge, from its middle, y down; the tile points up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ...geometry.board import EMPTY
from ..faces import Picture, bgr, draw_sign, no_face

HIGH, LOW = 1 / sqrt(3), 1 / sqrt(12)
"""How far the corners and the edges are from the middle."""
ROCK, WALL, FLOOR, PATH = "#45413c", "#33271c", "#8d5a2c", "#d2b472"
INK, CREAM = "#241c15", "#d2b472"
DOOR = 0.14
"""Half the width of an opening."""
WALL_DEEP = 0.09
CORNER = 0.27
"""The edge of a corner stone."""
ROUND = 72
KINDS, OPENINGS = ("corridor", "room"), ("1", "2", "3")

SYMBOLS = {
    "rot_c": "#1c8c87",
    "rot_r": "#a3bf24",
    "swap": "#7fc4d2",
    "move": "#d96a12",
    "forbid": "#8e1b16",
    "double": "#b446b8",
    "ankh": "#d9a312",
    "curse": "#1b191e",
}
STONES = {"red": "#cb3b30", "green": "#2f8c4c", "blue": "#203c8c"}
"""The colours of sarcophagi; another colour is drawn in grey."""

Shape = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn on a tile."""

    kind: str
    openings: int
    symbols: tuple[str, ...]


def drawing(face: str) -> Drawing:
    """Read ``room-2-ankh``: kind, openings, symbols."""
    kind, _, rest = face.partition("-")
    count, _, symbols = rest.partition("-")
    if kind not in KINDS or count not in OPENINGS:
        raise no_face(face, (EMPTY, *(f"{one}-{n}" for one in KINDS for n in OPENINGS)))
    return Drawing(kind, int(count), tuple(symbols.split("+")) if symbols else ())


def colour_of(symbol: str) -> str:
    """Return the pigment of a symbol."""
    if symbol.startswith("sarcophagus_"):
        return STONES.get(symbol.split("_")[1], "#8a8a8a")
    return SYMBOLS.get(symbol, "#8a8a8a")


class TilePen(Protocol):
    """What a tile is drawn with, in shares of its edge."""

    def fill(self, shape: Shape, colour: str, outline: bool = False) -> None: ...

    def sign(self, name: str, at: tuple[float, float], side: float, ink: str) -> None: ...


@lru_cache(maxsize=256)
def tile(face: str, edge: int) -> Picture:
    """Paint a tile of *edge* pixels pointing up, in a box of its own; do not write into it."""
    picture = np.full((round(edge * (HIGH + LOW)) + 2, edge + 2, 3), bgr(ROCK), np.uint8)
    draw_tile(_Pen(picture, edge), drawing(face))
    return picture


def draw_tile(pen: TilePen, shown: Drawing) -> None:
    """Draw a tile onto rock, with whatever pen."""
    (_corridor if shown.kind == "corridor" else _room)(pen, shown.openings)
    for corner in range(3) if shown.symbols else ():
        symbol = shown.symbols[corner % len(shown.symbols)]
        _corner_stone(pen, corner, symbol)
    for number, symbol in enumerate(shown.symbols):
        aside = (number - (len(shown.symbols) - 1) / 2) * 0.2
        _mark(pen, symbol, (aside, 0.0), 0.1, colour_of(symbol))
    pen.fill(_inset(0.0), INK, outline=True)


def corners_in(edge: int) -> NDArray[np.float64]:
    """Return where the left, right and upper corner of a painted tile lie in its box."""
    pen = _Pen(np.zeros((1, 1, 3), np.uint8), edge)
    return np.array([pen.pixel(p) for p in ((-0.5, LOW), (0.5, LOW), (0.0, -HIGH))])


class _Pen:
    """Draws shapes in shares of the edge."""

    def __init__(self, picture: Picture, edge: int) -> None:
        self.picture, self.edge = picture, edge

    def pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] + 0.5) * self.edge + 0.5, (point[1] + HIGH) * self.edge + 0.5

    def fill(self, shape: Shape, colour: str, outline: bool = False) -> None:
        points = np.round(np.array([self.pixel(p) for p in shape]) * 16).astype(np.int32)
        if outline:
            thick = max(1, round(0.02 * self.edge))
            cv2.polylines(self.picture, [points], True, bgr(colour), thick, cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(self.picture, [points], bgr(colour), cv2.LINE_AA, 4)

    def sign(self, name: str, at: tuple[float, float], side: float, ink: str) -> None:
        scale = side * self.edge / 100
        x, y = self.pixel(at)
        offset = (x - 50 * scale, y - 50 * scale)
        draw_sign(self.picture, name, False, scale, offset, body=None, ink=bgr(ink))


def _corridor(pen: TilePen, openings: int) -> None:
    """Ways hewn into the rock, from the middle to every opening."""
    for turn in range(openings):
        pen.fill(_turned(_way(DOOR - 0.02), turn), PATH)
    pen.fill(_circle((0.0, 0.0), 0.16), PATH)


def _room(pen: TilePen, openings: int) -> None:
    """Paint a floor within walls that the openings interrupt."""
    pen.fill(_inset(0.0), WALL)
    pen.fill(_inset(WALL_DEEP), FLOOR)
    for turn in range(openings):
        pen.fill(_turned(_way(DOOR), turn), PATH)
    pen.fill(_circle((0.0, 0.0), 0.16), PATH)


def _way(half: float) -> Shape:
    """Return the way from the middle out through the left edge."""
    way = (-cos(pi / 6), -0.5)
    beside = (-way[1], way[0])
    return tuple(
        (along * way[0] + side * half * beside[0], along * way[1] + side * half * beside[1])
        for along, side in ((0.0, -1), (LOW + 0.02, -1), (LOW + 0.02, 1), (0.0, 1))
    )


def _inset(inset: float) -> Shape:
    """Return the outline of the tile, or a triangle this far inside it."""
    share = 1 - inset / LOW
    return tuple((x * share, y * share) for x, y in ((-0.5, LOW), (0.5, LOW), (0.0, -HIGH)))


def _corner_stone(pen: TilePen, corner: int, symbol: str) -> None:
    deep = CORNER * sqrt(3) / 2
    stone = ((0.0, -HIGH), (CORNER / 2, -HIGH + deep), (-CORNER / 2, -HIGH + deep))
    pen.fill(_turned(stone, corner), colour_of(symbol))
    (at,) = _turned(((0.0, -HIGH + 0.66 * deep),), corner)
    _mark(pen, symbol, at, 0.045, CREAM, turn=corner)


def _mark(
    pen: TilePen, symbol: str, at: tuple[float, float], size: float, colour: str, turn: int = 0
) -> None:
    """Paint the sign of a symbol; a plain disc if there is no drawing for it."""
    if symbol == "ankh" and size > 0.06:
        pen.sign("ankh", at, 2.4 * size, INK)
        return
    name = "_".join((symbol.split("_")[0], symbol.split("_")[-1]))
    for shape in MARKS.get(name, MARKS.get(symbol, (_circle((0.0, 0.0), 1.0),))):
        placed = _turned(shape, turn)
        pen.fill(tuple((at[0] + x * size, at[1] + y * size) for x, y in placed), colour)


def _turned(shape: Shape, thirds: int) -> Shape:
    """Turn clockwise around the middle."""
    c, s = cos(2 * pi * thirds / 3), sin(2 * pi * thirds / 3)
    return tuple((x * c - y * s, x * s + y * c) for x, y in shape)


def _circle(at: tuple[float, float], radius: float) -> Shape:
    steps = (2 * pi * n / ROUND for n in range(ROUND))
    return tuple((at[0] + radius * cos(a), at[1] + radius * sin(a)) for a in steps)


def _box(left: float, top: float, right: float, low: float) -> Shape:
    return ((left, top), (right, top), (right, low), (left, low))


def _bar(angle: float) -> Shape:
    c, s = cos(angle), sin(angle)
    return tuple((x * c - y * s, x * s + y * c) for x, y in _box(-1.2, -0.3, 1.2, 0.3))


def _ring(outer: float, inner: float) -> Shape:
    """Return a ring as one line: out and back."""
    out, back = _circle((0.0, 0.0), outer), _circle((0.0, 0.0), inner)
    return (*out, out[0], back[0], *reversed(back))


MARKS: dict[str, tuple[Shape, ...]] = {
    "rot_c": (_ring(1.1, 0.6),),
    "rot_r": (_ring(1.1, 0.7), _circle((0.0, 0.0), 0.4)),
    "swap": (_box(-1.1, -0.9, 1.1, -0.3), _box(-1.1, 0.3, 1.1, 0.9)),
    "move": (((-0.9, 1.0), (0.9, 1.0), (0.0, -1.2)),),
    "forbid": (_bar(pi / 4), _bar(-pi / 4)),
    "double": (_circle((-0.65, 0.0), 0.55), _circle((0.65, 0.0), 0.55)),
    "ankh": (_box(-0.25, -0.2, 0.25, 1.2), _box(-0.9, 0.0, 0.9, 0.4), _circle((0.0, -0.7), 0.5)),
    "curse": (_ring(1.2, 0.85),),
    "sarcophagus_king": (_box(-0.8, -1.1, 0.8, 1.1),),
    "sarcophagus_queen": (_circle((0.0, -0.45), 0.65), ((-0.9, 1.1), (0.9, 1.1), (0.0, -0.4))),
}
