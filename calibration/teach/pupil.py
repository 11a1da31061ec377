"""All lessons of a kind together, and what is drawn from them: nets, templates, papers, hues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..boards.board import EMPTY
from ..read.cues import MARGIN, REACH, SEEN, TEMPLATE, WIDE, cues, grey, windows_at
from ..read.hues import Hues, hues_of
from ..read.learnt import USUAL, Net
from ..read.squares import unit
from .framing import framed
from .jitter import covered, displaced, mingled, varied
from .showing import Showing
from .training import trained

Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

NETS, SAMPLES = 3, 5000
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
PLAIN = 0.05
"""Faces with less contrast than this have no drawing."""


@dataclass(frozen=True)
class Pupil:
    """All lessons together, each face laid where the others of its label lie."""

    names: tuple[str, ...]
    labels: Labels
    picture: Labels
    patches: Array
    shades: Array
    """(lessons, TEMPLATE, TEMPLATE) in grey"""
    textured: bool
    plain: NDArray[np.bool_]

    @classmethod
    def of(cls, showings: Sequence[Showing], bare: bool) -> Pupil:
        patches = np.concatenate([showing.patches for showing in showings])
        said = np.array([label for showing in showings for label in showing.labels])
        picture = np.repeat(np.arange(len(showings)), [len(s.labels) for s in showings])
        names, labels = np.unique(said, return_inverse=True)
        shades = grey(patches)
        aside = np.zeros((len(patches), 2), int)
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
        inner = still[:, 6:-6, 6:-6].std(axis=(1, 2))
        plain = np.array([np.median(inner[labels == n]) < PLAIN for n in range(len(names))])
        seen = windows_at(patches, aside, SEEN)
        return cls(tuple(map(str, names)), labels, picture, seen, still, bool(textured), plain)

    def templates(self) -> tuple[Array, Labels]:
        """A few pictures of every drawn face: those that the others resemble most."""
        kept: list[int] = []
        for label in np.flatnonzero(~self.plain):
            own = np.flatnonzero(self.labels == label)
            kept += own[medoids(self.shades[own], MEDOIDS)].tolist()
        return self.shades[kept], self.labels[kept]

    def likeness(self) -> Array:
        """How well faces of each label agree with those in other pictures, in the middle.

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
        """Textures by their colours; a bare cell is one of them."""
        return hues_of(self.patches, self.labels, self.picture) if self.textured else None

    @property
    def part(self) -> Labels:
        """In which part of the pictures each lesson is; those of one evening follow each other."""
        return self.picture * NETS // (int(self.picture.max()) + 1)

    def papers(self) -> tuple[Array, Labels]:
        """The colours of faces without a drawing."""
        own = np.flatnonzero(self.plain[self.labels])
        edge = MARGIN - (WIDE - SEEN) // 2 + 6
        return self.patches[own][:, edge:-edge, edge:-edge].mean(axis=(1, 2)), self.labels[own]

    def net(self, dice: Generator, without: int) -> Net:
        """A net trained without some of the pictures, where a label is shown in others."""
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
        squares = self._turned(dice, self.patches[chosen])
        shown = varied(dice, squares, 1.5 if self.textured else 0.8)
        some = dice.random(SAMPLES) < HIDDEN_A_LITTLE
        shown[some] = covered(dice, shown[some], 0.03, 0.2)
        aliens = self._aliens(dice, keep, weight)
        labels = np.concatenate([self.labels[chosen], np.full(len(aliens), len(self.names))])
        return cues(np.concatenate([shown, aliens])), labels

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
        """What nobody taught: things mostly hidden, astride two cells, or far aside."""
        count = int(ALIENS * SAMPLES)
        one, other = (dice.choice(keep, count, p=weight) for _ in range(2))
        shown = varied(dice, self.patches[one], 1.5)
        alike = self.labels[one] == self.labels[other]
        third = np.arange(count) * 3 // count
        hidden = alike | (third == 0)
        astride = ~hidden & ((third == 1) | self.textured)
        aside = ~hidden & ~astride
        shown[hidden] = covered(dice, shown[hidden], 0.45, 1.0)
        shown[astride] = mingled(
            dice, shown[astride], varied(dice, self.patches[other[astride]], 1.5)
        )
        shown[aside] = displaced(dice, shown[aside])
        return shown


def _congealed(shades: Array) -> Labels:
    """How far each of some pictures of one face lies aside of the one the others resemble most."""
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
    """The pictures that the others resemble most, one after another."""
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
    """How well two pictures of one label agree that were shown in different pictures."""
    rows = unit(squares)
    own = (labels[:, None] == labels[None]) & (picture[:, None] != picture[None])
    return float(np.median((rows @ rows.T)[own])) if own.any() else 1.0
