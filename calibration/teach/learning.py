"""Teaching the learnt reader: some seconds of training on the owner's own pictures.

Every net is trained without a third of the pictures, so that together they know what one evening
alone would not have shown, and their disagreement says what is uncertain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ..boards.board import EMPTY
from ..read.cues import (
    MARGIN,
    REACH,
    SEEN,
    TEMPLATE,
    WIDE,
    coarse,
    cues,
    from_bare,
    grey,
    windows_at,
)
from ..read.hues import Hues, hues_of
from ..read.learnt import USUAL, Learnt, Net, log_softmax
from ..read.overlay import unit
from ..read.tint import tint_of
from .jitter import covered, displaced, mingled, varied

Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

FEWEST_PICTURES, FEWEST_LESSONS = 4, 3.0
"""With fewer pictures, or fewer lessons of the middle face, comparing is all that can be done."""
KINDS = frozenset(("card", "square"))
"""Kinds of cells the learnt reader is made for: flat, upright, seen whole."""
NETS, HIDDEN, EPOCHS, SAMPLES, BATCH = 3, 96, 12, 5000, 256
RATE, DECAY = 2e-3, 1e-4
ALIENS = 0.2
"""Things nobody taught, as a share of the samples."""
HIDDEN_A_LITTLE = 0.1
MEDOIDS = 4
LEANING = 4
"""How many lessons all labels together are worth, where one label has few."""
TEXTURED = 0.8
"""Where taught pictures recognise each other less often than this, labels have many looks."""
PLAIN = 0.05
"""Faces with less contrast than this have no drawing."""
MOSTLY_BARE = 0.5
"""The bare look is known where at least this share of the cells was seen bare."""


@dataclass(frozen=True)
class Showing:
    """All labelled cells of one kind in one teaching picture."""

    kind: str
    cells: tuple[str, ...]
    labels: tuple[str, ...]
    places: Array = field(repr=False)
    patches: Array = field(repr=False)
    """(cells, WIDE, WIDE, 3), relieved of the light"""

    @property
    def bare(self) -> NDArray[np.bool_]:
        return np.array([label == EMPTY for label in self.labels])


def enough(showings: Sequence[Showing]) -> bool:
    """Whether there is enough to learn from."""
    labels = [label for showing in showings for label in showing.labels if label != EMPTY]
    if len(showings) < FEWEST_PICTURES or showings[0].kind not in KINDS or len(set(labels)) < 2:
        return False
    counts = np.unique(labels, return_counts=True)[1]
    return bool(np.median(counts) >= FEWEST_LESSONS)


def learn(showings: Sequence[Showing], seed: int = 1) -> Learnt | None:
    """Train a reader on some pictures of one kind of cells; None where there is too little."""
    if not enough(showings):
        return None
    dice = np.random.default_rng(seed)
    bare = _bare_looks(showings)
    if bare is not None:
        showings = _in_one_light(showings, *bare)
        bare = _bare_looks(showings)
    pupil = _Pupil.of(showings, bare is not None)
    nets = tuple(pupil.net(dice, without) for without in range(NETS))
    templates, template_of = pupil.templates()
    papers, paper_of = pupil.papers()
    learnt = Learnt(
        showings[0].kind,
        pupil.names,
        nets,
        templates,
        template_of,
        papers,
        paper_of,
        pupil.textured,
        likeness=pupil.likeness(),
        hues=pupil.hues(),
    )
    if bare is None:
        return learnt
    cells, looks = bare
    return replace(learnt, cells=cells, looks=looks, bare=_bare_odds(showings, cells, looks))


Looks = tuple[tuple[str, ...], Array]


def _bare_looks(showings: Sequence[Showing]) -> Looks | None:
    """The mean colours of every cell that was seen bare; None where too few were."""
    total: dict[str, Array] = {}
    times: dict[str, int] = {}
    for showing in showings:
        seen = _colours(showing)
        for number in np.flatnonzero(showing.bare):
            name = showing.cells[number]
            total[name] = total.get(name, 0) + seen[number]
            times[name] = times.get(name, 0) + 1
    every = {name for showing in showings for name in showing.cells}
    if len(total) < MOSTLY_BARE * len(every):
        return None
    return tuple(total), np.stack([total[name] / times[name] for name in total])


def _colours(showing: Showing) -> Array:
    return coarse(showing.patches[:, MARGIN:-MARGIN, MARGIN:-MARGIN])


def _matched(showing: Showing, cells: tuple[str, ...]) -> Labels:
    number = {name: n for n, name in enumerate(cells)}
    return np.array([number.get(name, -1) for name in showing.cells])


def _in_one_light(
    showings: Sequence[Showing], cells: tuple[str, ...], looks: Array
) -> list[Showing]:
    """The pictures with their bare cells brought to one look."""
    even = []
    for showing in showings:
        at = _matched(showing, cells)
        known = (at >= 0) & showing.bare
        if known.sum() >= len(known) / 5:
            own = looks[np.maximum(at, 0)].mean(axis=1)
            tint = tint_of(_colours(showing).mean(axis=1), own, known, showing.places)
            patches = tint.taken_off(showing.patches, showing.places)
            showing = replace(showing, patches=patches)
        even.append(showing)
    return even


def _bare_odds(showings: Sequence[Showing], cells: tuple[str, ...], looks: Array) -> Array:
    """How differences from the bare look tell bare cells from others; no picture judges itself."""
    rows, bare = [], []
    times = np.zeros(len(cells))
    for showing in showings:
        times[_matched(showing, cells)[showing.bare]] += 1
    for showing in showings:
        at, own = _matched(showing, cells), showing.bare
        others = times[at] - own
        known = (at >= 0) & (others > 0)
        colours = _colours(showing)
        sums = looks[at] * times[at][:, None, None] - colours * own[:, None, None]
        look = sums / np.maximum(others, 1)[:, None, None]
        seen = windows_at(showing.patches, np.zeros((len(at), 2), int), SEEN)
        rows.append(from_bare(seen, look)[known])
        bare.append(own[known])
    x, y = np.concatenate(rows), np.concatenate(bare).astype(float)
    return logistic(x, y, np.where(y > 0, 0.5 / max(y.mean(), 1e-3), 0.5 / max(1 - y.mean(), 1e-3)))


def logistic(x: Array, y: Array, weight: Array, ridge: float = 1e-2, steps: int = 60) -> Array:
    """Weights and bias of a logistic regression."""
    wide = np.column_stack([x, np.ones(len(x))])
    answer = np.zeros(wide.shape[1])
    for _ in range(steps):
        said = 1 / (1 + np.exp(-np.clip(wide @ answer, -30, 30)))
        pull = wide.T @ (weight * (said - y)) + ridge * answer
        bend = (wide * (weight * said * (1 - said))[:, None]).T @ wide + ridge * np.eye(len(answer))
        answer -= np.linalg.solve(bend, pull)
    return answer


@dataclass(frozen=True)
class _Pupil:
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
    def of(cls, showings: Sequence[Showing], bare: bool) -> _Pupil:
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
        still = windows_at(shades, aside, TEMPLATE)
        face = np.isin(labels, faces)
        textured = _recognised(still[face], labels[face], picture[face]) < TEXTURED
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


def _recognised(squares: Array, labels: Labels, picture: Labels) -> float:
    """How often a picture resembles one of its own label most, of those on other pictures."""
    rows = unit(squares)
    alike = rows @ rows.T
    alike[picture[:, None] == picture[None]] = -1
    return float((labels[alike.argmax(axis=1)] == labels).mean())


def trained(dice: Generator, x: Array, y: Labels, labels: int, middle: Array, spread: Array) -> Net:
    """Train one hidden layer by Adam, the rate falling to nothing."""
    sizes = (x.shape[1], HIDDEN, labels)
    weights = [
        (dice.standard_normal(sizes[:2]) * np.sqrt(2 / sizes[0])).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (dice.standard_normal(sizes[1:]) * np.sqrt(1 / HIDDEN)).astype(np.float32),
        np.zeros(labels, np.float32),
    ]
    speed, size = ([np.zeros_like(w) for w in weights] for _ in range(2))
    steps = EPOCHS * -(-len(x) // BATCH)
    for step in range(1, steps + 1):
        if (step - 1) % -(-len(x) // BATCH) == 0:
            order, first = dice.permutation(len(x)), 0
        some = order[first : first + BATCH]
        first += BATCH
        pulls = _pulls(weights, x[some], y[some])
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for w, v, s, pull in zip(weights, speed, size, pulls, strict=True):
            v += 0.1 * (pull - v)
            s += 0.001 * (pull * pull - s)
            move = (v / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
            w -= np.float32(rate) * (move + DECAY * w * (w.ndim > 1))
    return Net(
        weights[0],
        weights[1],
        weights[2],
        weights[3],
        middle.astype(np.float32),
        spread.astype(np.float32),
    )


def _pulls(weights: list[Array], x: Array, y: Labels) -> list[Array]:
    """Which way each weight would have to go to lower the cross entropy of some samples."""
    hidden = np.maximum(x @ weights[0] + weights[1], 0)
    away = np.exp(log_softmax(hidden @ weights[2] + weights[3]))
    away[np.arange(len(y)), y] -= 1
    away /= len(y)
    back = (away @ weights[2].T) * (hidden > 0)
    return [x.T @ back, back.sum(axis=0), hidden.T @ away, away.sum(axis=0)]
