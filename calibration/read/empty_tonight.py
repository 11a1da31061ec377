"""How bare cells would look tonight: what is left over by the tint, by colour and by place.

One tint brings most of a picture back to the light it was taught in. What remains bends with the
colour of a print and from one side of the board to the other, and all bare cells share it. Beyond
that a bare cell looks as it always did: what is farther away has something on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

ROUNDS, PLACED = 8, 5
"""How often it is fitted, and from which time on by place as well: what an arm hides lies all in
one place, so the colours of the print come first."""
SCALE, SHRINKS, LEAST = 0.4, 0.7, 0.03
"""How far off a bare cell may be at first, what of that each time, and at the least (white = 1)."""
STIFF = (1e-4, 0.01, 0.03, 0.01, 0.1)
"""How firmly it is believed that nothing is left: in all, by colour, by its square, by place, and
by the square of the place."""
TRUSTED, ENOUGH = -6.0, 0.2
"""Cells whose log odds of being bare are at least this say how bare cells look, where they are at
least this share of all."""
FARTHEST, BOUNDS = 5.0, (0.2, 0.35)
"""How much farther off than the middle one a bare cell may be, and how far that is at the least and
at the most: in harsh light all are."""
CLOSE, NEAR, STRAYED = 0.05, 0.3, 0.5
"""A cell this close to its own look needs no other; prints no farther apart than this may be the
same, one of them taught in a shadow; and what their distance counts of."""
BY_COLOUR = 7
"""The first terms, which know nothing of places."""


def left_over(seen: Array, looks: Array, odds: Array, places: Array) -> Array:
    """(cells, 3): what to add to the colours of bare *looks* tonight.

    *seen* and *looks* are mean colours; *odds* say which cells may be bare.
    """
    trusted = odds >= TRUSTED
    if trusted.mean() < ENOUGH:
        return np.zeros_like(looks)
    wide, stiff = _terms(looks, places)
    away, weight = seen - looks, trusted.astype(float)
    added = np.zeros_like(looks)
    for step in range(ROUNDS):
        some = wide[:, : BY_COLOUR if step < PLACED else None]
        heavy = some * weight[:, None]
        ridge = np.diag(stiff[: some.shape[1]])
        added = some @ np.linalg.solve(heavy.T @ some + ridge, heavy.T @ away)
        off = np.abs(away - added).max(axis=1)
        usual = max(LEAST, 2 * float(np.median(off[trusted])))
        scale = min(usual, SCALE * SHRINKS**step)
        weight = trusted / (1 + (off / scale) ** 4)
    return np.asarray(added)


def expected(
    colours: Array, looks: Array, known: NDArray[np.bool_], added: Array
) -> tuple[Array, Array]:
    """Predict how each cell would look tonight if it were bare, and how far it is from that.

    Cells of nearly the same print stand in for each other, and for a cell that nobody saw bare any
    other one does. *added* is what is left over.
    """
    own, seen = looks.mean(axis=1), colours.mean(axis=1)
    tonight = own + added
    fits = known & (np.linalg.norm(seen - tonight, axis=1) < CLOSE)
    some, mates = np.flatnonzero(~fits), np.flatnonzero(known)
    apart = np.where(known[some, None], _gaps(own[some], own[mates]), 0)
    cost = _gaps(seen[some], tonight[mates]) + STRAYED * apart
    best = np.where(apart < NEAR, cost, np.inf).argmin(axis=1)
    nearest, strayed = np.arange(len(looks)), np.zeros(len(looks))
    nearest[some], strayed[some] = mates[best], STRAYED * apart[np.arange(len(some)), best]
    pattern = looks - own[:, None]
    pattern[~known] = pattern[nearest[~known]]
    return pattern + tonight[nearest][:, None], strayed


def _gaps(some: Array, others: Array) -> Array:
    """(some, others): how far apart colours are."""
    squares = (some * some).sum(axis=1)[:, None] + (others * others).sum(axis=1)[None]
    return np.asarray(np.sqrt(np.maximum(squares - 2 * some @ others.T, 0)))


def how_far(away: Array, odds: Array) -> Array:
    """Return how far cells are from their predicted bare look; 1 is too far."""
    trusted = odds >= TRUSTED
    usual = float(np.median(away[trusted])) if trusted.any() else 0.0
    return away / np.clip(FARTHEST * usual, *BOUNDS)


def _terms(looks: Array, places: Array) -> tuple[Array, Array]:
    """Return the terms of each cell's prediction, and how stiff each is."""
    bright = looks.mean(axis=1, keepdims=True)
    x, y = places[:, :1], places[:, 1:]
    kinds = (
        np.ones((len(looks), 1)),
        looks - 0.5,
        (looks - 0.5) ** 2,
        np.column_stack([places, places * bright]),
        np.column_stack([x * x, y * y, x * y]) * bright,
    )
    stiff = np.concatenate([np.full(k.shape[1], s) for k, s in zip(kinds, STIFF, strict=True)])
    return np.column_stack(kinds), stiff
