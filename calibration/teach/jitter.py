"""Honest variations of a taught picture: how the same thing may look on another evening."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..read.features import SEEN

Array = NDArray[np.floating[Any]]

Y, X = (np.mgrid[:SEEN, :SEEN].astype(np.float32) / (SEEN - 1) - 0.5)[:2]
TURN, GROWTH, SQUEEZE = np.radians(4.0), 0.05, 0.03
"""Spreads of turn, growth and squeeze."""
BRIGHTER, TINTED, SLOPE, BENT = 0.15, 0.06, 0.12, 0.12
"""Spreads of brightness, of each channel, of a slope of light, of the contrast's bend."""
SHADOWED, GLARING, BLURRED = 0.12, 0.12, 0.4
"""Shares of the pictures with the edge of a shadow, with glare, and out of focus."""
VEIL, GRAIN = 0.04, 0.015
SKIN = np.array([0.45, 0.6, 0.9])
BATCH = 600
"""More patches on top of each other would be too high a picture for OpenCV."""


def varied(dice: Generator, patches: Array, shift: float) -> Array:
    """Vary squares (SEEN pixels): move, turn, scale, relight and blur them a little."""
    seen = _moved(dice, patches, shift)
    count = len(seen)
    light = np.exp(
        dice.normal(0, BRIGHTER, (count, 1, 1, 1)) + dice.normal(0, TINTED, (count, 1, 1, 3))
    )
    slope = 1 + dice.normal(0, SLOPE, (count, 1, 1)) * X + dice.normal(0, SLOPE, (count, 1, 1)) * Y
    seen *= (light * slope[..., None]).astype(np.float32)
    seen *= 1 + dice.normal(0, BENT, (count, 1, 1, 1)).astype(np.float32) * (seen - 0.5)
    for one in np.flatnonzero(dice.random(count) < SHADOWED):
        edge = _across(dice) - dice.uniform(-0.4, 0.4)
        depth = dice.uniform(0.15, 0.55) / (1 + np.exp(-edge / dice.uniform(0.02, 0.2)))
        seen[one] *= (1 - depth)[..., None]
    for one in np.flatnonzero(dice.random(count) < GLARING):
        (x, y), wide = dice.uniform(-0.6, 0.6, 2), dice.uniform(0.15, 0.6)
        spot = np.exp(-((X - x) ** 2 + (Y - y) ** 2) / (2 * wide**2))
        seen[one] += (dice.uniform(0.1, 0.8) * spot)[..., None].astype(np.float32)
    seen += np.abs(dice.normal(0, VEIL, (count, 1, 1, 1))).astype(np.float32)
    for one in np.flatnonzero(dice.random(count) < BLURRED):
        seen[one] = cv2.GaussianBlur(seen[one], (0, 0), dice.uniform(0.5, 1.4))
    grain = dice.exponential(GRAIN, count).astype(np.float32)[:, None, None, None]
    seen += dice.standard_normal((count, SEEN, SEEN, 1), dtype=np.float32) * grain
    return np.clip(seen, 0, 1.3)


def _moved(dice: Generator, patches: Array, shift: float) -> Array:
    count = len(patches)
    turn, growth = dice.normal(0, TURN, count), np.exp(dice.normal(0, GROWTH, count))
    squeeze = np.exp(dice.normal(0, SQUEEZE, count))
    aside = np.clip(dice.normal(0, shift, (count, 2)), -2 * shift, 2 * shift) + (SEEN - 1) / 2
    cos, sin = (growth * f(turn) for f in (np.cos, np.sin))
    x, y = X * (SEEN - 1), Y * (SEEN - 1)
    seen = np.empty((count, SEEN, SEEN, 3), np.float32)
    for first in range(0, count, BATCH):
        some = slice(first, min(count, first + BATCH))
        much = some.stop - first
        c, s, q = (v[some, None, None] for v in (cos, sin, squeeze))
        right = np.clip(c * q * x - s * y + aside[some, 0, None, None], 0, SEEN - 1)
        down = np.clip(s * q * x + c * y + aside[some, 1, None, None], 0, SEEN - 1)
        down = down + (np.arange(much) * SEEN)[:, None, None]
        maps = [m.astype(np.float32).reshape(much * SEEN, SEEN) for m in (right, down)]
        tall = np.ascontiguousarray(patches[some]).reshape(much * SEEN, SEEN, 3)
        seen[some] = cv2.remap(tall, *maps, cv2.INTER_LINEAR).reshape(much, SEEN, SEEN, 3)
    return seen


def _across(dice: Generator) -> Array:
    turn = dice.uniform(0, 2 * np.pi)
    return np.asarray(np.cos(turn) * X + np.sin(turn) * Y)


def covered(dice: Generator, patches: Array, least: float, most: float) -> Array:
    """Cover a part of each square with a hand, or with anything of any colour."""
    seen = patches.copy()
    for one in range(len(seen)):
        across = _across(dice)
        edge = np.quantile(across[::4, ::4], 1 - dice.uniform(least, most))
        colour = dice.uniform(0.02, 1.0, 3)
        if dice.random() < 0.5:
            colour = SKIN * dice.uniform(0.3, 1.1) * np.exp(dice.normal(0, 0.15, 3))
        lumps = cv2.resize(dice.normal(0, 0.05, (5, 5)).astype(np.float32), (SEEN, SEEN))
        over = np.clip(colour + lumps[..., None], 0, 1.2)
        seen[one] = np.where((across > edge)[..., None], over, seen[one])
    return seen


def mingled(dice: Generator, ones: Array, others: Array) -> Array:
    """Put half of one square beside half of another, like something between two cells."""
    seen = ones.copy()
    for one in range(len(seen)):
        beyond = _across(dice) > dice.uniform(-0.1, 0.1)
        seen[one][beyond] = others[one][beyond]
    return seen


def displaced(dice: Generator, patches: Array) -> Array:
    """Things that lie a third of a cell away from where they should."""
    seen = patches.copy()
    for one in range(len(seen)):
        turn = dice.uniform(0, 2 * np.pi)
        seen[one] = np.roll(seen[one], (int(12 * np.sin(turn)), int(12 * np.cos(turn))), (0, 1))
    return seen
