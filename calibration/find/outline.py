"""Guessing where a board without markers lies: large four-cornered patches of the picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

WORKING_WIDTH = 480
LEAST_SHARE, MOST_SHARE = 0.08, 0.92
"""Share of the picture a board may take."""
LEAST_FILL = 0.88
"""How much of its four-cornered hull a patch must fill."""
ALIKE = 0.93
"""How far the areas of a piece and of its four corners must agree."""
STRONGEST, FAINTEST = (80, 88, 93), 4.0
"""Percentiles above which edges are strong, and the least strength of any."""
MOST_GUESSES = 10

MIDDLES = ((0.5, 0.5), (0.3, 0.5), (0.7, 0.5), (0.5, 0.3), (0.5, 0.7), (0.2, 0.4), (0.85, 0.5))
"""Places, down and across as shares of the picture, whose colour the board may have."""
LIKENESS = np.array([30.0, 8.0, 10.0])
"""How far (in L, a, b of 255) a colour may be off to be like another."""

Quad = NDArray[np.float64]


def guess_quads(picture: NDArray[np.uint8]) -> list[Quad]:
    """Name quadrilaterals that may be the board, the most convincing first.

    Corners run clockwise from the one that is topmost-left.
    """
    scale = WORKING_WIDTH / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.bilateralFilter(small, 5, 40, 5)
    found: list[tuple[float, Quad]] = []
    for mask in _masks(small):
        found.extend(_quads(mask))
    found.sort(key=lambda item: -item[0])
    kept: list[Quad] = []
    for _, quad in (*found, *_framed(small)):
        if all(np.abs(quad - other).max() > 6 for other in kept):
            kept.append(quad)
    return [(quad + 0.5) / scale - 0.5 for quad in kept[:MOST_GUESSES]]


def _masks(small: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Split the picture in two in many ways; in some of them the board is one piece."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    hsv = cv2.cvtColor(small, cv2.COLOR_BGR2HSV)
    for channel in (lab[:, :, 0], lab[:, :, 1], lab[:, :, 2], hsv[:, :, 1]):
        level, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        spread = max(4.0, float(channel.std()) / 2)
        for shift in (-1.5, -0.75, 0.0, 0.75, 1.5):
            above = (channel > level + shift * spread).astype(np.uint8)
            yield above
            yield 1 - above
    yield from _like_the_middle(lab)


def _framed(small: NDArray[np.uint8]) -> list[tuple[float, Quad]]:
    """Four-cornered frames of strong edges: a board of many colours is no patch of one."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    whole = small.shape[0] * small.shape[1]
    found: list[tuple[float, Quad]] = []
    for channel in cv2.split(lab):
        soft = cv2.GaussianBlur(channel, (0, 0), 1.0)
        rise = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
        for share in STRONGEST:
            strong = (rise > max(float(np.percentile(rise, share)), FAINTEST)).astype(np.uint8)
            for wide in (3, 5):
                closed = cv2.morphologyEx(strong, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8))
                pieces = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2]
                hulls = (cv2.convexHull(piece) for piece in pieces)
                found += [(area, quad) for hull in hulls for area, quad in _frame(hull, whole)]
    return sorted(found, key=lambda item: -item[0])


def _frame(hull: NDArray[np.int32], whole: int) -> Iterator[tuple[float, Quad]]:
    area = cv2.contourArea(hull)
    if not LEAST_SHARE * whole < area < MOST_SHARE * whole:
        return
    quad = _four_corners(hull)
    if quad is not None:
        own = cv2.contourArea(quad.astype(np.float32))
        if min(area, own) / max(area, own) > ALIKE:
            yield area, _ordered(quad)


def _like_the_middle(lab: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Pixels coloured like places around the middle, where a board usually is."""
    height, width = lab.shape[:2]
    for y, x in MIDDLES:
        a, b = int(y * height), int(x * width)
        colour = np.median(lab[a - 4 : a + 5, b - 4 : b + 5].reshape(-1, 3), axis=0)
        for limit in (1.0, 1.6):
            reach = limit * LIKENESS
            low, high = np.floor(colour - reach) + 1, np.ceil(colour + reach) - 1
            yield cv2.inRange(lab, np.clip(low, 0, 255), np.clip(high, 0, 255)) // 255


def _quads(mask: NDArray[np.uint8]) -> Iterator[tuple[float, Quad]]:
    """Yield the four-cornered pieces of a mask, each with a score."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    pieces = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[-2]
    whole = mask.shape[0] * mask.shape[1]
    for piece in pieces:
        hull = cv2.convexHull(piece)
        area = cv2.contourArea(hull)
        if not LEAST_SHARE * whole < area < MOST_SHARE * whole:
            continue
        quad = _four_corners(hull)
        if quad is None or _touches(quad, mask.shape):
            continue
        quad_area = cv2.contourArea(quad.astype(np.float32))
        fill = cv2.contourArea(piece) / max(quad_area, 1.0)
        match = min(area, quad_area) / max(area, quad_area)
        if fill > LEAST_FILL and match > ALIKE:
            yield match * min(fill, 1.0) * (area / whole) ** 0.25, _ordered(quad)


def _four_corners(hull: NDArray[np.int32]) -> Quad | None:
    length = cv2.arcLength(hull, True)
    for share in (0.01, 0.015, 0.02, 0.03, 0.04, 0.06):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return corners.reshape(4, 2).astype(float)
        if len(corners) < 4:
            return None
    return None


def _touches(quad: Quad, shape: tuple[int, ...]) -> bool:
    """Whether more than one corner lies on the picture's own border."""
    height, width = shape[:2]
    on_border = (quad < 3).any(axis=1) | (quad[:, 0] > width - 4) | (quad[:, 1] > height - 4)
    return int(on_border.sum()) > 1


def _ordered(quad: Quad) -> Quad:
    """Clockwise, beginning with the corner nearest to the top left."""
    middle = quad.mean(axis=0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    quad = quad[np.argsort(angles)]
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)
