"""The learnt reader: where an edition was shown in several pictures, it knows how its faces vary.

Three voices are heard on every cell, and one chance per label comes of them:
what the cell looks like when it is bare, small nets trained on the owner's own pictures, and the
taught pictures themselves laid over what is seen. Where they disagree, the cell stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards.board import EMPTY, SOMETHING_ELSE, Cell
from .chances import SURE
from .cues import MARGIN, REACH, SEEN, TEMPLATE, WIDE, coarse, cues, from_bare, grey, windows_at
from .looked import CellReading
from .tint import Tint, tint_of

Array = NDArray[np.floating[Any]]

LEAST_BARE, MOST_BARE = 0.05, 0.999
"""Unlike light may make a bare cell look unlike itself; hardly anything makes another look so."""
BORROWED_BARE = 0.9
"""What is believed at most of a cell that nobody ever saw bare."""
LIKE = 0.7
"""A taught picture that agrees less than this with what is seen is not the place to look."""
PAPER = 0.12
"""A face without a drawing is believed only where its colour is this near to a taught one."""
ALIEN = 0.5
"""How much less often something else is seen than in training."""
FEW = 4
"""How many labels are laid over a cell pixel by pixel."""
TWINS, APART, FIRMER = 0.012, 0.05, 1.5
"""A label that agrees hardly better than another is one of two; one that agrees so much better
has odds this many times as good, any other so many times worse."""
ALONE = 5.0
"""How many times as likely everything else is where the nets speak alone."""
GRAIN = 0.005
"""Contrast below this is the camera's."""
STEPS = np.array([(x, y) for y in range(-1, 2) for x in range(-1, 2)])
ODD = (WIDE - TEMPLATE) // 2 - 2 * ((WIDE // 2 - TEMPLATE // 2) // 2)
"""By how much the middle of a patch half as large lies aside."""


@dataclass(frozen=True)
class Net:
    """One hidden layer."""

    first: Array
    first_bias: Array
    last: Array
    last_bias: Array
    middle: Array
    spread: Array

    def said(self, seen: Array) -> Array:
        """What it makes of cues: one figure per label, the last for everything else."""
        hidden = ((seen - self.middle) / self.spread) @ self.first + self.first_bias
        return np.maximum(hidden, 0) @ self.last + self.last_bias


@dataclass(frozen=True)
class Laid:
    """Taught pictures laid over some patches; everything in the order of the patches."""

    label: NDArray[np.int64]
    aside: NDArray[np.int64]
    like: Array
    margin: Array
    """How much better the best label agrees than any other."""


