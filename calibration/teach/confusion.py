"""Which taught labels the eye might take for each other."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ..geometry.board import UPSIDE_DOWN
from ..geometry.patches import COARSE, Search
from ..read.compare import compare
from ..read.faces import Bank
from ..read.judge import judge
from ..read.taught import Lesson, Taught

CLOSE = 14.0
"""Faces nearer than this (nats) may be taken for each other in bad light."""


@dataclass(frozen=True)
class Pair:
    """Two labels that look alike, the nearer the worse."""

    one: str
    other: str
    nats: float


def confusable(
    taught: Taught, limit: float = CLOSE, about: Collection[str] = ()
) -> tuple[Pair, ...]:
    """Find the pairs of labels that lie nearer to each other than *limit*, nearest first.

    *about* names the labels that matter; without it all do.
    """
    pairs: dict[tuple[str, str], float] = {}
    for kind, bank in taught.banks.items():
        for lesson in (x for x in taught.lessons if x.kind == kind and _matters(x, about)):
            for other, nats in _near(lesson, bank).items():
                key = (min(lesson.label, other), max(lesson.label, other))
                pairs[key] = min(nats, pairs.get(key, np.inf))
    close = [Pair(a, b, nats) for (a, b), nats in pairs.items() if nats < limit]
    return tuple(sorted(close, key=lambda pair: pair.nats))


def _matters(lesson: Lesson, about: Collection[str]) -> bool:
    return not about or lesson.label in about


def _near(lesson: Lesson, bank: Bank) -> dict[str, float]:
    """Return how much worse than its own label every other one explains an example."""
    margin = 2 * COARSE
    padded = np.pad(lesson.face, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    steps = np.arange(-margin, margin + 1) ** 2 / 8.0
    search = Search(margin, (steps[None, :, None] + steps[None, None, :]).astype(np.float32))
    matches = compare(padded[None].astype(np.float32), bank, search)
    cost = judge(matches, np.zeros((1, 2)), light_measured=True).cost[0]
    own = cost[bank.names.index(lesson.label)]
    return {
        name: float(value - own)
        for name, value in zip(bank.names, cost, strict=True)
        if name != lesson.label and not name.endswith(UPSIDE_DOWN)
    }
