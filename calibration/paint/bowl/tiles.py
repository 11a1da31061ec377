"""Round tiles of our own drawing: a coloured disc with mummies on it, or its back with an eye."""

from __future__ import annotations

import zlib
from functools import lru_cache

import cv2
import numpy as np

from ...geometry.board import DOWN, EMPTY
from ..faces import Picture, bgr, draw_sign, no_face

COLOURS = {
    "red": "#c2352b",
    "blue": "#2c5fb0",
    "yellow": "#e8c02c",
    "green": "#3a9148",
    "black": "#2b2b2e",
    "white": "#eeeae0",
    "orange": "#e07b28",
    "purple": "#7a3f8f",
}
BACKS = {"desert": "#d9b877", "pyramid": "#a58562", "chamber": "#8f7a3a"}
"""The kinds of tile are told apart by their backs."""
LINEN, SHROUD = "#f3ead2", "#26221d"
INK = "#2a2119"

PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.0, 0.0),),
    2: ((-0.3, 0.0), (0.3, 0.0)),
    3: ((-0.32, 0.16), (0.32, 0.16), (0.0, -0.3)),
}
"""Where the mummies stand, in radii of the disc."""
MUMMY = (
    (0.18, (0.42, 0.82), SHROUD),
    (0.18, (0.34, 0.74), LINEN),
    (-0.62, (0.34, 0.38), SHROUD),
    (-0.62, (0.26, 0.3), LINEN),
    (-0.62, (0.16, 0.16), SHROUD),
)
"""A wrapped body with a dark face, in ellipses: how far down, how wide and high, which colour."""
SIZES = {1: 0.52, 2: 0.42, 3: 0.34}
"""Half the height of a mummy, in radii."""


def colour_and_mummies(label: str) -> tuple[str, int]:
    """Split ``red_2``; a plain colour carries no mummies."""
    colour, _, count = label.partition("_")
    mummies = int(count) if count.isdigit() else 0
    if colour not in COLOURS or mummies not in PLACES or (count and not count.isdigit()):
        known = (f"{name}_{n}" if n else name for name in COLOURS for n in PLACES)
        raise no_face(label, (EMPTY, DOWN, *known))
    return colour, mummies


@lru_cache(maxsize=256)
def tile(label: str, kind: str, side: int) -> Picture:
    """Paint a tile upright in a square of *side* pixels; do not write into it."""
    middle, radius = side / 2, side / 2
    if label == DOWN:
        return _back(kind, side)
    colour, mummies = colour_and_mummies(label)
    picture = np.full((side, side, 3), bgr(COLOURS[colour]), np.uint8)
    _ring(picture, middle, radius)
    for x, y in PLACES[mummies]:
        _mummy(picture, (middle + x * radius, middle + y * radius), SIZES[mummies] * radius)
    return picture


def _back(kind: str, side: int) -> Picture:
    picture = np.full((side, side, 3), bgr(BACKS.get(kind, BACKS["desert"])), np.uint8)
    _ring(picture, side / 2, side / 2)
    scale = 0.62 * side / 100
    offset = (side / 2 - 50 * scale, side / 2 - 50 * scale)
    draw_sign(picture, "eye", False, scale, offset, body=None, ink=bgr(INK))
    return picture


def _ring(picture: Picture, middle: float, radius: float) -> None:
    """Paint a thin printed line inside the tile's edge."""
    at = (round(middle * 16), round(middle * 16))
    thick = max(1, round(0.04 * radius))
    cv2.circle(picture, at, round(0.9 * radius * 16), bgr(INK), thick, cv2.LINE_AA, 4)


def _mummy(picture: Picture, at: tuple[float, float], size: float) -> None:
    """Paint a wrapped body with a dark face and bandages across."""
    x, y = at
    for down, (wide, high), colour in MUMMY:
        axes = (wide * size, high * size)
        _ellipse(picture, (x, y + down * size), axes, bgr(colour))


def _ellipse(
    picture: Picture, at: tuple[float, float], axes: tuple[float, float], ink: tuple[int, int, int]
) -> None:
    middle = (round(at[0] * 16), round(at[1] * 16))
    cv2.ellipse(
        picture,
        middle,
        (round(axes[0] * 16), round(axes[1] * 16)),
        0.0, 0.0, 360.0, ink, -1, cv2.LINE_AA, 4,
    )  # fmt: skip


def turned(picture: Picture, seed: int, cell: str, label: str, jitter_px: float) -> Picture:
    """Turn and shift the tile as if somebody had put it down."""
    mark = zlib.crc32(f"{seed}/{cell}/{label}".encode())
    x, y, degrees = np.random.default_rng(mark).uniform(-1, 1, 3)
    side = picture.shape[0]
    lie = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), float(degrees) * 180, 1.0))
    lie[:, 2] += np.array([x, y]) * jitter_px
    return np.asarray(
        cv2.warpAffine(picture, lie, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
