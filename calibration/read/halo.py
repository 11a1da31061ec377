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

from ..boards.board import Board
from ..find.finding import Sight
from ..quick import middle, plane_through
from .chances import BURNT_LIMIT
from .ground import spots_of
from .light import BURNING, BURNT, NEARLY_BURNT, burnt_board, sample
from .patches import SIDE, middles_of
from .pictures import Levels
from .reading import Examined
from .rims import rim_points
from .veils import GAMMA

Array = NDArray[np.float64]

SHRUNK = 4
"""A veil is smooth: it is worked out in a picture this many times smaller."""
FEWEST, PER_STEP, MOST = 40, 16, 1200
"""With fewer spots of the board in view a halo cannot be measured; so many make one step of it, and
more than that of them tell nothing new."""
GREY, GREY_ANYHOW = 0.3, 0.05
"""By how much the light of a halo may differ from grey, as a share of it, and anyhow."""
UNVEILED = 0.06
"""Spots brighter than the rest by no more than this, as a logarithm, say what the rest is."""
FAINTEST, SLIGHT = 0.12, 0.004
"""A halo that adds less than this anywhere is none (white = 1), and ends where it adds less."""
CORE, GRAINY = 0.5, (215,) * 3
"""Where it adds more than this, pixels as bright as that are burnt out too: grain made them
darker."""
SQUARE = np.ones((3, 3), np.uint8)
FULL = 0.97
"""Light that fills a channel (white = 1, before encoding)."""
UNEVEN = 0.85
"""Of what spots differ by, so much at most may be left over by a halo; else the board lies in other
light than one lamp's, in half a shadow for instance."""
VEILED = 0.12
"""Where it adds more than this, colours are not what they were even after it is taken off."""
NEAR, ALONE = 0.025, 3.0
"""How far around a place, as a share of the picture's width, spots say what the halo is there
beside its usual shape, and how many of them it takes to be half believed."""
MUCH = np.float32(0.5)
"""By what share of it they may say more or less."""
REACHES = (0.04, 0.02, 0.01, 0.005)
"""Steps in which its middle is sought, as shares of the picture's width."""
WAYS = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], float)


@dataclass(frozen=True)
class Cleared:
    """A picture without what a mirrored lamp adds to it."""

    levels: Levels = field(repr=False)
    most: NDArray[np.float32] | None = field(default=None, repr=False)
    """what it may add everywhere in the picture, made smaller; white = 1, before encoding. None
    where nobody can say"""
    exposed: bool = False
    """Whether the exposure alone may have burnt out what is"""
    found: bool = False
    """Whether a halo was found, and taken off"""

    def glare(self, board: Board, sight: Sight, seen: Examined) -> NDArray[np.bool_]:
        """Which of the cells that were examined a lamp may still veil, or whether all of them."""
        if self.most is None:
            thumb = self.levels.thumb
            return np.array(
                burnt_board(thumb, SHRUNK, board, sight.pose, sight.light)
                or seen.glaring(sight.light)
            )
        if self.exposed and not seen.glaring(sight.light):
            return np.array(False)
        return np.asarray((self._over(sight, seen) > VEILED) | (seen.burnt > BURNT_LIMIT))

    def washed_out(self, sight: Sight, seen: Examined) -> NDArray[np.bool_]:
        """Which cells a lamp brought to the end of some channel: what is left when it is taken off
        is not their colour."""
        if not self.found:
            return np.zeros(len(seen.cells), bool)
        margin = (seen.patches.shape[1] - SIDE) // 2
        inner = slice(margin, margin + SIDE)
        colours = middle(seen.patches[:, inner, inner].reshape(len(seen.cells), -1, 3), 1)
        own = (colours * sight.light.at_all(middles_of(seen.cells))) ** GAMMA
        veil = self._over(sight, seen)
        return np.asarray((own.max(axis=1) + veil > FULL) & (veil > VEILED))

    def _over(self, sight: Sight, seen: Examined) -> NDArray[np.float32]:
        """What it may add at the middle of each cell."""
        assert self.most is not None
        pixels = sight.pose.project(middles_of(seen.cells)) / SHRUNK
        return sample(self.most, pixels.astype(np.float32))


@dataclass(frozen=True)
class _Added:
    """Spots of the board's own print, where they are seen, and how much light is added there."""

    at: Array
    """(spots, 2) pixels of the smaller picture"""
    light: Array

    def from_(self, place: Array) -> Array:
        """How far each of them is from a place."""
        return np.asarray(np.hypot(*(self.at - place).T))


def cleared(levels: Levels, board: Board, sight: Sight) -> Cleared:
    """The picture without the halo of what is burnt out on the board, where it can be measured."""
    burnt = _burnt(levels.thumb, board, sight)
    added = None if burnt is None else _added(levels, board, sight)
    if burnt is None or added is None:
        return Cleared(levels)
    height, width = burnt.shape
    centre = _middle(added, width)
    steps = _falling(added.from_(centre), added.light)
    if steps[1][0] >= FAINTEST and _unevenness(added, centre) > UNEVEN * _spread(added):
        return Cleared(levels)
    if steps[1][0] < FAINTEST:
        return Cleared(levels, _nowhere(burnt, added), _paper(board, sight) > BURNING)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(x - np.float32(centre[0]), y - np.float32(centre[1]))
    veil = np.interp(away, *steps).astype(np.float32)
    beside = _beside(added, np.interp(added.from_(centre), *steps), veil.shape)
    veil += np.clip(beside, -MUCH * veil, MUCH * veil)
    veil[veil < SLIGHT] = 0.0
    most = np.where(away < steps[0][0], np.float32(1), veil)
    return Cleared(Levels(_without(levels.full, veil, burnt)), most, found=True)


