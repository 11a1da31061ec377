"""Guessing where a board lies by the straight lines of a picture: its four sides are lines, also
where a hand hides a corner or a part of them.

Every two pairs of lines make four corners. Those are kept that a camera could see of a board of
this shape, and most of whose sides are really seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .cameras import axes_seen

Array = NDArray[np.float64]

WIDTH = 640
"""How wide the picture is in which lines are looked for."""
SHORTEST, LEAST_LENGTH = 14.0, 45.0
"""Pixels of a piece of a line, and of all pieces of a line together."""
BESIDE, ASKEW = 2.5, np.radians(4.0)
"""How far a piece may be from the line it belongs to, and how far turned."""
MOST_LINES = 36
SAME_WAY = np.radians(40.0)
"""How far two opposite sides of a board may seem turned against each other."""
ACROSS = np.radians(45.0)
"""How far the other two sides must seem turned against the first two, at least."""
AREA = (0.08, 0.95)
"""The share of the picture a board may take."""
OUTSIDE = 0.03
"""How far its corners may lie outside, as a share of the picture's width."""
SQUARE, SHAPE = 0.3, 0.3
"""How far from a right angle its sides may seem to meet (a cosine), and the logarithm of how much
longer one of them may seem."""
LEAST_SEEN, LEAST_SIDE = 0.4, 0.12
"""The share of its sides that must be seen, of all of them and of each."""
LARGE = 0.5
"""How much the area counts beside that: what lies on a board is smaller than the board."""
BINS = 96


@dataclass(frozen=True)
class Lines:
    """Lines of a picture: where each runs, and which parts of it are seen."""

    normal: Array
    """(lines, 2), of length one"""
    offset: Array
    seen: Array
    """(lines, BINS + 1): the share seen up to each step along the line"""
    middle: Array
    """of the picture"""
    reach: float
    """How far from the middle the first and the last step are."""

    @property
    def way(self) -> Array:
        return np.stack([-self.normal[:, 1], self.normal[:, 0]], axis=1)


def guess_by_lines(picture: NDArray[np.uint8], size_mm: tuple[float, float], most: int) -> Array:
    """(quads, 4, 2): corners of places where the board may lie, from its upper left clockwise.

    The likeliest first.
    """
    scale = WIDTH / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lines = _lines(small)
    if lines is None:
        return np.zeros((0, 4, 2))
    height, width = small.shape[:2]
    sides = _sides(lines)
    corners = _corners(lines, sides)
    fit = _possible(corners, (width, height), size_mm)
    corners, sides = corners[fit], sides[fit]
    seen = _seen(lines, sides, corners)
    good = (seen.min(axis=1) > LEAST_SIDE) & (seen.mean(axis=1) > LEAST_SEEN)
    corners, seen = corners[good], seen[good]
    order = np.argsort(-seen.mean(axis=1) * _areas(corners) ** LARGE, kind="stable")
    found = corners[order]
    return (_apart(found, most) + 0.5) / scale - 0.5


def _lines(small: NDArray[np.uint8]) -> Lines | None:
    """Find the longest straight lines of a small picture, joining their pieces."""
    height, width = small.shape[:2]
    middle = np.array([width, height]) / 2
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    pieces: list[Any] = []
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    for channel in (lab[:, :, 0], lab[:, :, 2]):
        found = detector.detect(cv2.GaussianBlur(np.ascontiguousarray(channel), (0, 0), 0.8))[0]
        pieces += [] if found is None else list(np.asarray(found, float).reshape(-1, 2, 2))
    pieces = [piece - middle for piece in pieces]
    pieces = [piece for piece in pieces if np.linalg.norm(piece[1] - piece[0]) >= SHORTEST]
    pieces.sort(key=lambda piece: -float(np.linalg.norm(piece[1] - piece[0])))
    groups = _grouped(np.array(pieces).reshape(-1, 2, 2))
    reach = float(np.linalg.norm(middle)) * 1.1
    made = [line for group in groups if (line := _line(group, reach)) is not None]
    made.sort(key=lambda line: -line[2][-1])
    if len(made) < 4:
        return None
    made = made[:MOST_LINES]
    normal, offset, seen = (np.array([line[k] for line in made]) for k in range(3))
    return Lines(normal, offset + normal @ middle, seen, middle, reach)


def _grouped(pieces: Array) -> list[Array]:
    """Pieces that lie on one line, the longest first."""
    left, groups = np.ones(len(pieces), bool), []
    along = pieces[:, 1] - pieces[:, 0]
    turn = np.arctan2(along[:, 1], along[:, 0])
    for n in range(len(pieces)):
        if not left[n]:
            continue
        normal = np.array([-np.sin(turn[n]), np.cos(turn[n])])
        away = np.abs((pieces - pieces[n].mean(axis=0)) @ normal).max(axis=1)
        skew = np.abs((turn - turn[n] + np.pi / 2) % np.pi - np.pi / 2)
        long = np.linalg.norm(along[n])
        # a short piece says little of where its line runs far away
        far = np.linalg.norm(pieces.mean(axis=1) - pieces[n].mean(axis=0), axis=1)
        own = left & (away < BESIDE * (1 + far / (4 * long))) & (skew < ASKEW)
        groups.append(pieces[own])
        left &= ~own
    return groups


