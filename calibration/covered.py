"""How much of a cell is hidden: pixels that its best face leaves unexplained, in a lump."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import GAIN_RANGE, Bank
from .patches import SIDE

Array = NDArray[np.float32]

TOLERANCE = 0.13
"""A pixel further than this from the face (white = 1) may be hidden."""


def hidden_share(patch: Array, bank: Bank, face: int, place: NDArray[np.int64]) -> float:
    """Share of the cell in which something other than the face is seen."""
    x, y = int(place[0]), int(place[1])
    seen = patch[y : y + SIDE, x : x + SIDE]
    odd = unexplained(seen, bank.faces[face], bank.mask)
    return float((odd * bank.mask).sum() / bank.mask.sum())


def unexplained(seen: Array, face: Array, mask: Array) -> Array:
    """Mark (0 or 1) the pixels that no gain and veil of *face* can explain."""
    trust = mask.copy()
    rest = np.zeros(mask.shape, np.float32)
    for _ in range(4):
        gain, veil = _fitted(seen, face, trust)
        rest = cv2.blur(np.abs(seen - gain * face - veil).max(axis=2), (3, 3))
        limit = max(TOLERANCE, 2.5 * float(np.median(rest[mask > 0])))
        trust = mask * (rest < limit)
        if trust.sum() < 0.2 * mask.sum():
            return np.ones_like(mask)
    return cv2.morphologyEx((rest >= limit).astype(np.float32), cv2.MORPH_OPEN, np.ones((3, 3)))


def _fitted(seen: Array, face: Array, trust: Array) -> tuple[float, Array]:
    weight = trust[:, :, None] / max(float(trust.sum()), 1.0)
    mean_seen, mean_face = (weight * seen).sum(axis=(0, 1)), (weight * face).sum(axis=(0, 1))
    a, b = face - mean_face, seen - mean_seen
    power = float((weight * a * a).sum())
    gain = float((weight * a * b).sum()) / power if power > 1e-4 else 1.0
    gain = float(np.clip(gain, *GAIN_RANGE))
    return gain, mean_seen - gain * mean_face
