"""The halo of a lamp that is mirrored in the board: how much it adds, and the picture without.

Around a burnt spot the same grey light is added to everything. The board's own print shows how
much: between the cells it is brighter there than elsewhere, the more the nearer to the spot. What
it adds is taken off again, so that cards in the halo look as they do beside it. What is burnt out
stays so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..find.motion import SHRINK
from ..geometry.board import Board
from ..geometry.light import BURNING, BURNT, burnt_board, burnt_spots, darkest_paper, sample
from ..geometry.patches import SIDE, middles_of
from ..geometry.pictures import Levels
from ..geometry.robust import middle, plane_through
from .chances import BURNT_LIMIT
from .examine import Examined
from .ground import spots_of
from .rims import rim_points
from .tint import GAMMA

FAINTEST, SLIGHT = 0.12, 0.004
"""Brightness (white = 1) a halo must reach somewhere to count, and at which it ends."""
CORE, GRAINY = 0.5, (215,) * 3
"""Where it adds more than this, pixels as bright as that are burnt out too: grain made them
darker."""
SQUARE = np.ones((3, 3), np.uint8)
FULL = 0.97
"""Light that fills a channel (white = 1, before encoding)."""
UNEVEN = 0.85
"""Largest share of the spots' variance a halo may leave unexplained; above it the board is in mixed
light, for instance half in shadow."""
VEILED = 0.12
"""Where it adds more than this, colours are not what they were even after it is taken off."""
MUCH = np.float32(0.5)
"""Share by which they may correct it."""


@dataclass(frozen=True)
class Cleared:
    """A picture without what a mirrored lamp adds to it."""

    levels: Levels = field(repr=False)
    most: NDArray[np.float32] | None = field(default=None, repr=False)
    """the most it may add everywhere in the shrunk picture; white = 1, before encoding. None if
    unknown"""
    exposed: bool = False
    """Whether the exposure alone may have burnt out what is"""
    found: bool = False
    """Whether a halo was found, and taken off"""

    def glare(self, board: Board, sight: LocateResult, seen: Examined) -> NDArray[np.bool_]:
        """Return which of the examined cells a lamp may still veil, or whether all of them."""
        if self.most is None:
            thumb = self.levels.thumb
            return np.array(
                burnt_board(thumb, SHRINK, board, sight.pose, sight.light)
                or seen.glaring(sight.light)
            )
        if self.exposed and not seen.glaring(sight.light):
            return np.array(False)
        return np.asarray((self._over(sight, seen) > VEILED) | (seen.burnt > BURNT_LIMIT))

    def washed_out(self, sight: LocateResult, seen: Examined) -> NDArray[np.bool_]:
        """Return which cells a lamp saturated in some channel: what is left once it is subtracted
        is not their colour."""
        if not self.found:
            return np.zeros(len(seen.cells), bool)
        margin = (seen.patches.shape[1] - SIDE) // 2
        inner = slice(margin, margin + SIDE)
        colours = middle(seen.patches[:, inner, inner].reshape(len(seen.cells), -1, 3), 1)
        own = (colours * sight.light.at_all(middles_of(seen.cells))) ** GAMMA
        veil = self._over(sight, seen)
        return np.asarray((own.max(axis=1) + veil > FULL) & (veil > VEILED))

    def _over(self, sight: LocateResult, seen: Examined) -> NDArray[np.float32]:
        """Return the most it may add at the middle of each cell."""
        assert self.most is not None
        pixels = sight.pose.project(middles_of(seen.cells)) / SHRINK
        return sample(self.most, pixels.astype(np.float32))


def cleared(levels: Levels, board: Board, sight: LocateResult) -> Cleared:
    """Remove the halo of what is burnt out on the board, if it can be measured."""
    burnt = burnt_spots(levels.thumb, SHRINK, board, sight.pose)
    added = None if burnt is None else added_light(levels, board, sight)
    if burnt is None or added is None:
        return Cleared(levels)
    height, width = burnt.shape
    centre = middle_of(added, width)
    steps = falling(added.away_from(centre), added.light)
    if steps[1][0] >= FAINTEST and unevenness(added, centre) > UNEVEN * spread(added):
        return Cleared(levels)
    if steps[1][0] < FAINTEST:
        return Cleared(levels, _nowhere(burnt, added), darkest_paper(board, sight.light) > BURNING)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(x - np.float32(centre[0]), y - np.float32(centre[1]))
    veil = np.interp(away, *steps).astype(np.float32)
    beside = beside_it(added, np.interp(added.away_from(centre), *steps), veil.shape)
    veil += np.clip(beside, -MUCH * veil, MUCH * veil)
    veil[veil < SLIGHT] = 0.0
    if not veil.any():
        return Cleared(levels)
    most = np.where(away < steps[0][0], np.float32(1), veil)
    return Cleared(Levels(_without(levels.full, veil, burnt)), most, found=True)


def _nowhere(burnt: NDArray[np.uint8], added: Added) -> NDArray[np.float32]:
    """Bound the halo if none shows on the print: none reaches farther from what is burnt out
    than the nearest clear print."""
    away = cv2.distanceTransform(1 - burnt, cv2.DIST_L2, 3)
    steps = falling(np.asarray(sample(away, added.at.astype(np.float32)), float), added.light)
    most = np.interp(away, *steps).astype(np.float32)
    return np.where(away < steps[0][0], np.float32(1), most)


def _without(
    picture: NDArray[np.uint8], veil: NDArray[np.float32], burnt: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Subtract a veil from the picture; burnt-out pixels stay so."""
    rows, columns = (np.flatnonzero(veil.any(axis=axis)) for axis in (1, 0))
    some = (
        slice(rows[0] * SHRINK, (rows[-1] + 1) * SHRINK),
        slice(columns[0] * SHRINK, (columns[-1] + 1) * SHRINK),
    )
    part = picture[some]
    here = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    size = (part.shape[1], part.shape[0])
    less = cv2.resize(veil[here], size, interpolation=cv2.INTER_LINEAR)
    light = np.take(LINEAR, part) - less[:, :, None]
    shown = (cv2.pow(np.maximum(light, 0), 1 / GAMMA) * 255 + 0.5).astype(np.uint8)
    gone = cv2.inRange(part, (BURNT + 1,) * 3, (255,) * 3)
    core = cv2.morphologyEx(burnt[here], cv2.MORPH_CLOSE, SQUARE) & (veil[here] > CORE)
    core = cv2.resize(core.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    gone |= cv2.inRange(part, GRAINY, (255,) * 3) & (255 * core)
    shown[gone > 0] = 255
    cleared = picture.copy()
    cleared[some] = shown
    return cleared


# How much light is added to the board's own print around a burnt spot, and in what shape it falls.
#
# The print between and around the cells is known from the rest of the board. Where it is brighter
# than that by the same grey in all channels, a lamp adds to it.

Array = NDArray[np.float64]

FEWEST, PER_STEP, MOST = 40, 16, 1200
"""Spots of the board needed to measure a halo, spots per step, and the most that are used."""
GREY, GREY_ANYHOW = 0.3, 0.05
"""Allowed tint of a reflection: relative, and absolute."""
UNVEILED = 0.06
"""Spots brighter than the rest by no more than this, as a logarithm, say what the rest is."""
NEAR, ALONE = 0.025, 3.0
"""How far around a place, as a share of the picture's width, spots say what the halo is there
beside its usual shape, and how many of them it takes to be half believed."""
REACHES = (0.04, 0.02, 0.01, 0.005)
"""Steps in which its middle is sought, as shares of the picture's width."""
WAYS = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], float)
LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
"""How much light every value of a pixel stands for."""