def _nowhere(burnt: NDArray[np.uint8], added: _Added) -> NDArray[np.float32]:
    """How much may be added where no halo is seen on the print: there is none as far from what is
    burnt out, at least."""
    away = cv2.distanceTransform(1 - burnt, cv2.DIST_L2, 3)
    steps = _falling(np.asarray(sample(away, added.at.astype(np.float32)), float), added.light)
    most = np.interp(away, *steps).astype(np.float32)
    return np.where(away < steps[0][0], np.float32(1), most)


def _paper(board: Board, sight: Sight) -> float:
    """How bright white paper is in the darkest corner of the board."""
    return float(sight.light.at_all(np.array(board.outline_mm)).min())


def _burnt(thumb: NDArray[np.uint8], board: Board, sight: Sight) -> NDArray[np.uint8] | None:
    """Where the board is burnt out; None if it is nowhere."""
    burnt = cv2.inRange(thumb, (NEARLY_BURNT + 1,) * 3, (255,) * 3)
    if not cv2.countNonZero(burnt):
        return None
    mask = np.zeros(thumb.shape[:2], np.uint8)
    outline = sight.pose.project(np.array(board.outline_mm)) / SHRUNK
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    burnt = cv2.erode(np.minimum(burnt, mask), SQUARE)
    return burnt if burnt.any() else None


def _added(levels: Levels, board: Board, sight: Sight) -> _Added | None:
    """How much light is added on the board's own print, against how it looks elsewhere."""
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
    return _Added(pixels[grey] / SHRUNK, size[grey]) if grey.sum() >= FEWEST else None


def _usual(logs: Array, places: Array) -> Array:
    """What the board's print shows outside of any halo, which only ever makes it brighter."""
    plane = plane_through(logs, places, level=0.3, least=0.03, rounds=6)
    plain = (logs - plane).mean(axis=1) < UNVEILED
    return plane_through(logs, places, level=0.3, least=0.03, rounds=6, some=plain)


def _middle(added: _Added, width: int) -> Array:
    """The middle of the spot: from there what is added falls evenly to all sides."""
    weight = np.maximum(added.light, 0.0) ** 2
    best = (added.at * weight[:, None]).sum(axis=0) / max(float(weight.sum()), 1e-9)
    least = _unevenness(added, best)
    for reach in REACHES:
        for way in WAYS:
            tried = best + reach * width * way
            found = _unevenness(added, tried)
            if found < least:
                best, least = tried, found
    return np.asarray(best)


def _unevenness(added: _Added, place: Array) -> float:
    far = added.from_(place)
    return float(np.abs(added.light - np.interp(far, *_falling(far, added.light))).sum())


def _spread(added: _Added) -> float:
    """How much spots differ."""
    return float(np.abs(added.light - middle(added.light)).sum())


def _falling(far: Array, light: Array) -> tuple[Array, Array]:
    """Distances and what is added there, in steps that never rise."""
    steps = len(far) // PER_STEP
    order = np.argsort(far)[: steps * PER_STEP].reshape(steps, PER_STEP)
    where = far[order].mean(axis=1)
    added = middle(light[order], axis=1)
    return where, np.maximum(_never_rising(added), 0.0)


def _never_rising(values: Array) -> Array:
    """The nearest values that never rise: neighbours that do are averaged."""
    blocks: list[tuple[float, int]] = []
    for value in values.tolist():
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (one, n), (other, m) = blocks.pop(-2), blocks.pop()
            blocks.append(((one * n + other * m) / (n + m), n + m))
    return np.repeat([value for value, _ in blocks], [n for _, n in blocks])


def _beside(added: _Added, expected: Array, shape: tuple[int, int]) -> NDArray[np.float32]:
    """What spots nearby say of the halo beside its usual shape."""
    x, y = np.clip(np.rint(added.at).astype(int), 0, (shape[1] - 1, shape[0] - 1)).T
    left, count = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    np.add.at(left, (y, x), (added.light - expected).astype(np.float32))
    np.add.at(count, (y, x), np.float32(1))
    wide = NEAR * shape[1]
    alone = np.float32(ALONE / (2 * np.pi * wide**2))
    left, count = (cv2.GaussianBlur(one, (0, 0), wide) for one in (left, count))
    return np.asarray(left / (count + alone), np.float32)


def _without(
    picture: NDArray[np.uint8], veil: NDArray[np.float32], burnt: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The picture without a veil; what is burnt out stays so."""
    rows, columns = (np.flatnonzero(veil.any(axis=axis)) for axis in (1, 0))
    some = (
        slice(rows[0] * SHRUNK, (rows[-1] + 1) * SHRUNK),
        slice(columns[0] * SHRUNK, (columns[-1] + 1) * SHRUNK),
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


LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
"""How much light every value of a pixel stands for."""
