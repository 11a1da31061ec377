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
from ..find.watch import SHRINK
from ..quick import middle
from .added import (
    LINEAR,
    Added,
    added_light,
    beside_it,
    falling,
    middle_of,
    spread,
    unevenness,
)
from .chances import BURNT_LIMIT
from .light import BURNING, BURNT, burnt_board, burnt_spots, darkest_paper, sample
from .patches import SIDE, middles_of
from .pictures import Levels
from .reading import Examined
from .veils import GAMMA

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
MUCH = np.float32(0.5)
"""By what share of it they may say more or less."""


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
                burnt_board(thumb, SHRINK, board, sight.pose, sight.light)
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
        pixels = sight.pose.project(middles_of(seen.cells)) / SHRINK
        return sample(self.most, pixels.astype(np.float32))


def cleared(levels: Levels, board: Board, sight: Sight) -> Cleared:
    """The picture without the halo of what is burnt out on the board, where it can be measured."""
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
    """How much may be added where no halo is seen on the print: there is none as far from what is
    burnt out, at least."""
    away = cv2.distanceTransform(1 - burnt, cv2.DIST_L2, 3)
    steps = falling(np.asarray(sample(away, added.at.astype(np.float32)), float), added.light)
    most = np.interp(away, *steps).astype(np.float32)
    return np.where(away < steps[0][0], np.float32(1), most)


def _without(
    picture: NDArray[np.uint8], veil: NDArray[np.float32], burnt: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The picture without a veil; what is burnt out stays so."""
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