def _line(group: Array, reach: float) -> tuple[Array, float, Array] | None:
    """Fit a line through some pieces: its normal, its distance from the middle,
    and what is seen."""
    lengths = np.linalg.norm(group[:, 1] - group[:, 0], axis=1)
    if lengths.sum() < LEAST_LENGTH:
        return None
    points, weight = group.reshape(-1, 2), np.repeat(lengths, 2)
    middle = (points * weight[:, None]).sum(axis=0) / weight.sum()
    spread = ((points - middle) * weight[:, None]).T @ (points - middle)
    normal = np.linalg.eigh(spread)[1][:, 0]
    way = np.array([-normal[1], normal[0]])
    steps = np.linspace(-reach, reach, BINS + 1)
    ends = np.sort(group @ way, axis=1)
    covered = ((steps[:-1, None] < ends[:, 1]) & (steps[1:, None] > ends[:, 0])).any(axis=1)
    return normal, float(normal @ middle), np.concatenate([[0.0], np.cumsum(covered)])


def _sides(lines: Lines) -> NDArray[np.int64]:
    """(quads, 4): which lines may be top, right, bottom and left."""
    turn = np.arctan2(lines.way[:, 1], lines.way[:, 0])

    def between(a: Any, b: Any) -> Any:
        return np.abs((turn[a] - turn[b] + np.pi / 2) % np.pi - np.pi / 2)

    pairs = np.array(list(combinations(range(len(turn)), 2)))
    pairs = pairs[between(pairs[:, 0], pairs[:, 1]) < SAME_WAY]
    one, other = (x.ravel() for x in np.meshgrid(*[np.arange(len(pairs))] * 2, indexing="ij"))
    a, b = pairs[one], pairs[other]
    crossing = (between(a[:, :1], b) > ACROSS).all(axis=1)
    crossing &= (between(a[:, 1:], b) > ACROSS).all(axis=1)
    a, b = a[crossing], b[crossing]
    return np.stack([a[:, 0], b[:, 0], a[:, 1], b[:, 1]], axis=1)


def _corners(lines: Lines, sides: NDArray[np.int64]) -> Array:
    """(quads, 4, 2): where the sides meet, clockwise from the corner at the upper left.

    Which of two opposite sides is the upper or the left one shows here.
    """
    n, d = lines.normal, lines.offset
    found = np.empty((len(sides), 4, 2))
    for corner, (p, q) in enumerate(((0, 3), (0, 1), (2, 1), (2, 3))):
        i, j = sides[:, p], sides[:, q]
        size = n[i, 0] * n[j, 1] - n[i, 1] * n[j, 0]
        found[:, corner, 0] = (d[i] * n[j, 1] - d[j] * n[i, 1]) / size
        found[:, corner, 1] = (n[i, 0] * d[j] - n[j, 0] * d[i]) / size
    flip = found[:, :2, 1].sum(axis=1) > found[:, 2:, 1].sum(axis=1)
    found[flip], sides[flip] = found[flip][:, [3, 2, 1, 0]], sides[flip][:, [2, 1, 0, 3]]
    flip = found[:, [0, 3], 0].sum(axis=1) > found[:, [1, 2], 0].sum(axis=1)
    found[flip], sides[flip] = found[flip][:, [1, 0, 3, 2]], sides[flip][:, [0, 3, 2, 1]]
    return found


def _possible(
    corners: Array, size: tuple[int, int], size_mm: tuple[float, float]
) -> NDArray[np.bool_]:
    """Return which corners could be those of a board of this size."""
    room = OUTSIDE * size[0]
    inside = (corners > -room).all(axis=(1, 2)) & (corners < np.array(size) + room).all(axis=(1, 2))
    along = np.roll(corners, -1, axis=1) - corners
    after = np.roll(along, -1, axis=1)
    turns = along[..., 0] * after[..., 1] - along[..., 1] * after[..., 0]
    convex = (turns > 0).all(axis=1)
    area = _areas(corners) / (size[0] * size[1])
    good = np.flatnonzero(inside & convex & (area > AREA[0]) & (area < AREA[1]))
    fit = np.zeros(len(corners), bool)
    fit[good] = _like_a_board(corners[good], size, size_mm)
    return fit


def _areas(corners: Array) -> Array:
    a, c = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(np.abs(a[:, 0] * c[:, 1] - a[:, 1] * c[:, 0]) / 2)


def _like_a_board(
    corners: Array, size: tuple[int, int], size_mm: tuple[float, float]
) -> NDArray[np.bool_]:
    """Whether the sides seem to meet squarely and to be as long as they are, to a usual camera."""
    right, down, _ = axes_seen(corners, size_mm, size)
    wide, high = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
    square = np.abs((right * down).sum(axis=1)) / (wide * high)
    return np.asarray((square < SQUARE) & (np.abs(np.log(wide / high)) < SHAPE))


def _seen(lines: Lines, sides: NDArray[np.int64], corners: Array) -> Array:
    """(quads, 4): how much of each side is seen, between its corners."""
    steps = 2 * lines.reach / BINS
    found = np.empty((len(sides), 4))
    for side in range(4):
        line = sides[:, side]
        ends = np.stack([corners[:, side], corners[:, (side + 1) % 4]], axis=1)
        along = np.einsum("nij,nj->ni", ends - lines.middle, lines.way[line])
        at = np.clip((along + lines.reach) / steps, 0, BINS)
        low, high = np.sort(at, axis=1).T
        whole = np.maximum(high - low, 1e-6)
        found[:, side] = (_upto(lines.seen[line], high) - _upto(lines.seen[line], low)) / whole
    return found


def _upto(seen: Array, at: Array) -> Array:
    """Return the sums at places between two steps."""
    first = np.minimum(at.astype(int), BINS - 1)
    n = np.arange(len(at))
    return np.asarray(seen[n, first] + (seen[n, first + 1] - seen[n, first]) * (at - first))


def _apart(quads: Array, most: int) -> Array:
    """Drop quads that nearly repeat an earlier one."""
    kept: list[Array] = []
    for quad in quads:
        if all(np.abs(quad - other).max() > 5 for other in kept):
            kept.append(quad)
        if len(kept) == most:
            break
    return np.array(kept).reshape(-1, 4, 2)
