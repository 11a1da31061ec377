"""Comparing a patch with every taught face: how well each explains it, wherever it lies.

A face explains a patch as ``gain * face + veil``: the gain is shade, the veil is gloss. The
gain is bounded, so that a bare window is never taken for a card of no contrast; the veil is
judged later, for all cells of the board together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .patches import COARSE, SIDE

Array = NDArray[np.float32]

NOISE = 0.04
"""Difference between a face and its picture that is always to be expected (white = 1)."""
WORTH = 80.0
"""How many independent measurements a whole patch is worth."""
GAIN_SPREAD = 0.25
"""Believed spread of the logarithm of the gain."""
GAIN_RANGE = (0.45, 1.6)
LOOSE_VEIL = 0.15
LOOSE_TINT = 0.08
"""Believed size of gloss and of its colour, before the whole board has been considered."""


def veil_root(veil: float, tint: float) -> Array:
    """The matrix that turns a difference of mean colour into standard deviations."""
    spread = veil**2 * np.ones((3, 3)) + tint**2 * np.eye(3)
    return np.linalg.cholesky(np.linalg.inv(spread)).astype(np.float32)


@dataclass(frozen=True)
class Prepared:
    """Faces as columns without mean colour and slope, and what a fit needs of them."""

    columns: Array
    """(pixels * 3, count), zero outside the mask"""
    mean: Array
    """(count, 3)"""
    power: Array
    """(count,) mean square of the columns"""
    weight: Array
    """(pixels * 3,)"""
    ramps: Array
    """(pixels * 3, 9) orthonormal: mean and both slopes of each channel"""
    pixels: float

    def only(self, index: int) -> Prepared:
        one = slice(index, index + 1)
        return Prepared(
            self.columns[:, one],
            self.mean[one],
            self.power[one],
            self.weight,
            self.ramps,
            self.pixels,
        )


def prepare(faces: Array, mask: Array) -> Prepared:
    weight = np.repeat(mask.reshape(-1, 1), 3, axis=1).reshape(-1)
    pixels = float(mask.sum())
    ramps = _ramps(mask)
    rows = faces.reshape(len(faces), -1) * weight
    mean = rows.reshape(len(faces), -1, 3).sum(axis=1) / pixels
    rows = rows - (rows @ ramps) @ ramps.T
    power = np.einsum("ij,ij->i", rows, rows) / (3 * pixels)
    return Prepared(np.ascontiguousarray(rows.T), mean, power, weight, ramps, pixels)


def _ramps(mask: Array) -> Array:
    """Orthonormal columns for constant and slopes of each channel under the mask."""
    side = mask.shape[0]
    y, x = np.mgrid[:side, :side].astype(float) - (side - 1) / 2
    flat = mask.reshape(-1).astype(float)
    basis = np.stack([flat, flat * x.reshape(-1), flat * y.reshape(-1)], axis=1)
    basis = np.linalg.qr(basis)[0]
    basis *= np.sign(basis[np.flatnonzero(flat)[0], 0])
    wide = np.zeros((side * side, 3, 9))
    for channel in range(3):
        wide[:, channel, channel] = basis[:, 0]
        wide[:, channel, 3 + 2 * channel : 5 + 2 * channel] = basis[:, 1:]
    return wide.reshape(side * side * 3, 9).astype(np.float32)


@dataclass(frozen=True)
class Bank:
    """All faces one kind of cell may show, in every turn, with the mask of that kind."""

    labels: tuple[str, ...]
    turns: tuple[int, ...]
    faces: Array
    """(count, SIDE, SIDE, 3)"""
    mask: Array
    """(SIDE, SIDE), 0 or 1"""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.labels)))

    @cached_property
    def which(self) -> NDArray[np.int64]:
        """For every face the number of its label in ``names``."""
        return np.array([self.names.index(label) for label in self.labels])

    @cached_property
    def fine(self) -> Prepared:
        return prepare(self.faces, self.mask)

    @cached_property
    def coarse(self) -> Prepared:
        small = np.stack([shrink(face) for face in self.faces])
        return prepare(small, (shrink(self.mask) > 0.7).astype(np.float32))


def shrink(image: Array) -> Array:
    """Make an image half as large, each pixel the mean of four."""
    side = image.shape[0] // COARSE
    return cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)


def windows(patch: Array, side: int) -> tuple[Array, int]:
    """All squares of *side* pixels in *patch*, as rows, and how many fit across."""
    view = np.lib.stride_tricks.sliding_window_view(patch, (side, side), axis=(0, 1))
    across = view.shape[1]
    return view.transpose(0, 1, 3, 4, 2).reshape(view.shape[0] * across, -1), across


@dataclass(frozen=True)
class Costs:
    """For rows of pixels against faces: structure in nats, gain, and the rows' mean colours."""

    structure: Array
    gain: Array
    mean: Array


