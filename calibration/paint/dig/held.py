"""What is held above a tray: a card between fingers or on the cup of the shovel, and its shadow.

The higher a thing is held, the larger it appears, the further aside, and the softer its shadow.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...geometry.board import Point, window
from ..camera import Matrix
from ..faces import Picture
from ..view import PaintedView
from .pits import sun

CUP_MM, STEM_MM = 13.0, 55.0
RUBBER, SHINE, STEM = (38, 34, 110), (150, 150, 205), (120, 160, 186)
SHADE = 0.34


@dataclass(frozen=True, slots=True)
class HeldTiles:
    """Something held over a place of the tray, *rise_mm* above its rim."""

    at_mm: Point
    rise_mm: float
    label: str = ""
    """The card; empty if only the shovel or the hand is there."""
    shovel: bool = False


def lay_held(
    picture: Picture,
    held: HeldTiles,
    face: Picture | None,
    card_mm: Point,
    view: PaintedView,
    px_per_mm: float,
) -> tuple[float, float]:
    """Draw it into *picture* in place; say at which pixel a hand holds it."""
    rise = held.rise_mm
    right, down = sun(view.scene)
    fall = (held.at_mm[0] + right * (rise + 4.0), held.at_mm[1] + down * (rise + 4.0))
    top = rise + (STEM_MM if held.shovel else 2.0)
    seen = view.shot.spots_of(
        np.vstack(
            [
                _outline(held.at_mm, card_mm, rise),
                _outline(fall, card_mm, 0.0),
                (*held.at_mm, -(rise + 3.0)),
                (*held.at_mm, -top),
            ]
        )
    )
    if face is not None:
        _shadow(picture, seen[4:8], 0.12 * rise * px_per_mm + 1.0)
        _card(picture, seen[:4], face, view)
    if held.shovel:
        _cup(picture, seen[8], seen[9], px_per_mm)
    return float(seen[9, 0]), float(seen[9, 1])


def _outline(at_mm: Point, card_mm: Point, rise_mm: float) -> Matrix:
    """Return the corners of a card at some height, in millimetres of the board and behind it."""
    (x, y), (wide, high) = at_mm, card_mm
    flat = np.array(window(x - wide / 2, y - high / 2, wide, high), float)
    return np.column_stack([flat, np.full(4, -rise_mm)])


def _card(picture: Picture, corners: Matrix, face: Picture, view: PaintedView) -> None:
    box = _box(corners, picture, 2)
    if box is None:
        return
    x, y, w, h = box
    high, wide = face.shape[:2]
    from_face = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    there = (corners - (x, y)).astype(np.float32)
    warp = cv2.getPerspectiveTransform(from_face, there)
    seen = np.asarray(cv2.warpPerspective(face, warp, (w, h)), np.uint8)
    mask = np.asarray(cv2.warpPerspective(np.full((high, wide), 255, np.uint8), warp, (w, h)))
    here = picture[y : y + h, x : x + w]
    _blend(here, view.lit(seen, box), mask.astype(np.float32) / np.float32(255))


def _shadow(picture: Picture, corners: Matrix, soft: float) -> None:
    """Paint the shadow the card throws on the tray, its edge *soft* pixels wide."""
    box = _box(corners, picture, round(3 * soft))
    if box is None:
        return
    x, y, w, h = box
    dark = np.zeros((h, w), np.float32)
    cv2.fillConvexPoly(dark, np.round(corners - (x, y)).astype(np.int32), 1.0)
    dark = np.asarray(cv2.blur(dark, (2 * round(soft) + 1,) * 2), np.float32)
    here = picture[y : y + h, x : x + w]
    keep = np.repeat((1 - SHADE * dark)[..., None], 3, axis=2)
    here[:] = cv2.multiply(here, keep, dtype=cv2.CV_8U)


def _cup(picture: Picture, foot: Matrix, top: Matrix, scale: float) -> None:
    """Paint the suction cup, its glint, and the stem on it."""
    radius = CUP_MM * scale
    dot = (round(foot[0]), round(foot[1]))
    cv2.circle(picture, dot, round(radius), RUBBER, -1, cv2.LINE_AA)
    cv2.circle(picture, dot, round(0.6 * radius), (52, 48, 140), -1, cv2.LINE_AA)
    glint = (round(foot[0] - 0.4 * radius), round(foot[1] - 0.45 * radius))
    cv2.circle(picture, glint, max(1, round(0.16 * radius)), SHINE, -1, cv2.LINE_AA)
    end = (round(top[0]), round(top[1]))
    cv2.line(picture, dot, end, STEM, max(2, round(7 * scale)), cv2.LINE_AA)


def _box(corners: Matrix, picture: Picture, more: int) -> tuple[int, int, int, int] | None:
    """Return the pixels around some corners as x, y, width, height;
    None if none is in the picture."""
    low = np.floor(corners.min(axis=0)).astype(int) - more
    high = np.ceil(corners.max(axis=0)).astype(int) + more
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
    return (left, top, right - left, bottom - top) if left < right and top < bottom else None


def _blend(here: Picture, over: Picture, share: NDArray[np.float32]) -> None:
    here[:] = (here * (1 - share[..., None]) + over * share[..., None]).astype(np.uint8)
