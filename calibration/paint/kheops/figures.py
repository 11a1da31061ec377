"""Figures of a pyramid: cylinders in the colour of their side, told apart by the rings on top.

Rings look the same however a figure is turned.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...geometry.board import EMPTY, Point
from ..camera import PaintedShot
from ..faces import Picture, bgr, no_face
from ..solids import above, circle

BODIES = {
    "white": "#e2e2de",
    "blue": "#2f74cf",
    "red": "#c8342c",
    "black": "#29292c",
    "green": "#2f9a4c",
    "yellow": "#ecc32d",
}
RINGS: dict[str, tuple[tuple[float, str], ...]] = {
    "worker": (),
    "mummy": ((0.66, "#2b1d16"),),
    "priest": ((0.78, "#a8261d"), (0.42, "")),
    "pharaoh": ((0.8, "#d8a410"), (0.34, "#2b1d16")),
}
"""Outer radius and colour of each ring, from the outside inwards; None is the body's colour."""
STRIPS = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody who stands on a tile."""

    at_mm: Point
    label: str
    """Colour and kind: ``white-mummy``."""
    radius_mm: float
    height_mm: float

    def foot_mm(self) -> NDArray[np.float64]:
        return circle(self.at_mm, self.radius_mm)

    def paint(self, picture: Picture, shot: PaintedShot, corner: Point) -> None:
        body, rings = looks(self.label)
        foot = self.foot_mm()
        low, high = above(shot, foot, 0.0) - corner, above(shot, foot, self.height_mm) - corner
        _side(picture, low, high, bgr(body))
        cv2.fillConvexPoly(picture, _fixed(high), bgr(body), cv2.LINE_AA, 4)
        for share, colour in rings:
            inner = above(shot, circle(self.at_mm, share * self.radius_mm), self.height_mm) - corner
            cv2.fillConvexPoly(picture, _fixed(inner), bgr(colour or body), cv2.LINE_AA, 4)


def looks(label: str) -> tuple[str, tuple[tuple[float, str], ...]]:
    """Return the colour of a figure's body and the rings on its top."""
    colour, _, kind = label.partition("-")
    if colour not in BODIES or kind not in RINGS:
        known = (f"{body}-{ring}" for body in BODIES for ring in RINGS)
        raise no_face(label, (EMPTY, *known))
    return BODIES[colour], RINGS[kind]


def _side(
    picture: Picture,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    body: tuple[int, int, int],
) -> None:
    """Paint the round side in upright strips, lighter towards the lamp at the upper left."""
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0]
    cv2.fillConvexPoly(picture, _fixed(hull), _shaded(body, 0.6), cv2.LINE_AA, 4)
    count = len(low)
    step = max(1, count // STRIPS)
    for n in range(0, count, step):
        m = (n + step) % count
        turn = 2 * np.pi * (n + step / 2) / count
        if _faces_us(low[[n, m]], high[[n, m]]):
            share = 0.62 - 0.14 * float(np.cos(turn) + np.sin(turn))
            strip = np.array([low[n], low[m], high[m], high[n]])
            cv2.fillConvexPoly(picture, _fixed(strip), _shaded(body, share), cv2.LINE_AA, 4)


def _faces_us(low: NDArray[np.float64], high: NDArray[np.float64]) -> bool:
    """Whether a strip of the side is turned to the camera: its corners run the other way round."""
    along, up = low[1] - low[0], high[0] - low[0]
    return bool(along[0] * up[1] - along[1] * up[0] < 0)


def _shaded(body: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    blue, green, red = (int(part * share) for part in body)
    return blue, green, red


def _fixed(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)