@dataclass(frozen=True)
class Learnt:
    """What was learnt of the cells of one kind."""

    kind: str
    names: tuple[str, ...]
    nets: tuple[Net, ...] = field(repr=False)
    templates: Array = field(repr=False)
    """(templates, TEMPLATE, TEMPLATE): taught pictures of drawn faces, in grey"""
    template_of: NDArray[np.int64] = field(repr=False)
    papers: Array = field(repr=False)
    """(papers, 3): colours of faces without a drawing"""
    paper_of: NDArray[np.int64] = field(repr=False)
    textured: bool
    """Whether one label has many looks, so that no taught picture need agree with what is seen."""
    cells: tuple[str, ...] = ()
    """The cells of which something is known when they are bare; none where that says nothing."""
    looks: Array = field(default_factory=lambda: np.empty((0, 16, 3), np.float32), repr=False)
    """(cells, 16, 3): their colours then"""
    bare: Array = field(default_factory=lambda: np.zeros(3), repr=False)
    """How differences from that look speak against being bare."""

    @cached_property
    def plain(self) -> NDArray[np.bool_]:
        """Which labels have no drawing."""
        return np.isin(np.arange(len(self.names)), self.paper_of)

    @cached_property
    def bare_label(self) -> int:
        return self.names.index(EMPTY) if self.cells else -1

    @cached_property
    def _rows(self) -> tuple[Array, Array]:
        """The templates as rows of unit length without mean, half as large and whole."""
        half = self.templates.reshape(-1, TEMPLATE // 2, 2, TEMPLATE // 2, 2).mean(axis=(2, 4))
        return unit(half), unit(self.templates)

    def chances(self, patches: Array, cells: Sequence[Cell], places: Array) -> Array:
        """(cells, labels + 1): the chance of every label, the last for something else.

        *patches* are WIDE, relieved of the light.
        """
        patches, bare = self._calibrated(patches, cells, places)
        still = np.zeros((len(cells), 2), int)
        said = self._nets_say(windows_at(patches, still, SEEN))
        chances = self._together(said, bare)
        unsure = (chances[:, self.bare_label] < SURE) | (not self.cells)
        open_ = np.flatnonzero(unsure)
        if len(open_) and not self.textured:
            laid = self._laid_over(patches[open_])
            moved = np.flatnonzero((laid.like >= LIKE) & laid.aside.any(axis=1))
            if len(moved):
                at = open_[moved]
                said[at] = self._nets_say(windows_at(patches[at], laid.aside[moved], SEEN))
                chances[at] = self._together(said[at], bare[at])
            self._agree(chances, open_, laid, patches)
        return self._unborne(chances) if self.textured else chances

    def _unborne(self, chances: Array) -> Array:
        """Where no taught picture can bear the nets out, they have to be surer by themselves."""
        best = chances.argmax(axis=1)
        doubted = chances * ALONE
        n = np.arange(len(best))
        doubted[n, best] = chances[n, best]
        return np.asarray(doubted / doubted.sum(axis=1, keepdims=True))

    def _calibrated(
        self, patches: Array, cells: Sequence[Cell], places: Array
    ) -> tuple[Array, Array]:
        """The patches in the light they were taught in, and how likely each cell is bare."""
        if not self.cells:
            return patches, np.ones(len(cells))
        number = {name: n for n, name in enumerate(self.cells)}
        at = np.array([number.get(cell.id, -1) for cell in cells])
        known = at >= 0
        looks = self.looks[np.maximum(at, 0)]
        tint = self._tint(patches, looks, known, places)
        patches = tint.taken_off(patches, places)
        seen = windows_at(patches, np.zeros((len(cells), 2), int), SEEN)
        bare = self._bare(from_bare(seen, looks))
        for cell in np.flatnonzero(~known):
            many = np.broadcast_to(seen[cell], (len(self.looks), *seen.shape[1:]))
            bare[cell] = min(BORROWED_BARE, float(self._bare(from_bare(many, self.looks)).max()))
        return patches, np.clip(bare, LEAST_BARE, MOST_BARE)

    def _tint(self, patches: Array, looks: Array, known: NDArray[np.bool_], places: Array) -> Tint:
        if known.sum() < len(known) / 5:
            return Tint(np.zeros((8, 3)), 0.0)
        inner = patches[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
        return tint_of(coarse(inner).mean(axis=1), looks.mean(axis=1), known, places)

    def _bare(self, away: Array) -> Array:
        odds = away @ self.bare[:-1] + self.bare[-1]
        return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))

    def _nets_say(self, seen: Array) -> Array:
        shown = cues(seen)
        return np.asarray(np.mean([softmax(net.said(shown)) for net in self.nets], axis=0))

    def _together(self, said: Array, bare: Array) -> Array:
        """The nets' chances, and those of the bare cell."""
        if not self.cells:
            return said.copy()
        both = said * (1 - bare[:, None])
        both[:, self.bare_label] = said[:, self.bare_label] * bare
        both[:, -1] = said[:, -1] * ALIEN
        return both / both.sum(axis=1, keepdims=True)

    def _laid_over(self, patches: Array) -> Laid:
        """Lay the taught pictures over patches, wherever they agree best."""
        shades = grey(patches)
        count, side = shades.shape[:2]
        half = shades.reshape(count, side // 2, 2, side // 2, 2).mean(axis=(2, 4))
        small, whole = self._rows
        reach = np.arange(-REACH // 2, REACH // 2 + 1)
        grid = np.array([(x, y) for y in reach for x in reach])
        rows = _everywhere(half, grid, TEMPLATE // 2)
        agreement = (rows.reshape(-1, rows.shape[2]) @ small.T).reshape(count, len(grid), -1)
        close = self._closest(agreement.max(axis=1))
        n = np.arange(count)
        score, aside = np.empty(close.shape), np.empty((*close.shape, 2), int)
        for rank in range(close.shape[1]):
            template = close[:, rank]
            place = grid[agreement[n, :, template].argmax(axis=1)] * 2 - ODD
            tries = np.clip(place[:, None] + STEPS, -REACH, REACH)
            each = np.repeat(n, len(STEPS))
            fine = unit(windows_at(shades[each], tries.reshape(-1, 2), TEMPLATE))
            like = np.einsum("csp,cp->cs", fine.reshape(count, len(STEPS), -1), whole[template])
            score[:, rank] = like.max(axis=1)
            aside[:, rank] = tries[n, like.argmax(axis=1)]
        first = score.argmax(axis=1)
        best = score[n, first]
        score[n, first] = -1
        margin = best - score.max(axis=1)
        return Laid(self.template_of[close[n, first]], aside[n, first], best, margin)

    def _closest(self, agreement: Array) -> NDArray[np.int64]:
        """(cells, few): the best template of each of the few labels that agree best."""
        drawn = np.unique(self.template_of)
        best = np.stack([agreement[:, self.template_of == label].max(axis=1) for label in drawn], 1)
        at = [
            np.flatnonzero(self.template_of == label)[
                agreement[:, self.template_of == label].argmax(axis=1)
            ]
            for label in drawn
        ]
        few = min(FEW, len(drawn))
        order = np.argsort(-best, axis=1)[:, :few]
        return np.take_along_axis(np.stack(at, axis=1), order, axis=1)

    def _agree(self, chances: Array, at: NDArray[np.int64], laid: Laid, patches: Array) -> None:
        """Take back what the taught pictures, or the paper of a plain face, do not bear out."""
        own = patches[at][:, MARGIN + 6 : -MARGIN - 6, MARGIN + 6 : -MARGIN - 6].mean(axis=(1, 2))
        best = chances[at, :-1].argmax(axis=1)
        drawn = ~self.plain[best]
        borne = ~drawn | ((laid.label == best) & (laid.margin >= TWINS))
        for label in np.flatnonzero(self.plain):
            papers = self.papers[self.paper_of == label]
            near = np.linalg.norm(own[:, None] - papers, axis=2).min(axis=1) < PAPER
            borne &= near | (best != label) | (label == self.bare_label)
        chances[at[~borne], :-1] /= 2
        named = borne & drawn
        firmer = np.where(laid.margin >= APART, FIRMER, 1 / FIRMER)
        chances[at[named], best[named]] *= firmer[named]
        total = chances[at].sum(axis=1)
        chances[at[named]] /= total[named][:, None]
        chances[at[~borne], -1] += 1 - total[~borne]

    def readings(
        self, patches: Array, cells: Sequence[Cell], places: Array
    ) -> dict[str, CellReading]:
        """What every cell shows, with its chances."""
        names = (*self.names, SOMETHING_ELSE)
        return {
            cell.id: CellReading(dict(zip(names, row.tolist(), strict=True)))
            for cell, row in zip(cells, self.chances(patches, cells, places), strict=True)
        }


def softmax(figures: Array) -> Array:
    """Chances that sum to one."""
    powers = np.exp(figures - figures.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def unit(squares: Array) -> Array:
    """Pictures as rows without mean, of unit length where they have contrast."""
    rows = squares.reshape(*squares.shape[:-2], -1)
    rows = rows - rows.mean(axis=-1, keepdims=True)
    length = np.sqrt(np.einsum("...p,...p->...", rows, rows))[..., None]
    return np.asarray(rows / (length + GRAIN * np.sqrt(rows.shape[-1])), np.float32)


def _everywhere(shades: Array, grid: NDArray[np.int64], side: int) -> Array:
    """(cells, places, side * side): unit rows of all patches at all places of *grid*."""
    start = (shades.shape[1] - side) // 2
    view = np.lib.stride_tricks.sliding_window_view(shades, (side, side), axis=(1, 2))
    return unit(view[:, start + grid[:, 1], start + grid[:, 0]])
