"""What one sees in a window of the flat board: a card with its sign, or the dark behind it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from .. import art as signs
from ..art import Art
from ..errors import CalibrationError
from ..geometry.board import EMPTY, SOMETHING_ELSE, UPSIDE_DOWN

Picture = NDArray[np.uint8]

DARK = (40, 41, 46)


class UnknownFace(CalibrationError, ValueError):
    """A label that no card of ours can show."""


def no_face(label: str, known: Iterable[str]) -> UnknownFace:
    """Build the error for a label without a drawing, naming those that have one."""
    return UnknownFace("fault.print.no_drawing", name=label, known=list(known))


def sign_and_gaze(label: str) -> tuple[str, str, bool]:
    """Split ``camel_R`` or ``camel_R_upside_down`` into sign, gaze and standing head down."""
    head_down = label.endswith(UPSIDE_DOWN)
    sign, _, gaze = label.removesuffix(UPSIDE_DOWN).rpartition("_")
    if sign not in signs.paths() or gaze not in ("L", "R"):
        known = (f"{name}_{side}" for name in signs.paths() for side in "LR")
        raise no_face(label, (EMPTY, SOMETHING_ELSE, *known))
    return sign, gaze, head_down


@lru_cache(maxsize=512)
def face(art: Art, label: str, width: int, height: int) -> Picture:
    """Paint a card half of *width* by *height* pixels; do not write into it."""
    if label == SOMETHING_ELSE:
        return _card(art, art.stranger, False, width, height)
    sign, gaze, head_down = sign_and_gaze(label)
    picture = _card(art, sign, gaze == "L", width, height)
    return np.ascontiguousarray(picture[::-1, ::-1]) if head_down else picture


@lru_cache(maxsize=16)
def recess(width: int, height: int) -> Picture:
    """Paint an empty window: dark, darker under its upper edge."""
    picture = np.full((height, width, 3), DARK, np.float32)
    depth = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    picture *= 0.6 + 0.4 * np.minimum(1, depth * 3)
    grain = np.random.default_rng(7).normal(0, 2, (height, width, 1))
    return np.asarray(np.clip(picture + grain, 0, 255), np.uint8)


def in_window(
    art: Art, label: str, width: int, height: int, rim: int, lie: NDArray[np.float64]
) -> Picture:
    """Show a card through a window: it reaches *rim* pixels behind the frame and lies by *lie*.

    *lie* is a 2x3 affine around the middle of the card.
    """
    if label == EMPTY:
        return recess(width, height)
    whole = face(art, label, width + 2 * rim, height + 2 * rim)
    placed = np.asarray(
        cv2.warpAffine(
            whole,
            lie,
            (width + 2 * rim, height + 2 * rim),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )
    seen = placed[rim : rim + height, rim : rim + width].copy()
    _shade_under_frame(seen)
    return seen


def _shade_under_frame(seen: Picture) -> None:
    """Paint the thin shadow the frame throws on the card behind it."""
    deep = max(1, seen.shape[0] // 24)
    seen[:deep] = (seen[:deep] * 0.7).astype(np.uint8)
    seen[:, :deep] = (seen[:, :deep] * 0.82).astype(np.uint8)


def _card(art: Art, sign: str, looks_left: bool, width: int, height: int) -> Picture:
    picture = _paper(bgr(art.paper), width, height)
    scale, offset = _fit(sign, width, height)
    body = bgr(art.pigment(sign))
    draw_sign(picture, sign, looks_left, scale, offset, body=body, ink=bgr(art.ink))
    return picture


def _fit(sign: str, width: int, height: int) -> tuple[float, tuple[float, float]]:
    points = np.array([p for ring in signs.rings(sign) for p in ring])
    wide, high = points.max(axis=0) - points.min(axis=0)
    scale = min(0.78 * width / wide, 0.76 * height / high)
    return scale, (width / 2 - 50 * scale, height / 2 - 50 * scale)


def draw_sign(
    picture: Picture,
    sign: str,
    looks_left: bool,
    scale: float,
    offset: tuple[float, float],
    *,
    body: tuple[int, int, int] | None,
    ink: tuple[int, int, int],
) -> None:
    """Draw a sign in place; *body* None leaves the inside of its lines as it is."""
    if body is not None:
        for ring in _polygons(signs.outer_rings(sign), looks_left, scale, offset):
            cv2.fillPoly(picture, [ring], body, cv2.LINE_AA, 4)
    cv2.fillPoly(
        picture, _polygons(signs.rings(sign), looks_left, scale, offset), ink, cv2.LINE_AA, 4
    )


def _polygons(
    rings: Iterable[signs.Ring], looks_left: bool, scale: float, offset: tuple[float, float]
) -> list[NDArray[np.int32]]:
    side = np.array([-1.0, 1.0]) if looks_left else np.ones(2)
    return [
        np.round((((np.array(ring) - 50) * side + 50) * scale + offset) * 16).astype(np.int32)
        for ring in rings
    ]


def _paper(colour: tuple[int, int, int], width: int, height: int) -> Picture:
    """Paint papyrus: warm, with fibres both ways."""
    dice = np.random.default_rng((11, width, height))
    across = dice.normal(0, 2.2, (height, 1, 1)) + dice.normal(0, 1.6, (1, width, 1))
    grain = dice.normal(0, 1.5, (height, width, 1))
    return np.asarray(np.clip(np.array(colour) + across + grain, 0, 255), np.uint8)


def bgr(colour: str) -> tuple[int, int, int]:
    """Read ``#rrggbb`` as OpenCV's blue, green, red."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red
