"""A second look at cells that no face explains well: perhaps a part of the cell is hidden.

Pixels that differ from a face by more than small shifts allow are left out, and the rest is
compared again. So a pawn's head over the corner of a tile does not hide the tile.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .compare import GAIN_RANGE, GAIN_SPREAD, NOISE, Matches
from .faces import Array, Bank
from .patches import SIDE

CANDIDATES = 6
HIDDEN_NATS = 3.7
"""Cost of one hidden measurement: what a difference of a quarter of white would cost."""


@dataclass(frozen=True)
class Parted:
    """One label under the belief that a part of the cell is hidden."""

    hidden: float
    structure: float
    rest: float
    gain: float
    seen: NDArray[np.float32]


def second_look(
    patch: Array, bank: Bank, matches: Matches, cell: int, costs: NDArray[np.float64]
) -> dict[int, Parted]:
    """Compare the likeliest labels anew, each without the pixels that speak against it."""
    labels = np.argsort(costs, kind="stable")[:CANDIDATES]
    return {int(label): _part(patch, bank, matches, cell, int(label)) for label in labels}


def _part(patch: Array, bank: Bank, matches: Matches, cell: int, label: int) -> Parted:
    x, y = (int(v) for v in matches.place[cell, label])
    number = int(matches.face[cell, label])
    seen, face = patch[y : y + SIDE, x : x + SIDE], bank.faces[number]
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
            return Parted(1.0, 1e3, 1.0, 1.0, veil)
        gain, veil = _fitted(seen, face, trust)
    trust = mask - odd
    hidden = float(odd.sum() / mask.sum())
    weight = trust / trust.sum()
    rest = float((weight * ((seen - gain * face - veil) ** 2).mean(axis=2)).sum())
    structure = (
        bank.worth / 2 * ((1 - hidden) * np.log1p(rest / NOISE**2) + hidden * HIDDEN_NATS)
        + (np.log(gain) / GAIN_SPREAD) ** 2 / 2
    )
    mean = (
        np.einsum("yx,yxc->c", mask / mask.sum(), face)
        + veil
        + (gain - 1) * np.einsum("yx,yxc->c", mask / mask.sum(), face)
    )
    return Parted(hidden, float(structure), rest, gain, mean.astype(np.float32))


def _fitted(seen: Array, face: Array, trust: Array) -> tuple[float, Array]:
    weight = trust[:, :, None] / max(float(trust.sum()), 1.0)
    mean_seen, mean_face = (weight * seen).sum(axis=(0, 1)), (weight * face).sum(axis=(0, 1))
    a, b = face - mean_face, seen - mean_seen
    power = float((weight * a * a).sum())
    soft = 3 * NOISE**2 / 10
    gain = (float((weight * a * b).sum()) + soft) / (power + soft)
    gain = float(np.clip(gain, *GAIN_RANGE))
    return gain, mean_seen - gain * mean_face
