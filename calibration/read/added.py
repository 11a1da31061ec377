"""How much light is added to the board's own print around a burnt spot, and in what shape it falls.

The print between and around the cells is known from the rest of the board. Where it is brighter
than that by the same grey in all channels, a lamp adds to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Board
from ..find.finding import Sight
from ..find.watch import SHRINK
from ..quick import middle, plane_through
from .ground import spots_of
from .light import BURNT, sample
from .pictures import Levels
from .rims import rim_points
from .veils import GAMMA

Array = NDArray[np.float64]

FEWEST, PER_STEP, MOST = 40, 16, 1200
"""With fewer spots of the board in view a halo cannot be measured; so many make one step of it, and
more than that of them tell nothing new."""
GREY, GREY_ANYHOW = 0.3, 0.05
"""By how much the light of a halo may differ from grey, as a share of it, and anyhow."""
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
        """How far each of them is from a place."""
        return np.asarray(np.hypot(*(self.at - place).T))


def added_light(levels: Levels, board: Board, sight: Sight) -> Added | None:
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
    return Added(pixels[grey] / SHRINK, size[grey]) if grey.sum() >= FEWEST else None


def _usual(logs: Array, places: Array) -> Array:
    """What the board's print shows outside of any halo, which only ever makes it brighter."""
    plane = plane_through(logs, places, level=0.3, least=0.03, rounds=6)
    plain = (logs - plane).mean(axis=1) < UNVEILED
    return plane_through(logs, places, level=0.3, least=0.03, rounds=6, some=plain)


def middle_of(added: Added, width: int) -> Array:
    """The middle of the spot: from there what is added falls evenly to all sides."""
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
    """How much spots differ."""
    return float(np.abs(added.light - middle(added.light)).sum())


def falling(far: Array, light: Array) -> tuple[Array, Array]:
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


def beside_it(added: Added, expected: Array, shape: tuple[int, int]) -> NDArray[np.float32]:
    """What spots nearby say of the halo beside its usual shape."""
    x, y = np.clip(np.rint(added.at).astype(int), 0, (shape[1] - 1, shape[0] - 1)).T
    left, count = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    np.add.at(left, (y, x), (added.light - expected).astype(np.float32))
    np.add.at(count, (y, x), np.float32(1))
    wide = NEAR * shape[1]
    alone = np.float32(ALONE / (2 * np.pi * wide**2))
    left, count = (cv2.GaussianBlur(one, (0, 0), wide) for one in (left, count))
    return np.asarray(left / (count + alone), np.float32)
