"""Overlay taught pictures on what is seen, each at the best offset. Two faces that differ by a dot
agree with a picture almost equally well. So a rival is measured not by how much worse it agrees,
but by how much of its possible difference from the best is seen.

Two faces that differ by a dot agree with a picture almost alike. So a rival is not measured by how
much worse it agrees, but by how much of all it could differ from the best it does differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.robust import middle
from .features import MARGIN, REACH, TEMPLATE, WIDE, grey, windows_at
from .straight import StraightPose, agreements, best_spot, straighten, unit, within_reach

RIM, EDGE, LUMP = 1, 3, 1.5
"""Pixels along the border that belong to what lies around, those where an edge may lie, and how
broad a lump is."""
BROAD = 5
"""Pixels beyond which a lump is gone."""
FAINTEST = 0.3
"""How faint a picture may be seen, at the least, when what it leaves unexplained is measured."""


def lumps_left(rows: Array, pictures: Array) -> Array:
    """Return the size of the largest unexplained blob, as a share of the picture's own largest.

    Blur, a lamp or a hair's breadth of turn leave thin edges everywhere. Another drawing leaves a
    stroke: that is what tells something that was never taught.
    """
    flat, side = _flat(), TEMPLATE - 2 * RIM
    seen, shown = _inner(rows), _inner(pictures)
    seen = seen - (seen @ flat) @ flat.T
    level = shown - (shown @ flat) @ flat.T
    power = np.maximum(np.einsum("cp,cp->c", level, level), 1e-6)
    strength = np.maximum(np.einsum("cp,cp->c", seen, level) / power, FAINTEST)[:, None]
    left = _without_edges((seen - strength * level).reshape(len(rows), side, side))
    return _lump(left) / (strength[:, 0] * _lump(shown.reshape(left.shape)))


def _inner(rows: Array) -> Array:
    """Remove the rim."""
    squares = rows.reshape(len(rows), TEMPLATE, TEMPLATE)
    return squares[:, RIM:-RIM, RIM:-RIM].reshape(len(rows), -1)


@lru_cache(maxsize=1)
def _flat() -> Array:
    """Return shade and slope on the inner pixels as orthogonal columns."""
    side = TEMPLATE - 2 * RIM
    y, x = (one.ravel() for one in np.mgrid[:side, :side])
    slopes = np.stack([np.ones(len(x)), x - x.mean(), y - y.mean()], axis=1)
    return np.asarray(np.linalg.qr(slopes)[0], np.float32)


def _without_edges(left: Array) -> Array:
    """Remove lines along the border, where edges of tiles are."""
    for one in (left, left.transpose(0, 2, 1)):
        for line in (*range(EDGE), *range(-EDGE, 0)):
            one[:, line] -= middle(one[:, line], axis=1)[:, None]
    return left


def _lump(squares: Array) -> Array:
    """Return the largest blob of each."""
    count, side = squares.shape[:2]
    apart = np.zeros((count, side + 2 * BROAD, side), np.float32)
    apart[:, BROAD:-BROAD] = squares
    soft = cv2.GaussianBlur(apart.reshape(-1, side), (0, 0), LUMP, borderType=cv2.BORDER_CONSTANT)
    return np.maximum(np.abs(soft).reshape(count, -1).max(axis=1), 1e-6)


Array = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]

BEHIND, WORTH_A_LOOK = 2.0, 0.15
"""Labels that agree less than the best by more than this, seen half as large, are not laid over
pixel by pixel, and come after all that are."""
FEW, LIKELY = 4, 2
"""How many labels are laid over a cell pixel by pixel, and of how many every picture is tried."""
SAME = 0.02
"""Pictures that differ by less than this are the same."""
FAINT = 0.4
"""A picture that agrees less than this with a label is not a fainter one of it."""
TELLING, PLAY = 0.35, 2
"""Pixels tell two labels apart if they differ by this share of the largest difference, after moving
one by at most this many pixels to match the other."""
FAR, FARTHER, FARTHER_BY = 0.82, MARGIN - 1, 0.02
"""What agrees with every picture less than this is searched farther aside, and believed there if it
agrees this much better."""
STEPS = np.array([(x, y) for y in range(-1, 2) for x in range(-1, 2)])
ODD = (WIDE - TEMPLATE) // 2 - 2 * ((WIDE // 2 - TEMPLATE // 2) // 2)
"""Offset of the middle of a half-size patch."""


@dataclass(frozen=True)
class OverlaidTile:
    """Taught pictures laid over some patches; everything in the order of the patches."""

    label: Numbers
    """the label that agrees best"""
    like: Array
    """how well it agrees"""
    aside: Numbers
    """(cells, 2): where"""
    behind: Array
    """(cells, labels): 0 for the best label; 1 for one that is as far behind as it can be"""
    lumps: Array
    """how large the largest lump is that the best picture leaves unexplained; its own is 1"""
    straight: Array
    """the patches, turned so that things lie straight and brought within reach"""
    shades: Array
    """the same in grey"""
    changed: NDArray[np.bool_]
    """which of them had to be turned or moved"""

    def some(self, cells: Numbers) -> OverlaidTile:
        """Select some of the patches."""
        return OverlaidTile(*(getattr(self, one.name)[cells] for one in fields(self)))


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

    def laid_over(self, patches: Array, anyhow: bool = True) -> OverlaidTile:
        """Overlay the taught pictures on patches (WIDE), each at the best offset. With *anyhow*,
        things may lie askew and far aside.

        With *anyhow*, things may lie askew and far aside.
        """
        found, agreement = self.sought(patches, grey(patches), REACH)
        if anyhow:
            self._seek_farther(found, agreement)
            straighten(self.whole, found)
        n = np.arange(len(patches))
        template = found.close[n, found.which]
        label = self.label_of[template]
        rows = unit(windows_at(found.shades, found.aside, TEMPLATE))
        lumps = lumps_left(rows, self.whole[template])
        behind = self._behind(rows, label)
        kept = found.patches, found.shades, found.changed
        return OverlaidTile(label, found.like, found.aside, behind, lumps, *kept)

    def _seek_farther(self, found: StraightPose, agreement: Array) -> None:
        """Look for what is not found nearby, or at the edge of reach only."""
        far = np.flatnonzero((found.like < FAR) | (np.abs(found.aside).max(axis=1) == REACH))
        if len(far):
            near = agreement[far]
            wider, _ = self.sought(found.patches[far], found.shades[far], FARTHER, near)
            better = wider.like > found.like[far] + FARTHER_BY
            found.take(far[better], within_reach(wider.some(better)))

    def sought(
        self, patches: Array, shades: Array, reach: int, near: Array | None = None
    ) -> tuple[StraightPose, Array]:
        """Find where the taught pictures match patches best, also in grey, within a number of
        pixels; and how well they agree everywhere at half size. *near* is how well they agree
        within REACH, if that is known.

        *near* is how well they agree within REACH, where that is known.
        """
        level = shades - shades.mean(axis=(1, 2), keepdims=True)
        grid = _grid(reach)
        agreement = self._seen_half(level, grid, near)
        coarse = agreement.max(axis=1)
        close = self._closest(coarse)
        rough = np.take_along_axis(coarse, close, axis=1)
        score, aside = rough - BEHIND, np.zeros((*close.shape, 2), int)
        for rank in range(close.shape[1]):
            some = np.flatnonzero(rough[:, rank] >= rough[:, 0] - WORTH_A_LOOK)
            template = close[some, rank]
            place = grid[agreement[some, :, template].argmax(axis=1)] * 2 - ODD
            tries = np.clip(place[:, None] + STEPS, -reach, reach)
            score[some, rank], at = best_spot(level[some], tries, self.whole[template])
            aside[some, rank] = tries[np.arange(len(some)), at]
        n = np.arange(len(patches))
        order = np.argsort(-score, axis=1)
        first = order[:, 0]
        likely = self.label_of[np.take_along_axis(close, order[:, :LIKELY], 1)]
        pictures = self.pictures_of[likely].reshape(len(patches), -1)
        which = (pictures == close[n, first][:, None]).argmax(axis=1)
        still = np.zeros(len(patches), bool)
        found = StraightPose(
            pictures, which, score[n, first], aside[n, first], patches.copy(), shades.copy(), still
        )
        return found, agreement

    def _seen_half(self, level: Array, grid: Numbers, near: Array | None) -> Array:
        """(cells, places, pictures): how well pictures agree at all places of *grid*, all half as
        large; at those that are *near* it is known."""
        count, side = level.shape[:2]
        size = (side // 2, count * side // 2)
        half = cv2.resize(level.reshape(-1, side), size, interpolation=cv2.INTER_AREA)
        inner = (np.abs(grid) <= REACH // 2).all(axis=1)
        new = grid if near is None else grid[~inner]
        rows = _everywhere(half.reshape(count, side // 2, side // 2), new, TEMPLATE // 2)
        agreement = agreements(rows, self.small).reshape(count, len(new), -1)
        if near is None:
            return agreement
        both = np.empty((count, len(grid), agreement.shape[2]), np.float32)
        both[:, inner], both[:, ~inner] = near, agreement
        return both

    @cached_property
    def pictures_of(self) -> Numbers:
        """(labels, pictures): the pictures of each label; one may be there twice, and labels
        without any have the first of all."""
        own = [np.flatnonzero(self.label_of == label) for label in range(self.labels)]
        most = max(map(len, own))
        return np.array(
            [np.resize(some, most) if len(some) else np.zeros(most, int) for some in own]
        )

    def _behind(self, rows: Array, best: Numbers) -> Array:
        """Return how far each label is behind the best, judged only by what the two differ in."""
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

    def alike(self) -> Array:
        """Return how well the labels' usual pictures agree, moved a little."""
        squares = self.usual.reshape(-1, TEMPLATE, TEMPLATE)
        moved = [
            np.roll(squares, (y, x), (1, 2)).reshape(len(squares), -1)
            for y in range(-PLAY, PLAY + 1)
            for x in range(-PLAY, PLAY + 1)
        ]
        return np.max([one @ self.usual.T for one in moved], axis=0)

    def _closest(self, agreement: Array) -> Numbers:
        """(cells, few): the best template of each of the few labels that agree best."""
        drawn = np.unique(self.label_of)
        pictures = self.pictures_of[drawn]
        every = agreement[:, pictures]
        order = np.argsort(-every.max(axis=2), axis=1)[:, : min(FEW, len(drawn))]
        return pictures[order, np.take_along_axis(every.argmax(axis=2), order, axis=1)]


def _grid(reach: int) -> Numbers:
    """(places, 2): where pictures are tried, half as large, row by row."""
    steps = np.arange(-reach // 2, reach // 2 + 1)
    return np.array([(x, y) for y in steps for x in steps])


def _told_by(one: Array, other: Array) -> Array:
    """Return a row that tells two labels apart: its product with their difference is one."""
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
    """(cells * places, side * side): all patches at all places of *grid*, as rows."""
    start = (shades.shape[1] - side) // 2
    view = np.lib.stride_tricks.sliding_window_view(shades, (side, side), axis=(1, 2))
    return view[:, start + grid[:, 1], start + grid[:, 0]].reshape(-1, side * side)
