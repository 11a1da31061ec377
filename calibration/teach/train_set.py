"""All lessons of a kind together, and what is drawn from them: nets, templates, papers, hues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..geometry.board import EMPTY
from ..read.features import MARGIN, REACH, SEEN, TEMPLATE, WIDE, cues, grey, windows_at
from ..read.learnt import USUAL, Net
from ..read.straight import GRAIN, unit
from ..read.texture_colours import Hues, hues_of
from ..read.tint import Tint
from .adam import trained
from .jitter import covered, displaced, mingled, varied


@dataclass(frozen=True)
class Showing:
    """All labelled cells of one kind in one teaching picture."""

    kind: str
    cells: tuple[str, ...]
    labels: tuple[str, ...]
    places: Array = field(repr=False)
    patches: Array = field(repr=False)
    """(cells, WIDE, WIDE, 3), relieved of the light; in half precision, as all pictures are kept"""
    tint: Tint | None = field(default=None, repr=False)
    """What is still to be taken off, so that all pictures are seen in one light"""

    @property
    def seen(self) -> Array:
        """Return the patches in full precision and in one light."""
        seen = self.patches.astype(np.float32)
        return seen if self.tint is None else self.tint.taken_off(seen, self.places)

    @property
    def bare(self) -> NDArray[np.bool_]:
        return np.array([label == EMPTY for label in self.labels])


# Faces of all labels in one frame: the edges of their tiles lie where those of all others lie.
#
# Lessons of one label are laid upon each other. Where a label was shown only a few times, and each
# of them lay a little low, its pictures would all be cut out too low: an umlaut without its dots.

OFTEN = 6
"""Labels shown this often are centred in their cells on average."""
FAR = 4
"""How far aside all lessons of a label may lie."""
DRAWING = 28
"""Pixels across the middle, where drawings are; around it lie the edges."""


def framed(shades: Array, aside: Labels, labels: Labels, faces: Sequence[int]) -> Labels:
    """Return the offset of each lesson once the edges of all labels are aligned."""
    groups = [own for label in faces if len(own := np.flatnonzero(labels == label))]
    often = [own for own in groups if len(own) >= OFTEN]
    if not often:
        return aside
    aside = aside.copy()
    for own in often:
        aside[own] -= np.rint(aside[own].mean(axis=0)).astype(int)
    frame = _ring(np.mean([_mean(shades, aside, own) for own in often], axis=0))
    for own in groups:
        aside[own] += _shift(shades, aside, own, frame)
    return np.clip(aside, -REACH, REACH)


def _shift(shades: Array, aside: Labels, own: Labels, frame: Array) -> Labels:
    """Return how far aside a label has to be cut out."""
    steps = sorted(
        ((x, y) for x in range(-FAR, FAR + 1) for y in range(-FAR, FAR + 1)),
        key=lambda step: step[0] ** 2 + step[1] ** 2,
    )
    tries = [_ring(_mean(shades, aside + np.array(step), own)) @ frame for step in steps]
    return np.array(steps[int(np.argmax(tries))])


def _mean(shades: Array, aside: Labels, own: Labels) -> Array:
    seen = windows_at(shades[own], np.clip(aside[own], -REACH, REACH), SEEN)
    return np.asarray(seen.mean(axis=0))


def _ring(square: Array) -> Array:
    """Return the surroundings of the drawing as a row of unit length without its mean."""
    around = np.ones(square.shape, bool)
    edge = (SEEN - DRAWING) // 2
    around[edge:-edge, edge:-edge] = False
    row = square[around] - square[around].mean()
    return np.asarray(row / (np.linalg.norm(row) + GRAIN * np.sqrt(len(row))))


Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

NETS, SAMPLES, AT_ONCE = 3, 5000, 500
"""How many nets, how many variations each sees, and how many are made at once."""
ALIENS = 0.2
"""Things nobody taught, as a share of the samples."""
HIDDEN_A_LITTLE = 0.1
MEDOIDS = 4
LEANING = 4
"""How many lessons all labels together are worth, where one label has few."""
TEXTURED = 0.4
"""Where two taught pictures of one label agree less than this, in the middle, labels have many
looks. How many pictures there are makes no difference: textures agree by 0.11 to 0.14, digits of
many newspapers by 0.61 to 0.73, letters of one edition by 0.9."""
PLAIN, WITHIN = 0.03, 8
"""Faces with less contrast than this in every colour, so many pixels within what is seen, have no
drawing. A large shape leaves the middle of a thing as even as a blank one."""
MOST_HUES = 8
"""Lessons of one label whose colours are kept."""


@dataclass(frozen=True)
class Pupil:
    """All lessons together, each face laid where the others of its label lie."""

    names: tuple[str, ...]
    labels: Labels
    picture: Labels
    patches: Array
    """in half precision: of twelve pictures there are thousands"""
    shades: Array
    """(lessons, TEMPLATE, TEMPLATE) in grey"""
    textured: bool
    plain: NDArray[np.bool_]

    @classmethod
    def of(cls, showings: Sequence[Showing], bare: bool) -> Pupil:
        said = np.array([label for showing in showings for label in showing.labels])
        picture = np.repeat(np.arange(len(showings)), [len(s.labels) for s in showings])
        names, labels = np.unique(said, return_inverse=True)
        shades = np.concatenate([grey(showing.seen) for showing in showings])
        aside = np.zeros((len(shades), 2), int)
        faces = [n for n, name in enumerate(names) if not (bare and name == EMPTY)]
        for label in faces:
            own = np.flatnonzero(labels == label)
            aside[own] = _congealed(shades[own])
        aside = framed(shades, aside, labels, faces)
        still = windows_at(shades, aside, TEMPLATE)
        face = np.isin(labels, faces)
        textured = _agreeing(still[face], labels[face], picture[face]) < TEXTURED
        if textured:
            aside[:] = 0
        first = np.cumsum([0, *(len(showing.labels) for showing in showings)])
        seen = [
            _windows(showing, aside[start : start + len(showing.labels)])
            for showing, start in zip(showings, first, strict=False)
        ]
        patches = np.concatenate(seen)
        inner = np.concatenate([_contrast(one) for one in seen])
        plain = np.array([np.median(inner[labels == n]) < PLAIN for n in range(len(names))])
        if bare:  # a cell that shows its own print is known by that
            plain |= names == EMPTY
        return cls(tuple(map(str, names)), labels, picture, patches, still, bool(textured), plain)

    def templates(self) -> tuple[Array, Labels]:
        """Choose a few pictures of every drawn face: those that others resemble most."""
        kept: list[int] = []
        for label in np.flatnonzero(~self.plain):
            own = np.flatnonzero(self.labels == label)
            kept += own[medoids(self.shades[own], MEDOIDS)].tolist()
        return self.shades[kept], self.labels[kept]

    def likeness(self) -> Array:
        """Return the median agreement of faces of each label with those in other pictures.

        Thin strokes agree less than broad ones. Labels with few lessons lean on the others.
        """
        drawn = np.flatnonzero(~self.plain[self.labels])
        rows, labels, part = unit(self.shades[drawn]), self.labels[drawn], self.part[drawn]
        own = (labels[:, None] == labels[None]) & (part[:, None] != part[None])
        seen = np.where(own, rows @ rows.T, 0).max(axis=1, initial=0)
        known = own.any(axis=1)
        middle = float(np.median(seen[known])) if known.any() else USUAL
        usual = np.full(len(self.names), middle)
        for label in np.unique(labels[known]):
            some = seen[known & (labels == label)]
            usual[label] = (some.sum() + LEANING * middle) / (len(some) + LEANING)
        return usual

    def hues(self) -> Hues | None:
        """Keep what is told by colours: textures, of which a bare cell is one, and drawn faces."""
        own = np.arange(len(self.labels))
        if not self.textured:
            drawn = (np.flatnonzero(self.labels == n) for n in np.flatnonzero(~self.plain))
            own = np.concatenate([_spread_out(some, MOST_HUES) for some in drawn] or [own[:0]])
        if len(np.unique(self.labels[own])) < 2:
            return None
        return hues_of(self.some(own), self.labels[own], self.picture[own])

    @property
    def part(self) -> Labels:
        """The part of the pictures each lesson belongs to;
        those of one evening follow each other."""
        return self.picture * NETS // (int(self.picture.max()) + 1)

    def papers(self) -> tuple[Array, Labels]:
        """Return the colours of faces without a drawing."""
        own = np.flatnonzero(self.plain[self.labels])
        edge = MARGIN - (WIDE - SEEN) // 2 + 6
        inner = self.patches[own, edge:-edge, edge:-edge].astype(np.float32)
        return inner.mean(axis=(1, 2)), self.labels[own]

    def some(self, lessons: Labels) -> Array:
        """Return some of the patches in full precision."""
        return self.patches[lessons].astype(np.float32)

    def net(self, dice: Generator, without: int) -> Net:
        """Train a net without some of the pictures, if a label is shown in others."""
        away = self.picture % NETS == without
        left = np.bincount(self.labels[~away], minlength=len(self.names))
        keep = np.flatnonzero(~away | (left < 2)[self.labels])
        x, y = self._samples(dice, keep)
        middle, spread = x.mean(axis=0), x.std(axis=0) + 0.05
        return trained(dice, (x - middle) / spread, y, len(self.names) + 1, middle, spread)

    def _samples(self, dice: Generator, keep: Labels) -> tuple[Array, Labels]:
        labels = self.labels[keep]
        weight = 1 / np.sqrt(np.bincount(labels))[labels]
        weight /= weight.sum()
        chosen = dice.choice(keep, SAMPLES, p=weight)
        seen = [self._varied(dice, chosen[at : at + AT_ONCE]) for at in range(0, SAMPLES, AT_ONCE)]
        strange = self._aliens(dice, keep, weight)
        labels = np.concatenate([self.labels[chosen], np.full(len(strange), len(self.names))])
        return np.concatenate([*seen, strange]), labels

    def _varied(self, dice: Generator, chosen: Labels) -> Array:
        """Make cues of some lessons as they may look on another evening."""
        squares = self._turned(dice, self.some(chosen))
        shown = varied(dice, squares, 1.5 if self.textured else 0.8)
        some = dice.random(len(shown)) < HIDDEN_A_LITTLE
        shown[some] = covered(dice, shown[some], 0.03, 0.2)
        return cues(shown)

    def _turned(self, dice: Generator, squares: Array) -> Array:
        """Textures lie any way round."""
        if not self.textured:
            return squares
        return np.stack(
            [
                np.rot90(x, k)
                for x, k in zip(squares, dice.integers(0, 4, len(squares)), strict=True)
            ]
        )

    def _aliens(self, dice: Generator, keep: Labels, weight: Array) -> Array:
        """Make cues of what nobody taught: mostly hidden, between two cells, or far aside."""
        count = int(ALIENS * SAMPLES)
        one, other = (dice.choice(keep, count, p=weight) for _ in range(2))
        third = np.arange(count) * 3 // count
        seen = []
        for at in range(0, count, AT_ONCE):
            some = slice(at, at + AT_ONCE)
            seen.append(self._alien(dice, one[some], other[some], third[some]))
        return np.concatenate(seen)

    def _alien(self, dice: Generator, one: Labels, other: Labels, third: Labels) -> Array:
        shown = varied(dice, self.some(one), 1.5)
        alike = self.labels[one] == self.labels[other]
        hidden = alike | (third == 0)
        astride = ~hidden & ((third == 1) | self.textured)
        aside = ~hidden & ~astride
        shown[hidden] = covered(dice, shown[hidden], 0.45, 1.0)
        shown[astride] = mingled(dice, shown[astride], varied(dice, self.some(other[astride]), 1.5))
        shown[aside] = displaced(dice, shown[aside])
        return cues(shown)


def _contrast(seen: Array) -> Array:
    """Measure the contrast of faces in the colour in which it is largest."""
    inner = seen[:, WITHIN:-WITHIN, WITHIN:-WITHIN].astype(np.float32)
    return np.sqrt(np.maximum(inner, 0)).std(axis=(1, 2)).max(axis=1)


def _spread_out(some: Labels, most: int) -> Labels:
    """Choose at most so many of some lessons, from first to last."""
    if len(some) <= most:
        return some
    return some[np.linspace(0, len(some) - 1, most).round().astype(int)]


def _windows(showing: Showing, aside: Labels) -> Array:
    return np.asarray(windows_at(showing.seen, aside, SEEN).astype(np.float16))


def _congealed(shades: Array) -> Labels:
    """Return the offset of each picture of one face from the most typical one."""
    aside = np.zeros((len(shades), 2), int)
    if len(shades) == 1:
        return aside
    start = (WIDE - TEMPLATE) // 2
    inner = shades[:, start : start + TEMPLATE, start : start + TEMPLATE]
    model = inner[medoids(inner, 1)[0]]
    around = slice(start - REACH, start + TEMPLATE + REACH)
    for _ in range(2):
        for one, shade in enumerate(shades):
            found = cv2.matchTemplate(
                np.ascontiguousarray(shade[around, around]), model, cv2.TM_CCOEFF_NORMED
            )
            y, x = np.unravel_index(found.argmax(), found.shape)
            aside[one] = x - REACH, y - REACH
        model = np.median(windows_at(shades, aside, TEMPLATE), axis=0).astype(np.float32)
    return aside


def medoids(squares: Array, count: int) -> Labels:
    """Choose the pictures that others resemble most, one after another."""
    rows = unit(squares)
    alike = rows @ rows.T
    chosen = [int(alike.sum(axis=1).argmax())]
    while len(chosen) < min(count, len(squares)):
        so_far = alike[:, chosen].max(axis=1)
        gain = np.maximum(alike - so_far[:, None], 0).sum(axis=0)
        gain[chosen] = -1
        chosen.append(int(gain.argmax()))
    return np.array(chosen)


def _agreeing(squares: Array, labels: Labels, picture: Labels) -> float:
    """Return how well two examples of one label agree across pictures."""
    rows = unit(squares)
    own = (labels[:, None] == labels[None]) & (picture[:, None] != picture[None])
    return float(np.median((rows @ rows.T)[own])) if own.any() else 1.0
