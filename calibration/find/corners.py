"""The corners of a marker, sharpened: where the four edges of its black square meet.

A corner is one spot, and the pattern beside it pulls at it. An edge is long: many places along it
say where black turns to white, and the odd ones among them are left out.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.robust import middle

Corners = NDArray[np.float32]
Array = NDArray[np.float64]

ALONG = np.linspace(0.14, 0.86, 13)
"""Places along an edge at which it is looked for, as shares of its length."""
PER_PIXEL = 2
"""How many steps across an edge are looked at in each pixel."""
BORDER = 6
"""A marker's black border is one of this many parts of its side."""
ROUNDS, NEAR_PX = 3, 0.35
"""How often odd places are left out, and how far from the edge a place is odd."""
FAINT, FAINTEST = 0.3, 8.0
"""Ignore an edge where it is fainter than this share of the usual, or rises by fewer grey
levels."""
GREY = np.array([0.114, 0.587, 0.299], np.float32)
"""How much blue, green and red make of grey."""
LEAST = 5
"""An edge seen at fewer places is not known."""


def by_edges(picture: NDArray[np.uint8], corners: Corners, reach: float) -> Corners:
    """Refine marker corners (markers, 4, 2) to subpixels; those without a visible edge stay. They
    are searched within *reach* of where they are.

    They lie no farther than *reach* from where they are.
    """
    start = np.asarray(corners, float).reshape(-1, 4, 2)
    sides = np.roll(start, -1, axis=1) - start
    lengths = np.linalg.norm(sides, axis=2)
    if not len(start) or lengths.min() < 2 * BORDER:
        return corners
    outward = np.stack([sides[..., 1], -sides[..., 0]], axis=2) / lengths[..., None]
    outward[_turn_left(start)] *= -1
    far = min(reach + 1.5, float(lengths.min()) / BORDER)
    steps = np.linspace(-far, far, 2 * int(far * PER_PIXEL) + 1)
    off, seen = _edges(_profiles(picture, start, sides, outward, steps), steps)
    level, slope = _lines(off, seen)
    low = start + outward * level[..., None]
    high = start + sides + outward * (level + slope)[..., None]
    meeting = _meeting(np.roll(low, 1, axis=1), np.roll(high, 1, axis=1), low, high)
    with np.errstate(invalid="ignore"):
        near = np.linalg.norm(meeting - start, axis=2) <= 1.5 * far
    return np.where(near[..., None], meeting, start).astype(np.float32)


def _turn_left(corners: Array) -> NDArray[np.bool_]:
    """Reverse outlines that run the other way round, so that outward is outward."""
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) < 0)


def _profiles(
    picture: NDArray[np.uint8], start: Array, sides: Array, outward: Array, steps: Array
) -> NDArray[np.float32]:
    """(markers, sides, places, steps): how bright it is across each edge, going outward."""
    places = start[:, :, None] + ALONG[:, None] * sides[:, :, None]
    spots = places[:, :, :, None] + steps[:, None] * outward[:, :, None, None]
    pixels = spots.astype(np.float32).reshape(-1, len(steps), 2)
    seen = cv2.remap(picture, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = seen.reshape(-1, 3) @ GREY
    return np.asarray(grey.reshape(spots.shape[:4]), np.float32)


def _edges(profiles: NDArray[np.float32], steps: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return how far outside each place along an edge the edge is, and whether it is seen there."""
    rise = np.maximum(profiles[..., 2:] - profiles[..., :-2], 0.0)
    most = rise.argmax(axis=3)[..., None]
    weight = rise * (np.abs(np.arange(rise.shape[3]) - most) <= 2 * PER_PIXEL)
    strong = weight.max(axis=3)
    off = (weight @ steps[1:-1]) / np.maximum(weight.sum(axis=3), 1e-6)
    usual = np.maximum(middle(strong, axis=2), FAINTEST)[..., None]
    return off, strong > FAINT * usual


def _lines(off: Array, seen: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Fit a straight line to every edge without outliers: where it begins, and its slope."""
    level = slope = np.full(off.shape[:2], np.nan)
    for _ in range(ROUNDS):
        weight = np.where(seen.sum(axis=2, keepdims=True) < LEAST, np.nan, seen)
        total = weight.sum(axis=2)
        mean_at, mean_off = (weight @ ALONG) / total, (weight * off).sum(axis=2) / total
        away = ALONG - mean_at[..., None]
        slope = (weight * away * off).sum(axis=2) / (weight * away**2).sum(axis=2)
        level = mean_off - slope * mean_at
        left = np.abs(off - level[..., None] - slope[..., None] * ALONG)
        # half of all places is the middle of those seen, or a little more
        limit = np.maximum(NEAR_PX, 2.5 * middle(left, axis=2))[..., None]
        seen = seen & ~(left > limit)
    return level, slope


def _meeting(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Intersect the lines through a and b with those through c and d."""
    one, other = b - a, d - c
    cross = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = ((c - a)[..., 0] * other[..., 1] - (c - a)[..., 1] * other[..., 0]) / cross
    return np.asarray(a + share[..., None] * one)
