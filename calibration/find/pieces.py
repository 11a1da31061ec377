"""Pieces that lie apart from each other on a plain table, found in a picture without any board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
"""The share of its rectangle, ellipse or triangle a piece fills; what fills less is a hand or a
heap."""
SHAPE = 1.22
"""How far its sides may differ from those of the box."""
AROUND = 0.04
"""The edge of the picture shows the bare table."""
LEAST, GRAIN = 5.0, 95
"""What differs less than this from the table (in CIELAB), or hardly more than nearly all of its
own grain (percentile), is the table."""
CRUMB = 0.12
"""What covers less than this share of a piece is a crumb, or the table's own grain."""
FEWEST = 2
SMALLEST_PX = 8
CARD, DISC, TRIANGLE = "card", "disc", "triangle"


@dataclass(frozen=True)
class Strewn:
    """What lies on a table: the pieces, row by row, and what keeps them from being counted."""

    pieces: tuple[Quad, ...] = ()
    outside: tuple[Quad, ...] = ()
    """Things cut by the edge of the picture."""
    heaps: tuple[Quad, ...] = ()
    """Things larger than a piece, or of a ragged shape: several that touch, or a hand."""
    others: tuple[Quad, ...] = ()
    """Whole things of another size or shape."""


def find_all(picture: Picture, sides_mm: tuple[float, float], shape: str = CARD) -> Strewn:
    """Find the pieces, and everything else that lies on the table."""
    pieces = find_pieces(picture, sides_mm, shape)
    scale = _scale(picture)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    known = [quad * scale for quad in pieces]
    area = float(np.median([_area(quad, shape) for quad in known])) if known else 0.0
    left: dict[str, list[Quad]] = {"outside": [], "heaps": [], "others": []}
    # the clearest of the masks: what differs hardly from the table is its grain
    for outline in cv2.findContours(next(_apart(small)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[
        0
    ]:
        own = float(cv2.contourArea(outline))
        if own < (CRUMB * area or SHARE[0] * small.shape[0] * small.shape[1]):
            continue
        around = np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), np.float32)
        inside = sum(_holds(outline, quad) for quad in known)
        if not inside and _is_part(outline, known):
            continue
        kind = _left_over(outline, own, area, inside, small.shape[:2])
        if kind:
            left[kind].append((around / scale).astype(np.float32))
    return Strewn(tuple(pieces), *(tuple(one) for one in left.values()))


def _left_over(
    outline: NDArray[np.int32], own: float, area: float, inside: int, size: tuple[int, ...]
) -> str:
    """Say what a thing on the table is, if it is no piece: "" for one that was found."""
    x, y, wide, high = cv2.boundingRect(outline)
    if min(x, y) <= 1 or x + wide >= size[1] - 1 or y + high >= size[0] - 1:
        return "outside"
    if inside == 1 and own < LIKE[1] * area:
        return ""
    (_, _), sides, _ = cv2.minAreaRect(outline)
    full = own / max(1.0, sides[0] * sides[1])
    ragged = own < FULL * float(cv2.contourArea(cv2.convexHull(outline)))
    if inside or ragged or (area and own > LIKE[1] * area):
        return "heaps"
    return "others" if full > 0.45 else "heaps"


def _is_part(outline: NDArray[np.int32], quads: list[NDArray[np.floating]]) -> bool:
    """Whether it is the bright or dark part of a piece whose rest looks like the table."""
    middle = tuple(float(side) for side in outline.reshape(-1, 2).mean(axis=0))
    return any(
        cv2.pointPolygonTest(quad.astype(np.float32).reshape(-1, 1, 2), middle, False) >= 0
        for quad in quads
    )


def _holds(outline: NDArray[np.int32], quad: NDArray[np.floating]) -> bool:
    x, y = (float(side) for side in quad.mean(axis=0))
    return cv2.pointPolygonTest(outline, (x, y), False) >= 0


def _area(quad: NDArray[np.floating], shape: str) -> float:
    share = {CARD: 1.0, DISC: np.pi / 4, TRIANGLE: 0.5}[shape]
    return share * float(cv2.contourArea(quad.astype(np.float32)))


def _scale(picture: Picture) -> float:
    return min(1.0, 1400 / max(picture.shape[:2]))


def find_pieces(picture: Picture, sides_mm: tuple[float, float], shape: str = CARD) -> list[Quad]:
    """Find pieces of a shape with these sides, row by row; none if nothing stands out.

    A round or three-sided piece is given by the corners of the rectangle around it; a triangle
    points up in it.
    """
    scale = _scale(picture)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = sorted((_fitting(mask, sides_mm, shape) for mask in _apart(small)), key=len)
    every = list[NDArray[np.floating]]()
    for quad in (quad for level in reversed(found) for quad in level):
        every += [] if any(_on_top(quad, other) for other in every) else [quad]
    return _in_rows([(quad / scale).astype(np.float32) for quad in every])