def costs(rows: Array, faces: Prepared) -> Costs:
    """Cost of every row under every face with the best believable gain, mean colours apart."""
    masked = rows * faces.weight
    n = faces.pixels
    slow = masked @ faces.ramps
    mean = (np.abs(slow[:, :3]) / np.sqrt(n)).astype(np.float32)
    power = np.einsum("ij,ij->i", masked, masked) - np.einsum("ij,ij->i", slow, slow)
    power = np.maximum(power, 0) / (3 * n)
    cross = masked @ faces.columns / (3 * n)
    soft = np.float32(NOISE**2 / (WORTH * GAIN_SPREAD**2))
    gain = np.clip((cross + soft) / (faces.power + soft), *GAIN_RANGE)
    rest = np.maximum(power[:, None] - 2 * gain * cross + gain**2 * faces.power, 0)
    structure = WORTH / 2 * np.log1p(rest / NOISE**2)
    return Costs(structure + (np.log(gain) / GAIN_SPREAD) ** 2 / 2, gain, mean)


LOOSE = veil_root(LOOSE_VEIL, LOOSE_TINT)


def loose_level(found: Costs, faces: Prepared) -> Array:
    """Cost of the difference of mean colours while nothing is known of gloss."""
    own = found.mean @ LOOSE
    told = faces.mean @ LOOSE
    square = np.einsum("ij,ij->i", own, own)[:, None] - 2 * (own @ told.T)
    return np.maximum(square + np.einsum("ij,ij->i", told, told), 0) / 2


@dataclass(frozen=True)
class Match:
    """How well each label explains one patch; arrays run along ``Bank.names``."""

    structure: Array
    gain: Array
    seen: Array
    """(labels, 3) mean colour of the patch where the face lies"""
    told: Array
    """(labels, 3) mean colour of the face"""
    face: NDArray[np.int64]
    place: NDArray[np.int64]
    """(labels, 2) top left corner of the face in the patch, x and y"""


def compare(patch: Array, bank: Bank, away: Array, finalists: int = 4) -> Match:
    """Search coarsely with all faces, then finely with the best few labels.

    *away* is the cost in nats of lying at each place of the patch, (places, places).
    """
    small = shrink(patch)
    rows, across = windows(small, SIDE // COARSE)
    rough = costs(rows, bank.coarse)
    total = rough.structure + loose_level(rough, bank.coarse)
    total += away[::COARSE, ::COARSE].reshape(-1, 1)
    at = total.argmin(axis=0)
    each = np.arange(len(at))
    value = total[at, each]
    face = _best_face(value, bank)
    at = at[face]
    match = Match(
        rough.structure[at, face] + away[::COARSE, ::COARSE].reshape(-1)[at],
        rough.gain[at, face],
        rough.mean[at],
        bank.coarse.mean[face],
        face,
        np.stack([at % across, at // across], axis=1) * COARSE,
    )
    chosen = np.argsort(value[face], kind="stable")[:finalists]
    return _finer(patch, bank, match, chosen, away)


def _best_face(value: Array, bank: Bank) -> NDArray[np.int64]:
    """For every label the face that explains best."""
    order = np.argsort(value, kind="stable")
    _, first = np.unique(bank.which[order], return_index=True)
    return order[first]


def _finer(patch: Array, bank: Bank, match: Match, chosen: NDArray[np.int64], away: Array) -> Match:
    limit = patch.shape[0] - SIDE
    before = match.structure[chosen].copy()
    for index in chosen:
        x, y = (int(v) for v in match.place[index])
        x0, y0 = max(0, x - COARSE), max(0, y - COARSE)
        x1, y1 = min(limit, x + COARSE), min(limit, y + COARSE)
        rows, across = windows(patch[y0 : y1 + SIDE, x0 : x1 + SIDE], SIDE)
        one = bank.fine.only(int(match.face[index]))
        found = costs(rows, one)
        far = away[y0 : y1 + 1, x0 : x1 + 1].reshape(-1)
        at = int(((found.structure + loose_level(found, one))[:, 0] + far).argmin())
        match.structure[index] = found.structure[at, 0] + far[at]
        match.gain[index] = found.gain[at, 0]
        match.seen[index] = found.mean[at]
        match.told[index] = one.mean[0]
        match.place[index] = (x0 + at % across, y0 + at // across)
    # what was only searched coarsely looks too good by what the finer look brought to light
    others = np.setdiff1d(np.arange(len(match.structure)), chosen)
    if len(others):
        match.structure[others] += max(0.0, float((match.structure[chosen] - before).mean()))
    return match
