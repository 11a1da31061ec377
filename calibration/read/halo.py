"""The halo of a lamp that is mirrored in the board: how much light it adds, and the picture without.

Around a burnt spot the same grey light is added to everything. The board's own print shows how much:
between the cells it is brighter there than elsewhere, the more the nearer to the spot. What it adds
is taken off again, so that cards in the halo look as they do beside it. What is burnt out stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board, Cell
from ..find.finding import Sight
from ..find.pose import Pose
from ..quick import plane_through
from .ground import spots_of
from .light import BURNT, sample
from .patches import middles_of
from .pictures import Levels
from .rims import rim_points
from .veils import GAMMA

Array = NDArray[np.float64]

SHRUNK = 4
"""A veil is smooth: it is worked out in a picture this many times smaller."""
FEWEST, PER_STEP = 40, 16
"""With fewer spots of the board in view a halo cannot be measured; so many make one step of it."""
GREY, GREY_ANYHOW = 0.3, 0.05
"""By how much the light of a halo may differ from grey, as a share of it, and anyhow."""
UNVEILED = 0.06
"""Spots brighter than the rest by no more than this, as a logarithm, say what the rest is."""
FAINTEST, SLIGHT = 0.08, 0.004
"""A halo that adds less than this anywhere is none (white = 1), and ends where it adds less."""
NEAR, ALONE = 0.05, 3.0
"""How far around a place, as a share of the picture's width, spots say what the halo is there beside
its usual shape, and how many of them it takes to be half believed."""
REACHES = (0.04, 0.02, 0.01, 0.005)
"""Steps in which its middle is sought, as shares of the picture's width."""


@dataclass(frozen=True)
class Halo:
    """What a mirrored lamp adds to a picture, and the picture without it."""

    levels: Levels = field(repr=False)
    veil: NDArray[np.float32] = field(repr=False)
    """what it adds everywhere in the picture, made smaller; white = 1, before encoding"""

    def on(self, cells: Sequence[Cell], pose: Pose) -> Array:
        """How much it adds at the middle of each cell."""
        pixels = pose.project(middles_of(cells)) / SHRUNK
        return np.asarray(sample(self.veil, pixels.astype(np.float32)), float)


@dataclass(frozen=True)
class _Added:
    """Spots of the board's own print, where they are seen, and how much light is added there."""

    at: Array
    """(spots, 2) pixels of the smaller picture"""
    light: Array


def unveiled(levels: Levels, board: Board, sight: Sight) -> Halo | None:
    """The picture without the halo of what is burnt out on the board; None where there is none."""
    burnt = _burnt(levels.thumb, board, sight)
    if burnt is None:
        return None
    added = _added(levels, board, sight)
    if added is None:
        return None
    veil = _shape(added, burnt)
    return None if veil is None else Halo(Levels(_without(levels.full, veil)), veil)


def _burnt(thumb: NDArray[np.uint8], board: Board, sight: Sight) -> NDArray[np.uint8] | None:
    """Where the board is burnt out; None if it is nowhere."""
    burnt = cv2.inRange(thumb, (BURNT + 1,) * 3, (255,) * 3)
    if not cv2.countNonZero(burnt):
        return None
    mask = np.zeros(thumb.shape[:2], np.uint8)
    outline = sight.pose.project(np.array(board.outline_mm)) / SHRUNK
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    burnt = cv2.erode(burnt * mask, np.ones((3, 3), np.uint8))
    return burnt if burnt.any() else None


def _added(levels: Levels, board: Board, sight: Sight) -> _Added | None:
    """How much light is added on the board's own print, against how it looks elsewhere."""
    spots = np.concatenate([spots_of(board), rim_points(board.cells)])
    pixels = sight.pose.project(spots)
    width, height = levels.size
    inside = ((pixels > 2) & (pixels < (width - 3, height - 3))).all(axis=1)
    spots, pixels = spots[inside], pixels[inside]
    if len(spots) < FEWEST:
        return None
    raw = sample(levels.half, (pixels / 2 - 0.25).astype(np.float32))
    white = sight.light.at_all(spots).astype(float)
    logs = np.log(np.maximum(raw / 255.0, 0.01) / white)
    places = 2 * spots / (board.width_mm, board.height_mm) - 1
    usual = np.exp(_usual(logs, places)) * white
    more = LINEAR[raw] - usual**GAMMA
    shown = raw <= BURNT
    size = (more * shown).sum(axis=1) / np.maximum(shown.sum(axis=1), 1)
    size = np.where(shown.any(axis=1), size, more.max(axis=1))
    unlike = np.abs(more - size[:, None]) * shown
    grey = (unlike <= GREY * np.abs(size[:, None]) + GREY_ANYHOW).all(axis=1)
    return _Added(pixels[grey] / SHRUNK, size[grey])


