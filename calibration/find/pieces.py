"""Pieces that lie apart from each other on a plain table, found in a picture without any board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]
"""Four corners in pixels: upper left, upper right, lower right, lower left."""

SHARE = (0.0006, 0.2)
"""A piece covers at least and at most this share of the picture."""
LIKE = (0.6, 1.6)
"""Pieces of one kind are this much smaller or larger than the middle one."""
FULL = 0.86
"""The share of its rectangle a piece fills; what fills less is a hand or a heap."""
SHAPE = 1.22
"""How far its sides may differ from those of the box."""
AROUND = 0.04
"""The edge of the picture shows the bare table."""
FEWEST = 2


def find_pieces(picture: Picture, sides_mm: tuple[float, float]) -> list[Quad]:
    """Rectangular pieces with these sides, row by row; none where nothing lies apart."""
    scale = min(1.0, 1400 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    whole = small.shape[0] * small.shape[1]
    found = [
        (cv2.minAreaRect(outline), float(cv2.contourArea(outline)))
        for outline in cv2.findContours(_apart(small), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[
            0
        ]
    ]
    fitting = [
        (rect, area)
        for rect, area in found
        if SHARE[0] * whole < area < SHARE[1] * whole and _fits(rect, area, sides_mm)
    ]
    if len(fitting) < FEWEST:
        return []
    middle = float(np.median([area for _, area in fitting]))
    alike = [rect for rect, area in fitting if LIKE[0] * middle < area < LIKE[1] * middle]
    quads = [_upright(np.asarray(cv2.boxPoints(rect)), sides_mm) / scale for rect in alike]
    return _in_rows([quad.astype(np.float32) for quad in quads])


def _apart(picture: Picture) -> NDArray[np.uint8]:
    """Where the picture is not the bare table that its edge shows."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    away = np.linalg.norm(lab - _table(lab), axis=2)
    away = np.clip(away, 0, 80)
    level, _ = cv2.threshold((away * 3).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    mask = (away * 3 > level).astype(np.uint8) * 255
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)


def _table(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """The bare table everywhere: its colours at the picture's edge, carried inwards evenly."""
    high, wide = lab.shape[:2]
    rim = max(4, round(AROUND * min(high, wide)))
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    x, y = x / wide - 0.5, y / high - 0.5
    edge = np.ones((high, wide), bool)
    edge[rim:-rim, rim:-rim] = False
    terms = np.stack([np.ones_like(x), x, y, x * y, x**2, y**2], axis=-1)
    kept = lab[edge]
    inside = np.ones(len(kept), bool)
    for _ in range(3):
        model = np.linalg.lstsq(terms[edge][inside], kept[inside], rcond=None)[0]
        off = np.linalg.norm(terms[edge] @ model - kept, axis=1)
        inside = off <= max(4.0, 2.0 * float(np.median(off)))
    return np.asarray(terms @ model, np.float32)


def _fits(rect: cv2.typing.RotatedRect, area: float, sides_mm: tuple[float, float]) -> bool:
    long, short = max(rect[1]), min(rect[1])
    if short < 8 or area < FULL * long * short:
        return False
    wanted = max(sides_mm) / min(sides_mm)
    return wanted / SHAPE < long / short < wanted * SHAPE


def _upright(corners: NDArray[np.floating], sides_mm: tuple[float, float]) -> NDArray[np.floating]:
    """The corners from the upper left clockwise, the piece turned as little as possible."""
    middle = corners.mean(axis=0)
    angle = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    around = corners[np.argsort(angle)]
    wide, high = sides_mm
    turns = [np.roll(around, -n, axis=0) for n in range(4)]

    def lean(quad: NDArray[np.floating]) -> tuple[bool, float]:
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        other = (np.linalg.norm(across) > np.linalg.norm(down)) != (wide > high)
        square = max(sides_mm) / min(sides_mm) < SHAPE
        return bool(other and not square), abs(float(np.arctan2(across[1], across[0])))

    return min(turns, key=lean)


def _in_rows(quads: list[Quad]) -> list[Quad]:
    """From the upper left, row by row."""
    if not quads:
        return []
    high = float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad in quads]))
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    rows: list[list[Quad]] = []
    for quad in left:
        y = float(quad[:, 1].mean())
        if rows and y - float(np.mean([one[:, 1].mean() for one in rows[-1]])) < 0.6 * high:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda q: float(q[:, 0].mean()))]
