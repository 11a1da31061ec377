"""Cells of one board that look alike: what is surely read there says what the others show.

One lamp, one camera and one print made them all, so two letters of a kind agree better with each
other than with any picture of another evening. A cell that is unlike its own kind is doubted. Of
labels that nobody is sure of on this board, nothing can be said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cues import REACH, TEMPLATE, spots_at
from .overlay import SAME, STEPS
from .squares import agreements, unit

Array = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]

FEWEST = 4
"""With fewer sure pairs of a kind nothing is known of how alike they are here."""
LOOSE = 0.02
"""How much less alike than usual two cells of a kind may be, at least."""


@dataclass(frozen=True)
class Kin:
    """How some cells stand to the sure cells of the same board."""

    behind: Array
    """(cells, labels): how far behind the nearest label each other is, 0 to 1; nought where no cell
    is surely of that label"""
    unlike: Array
    """(cells, labels): how much less alike than cells of that kind are, in spreads; nought where no
    cell is surely of that label"""


def kinship(
    shades: Array, aside: Numbers, label: Numbers, sure: NDArray[np.bool_], labels: int
) -> Kin:
    """How cells (in grey), each seen *aside* and taken for a *label*, stand to those that are
    *sure*."""
    count, known = len(shades), np.flatnonzero(sure)
    behind, unlike = np.zeros((count, labels)), np.zeros((count, labels))
    if not len(known) or count < 2:
        return Kin(behind, unlike)
    tries = np.clip(aside[:, None] + STEPS, -REACH, REACH)
    moved = spots_at(shades - shades.mean(axis=(1, 2), keepdims=True), tries, TEMPLATE)
    still = unit(moved[known, len(STEPS) // 2])
    rows = moved.reshape(count * len(STEPS), -1)
    alike = agreements(rows, still).reshape(count, len(STEPS), -1).max(axis=1)
    alike[known, np.arange(len(known))] = -1  # nobody is his own kin
    kinds = np.unique(label[known])
    members = [np.flatnonzero(label[known] == kind) for kind in kinds]
    nearest = np.stack([own[alike[:, own].argmax(axis=1)] for own in members], axis=1)
    score = np.take_along_axis(alike, nearest, axis=1)
    n, first = np.arange(count), score.argmax(axis=1)
    apart = 1 - (still @ still.T)[nearest[n, first][:, None], nearest]
    behind[:, kinds] = np.clip((score[n, first][:, None] - score) / np.maximum(apart, SAME), 0, 1)
    behind[n, kinds[first]] = 0
    usual, spread = _usual(score, kinds, label, known)
    alone = score < 0  # the only one of its kind
    unlike[:, kinds] = np.where(alone, 0, np.clip((usual - score) / spread, 0, 9))
    behind[:, kinds] = np.where(alone, 0, behind[:, kinds])
    return Kin(behind, unlike)


def _usual(score: Array, kinds: Numbers, label: Numbers, known: Numbers) -> tuple[float, float]:
    """How alike sure cells of one kind are on this board, and by how much that varies."""
    own = score[known, np.searchsorted(kinds, label[known])]
    own = own[own > 0]
    if len(own) < FEWEST:
        return -1.0, 1.0
    usual = float(np.median(own))
    return usual, max(LOOSE, 2 * float(np.median(np.abs(own - usual))))