def _usual(logs: Array, places: Array) -> Array:
    """What the board's print shows outside of any halo, which only ever makes it brighter."""
    plane = plane_through(logs, places, level=0.3, least=0.03, rounds=6)
    plain = (logs - plane).mean(axis=1) < UNVEILED
    return plane_through(logs, places, level=0.3, least=0.03, rounds=6, some=plain)


def _shape(added: _Added, burnt: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """How much is added everywhere: as much at the same distance from the middle of the spot, and
    more or less where the spots nearby say so."""
    if len(added.light) < FEWEST:
        return None
    height, width = burnt.shape
    middle = _middle(added, width)
    steps = _falling(np.hypot(*(added.at - middle).T), added.light)
    if steps[1][0] < FAINTEST:
        return None
    y, x = np.mgrid[:height, :width].astype(np.float32)
    veil = np.interp(np.hypot(x - middle[0], y - middle[1]), *steps).astype(np.float32)
    veil += _own(added, added.light - np.interp(np.hypot(*(added.at - middle).T), *steps), veil)
    veil[veil < SLIGHT] = 0.0
    return veil


def _middle(added: _Added, width: int) -> Array:
    """The middle of the spot: where all that is added falls evenly to all sides."""
    weight = np.maximum(added.light, 0.0) ** 2
    best = (added.at * weight[:, None]).sum(axis=0) / max(float(weight.sum()), 1e-9)
    least = _unevenness(added, best)
    for reach in REACHES:
        for way in WAYS:
            tried = best + reach * width * way
            found = _unevenness(added, tried)
            if found < least:
                best, least = tried, found
    return best


WAYS = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], float)


def _unevenness(added: _Added, middle: Array) -> float:
    far = np.hypot(*(added.at - middle).T)
    return float(np.abs(added.light - np.interp(far, *_falling(far, added.light))).sum())


def _falling(far: Array, light: Array) -> tuple[Array, Array]:
    """Distances and what is added there, in steps that never rise."""
    groups = np.array_split(np.argsort(far), max(len(far) // PER_STEP, 2))
    where = np.array([np.median(far[group]) for group in groups])
    added = np.array([np.median(light[group]) for group in groups])
    return where, np.maximum(_never_rising(added), 0.0)


def _never_rising(values: Array) -> Array:
    """The nearest values that never rise: neighbours that do are averaged."""
    blocks: list[tuple[float, int]] = []
    for value in values.tolist():
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (one, n), (other, m) = blocks.pop(-2), blocks.pop()
            blocks.append(((one * n + other * m) / (n + m), n + m))
    return np.concatenate([np.full(n, value) for value, n in blocks])


def _own(added: _Added, left: Array, veil: NDArray[np.float32]) -> NDArray[np.float32]:
    """What spots nearby say beside the usual shape of the halo."""
    height, width = veil.shape
    step = max(1, int(NEAR * width / 3))
    y, x = np.mgrid[0:height:step, 0:width:step].astype(float)
    apart = (x.reshape(-1, 1) - added.at[:, 0]) ** 2 + (y.reshape(-1, 1) - added.at[:, 1]) ** 2
    near = np.exp(-apart / (2 * (NEAR * width / 2) ** 2))
    own = (near @ left) / (near.sum(axis=1) + ALONE)
    small = own.reshape(x.shape).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)


def _without(picture: NDArray[np.uint8], veil: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The picture without a veil; what is burnt out stays so."""
    rows, columns = (np.flatnonzero(veil.any(axis=axis)) for axis in (1, 0))
    some = (
        slice(rows[0] * SHRUNK, (rows[-1] + 1) * SHRUNK),
        slice(columns[0] * SHRUNK, (columns[-1] + 1) * SHRUNK),
    )
    part = picture[some]
    less = veil[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    less = cv2.resize(less, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR)
    light = np.take(LINEAR, part) - less[:, :, None]
    shown = (cv2.pow(np.maximum(light, 0), 1 / GAMMA) * 255 + 0.5).astype(np.uint8)
    burnt = cv2.inRange(part, (BURNT + 1,) * 3, (255,) * 3)
    shown[burnt > 0] = 255
    cleared = picture.copy()
    cleared[some] = shown
    return cleared


LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
"""How much light every value of a pixel stands for."""
