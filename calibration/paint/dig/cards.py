"""The cards of a dig as they are printed: the paper and border of a layer, a picture, a number."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from ...boards.dig import BARRICADE, Tray, layer_of, way_of
from ...geometry.board import DOWN, WAYS, plain
from ..faces import Picture, bgr, draw_sign, no_face
from .pictures import INK, DigPen, draw_picture

LIGHT = "#f0dcae"
BACK, BACK_LINE = "#3d5a60", "#8fb0a8"
PLANK, PLANK_EDGE, IRON = "#8f8577", "#4a4238", "#2e3136"
HAZARD, TREASURE = "#b3261e", "#f4ecd8"
DARKEST_INKED = 105.0
"""A paper darker than this (mean grey level) is printed in a light ink."""


@lru_cache(maxsize=512)
def card(tray: Tray, label: str, side: int) -> Picture:
    """Paint a card as it lies, in a square of *side* pixels; do not write into it."""
    face = _upright(tray, plain(label), side)
    return np.ascontiguousarray(np.rot90(face, WAYS.index(way_of(label))))


@lru_cache(maxsize=512)
def _upright(tray: Tray, label: str, side: int) -> Picture:
    if label == BARRICADE:
        return _barricade(side)
    if label == DOWN:
        return _back(side)
    layer = layer_of(label)
    if layer is None or not 1 <= layer <= tray.layers:
        known = (f"{n}-necklace" for n in range(1, tray.layers + 1))
        raise no_face(label, (DOWN, BARRICADE, *known))
    return _face(tray, layer, label, side)


def _face(tray: Tray, layer: int, label: str, side: int) -> Picture:
    paper = bgr(tray.papers[layer - 1])
    picture = _paper(paper, side, layer)
    pen = DigPen(picture, LIGHT if sum(paper) / 3 < DARKEST_INKED else INK)
    border(pen, layer, pen.ink)
    draw_picture(pen, label.partition("-")[2])
    value = tray.value(label)
    if value:
        _number(DigPen(picture), value, side)
    return picture


def border(pen: DigPen, layer: int, ink: str) -> None:
    """Draw the sign of a layer: each border is its own,
    and the same whichever way the card lies."""
    match (layer - 1) % 6:
        case 0:
            _square(pen, 13, ink, 7)
        case 1:
            _along(pen, ink, (50,), 36, 7)
        case 2:
            _along(pen, ink, (28, 72), 22, 6.5)
        case 3:
            _along(pen, ink, (12, 22.9, 33.8, 44.7, 55.6, 66.5, 77.4, 88), 0, 6.5)
        case 4:
            _corners(pen, ink)
        case _:
            _square(pen, 9, ink, 2)


def _square(pen: DigPen, inset: float, ink: str, wide: float) -> None:
    far = 100 - inset
    pen.line([(inset, inset), (far, inset), (far, far), (inset, far), (inset, inset)], ink, wide)


def _along(pen: DigPen, ink: str, places: tuple[float, ...], long: float, wide: float) -> None:
    """Dashes of some length, or dots, along all four sides."""
    for at in places:
        for near in (13.0, 87.0):
            if long:
                pen.line([(at - long / 2, near), (at + long / 2, near)], ink, wide)
                pen.line([(near, at - long / 2), (near, at + long / 2)], ink, wide)
            else:
                pen.disc((at, near), (wide / 2, wide / 2), ink, 0)
                pen.disc((near, at), (wide / 2, wide / 2), ink, 0)


def _corners(pen: DigPen, ink: str) -> None:
    for x, y in ((12, 12), (88, 12), (88, 88), (12, 88)):
        in_x, in_y = (1 if x < 50 else -1), (1 if y < 50 else -1)
        pen.line([(x + 22 * in_x, y), (x, y), (x, y + 22 * in_y)], ink, 6)


def _number(pen: DigPen, value: int, side: int) -> None:
    """Paint the number of the card on a seal in its corner, red if it costs money."""
    hazard = value < 0
    pen.disc((78, 79), (12.5, 9.5), HAZARD if hazard else TREASURE)
    text, size = f"{value:+d}", side / 290
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    at = (round(0.78 * side - wide / 2), round(0.79 * side + high / 2))
    ink = bgr(TREASURE if hazard else INK)
    cv2.putText(
        pen.picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, side // 90), cv2.LINE_AA
    )


def _paper(colour: tuple[int, int, int], side: int, grain: int) -> Picture:
    """Pasteboard: flat, with a little grain."""
    dice = np.random.default_rng((side, grain))
    fine = dice.normal(0, 2.0, (side, side, 1))
    return np.asarray(np.clip(np.array(colour) + fine, 0, 255), np.uint8)


def _back(side: int) -> Picture:
    picture = _paper(bgr(BACK), side, 17)
    pen = DigPen(picture)
    for step in range(-100, 100, 22):
        pen.line([(step, 0), (step + 100, 100)], BACK_LINE, 1.6)
        pen.line([(step + 100, 0), (step, 100)], BACK_LINE, 1.6)
    pen.disc((50, 50), (27, 20), BACK)
    scale = 0.4 * side / 100
    offset = (side / 2 - 50 * scale, side / 2 - 50 * scale)
    draw_sign(picture, "eye", False, scale, offset, body=None, ink=bgr(LIGHT))
    return picture


def _barricade(side: int) -> Picture:
    """Return a lid of planks with an iron ring."""
    picture = _paper(bgr(PLANK), side, 23)
    pen = DigPen(picture)
    for y in (25, 50, 75):
        pen.line([(0, y), (100, y)], PLANK_EDGE, 2.6)
    for x in (12, 88):
        pen.fill([(x - 6, -2), (x + 6, -2), (x + 6, 102), (x - 6, 102)], IRON, 1)
        for y in (12, 37, 62, 87):
            pen.disc((x, y), (2.4, 2.4), LIGHT, 0.6)
    pen.disc((50, 52), (21, 21), IRON)
    pen.disc((50, 52), (14, 14), PLANK, 1)
    pen.fill([(42, 26), (58, 26), (56, 38), (44, 38)], IRON, 1)
    return picture
