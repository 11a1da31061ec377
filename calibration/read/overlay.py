"""Taught pictures laid over what is seen, wherever they agree best.

Two faces that differ by a dot agree with a picture almost alike. So a rival is not measured by how
much worse it agrees, but by how much of all it could differ from the best it does differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .cues import MARGIN, REACH, TEMPLATE, WIDE, grey, spots_at, windows_at

Array = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]

FEW = 4
"""How many labels are laid over a cell pixel by pixel."""
GRAIN = 0.005
"""Contrast below this is the camera's."""
SAME = 0.02
"""Pictures that differ by less than this are the same."""
FAINTEST = 0.3
"""How faint a picture may be seen, at the least, when what it leaves unexplained is measured."""
FAINT = 0.4
"""A picture that agrees less than this with a label is not a fainter one of it."""
TELLING, PLAY = 0.35, 2
"""Pixels tell two labels apart that differ by this share of the largest difference, after one was
moved by at most so many pixels to lie upon the other."""
FAR, FARTHER, FARTHER_BY = 0.82, MARGIN - 1, 0.02
"""What agrees less than this with every picture is sought farther aside, and believed to lie there
if it agrees so much better."""
TURNS = (-10.0, -7.5, -5.0, -2.5, 2.5, 5.0, 7.5, 10.0)
"""How many degrees a thing may lie turned."""
SIZES = (0.9, 0.95, 1.05, 1.1)
"""How much larger or smaller it may look, nearer to the camera or farther from it."""
STRAIGHT, WORTH_TURNING, TURNED_BY = 0.93, 0.6, 0.004
"""What agrees better than the first lies straight; what agrees less than the second is not made to
agree by turning it; and a turn must bring this much."""
RIM, EDGE, LUMP = 1, 3, 1.5
"""Pixels along the border that belong to what lies around, those where an edge may lie, and how
broad a lump is."""
BROAD = 5
"""Pixels beyond which a lump is gone."""
STEPS = np.array([(x, y) for y in range(-1, 2) for x in range(-1, 2)])
WIDER_STEPS = np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3)])
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
    lumps: Array
    """how large the largest lump is that the best picture leaves unexplained; its own is 1"""
    straight: Array
    """the patches, turned so that things lie straight and brought within reach"""

    def some(self, cells: Numbers) -> Laid:
        """The same of some of the patches."""
        return Laid(*(getattr(self, one.name)[cells] for one in fields(self)))


