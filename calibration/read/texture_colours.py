"""Recognise things by their colours, whichever way they lie, comparing with every taught one.

A label may have many looks: a field with a mill and one without. So the nearest taught tile of each
label counts, never a mean of all of them. Distances are in spreads within labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import SIDE
from .features import BLACK

Array = NDArray[np.floating[Any]]

SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)
STIFF = 0.1
"""How much of the mean spread is added to every spread: few tiles say little of it."""


def hues(patches: Array) -> Array:
    """(n, 22): brightness and colours of cells, how they are spread, how rough they are."""
    edge = (patches.shape[1] - SIDE) // 2
    inner = patches[:, edge : edge + SIDE, edge : edge + SIDE]
    logs = np.log(np.maximum(inner, 0) + BLACK)
    green = logs[..., 1]
    seen = np.stack([logs.mean(axis=3), logs[..., 2] - green, logs[..., 0] - green], axis=3)
    rough = sum(np.abs(np.diff(seen[..., 0], axis=way)).mean(axis=(1, 2)) for way in (1, 2))
    flat = seen.reshape(len(seen), -1, 3)
    spread = np.quantile(flat, SHARES, axis=1).transpose(1, 0, 2).reshape(len(flat), -1)
    return np.column_stack([flat.mean(axis=1), flat.std(axis=1), spread, np.log(rough + 0.01)])


@dataclass(frozen=True)
class Hues:
    """Taught tiles as points: near ones look alike."""

    points: Array = field(repr=False)
    label_of: NDArray[np.int64] = field(repr=False)
    scale: Array = field(repr=False)
    """(hues, hues): makes points of hues"""
    usual: float = 1.0
    """How far a tile is from the nearest of its label in other pictures, nine times of ten."""
    worth: float = 0.0
    """What a spread is worth, in nats, where lessons were told by those of other pictures"""

    def away(self, patches: Array, labels: int) -> Array:
        """(n, labels): how far patches are from the nearest taught tile of each label."""
        return self._away(hues(patches) @ self.scale, labels, np.ones(len(self.points), bool))

    def between(self, labels: int) -> Array:
        """Measure how far the taught things of every two labels lie apart, in the middle."""
        middle = np.full((labels, self.points.shape[1]), np.nan)
        for label in np.unique(self.label_of):
            middle[label] = np.median(self.points[self.label_of == label], axis=0)
        apart = np.sqrt(((middle[:, None] - middle[None]) ** 2).sum(axis=2))
        return np.nan_to_num(apart)

    def _away(self, seen: Array, labels: int, among: NDArray[np.bool_]) -> Array:
        gaps = np.sqrt(((seen[:, None] - self.points[among][None]) ** 2).sum(axis=2))
        away = np.full((len(seen), labels), FAR)
        own = self.label_of[among]
        for label in np.unique(own):
            away[:, label] = gaps[:, own == label].min(axis=1)
        return away


FAR = 99.0
WORTHS, LEAST_KNOWN = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0), 10
"""What a spread may be worth, and how many lessons have to be told to say so."""


def hues_of(patches: Array, label_of: NDArray[np.int64], picture: NDArray[np.int64]) -> Hues:
    """Learn what tells labels apart; *picture* is where each tile was shown."""
    seen = hues(patches)
    within = np.zeros((seen.shape[1], seen.shape[1]))
    for label in np.unique(label_of):
        own = seen[label_of == label]
        within += (own - own.mean(axis=0)).T @ (own - own.mean(axis=0))
    within /= max(len(seen) - len(np.unique(label_of)), 1)
    within += np.eye(len(within)) * np.trace(within) / len(within) * STIFF
    scale = np.linalg.cholesky(np.linalg.inv(within))
    points = seen @ scale
    gaps = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    other = (label_of[:, None] == label_of[None]) & (picture[:, None] != picture[None])
    nearest = np.where(other, gaps, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    usual = float(np.quantile(nearest, 0.9)) if len(nearest) else 1.0
    worth = _worth(gaps, label_of, picture)
    return Hues(points.astype(np.float32), label_of, scale.astype(np.float32), usual, worth)


def _worth(gaps: Array, label_of: NDArray[np.int64], picture: NDArray[np.int64]) -> float:
    """Choose the worth under which other pictures tell the lessons best."""
    names, own = np.unique(label_of, return_inverse=True)
    apart = np.where(picture[:, None] != picture[None], gaps, np.inf)
    away = np.stack([apart[:, own == n].min(axis=1) for n in range(len(names))], axis=1)
    n = np.arange(len(own))
    known = np.isfinite(away[n, own])
    if known.sum() < LEAST_KNOWN:
        return 0.0
    away, own = np.minimum(away[known], FAR), own[known]
    n = np.arange(len(own))

    def told(worth: float) -> float:
        nats = -worth * away
        most = nats.max(axis=1, keepdims=True)
        total = most[:, 0] + np.log(np.exp(nats - most).sum(axis=1))
        return float((nats[n, own] - total).mean())

    return max(WORTHS, key=told)
