"""Taught pictures laid over what is seen, wherever they agree best.

Two faces that differ by a dot agree with a picture almost alike. So a rival is not measured by how
much worse it agrees, but by how much of all it could differ from the best it does differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .cues import REACH, TEMPLATE, WIDE, grey, spots_at, windows_at

Array = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]

FEW = 4
"""How many labels are laid over a cell pixel by pixel."""
GRAIN = 0.005
"""Contrast below this is the camera's."""
SAME = 0.02
"""Pictures that differ by less than this are the same."""
FAINT = 0.4
"""A picture that agrees less than this with a label is not a fainter one of it."""
TELLING, PLAY = 0.35, 2
"""Pixels tell two labels apart that differ by this share of the largest difference, after one was
moved by at most so many pixels to lie upon the other."""
STEPS = np.array([(x, y) for y in range(-1, 2) for x in range(-1, 2)])
ODD = (WIDE - TEMPLATE) // 2 - 2 * ((WIDE // 2 - TEMPLATE // 2) // 2)
"""By how much the middle of a patch half as large lies aside."""


@dataclass(frozen=True)
class Laid:
    """Taught pictures laid over some patches; everything in the order of the patches."""

    label: Numbers
    """the label that agrees best"""
    like: Array
    """how well it agrees"""
    aside: Numbers
    """(cells, 2): where"""
    behind: Array
    """(cells, labels): 0 for the best label; 1 for one that is as far behind as it can be"""

    def some(self, cells: Numbers) -> Laid:
        """The same of some of the patches."""
        return Laid(self.label[cells], self.like[cells], self.aside[cells], self.behind[cells])


def unit(squares: Array) -> Array:
    """Pictures as rows without mean, of unit length where they have contrast."""
    rows = squares.reshape(*squares.shape[:-2], -1)
    rows = rows - rows.mean(axis=-1, keepdims=True)
    length = np.sqrt(np.einsum("...p,...p->...", rows, rows))[..., None]
    return np.asarray(rows / (length + GRAIN * np.sqrt(rows.shape[-1])), np.float32)


@dataclass(frozen=True)
class Overlay:
    """Taught pictures as rows, half as large and whole, and the label of each."""

    small: Array
    whole: Array
    label_of: Numbers
    labels: int
    usual: Array
    """(labels, pixels): the middle of each label's pictures"""
    differences: dict[int, Array] = field(default_factory=dict)
    """by what labels differ from others, once it was asked for"""

    @classmethod
    def of(cls, templates: Array, label_of: Numbers, labels: int) -> Overlay:
        half = templates.reshape(-1, TEMPLATE // 2, 2, TEMPLATE // 2, 2).mean(axis=(2, 4))
        whole = unit(templates)
        usual = np.zeros((labels, whole.shape[1]), np.float32)
        for label in np.unique(label_of):
            middle = whole[label_of == label].mean(axis=0)
            usual[label] = middle / np.linalg.norm(middle)
        return cls(unit(half), whole, label_of, labels, usual)

    def laid_over(self, patches: Array) -> Laid:
        """Lay the taught pictures over patches (WIDE), wherever they agree best."""
        shades = grey(patches)
        count, side = shades.shape[:2]
        half = shades.reshape(count, side // 2, 2, side // 2, 2).mean(axis=(2, 4))
        reach = np.arange(-REACH // 2, REACH // 2 + 1)
        grid = np.array([(x, y) for y in reach for x in reach])
        rows = _everywhere(half, grid, TEMPLATE // 2)
        agreement = (rows.reshape(-1, rows.shape[2]) @ self.small.T).reshape(count, len(grid), -1)
        close = self._closest(agreement.max(axis=1))
        n = np.arange(count)
        score, aside = np.empty(close.shape), np.empty((*close.shape, 2), int)
        for rank in range(close.shape[1]):
            template = close[:, rank]
            place = grid[agreement[n, :, template].argmax(axis=1)] * 2 - ODD
            tries = np.clip(place[:, None] + STEPS, -REACH, REACH)
            fine = unit(spots_at(shades, tries, TEMPLATE))
            like = np.einsum(
                "csp,cp->cs", fine.reshape(count, len(STEPS), -1), self.whole[template]
            )
            score[:, rank] = like.max(axis=1)
            aside[:, rank] = tries[n, like.argmax(axis=1)]
        first = score.argmax(axis=1)
        label = self.label_of[close[n, first]]
        rows = unit(windows_at(shades, aside[n, first], TEMPLATE))
        return Laid(label, score[n, first], aside[n, first], self._behind(rows, label))

    def _behind(self, rows: Array, best: Numbers) -> Array:
        """How far each label is behind the best, judged by what the two differ by alone."""
        behind = np.ones((len(rows), self.labels))
        for label in np.unique(best):
            own = np.flatnonzero(best == label)
            strength = np.maximum(rows[own] @ self.usual[label], FAINT)
            off = rows[own] / strength[:, None] - self.usual[label]
            behind[own] = 1 - 2 * (off @ self._apart(int(label)).T)
        behind[np.arange(len(rows)), best] = 0
        return np.clip(behind, -1, 1)

    def _apart(self, label: int) -> Array:
        """(labels, pixels): a picture's part along a row is 0 at this label and 1 at the other."""
        if label not in self.differences:
            away = np.zeros_like(self.usual)
            for other in np.unique(self.label_of):
                if other != label:
                    away[other] = _told_by(self.usual[label], self.usual[other])
            self.differences[label] = away
        return self.differences[label]

    def _closest(self, agreement: Array) -> Numbers:
        """(cells, few): the best template of each of the few labels that agree best."""
        drawn = np.unique(self.label_of)
        best, at = [], []
        for label in drawn:
            own = np.flatnonzero(self.label_of == label)
            best.append(agreement[:, own].max(axis=1))
            at.append(own[agreement[:, own].argmax(axis=1)])
        order = np.argsort(-np.stack(best, axis=1), axis=1)[:, : min(FEW, len(drawn))]
        return np.take_along_axis(np.stack(at, axis=1), order, axis=1)


def _told_by(one: Array, other: Array) -> Array:
    """What tells one label from another, as a row: its product with the difference is one."""
    own, its = one.reshape(TEMPLATE, TEMPLATE), other.reshape(TEMPLATE, TEMPLATE)
    inner = np.ascontiguousarray(its[PLAY:-PLAY, PLAY:-PLAY])
    found = cv2.matchTemplate(np.ascontiguousarray(own), inner, cv2.TM_CCORR)
    y, x = np.unravel_index(found.argmax(), found.shape)
    move = np.array([[1, 0, x - PLAY], [0, 1, y - PLAY]], float)
    size = (TEMPLATE, TEMPLATE)
    laid = cv2.warpAffine(its, move, size, borderMode=cv2.BORDER_REPLICATE).reshape(-1)
    away = laid - one
    away *= np.abs(away) > TELLING * np.abs(away).max()
    return np.asarray(away / max(float(away @ away), 1e-6), np.float32)


def _everywhere(shades: Array, grid: Numbers, side: int) -> Array:
    """(cells, places, side * side): unit rows of all patches at all places of *grid*."""
    start = (shades.shape[1] - side) // 2
    view = np.lib.stride_tricks.sliding_window_view(shades, (side, side), axis=(1, 2))
    return unit(view[:, start + grid[:, 1], start + grid[:, 0]])
