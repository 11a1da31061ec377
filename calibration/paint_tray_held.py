"""What is held above a tray: a card between fingers or on the cup of the shovel, and its shadow.

The higher a thing is held, the larger it appears, the further aside, and the softer its shadow.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import Point, window
from .paint_camera import Matrix
from .paint_faces import Picture
from .paint_tray_pits import sun
from .paint_view import View

CUP_MM, STEM_MM = 13.0, 55.0
RUBBER, SHINE, STEM = (38, 34, 110), (150, 150, 205), (120, 160, 186)
SHADE = 0.34


@dataclass(frozen=True, slots=True)
class Held:
    """Something held over a place of the tray, *rise_mm* above its rim."""

    at_mm: Point
    rise_mm: float
    label: str = ""
    """The card; empty where nothing but the shovel or the hand is there."""
    shovel: bool = False


def lay_held(
    picture: Picture, held: Held, face: Picture | None, card_mm: Point, view: View
) -> tuple[float, float]:
    """Draw it into *picture* in place; say at which pixel a hand holds it."""
    if face is not None:
        _shadow(picture, held, card_mm, view)
        _card(picture, held, face, card_mm, view)
    if not held.shovel:
        return _pixel(view, held.at_mm, held.rise_mm + 2.0)
    _cup(picture, held, view)
    return _pixel(view, held.at_mm, held.rise_mm + STEM_MM)


def _pixel(view: View, at_mm: Point, rise_mm: float) -> tuple[float, float]:
    x, y = view.shot.pixels_of(np.array([at_mm], float), -rise_mm)[0]
    return float(x), float(y)


def _outline(at_mm: Point, card_mm: Point) -> Matrix:
    (x, y), (wide, high) = at_mm, card_mm
    return np.array(window(x - wide / 2, y - high / 2, wide, high), float)


def _card(picture: Picture, held: Held, face: Picture, card_mm: Point, view: View) -> None:
    corners = view.shot.pixels_of(_outline(held.at_mm, card_mm), -held.rise_mm)
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


def _shadow(picture: Picture, held: Held, card_mm: Point, view: View) -> None:
    """The shadow that the card throws upon the tray."""
    right, down = sun(view.scene)
    fall = held.rise_mm + 4.0
    at = (held.at_mm[0] + right * fall, held.at_mm[1] + down * fall)
    corners = view.shot.pixels_of(_outline(at, card_mm))
    soft = 0.12 * held.rise_mm * view.shot.px_per_mm() + 1.0
    box = _box(corners, picture, round(3 * soft))
    if box is None:
        return
    x, y, w, h = box
    dark = np.zeros((h, w), np.float32)
    cv2.fillConvexPoly(dark, np.round(corners - (x, y)).astype(np.int32), 1.0)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), soft), np.float32)
    here = picture[y : y + h, x : x + w]
    here[:] = (here * (1 - SHADE * dark)[..., None]).astype(np.uint8)


def _cup(picture: Picture, held: Held, view: View) -> None:
    """The suction cup, its glint, and the stem that stands on it."""
    scale = view.shot.px_per_mm()
    foot = _pixel(view, held.at_mm, held.rise_mm + 3.0)
    top = _pixel(view, held.at_mm, held.rise_mm + STEM_MM)
    radius = CUP_MM * scale
    dot = (round(foot[0]), round(foot[1]))
    cv2.circle(picture, dot, round(radius), RUBBER, -1, cv2.LINE_AA)
    cv2.circle(picture, dot, round(0.6 * radius), (52, 48, 140), -1, cv2.LINE_AA)
    glint = (round(foot[0] - 0.4 * radius), round(foot[1] - 0.45 * radius))
    cv2.circle(picture, glint, max(1, round(0.16 * radius)), SHINE, -1, cv2.LINE_AA)
    end = (round(top[0]), round(top[1]))
    cv2.line(picture, dot, end, STEM, max(2, round(7 * scale)), cv2.LINE_AA)


def _box(corners: Matrix, picture: Picture, more: int) -> tuple[int, int, int, int] | None:
    """The pixels around some corners as x, y, width, height; None where none is in the picture."""
    low = np.floor(corners.min(axis=0)).astype(int) - more
    high = np.ceil(corners.max(axis=0)).astype(int) + more
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
    return (left, top, right - left, bottom - top) if left < right and top < bottom else None


def _blend(here: Picture, over: Picture, share: NDArray[np.float32]) -> None:
    here[:] = (here * (1 - share[..., None]) + over * share[..., None]).astype(np.uint8)
