"""From matches to chances: all cells of a board are judged together under one light.

Gloss and a wrong idea of the light change the mean colour of every cell in the same smooth
way. What the cells agree upon is taken off before mean colours are held against a face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .board import SOMETHING_ELSE
from .faces import Match

Array = NDArray[np.float64]

ROUNDS = 4
TEMPERATURE = 2.0


@dataclass(frozen=True)
class Spread:
    """Believed differences between a told and a seen mean colour (white paper = 1)."""

    veil: float
    """grey gloss on one cell"""
    shade: float
    """one cell's share of more or less light"""
    tint: float
    """anything else, per channel"""
    common_share: float
    """what all cells agree upon: share per channel"""
    common_veil: float
    """what all cells agree upon: gloss per channel, and its slope over the board"""


MEASURED = Spread(veil=0.06, shade=0.10, tint=0.03, common_share=0.05, common_veil=0.06)
GUESSED = Spread(veil=0.06, shade=0.10, tint=0.03, common_share=0.30, common_veil=0.15)
LOOSE = Spread(veil=0.15, shade=0.15, tint=0.10, common_share=0.30, common_veil=0.15)


def judge(matches: Sequence[Match], places: Array, light_measured: bool) -> Array:
    """Costs in nats, cells by labels; *places* are the cells' middles from -1 to 1."""
    structure = np.stack([m.structure for m in matches]).astype(float)
    seen = np.stack([m.seen for m in matches]).astype(float)
    told = np.stack([m.told for m in matches]).astype(float)
    spread = MEASURED if light_measured else GUESSED
    cost = structure + _level(seen, told, spread if light_measured else LOOSE)
    for _ in range(ROUNDS):
        expected = _agreed(cost, seen, told, places, spread)
        cost = structure + _level(seen, expected, spread)
    return cost


def _level(seen: Array, told: Array, spread: Spread) -> Array:
    """Cost of the difference in mean colour, flattened far out."""
    ones = np.ones((3, 3))
    covariance = (
        spread.veil**2 * ones
        + spread.tint**2 * np.eye(3)
        + spread.shade**2 * told[..., :, None] * told[..., None, :]
    )
    difference = seen - told
    solved = np.linalg.solve(covariance, difference[..., None])[..., 0]
    square = (difference * solved).sum(axis=-1)
    size = np.log(np.linalg.det(covariance))
    return 20 * np.log1p(square / 40) + (size - size.min()) / 2


def _agreed(cost: Array, seen: Array, told: Array, places: Array, spread: Spread) -> Array:
    """Where the told mean colours should appear, from how the likely labels do appear."""
    weight = np.exp(-(cost - cost.min(axis=1, keepdims=True)) / TEMPERATURE)
    weight /= weight.sum(axis=1, keepdims=True)
    best = cost.min(axis=1)
    weight *= 1 / (1 + np.exp(np.clip((best - np.median(best) - 40) / 10, -50, 50)))[:, None]
    labels = weight.shape[1]
    x = np.repeat(places[:, None, :], labels, axis=1)
    belief = np.array([spread.common_share] + 3 * [spread.common_veil])
    ridge = (spread.veil**2 + spread.tint**2) * np.diag(1 / belief**2)
    expected = np.empty_like(told)
    w = weight.reshape(-1, 1)
    for channel in range(3):
        t = told[:, :, channel]
        design = np.stack([t, np.ones_like(t), x[:, :, 0], x[:, :, 1]], axis=-1)
        wide = design.reshape(-1, 4)
        rest = (seen[:, :, channel] - t).reshape(-1)
        answer = np.linalg.solve((wide * w).T @ wide + ridge, (wide * w).T @ rest)
        expected[:, :, channel] = t + design @ answer
    return expected


STRANGE = 110.0
"""Cost in nats at which "something nobody taught" explains a cell as well as a face does."""


def chances_of(names: Sequence[str], cost: Array) -> dict[str, float]:
    """Turn one cell's costs into chances, "?" included."""
    every = np.append(cost, STRANGE) / TEMPERATURE
    weight = np.exp(every.min() - every)
    weight /= weight.sum()
    return {name: float(w) for name, w in zip((*names, SOMETHING_ELSE), weight, strict=True)}