@dataclass
class Found:
    """Where a few taught pictures agree best with some patches; changed as they are looked at."""

    close: Numbers
    """(cells, few): the best picture of each label that comes close"""
    which: Numbers
    """which of them agrees best"""
    like: Array
    aside: Numbers
    patches: Array

    def take(self, cells: Numbers, other: Found) -> None:
        """Believe *other* of some cells."""
        for one in fields(self):
            getattr(self, one.name)[cells] = getattr(other, one.name)

    def some(self, cells: Numbers | NDArray[np.bool_]) -> Found:
        return Found(*(getattr(self, one.name)[cells] for one in fields(self)))


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
        """Lay the taught pictures over patches (WIDE), wherever and however they agree best."""
        found = self.sought(patches, REACH)
        far = np.flatnonzero(found.like < FAR)
        if len(far):
            wider = self.sought(patches[far], FARTHER)
            better = wider.like > found.like[far] + FARTHER_BY
            found.take(far[better], within_reach(wider.some(better)))
        straighten(self.whole, found)
        n = np.arange(len(patches))
        template = found.close[n, found.which]
        label = self.label_of[template]
        rows = unit(windows_at(grey(found.patches), found.aside, TEMPLATE))
        lumps = lumps_left(rows, self.whole[template])
        behind = self._behind(rows, label)
        return Laid(label, found.like, found.aside, behind, lumps, found.patches)

    def sought(self, patches: Array, reach: int) -> Found:
        """Where the taught pictures agree best, at most so many pixels aside."""
        shades = grey(patches)
        count, side = shades.shape[:2]
        half = shades.reshape(count, side // 2, 2, side // 2, 2).mean(axis=(2, 4))
        steps = np.arange(-reach // 2, reach // 2 + 1)
        grid = np.array([(x, y) for y in steps for x in steps])
        rows = _everywhere(half, grid, TEMPLATE // 2)
        agreement = (rows.reshape(-1, rows.shape[2]) @ self.small.T).reshape(count, len(grid), -1)
        close = self._closest(agreement.max(axis=1))
        n = np.arange(count)
        score, aside = np.empty(close.shape), np.empty((*close.shape, 2), int)
        for rank in range(close.shape[1]):
            template = close[:, rank]
            place = grid[agreement[n, :, template].argmax(axis=1)] * 2 - ODD
            tries = np.clip(place[:, None] + STEPS, -reach, reach)
            fine = unit(spots_at(shades, tries, TEMPLATE))
            like = np.einsum("csp,cp->cs", fine, self.whole[template])
            score[:, rank] = like.max(axis=1)
            aside[:, rank] = tries[n, like.argmax(axis=1)]
        which = score.argmax(axis=1)
        return Found(close, which, score[n, which], aside[n, which], patches.copy())

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


def within_reach(found: Found) -> Found:
    """The same with patches moved, so that nothing lies farther aside than the nets look."""
    near = np.clip(found.aside, -REACH, REACH)
    for number, (x, y) in enumerate(near - found.aside):
        move = np.array([[1, 0, x], [0, 1, y]], float)
        found.patches[number] = _warped(found.patches[number], move)
    found.aside = near
    return found


def straighten(whole: Array, found: Found) -> None:
    """Turn and size what lies askew until the taught pictures (as rows, *whole*) agree best."""
    askew = np.flatnonzero((found.like >= WORTH_TURNING) & (found.like < STRAIGHT))
    if not len(askew):
        return
    before = found.some(askew)
    pictures, shades = whole[before.close], grey(before.patches)
    turn, _ = _best(shades, before.aside, pictures, [(angle, 1.0) for angle in (0.0, *TURNS)])
    _, size = _best(shades, before.aside, pictures, [(turn, much) for much in (1.0, *SIZES)])
    changed = np.flatnonzero((turn != 0) | (size != 1))
    for number in changed:
        move = _around(before.patches.shape[1], before.aside[number], turn[number], size[number])
        before.patches[number] = _warped(before.patches[number], move)
    tries = np.clip(before.aside[:, None] + WIDER_STEPS, -REACH, REACH)
    fine = unit(spots_at(grey(before.patches), tries, TEMPLATE))
    like = np.einsum("csp,cfp->csf", fine, pictures).reshape(len(askew), -1)
    best, few = like.argmax(axis=1), before.close.shape[1]
    better = np.flatnonzero(like.max(axis=1) > before.like + TURNED_BY)
    before.like = like.max(axis=1)
    before.which, before.aside = best % few, tries[np.arange(len(askew)), best // few]
    found.take(askew[better], before.some(better))


def _best(
    shades: Array, aside: Numbers, pictures: Array, ways: list[tuple[Any, Any]]
) -> tuple[Array, Array]:
    """The turn and the size of each patch with which a picture agrees best."""
    count = len(shades)
    poses = [np.broadcast_arrays(np.zeros(count), *way)[1:] for way in ways]
    seen = np.empty((count, len(ways), TEMPLATE, TEMPLATE), np.float32)
    for number, (shade, at) in enumerate(zip(shades, aside, strict=True)):
        for way, (turn, size) in enumerate(poses):
            seen[number, way] = _window(shade, at, turn[number], size[number])
    best = np.einsum("cwp,cfp->cwf", unit(seen), pictures).max(axis=2).argmax(axis=1)
    chosen = np.array([np.stack(pose, axis=1) for pose in poses])[best, np.arange(count)]
    return chosen[:, 0], chosen[:, 1]


def _around(side: int, aside: Numbers, turn: float, size: float) -> Array:
    """Turns and sizes a patch around the thing in it."""
    middle = (side - 1) / 2 + aside
    centre = (float(middle[0]), float(middle[1]))
    return np.asarray(cv2.getRotationMatrix2D(centre, float(turn), float(size)))


def _window(shade: Array, aside: Numbers, turn: float, size: float) -> Array:
    """What a picture is laid over, turned and sized around its middle."""
    move = _around(shade.shape[0], aside, turn, size)
    move[:, 2] -= (shade.shape[0] - TEMPLATE) / 2 + aside
    return _warped(shade, move, TEMPLATE)


def lumps_left(rows: Array, pictures: Array) -> Array:
    """How large the largest lump is that a picture leaves unexplained, its own largest being 1.

    Blur, a lamp or a hair's breadth of turn leave thin edges everywhere. Another drawing leaves a
    stroke: that is what tells something that was never taught.
    """
    inner = np.zeros((TEMPLATE, TEMPLATE), bool)
    inner[RIM:-RIM, RIM:-RIM] = True
    flat = _flat(inner)
    seen, shown = rows[:, inner.ravel()], pictures[:, inner.ravel()]
    seen = seen - (seen @ flat) @ flat.T
    level = shown - (shown @ flat) @ flat.T
    power = np.maximum(np.einsum("cp,cp->c", level, level), 1e-6)
    strength = np.maximum(np.einsum("cp,cp->c", seen, level) / power, FAINTEST)[:, None]
    left = _without_edges((seen - strength * level).reshape(len(rows), *[TEMPLATE - 2 * RIM] * 2))
    return _lump(left) / (strength[:, 0] * _lump(shown.reshape(left.shape)))


def _flat(inner: NDArray[np.bool_]) -> Array:
    """What shade and slope look like on some pixels, as columns at right angles."""
    y, x = np.nonzero(inner)
    slopes = np.stack([np.ones(len(x)), x - x.mean(), y - y.mean()], axis=1)
    return np.asarray(np.linalg.qr(slopes)[0], np.float32)


def _without_edges(left: Array) -> Array:
    """What is left without lines along the border: there lies the edge of a tile, or the next one."""
    for one in (left, left.transpose(0, 2, 1)):
        for line in (*range(EDGE), *range(-EDGE, 0)):
            one[:, line] -= np.median(one[:, line], axis=1, keepdims=True)
    return left


def _lump(squares: Array) -> Array:
    """The largest lump of each."""
    count, side = squares.shape[:2]
    apart = np.zeros((count, side + 2 * BROAD, side), np.float32)
    apart[:, BROAD:-BROAD] = squares
    soft = cv2.GaussianBlur(apart.reshape(-1, side), (0, 0), LUMP, borderType=cv2.BORDER_CONSTANT)
    return np.maximum(np.abs(soft).reshape(count, -1).max(axis=1), 1e-6)


def _warped(patch: Array, move: Array, side: int = WIDE) -> Array:
    return np.asarray(cv2.warpAffine(patch, move, (side, side), borderMode=cv2.BORDER_REPLICATE))


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
