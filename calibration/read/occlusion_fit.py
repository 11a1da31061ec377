"""Fitting faces to squares that are partly hidden: what speaks against a face is left out.

Odd pixels are found in a picture half as large first, then in the whole one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import COARSE, SIDE
from ..geometry.robust import largest
from .compare import BARE, GAIN_RANGE, GAIN_SPREAD, NOISE
from .faces import Array, Bank, shrink

PART_TRUST = 0.6
"""How much a part of a cell counts against the whole: leaving pixels out is choosing."""
HIDDEN_NATS = 3.7
"""Cost of one hidden measurement: what a difference of a quarter of white would cost."""
LEAST_SEEN = 0.3
"""With less than this share in view nothing is compared."""
ODD = 1.3
"""A pixel is odd when it differs by this many times its slack."""
GRAIN = 1.33
"""Median of the largest of three channels of grain, in spreads."""
ROUNDS = 3
LAST_ROUNDS = 1
"""How often the odd pixels are found again: in a picture half as large, then in the whole one."""
MOST_LAYERS = 100
"""OpenCV takes no more layers at once."""
SQUARE = np.ones((3, 3), np.uint8)


def _ramps() -> Array:
    """(pixels, 6): one, x and y of every pixel, and the products x x, x y and y y."""
    y, x = np.mgrid[:SIDE, :SIDE].reshape(2, -1) / SIDE - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


_RAMPS = _ramps()


@dataclass(frozen=True)
class Parted:
    """One label under the belief that a part of the cell is hidden."""

    hidden: float
    chosen: float
    """the part of it that was left out only because it does not fit"""
    structure: float
    rest: float
    power: float
    """mean square of what is not hidden, mean colour taken off"""
    gain: float
    seen: NDArray[np.float32]


@dataclass(frozen=True)
class Square:
    """One place in one patch, with the labels and faces compared there."""

    number: int
    place: tuple[int, int]
    seen: Array
    own: Array
    """1 where a pixel belongs to the cell and is not known to be hidden"""
    labels: list[int]
    faces: list[int]


def parts_of(squares: Sequence[Square], bank: Bank, grain: float = 0.0) -> list[list[Parted]]:
    """Fit several faces to each square, each without its odd pixels.

    Only the pixels a square owns are looked at; the others are known to be hidden. Arrays are
    channels by pixels by faces, all faces of all squares beside each other. The sensor's *grain*
    (a mean square) makes no pixel odd.
    """
    loose = np.float32(GRAIN * grain**0.5)
    numbers = [face for square in squares for face in square.faces]
    owner = np.repeat(np.arange(len(squares)), [len(square.faces) for square in squares])
    seen = np.stack([square.seen for square in squares])
    own = np.stack([square.own for square in squares])
    trust = _trusted(seen, own, owner, bank, numbers, loose / COARSE)
    square, faces = _columns(seen)[:, :, owner], _columns(bank.faces[numbers])
    slack = np.ascontiguousarray(bank.slack[numbers].reshape(len(numbers), -1).T) + loose
    mine = np.ascontiguousarray(own.reshape(len(own), -1).T)[:, owner]
    gain, veil = _fitted(square, faces, trust)
    for _ in range(LAST_ROUNDS):
        trust = mine * (1 - _oddity(square, faces, gain, veil, mine / slack))
        gain, veil = _fitted(square, faces, trust)
    whole = float(bank.mask.sum())
    shown, owned = trust.sum(axis=0), mine.sum(axis=0)
    weight = trust / np.maximum(shown, 1.0)
    rest = _unexplained(square - gain * faces - veil[:, None], weight)
    power = _unexplained(square - np.einsum("kpf,pf->kf", square, weight)[:, None], weight)
    mean = gain * np.einsum("kpf,p->kf", faces, bank.mask.reshape(-1) / whole) + veil
    parts = [
        _parted(
            1 - float(shown[i]) / whole,
            float(owned[i] - shown[i]) / whole,
            float(rest[i]),
            float(power[i]),
            float(gain[i]),
            mean[:, i].astype(np.float32),
            bank.worth,
        )
        for i in range(len(numbers))
    ]
    ends = np.cumsum([len(square.faces) for square in squares]).tolist()
    return [parts[a:b] for a, b in zip([0, *ends], ends, strict=False)]


def _unexplained(left: Array, weight: Array) -> Array:
    """Mean square of what is left, but for what a grey slope explains."""
    return np.einsum("kpf,kpf->f", left * weight, left) / 3 - _sloped(left, weight)


def _sloped(left: Array, weight: Array) -> Array:
    """Return how much of the residual a grey slope explains: the shadow of what hides the rest."""
    grey = left.mean(axis=0)
    ramps = _RAMPS.T @ weight
    x, y = ramps[1], ramps[2]
    xx, xy, yy = ramps[3] - x * x, ramps[4] - x * y, ramps[5] - y * y
    pull = _RAMPS[:, :3].T @ (weight * grey)
    gx, gy = pull[1] - x * pull[0], pull[2] - y * pull[0]
    size = np.maximum(xx * yy - xy**2, 1e-6)
    return (gx**2 * yy - 2 * gx * gy * xy + gy**2 * xx) / size


def _trusted(
    seen: Array,
    own: Array,
    owner: NDArray[np.int64],
    bank: Bank,
    numbers: list[int],
    loose: np.float32,
) -> Array:
    """(pixels, faces): what is not odd under each face, as seen in a picture half as large."""
    half = SIDE // COARSE
    square = _columns(shrink(seen))[:, :, owner]
    faces = np.ascontiguousarray(bank.small[numbers].transpose(1, 2, 0))
    slack = np.ascontiguousarray(bank.small_slack[numbers].T) + loose
    share = own.reshape(-1, half, COARSE, half, COARSE).mean(axis=(2, 4)).reshape(len(own), -1)
    mine = (share > 0.5).astype(np.float32).T[:, owner]
    gain: Array = np.ones(len(numbers), np.float32)
    veil = _middle(square - faces, mine)
    trust = mine
    for _ in range(ROUNDS):
        trust = mine * (1 - _oddity(square, faces, gain, veil, mine / slack))
        gain, veil = _fitted(square, faces, trust)
    wide = trust.reshape(half, 1, half, 1, -1) * np.ones((1, COARSE, 1, COARSE, 1), np.float32)
    return wide.reshape(SIDE * SIDE, -1) * own.reshape(len(own), -1).T[:, owner]


def _middle(values: Array, mine: Array) -> Array:
    """(channels, faces): the median of the values over the pixels that count."""
    ordered = np.sort(np.where(mine > 0, values, np.float32(1e3)), axis=1)
    at = (mine.sum(axis=0) // 2).astype(int)
    return ordered[:, at, np.arange(len(at))]


def _oddity(square: Array, faces: Array, gain: Array, veil: Array, easy: Array) -> Array:
    """(pixels, faces): 1 where a pixel is odd under a face."""
    away = np.abs(square - gain * faces - veil[:, None])
    away = np.maximum(np.maximum(away[0], away[1]), away[2]) * easy
    side = int(len(away) ** 0.5)
    return _odd(away.reshape(side, side, -1)).reshape(len(away), -1)


def _columns(faces: Array) -> Array:
    """(3, pixels, faces) from (faces, side, side, 3)."""
    return np.ascontiguousarray(faces.reshape(len(faces), -1, 3).transpose(2, 1, 0))


def _parted(
    hidden: float,
    chosen: float,
    rest: float,
    power: float,
    gain: float,
    seen: NDArray[np.float32],
    worth: float,
) -> Parted:
    half = PART_TRUST * worth / 2
    if 1 - hidden < LEAST_SEEN:
        return Parted(1.0, chosen, half * HIDDEN_NATS * 0.8, 1.0, 1.0, 1.0, seen)
    nats = (1 - hidden) * np.log1p(rest / NOISE**2) + hidden * HIDDEN_NATS
    structure = float(half * nats + (np.log(gain) / GAIN_SPREAD) ** 2 / 2)
    return Parted(hidden, chosen, structure, rest, power, gain, seen)


def _odd(away: Array) -> Array:
    """Lumps of pixels that are too far away, a little widened: 0 or 1; the last axis is apart."""
    odd: Array = np.empty(away.shape, np.float32)
    for start in range(0, away.shape[2], MOST_LAYERS):
        layers = np.ascontiguousarray(away[:, :, start : start + MOST_LAYERS])
        far = (cv2.blur(layers, (3, 3)) > ODD).astype(np.float32)
        far = cv2.dilate(cv2.morphologyEx(far, cv2.MORPH_OPEN, SQUARE), SQUARE)
        odd[:, :, start : start + MOST_LAYERS] = far.reshape(layers.shape)
    return odd


def _fitted(square: Array, faces: Array, trust: Array) -> tuple[Array, Array]:
    """Gain of every face and its veil per channel, over the trusted pixels."""
    weight = trust / np.maximum(trust.sum(axis=0), 1.0)
    weighed = faces * weight
    mean_seen = np.einsum("kpf,pf->kf", square, weight)
    mean_face = weighed.sum(axis=1)
    power = np.einsum("kpf,kpf->f", weighed, faces) - (mean_face * mean_face).sum(axis=0)
    cross = np.einsum("kpf,kpf->f", weighed, square) - (mean_face * mean_seen).sum(axis=0)
    gain = np.clip((cross + 3 * BARE) / (power + 3 * BARE), *GAIN_RANGE)
    return gain, mean_seen - gain * mean_face


def lumps(
    seen: Array, faces: Array, gain: Array, veil: Array, slack: Array, grain: float = 0.0
) -> Array:
    """(cells, side, side): where each square differs from its face by more than shifts allow."""
    away = np.abs(seen - gain[:, None, None, None] * faces - veil[:, None, None])
    away = largest(away) / (slack + np.float32(GRAIN * grain**0.5))
    return _odd(np.ascontiguousarray(away.transpose(1, 2, 0))).transpose(2, 0, 1)
