"""Textures by their colours, whichever way a tile lies: each is held against every one taught.

A label may have many looks: a field with a mill and one without. So the nearest taught tile of each
label counts, never a middle of all of them. Distances are in spreads within labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cues import BLACK
from .patches import SIDE

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

    def away(self, patches: Array, labels: int) -> Array:
        """(n, labels): how far patches are from the nearest taught tile of each label."""
        return self._away(hues(patches) @ self.scale, labels, np.ones(len(self.points), bool))

    def _away(self, seen: Array, labels: int, among: NDArray[np.bool_]) -> Array:
        gaps = np.sqrt(((seen[:, None] - self.points[among][None]) ** 2).sum(axis=2))
        away = np.full((len(seen), labels), FAR)
        own = self.label_of[among]
        for label in np.unique(own):
            away[:, label] = gaps[:, own == label].min(axis=1)
        return away


FAR = 99.0


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
    return Hues(points.astype(np.float32), label_of, scale.astype(np.float32), usual)