def _on_top(quad: NDArray[np.floating], other: NDArray[np.floating]) -> bool:
    """Whether two outlines are of one piece."""
    away = np.linalg.norm(quad.mean(axis=0) - other.mean(axis=0))
    return bool(
        away < min(np.linalg.norm(other[1] - other[0]), np.linalg.norm(other[2] - other[1])) / 2
    )


def _fitting(
    mask: NDArray[np.uint8], sides_mm: tuple[float, float], shape: str
) -> list[NDArray[np.floating]]:
    """Select the outlines that have the shape and the usual size."""
    fitting = list[tuple[NDArray[np.floating], float]]()
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area = float(cv2.contourArea(outline))
        if SHARE[0] * mask.size < area < SHARE[1] * mask.size:
            quad = SHAPES[shape](outline, area, sides_mm)
            fitting += [] if quad is None else [(quad, area)]
    if len(fitting) < FEWEST:
        return []
    middle = float(np.median([area for _, area in fitting]))
    return [quad for quad, area in fitting if LIKE[0] * middle < area < LIKE[1] * middle]


def _apart(picture: Picture) -> Iterator[NDArray[np.uint8]]:
    """Mask what differs from the bare table seen at the picture's edge: clearly, or just so.

    Clearly leaves out shadows and grain; a piece much like the table is found by less.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    away = np.clip(np.linalg.norm(lab - _table(lab), axis=2), 0, 80)
    clearly, _ = cv2.threshold((away * 3).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    grain = float(np.percentile(away[_edge(away)], GRAIN))
    most, least = clearly / 3, max(LEAST, 1.5 * grain)
    for level in (most, (most * least) ** 0.5, least):
        mask = (away > level).astype(np.uint8) * 255
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        yield np.asarray(closed, np.uint8)


def _edge(picture: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return the pixels along the edge of the picture."""
    high, wide = picture.shape[:2]
    rim = max(4, round(AROUND * min(high, wide)))
    edge = np.ones((high, wide), bool)
    edge[rim:-rim, rim:-rim] = False
    return edge


def _table(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """Extend the table's colours from the picture's edge over all of it."""
    high, wide = lab.shape[:2]
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    x, y = x / wide - 0.5, y / high - 0.5
    edge = _edge(lab)
    terms = np.stack([np.ones_like(x), x, y, x * y, x**2, y**2], axis=-1)
    kept = lab[edge]
    inside = np.ones(len(kept), bool)
    for _ in range(3):
        model = np.linalg.lstsq(terms[edge][inside], kept[inside], rcond=None)[0]
        off = np.linalg.norm(terms[edge] @ model - kept, axis=1)
        inside = off <= max(4.0, 2.0 * float(np.median(off)))
    return np.asarray(terms @ model, np.float32)


def _card(
    outline: NDArray[np.int32], area: float, sides_mm: tuple[float, float]
) -> NDArray[np.floating] | None:
    rect = cv2.minAreaRect(outline)
    long, short = max(rect[1]), min(rect[1])
    if short < SMALLEST_PX or area < FULL * long * short:
        return None
    wanted = max(sides_mm) / min(sides_mm)
    if not wanted / SHAPE < long / short < wanted * SHAPE:
        return None
    return _upright(np.asarray(cv2.boxPoints(rect)), sides_mm)


def _disc(
    outline: NDArray[np.int32], area: float, sides_mm: tuple[float, float]
) -> NDArray[np.floating] | None:
    """Fit an ellipse without a rotation: nobody knows which way a round piece points."""
    middle, axes, degrees = cv2.fitEllipse(cv2.convexHull(outline))
    long, short = max(axes), min(axes)
    if short < SMALLEST_PX or long > SHAPE * short or area < FULL * np.pi / 4 * long * short:
        return None
    turn = np.radians(degrees)
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    stretch = way @ np.diag(np.array(axes) / 2) @ way.T
    return np.asarray([np.array(middle) + stretch @ np.array(at) for at in _AROUND_IT])


_AROUND_IT = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _triangle(
    outline: NDArray[np.int32], area: float, sides_mm: tuple[float, float]
) -> NDArray[np.floating] | None:
    """Fit three equal sides; the corner that points up most is the top."""
    around, found = cv2.minEnclosingTriangle(outline)
    if found is None or area < FULL * around:
        return None
    corners = np.asarray(found, float).reshape(3, 2)
    sides = [float(np.linalg.norm(corners[n] - corners[n - 1])) for n in range(3)]
    if min(sides) < SMALLEST_PX or max(sides) > SHAPE * min(sides):
        return None
    away = corners - corners.mean(axis=0)
    top = int(np.argmin(away[:, 1] / np.linalg.norm(away, axis=1)))
    left, right = sorted((corners[top - 1], corners[top - 2]), key=lambda corner: corner[0])
    half = (right - left) / 2
    return np.asarray([corners[top] - half, corners[top] + half, right, left])


SHAPES = {CARD: _card, DISC: _disc, TRIANGLE: _triangle}


def _upright(corners: NDArray[np.floating], sides_mm: tuple[float, float]) -> NDArray[np.floating]:
    """Order the corners clockwise from the upper left, turned as little as possible."""
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
    """Sort from the upper left, row by row."""
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