@dataclass(frozen=True)
class Added:
    """Spots of the board's own print, where they are seen, and how much light is added there."""

    at: Array
    """(spots, 2) pixels of the smaller picture"""
    light: Array

    def away_from(self, place: Array) -> Array:
        """Return the distance of each cell from a place."""
        return np.asarray(np.hypot(*(self.at - place).T))


def added_light(levels: Levels, board: Board, sight: LocateResult) -> Added | None:
    """Measure the light added to the board's own print, compared with its usual look."""
    spots = np.concatenate([spots_of(board), rim_points(board.cells)])
    spots = spots[:: len(spots) // MOST + 1]
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
    more = LINEAR[raw] - (np.exp(_usual(logs, places)) * white) ** GAMMA
    shown = raw <= BURNT
    size = (more * shown).sum(axis=1) / np.maximum(shown.sum(axis=1), 1)
    size = np.where(shown.any(axis=1), size, more.max(axis=1))
    unlike = np.abs(more - size[:, None]) * shown
    grey = (unlike <= GREY * np.abs(size[:, None]) + GREY_ANYHOW).all(axis=1)
    return Added(pixels[grey] / SHRINK, size[grey]) if grey.sum() >= FEWEST else None


def _usual(logs: Array, places: Array) -> Array:
    """Return how the board's print looks outside any halo, which only ever brightens it."""
    plane = plane_through(logs, places, level=0.3, least=0.03, rounds=6)
    plain = (logs - plane).mean(axis=1) < UNVEILED
    return plane_through(logs, places, level=0.3, least=0.03, rounds=6, some=plain)


def middle_of(added: Added, width: int) -> Array:
    """Return the middle of the burnt spot; the halo falls off evenly around it."""
    weight = np.maximum(added.light, 0.0) ** 2
    best = (added.at * weight[:, None]).sum(axis=0) / max(float(weight.sum()), 1e-9)
    least = unevenness(added, best)
    for reach in REACHES:
        for way in WAYS:
            tried = best + reach * width * way
            found = unevenness(added, tried)
            if found < least:
                best, least = tried, found
    return np.asarray(best)


def unevenness(added: Added, place: Array) -> float:
    far = added.away_from(place)
    return float(np.abs(added.light - np.interp(far, *falling(far, added.light))).sum())


def spread(added: Added) -> float:
    """Return the spread of spots."""
    return float(np.abs(added.light - middle(added.light)).sum())


def falling(far: Array, light: Array) -> tuple[Array, Array]:
    """Distances and what is added there, in steps that never rise."""
    steps = len(far) // PER_STEP
    order = np.argsort(far)[: steps * PER_STEP].reshape(steps, PER_STEP)
    where = far[order].mean(axis=1)
    added = middle(light[order], axis=1)
    return where, np.maximum(_never_rising(added), 0.0)


def _never_rising(values: Array) -> Array:
    """Project values onto a non-increasing sequence by averaging neighbours that rise."""
    blocks: list[tuple[float, int]] = []
    for value in values.tolist():
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (one, n), (other, m) = blocks.pop(-2), blocks.pop()
            blocks.append(((one * n + other * m) / (n + m), n + m))
    return np.repeat([value for value, _ in blocks], [n for _, n in blocks])


def beside_it(added: Added, expected: Array, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Return how spots nearby differ from the usual shape of the halo."""
    x, y = np.clip(np.rint(added.at).astype(int), 0, (shape[1] - 1, shape[0] - 1)).T
    left, count = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    np.add.at(left, (y, x), (added.light - expected).astype(np.float32))
    np.add.at(count, (y, x), np.float32(1))
    wide = NEAR * shape[1]
    alone = np.float32(ALONE / (2 * np.pi * wide**2))
    left, count = (cv2.GaussianBlur(one, (0, 0), wide) for one in (left, count))
    return np.asarray(left / (count + alone), np.float32)
