"""Teaching the learnt reader: some seconds of training on the owner's own pictures.

Every net is trained without a third of the pictures, so that together they know what one evening
alone would not have shown, and their disagreement says what is uncertain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import EMPTY
from ..read.features import (
    MARGIN,
    SEEN,
    bare_colours,
    coarse,
    edges,
    from_bare,
    prints_of,
    windows_at,
)
from ..read.learnt import Learnt
from ..read.tint import tint_of
from .train_set import NETS, Pupil, Showing

Array = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]

FEWEST_PICTURES, FEWEST_LESSONS = 4, 3.0
"""With fewer pictures, or fewer lessons of the middle face, comparing is all that can be done."""
KINDS = frozenset(("card", "square"))
"""Kinds of cells the learnt reader is made for: flat, upright, seen whole."""
SAME_PRINT, SHADES, LEANING = 0.12, (0.75, 1.1), 2
"""Bare cells no farther apart than this (white = 1), one of them in some shade, have the same
print; and how many pictures all of these together are worth."""
MOSTLY_BARE = 0.5
"""The bare look is known where at least this share of the cells was seen bare."""


def enough(showings: Sequence[Showing]) -> bool:
    """Whether there is enough to learn from."""
    labels = [label for showing in showings for label in showing.labels if label != EMPTY]
    if len(showings) < FEWEST_PICTURES or showings[0].kind not in KINDS or len(set(labels)) < 2:
        return False
    counts = np.unique(labels, return_counts=True)[1]
    return bool(np.median(counts) >= FEWEST_LESSONS)


def learn(showings: Sequence[Showing], seed: int = 1) -> Learnt | None:
    """Train a reader on some pictures of one kind of cells; None if there are too few."""
    if not enough(showings):
        return None
    dice = np.random.default_rng(seed)
    bare = _bare_looks(showings)
    if bare is not None:
        showings = _in_one_light(showings, *bare)
        bare = _bare_looks(showings)
    pupil = Pupil.of(showings, bare is not None)
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
        framed=True,
    )
    if bare is None:
        return learnt
    cells, looks = bare
    odds = _bare_odds(showings, cells, looks)
    looks = leaning(looks, _times(showings, cells))
    prints, rims = _prints(showings, cells)
    return replace(learnt, cells=cells, looks=looks, bare=odds, prints=prints, rims=rims)


Looks = tuple[tuple[str, ...], Array]


def _bare_looks(showings: Sequence[Showing]) -> Looks | None:
    """Return the mean colours of every cell that was seen bare; None if too few were."""
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


def _prints(showings: Sequence[Showing], cells: tuple[str, ...]) -> tuple[Array, Array]:
    """Collect what is printed on the bare cells, and how strong the edges around them are."""
    seen: dict[str, list[tuple[Array, float]]] = {}
    for showing in showings:
        own = np.flatnonzero(showing.bare)
        patches = showing.seen[own]
        for number, *both in zip(own, prints_of(patches), edges(patches), strict=True):
            seen.setdefault(showing.cells[number], []).append((both[0], both[1]))
    prints = [np.median([printed for printed, _ in seen[name]], axis=0) for name in cells]
    rims = [np.median([edge for _, edge in seen[name]]) for name in cells]
    return np.stack(prints).astype(np.float32), np.array(rims, np.float32)


def _times(showings: Sequence[Showing], cells: tuple[str, ...]) -> Array:
    """Count in how many pictures each cell was seen bare."""
    times = np.zeros(len(cells))
    for showing in showings:
        times[_matched(showing, cells)[showing.bare]] += 1
    return times


def leaning(looks: Array, times: Array) -> Array:
    """Return the looks of bare cells, each shrunk towards those of the same print: a cell that was
    seen bare in one picture only, in the shadow of a tile, has the colour of that evening."""
    means = looks.mean(axis=1)
    shade = np.clip(means @ means.T / np.maximum((means * means).sum(axis=1), 1e-6), *SHADES)
    apart = np.linalg.norm(means[:, None] - shade[..., None] * means[None], axis=2)
    weight = (apart < SAME_PRINT) * times[None]
    together = (weight @ means) / weight.sum(axis=1, keepdims=True)
    share = LEANING / (times + LEANING)
    return np.asarray(looks + (share[:, None] * (together - means))[:, None])


def _colours(showing: Showing) -> Array:
    return coarse(showing.seen[:, MARGIN:-MARGIN, MARGIN:-MARGIN])


def _matched(showing: Showing, cells: tuple[str, ...]) -> Labels:
    number = {name: n for n, name in enumerate(cells)}
    return np.array([number.get(name, -1) for name in showing.cells])


def _in_one_light(
    showings: Sequence[Showing], cells: tuple[str, ...], looks: Array
) -> list[Showing]:
    """Bring the bare cells of the pictures to one look."""
    even = []
    for showing in showings:
        at = _matched(showing, cells)
        known = (at >= 0) & showing.bare
        if known.sum() >= len(known) / 5:
            own = looks[np.maximum(at, 0)].mean(axis=1)
            tint = tint_of(_colours(showing).mean(axis=1), own, known, showing.places)
            showing = replace(showing, tint=tint)
        even.append(showing)
    return even


def _bare_odds(showings: Sequence[Showing], cells: tuple[str, ...], looks: Array) -> Array:
    """Learn how differences from the bare look tell bare cells from others;
    no picture judges itself."""
    rows, bare = [], []
    times = _times(showings, cells)
    for showing in showings:
        at, own = _matched(showing, cells), showing.bare
        others = times[at] - own
        known = (at >= 0) & (others > 0)
        colours = _colours(showing)
        sums = looks[at] * times[at][:, None, None] - colours * own[:, None, None]
        look = sums / np.maximum(others, 1)[:, None, None]
        seen = windows_at(showing.seen, np.zeros((len(at), 2), int), SEEN)
        rows.append(from_bare(bare_colours(seen), look)[known])
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
