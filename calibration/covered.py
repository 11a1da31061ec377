"""A second look at cells that no face explains well: perhaps a part of the cell is hidden.

Pixels that differ from a face by more than small shifts allow are left out, and the rest is
compared again. So a pawn's head over the corner of a tile does not hide the tile.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .compare import BARE, GAIN_RANGE, GAIN_SPREAD, NOISE
from .faces import Array, Bank, shrink
from .patches import SIDE

CANDIDATES = 6
CLIPPED = 0.15
"""In the shortlist no pixel counts for more than this."""
PART_TRUST = 0.6
"""How much a part of a cell counts against the whole: leaving pixels out is choosing."""
HIDDEN_NATS = 3.7
"""Cost of one hidden measurement: what a difference of a quarter of white would cost."""


@dataclass(frozen=True)
class Parted:
    """One label under the belief that a part of the cell is hidden."""

    hidden: float
    structure: float
    rest: float
    power: float
    """mean square of what is not hidden, mean colour taken off"""
    gain: float
    seen: NDArray[np.float32]


def second_look(
    patch: Array, bank: Bank, places: list[tuple[int, int]]
) -> dict[int, tuple[Parted, int, tuple[int, int]]]:
    """Compare the likeliest labels anew, each without the pixels that speak against it.

    Returns for each label the result, its face and its place.
    """
    found: dict[int, tuple[Parted, int, tuple[int, int]]] = {}
    for place in places:
        x, y = place
        seen = patch[y : y + SIDE, x : x + SIDE]
        for label, number in _shortlist(seen, bank):
            part = _part(seen, bank, number)
            if label not in found or part.structure < found[label][0].structure:
                found[label] = (part, number, place)
    return found


def _shortlist(seen: Array, bank: Bank) -> list[tuple[int, int]]:
    """The likeliest labels, each with its likeliest face, judged without regard to odd pixels."""
    small, faces = shrink(seen[None])[0].reshape(-1, 3), bank.small
    keep = bank.coarse.weight.reshape(-1, 3)[:, 0] > 0
    away = small[None, keep] - faces[:, keep]
    away = np.abs(away - np.median(away, axis=1, keepdims=True)).max(axis=2)
    score = np.minimum(away, CLIPPED).mean(axis=1)
    best = [
        (float(score[m].min()), n, int(m[score[m].argmin()])) for n, m in enumerate(bank.members)
    ]
    return [(label, face) for _, label, face in sorted(best)[:CANDIDATES]]


def _part(seen: Array, bank: Bank, number: int) -> Parted:
    face = bank.faces[number]
    mask, slack = bank.mask, bank.slack[number]
    odd = np.zeros(mask.shape, np.float32)
    gain, veil = 1.0, np.median((seen - face)[mask > 0], axis=0)
    for _ in range(4):
        away = np.abs(seen - gain * face - veil).max(axis=2) / slack
        odd = (cv2.blur(away, (3, 3)) > 1.3).astype(np.float32)
        odd = cv2.morphologyEx(odd, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        odd = cv2.dilate(odd, np.ones((3, 3), np.uint8)) * mask
        trust = mask - odd
        if trust.sum() < 0.3 * mask.sum():
            lost = PART_TRUST * bank.worth / 2 * HIDDEN_NATS * 0.8
            return Parted(1.0, lost, 1.0, 1.0, 1.0, veil)
        gain, veil = _fitted(seen, face, trust)
    trust = mask - odd
    hidden = float(odd.sum() / mask.sum())
    weight = trust / trust.sum()
    rest = float((weight * ((seen - gain * face - veil) ** 2).mean(axis=2)).sum())
    spread = seen - (weight[:, :, None] * seen).sum(axis=(0, 1))
    power = float((weight * (spread**2).mean(axis=2)).sum())
    nats = (1 - hidden) * np.log1p(rest / NOISE**2) + hidden * HIDDEN_NATS
    structure = PART_TRUST * bank.worth / 2 * nats + (np.log(gain) / GAIN_SPREAD) ** 2 / 2
    mean = gain * np.einsum("yx,yxc->c", mask / mask.sum(), face) + veil
    return Parted(hidden, float(structure), rest, power, gain, mean.astype(np.float32))


def _fitted(seen: Array, face: Array, trust: Array) -> tuple[float, Array]:
    weight = trust[:, :, None] / max(float(trust.sum()), 1.0)
    mean_seen, mean_face = (weight * seen).sum(axis=(0, 1)), (weight * face).sum(axis=(0, 1))
    a, b = face - mean_face, seen - mean_seen
    power = float((weight * a * a).sum())
    soft = 3 * BARE
    gain = (float((weight * a * b).sum()) + soft) / (power + soft)
    gain = float(np.clip(gain, *GAIN_RANGE))
    return gain, mean_seen - gain * mean_face
