"""What was read, counted: right, wrong and left open, by set and kind, with the bound of the error.

Nought wrong of n cells that were sure means at most 3 of n in the long run (95 %).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calibration.read.reader import Look
    from calibration.teach.scenes import Scene

COVERED_LIMIT = 0.2
"""Cells hidden by more than this are counted apart."""
CONFIDENT = 0.95
"""How sure a bound of the error is."""


@dataclass(frozen=True)
class LookOutcome:
    """One scene, read."""

    scene: Scene
    look: Look
    full_ms: float
    same_ms: float
    group: str = ""
    """The set it belongs to."""

    def row(self, reason: str) -> dict[str, Any]:
        """Return the scene as a row of the JSON file."""
        disturbed = [complaint.key for complaint in self.look.complaints]
        disturbed += [
            f"{cell.disturbed} on {key}" for key, cell in self.look.cells.items() if cell.disturbed
        ]
        return {
            "set": self.group,
            "id": self.scene.id,
            "board": self.look.board,
            "reason": reason,
            "ms_full": round(self.full_ms, 3),
            "ms_unchanged": round(self.same_ms, 3),
            "disturbed": disturbed,
            "cells": [
                {
                    "id": key,
                    "label": cell.label,
                    "confidence": round(cell.confidence, 4),
                    "likeliest": max(cell.chances, key=cell.chances.__getitem__, default=None),
                }
                for key, cell in self.look.cells.items()
            ],
        }

    def told(self) -> Iterator[tuple[str, str, str | None]]:
        """Yield every cell that is hardly hidden: its name, its true label and its reading."""
        for key, (label, hidden) in self.scene.truth().items():
            if hidden <= COVERED_LIMIT:
                cell = self.look.cells.get(key)
                yield key, label, cell.label if cell is not None else None


def verdict(said: str | None, label: str) -> str:
    """Return how a reading compares with the truth."""
    return "abstained" if said is None else ("right" if said == label else "wrong")


@dataclass
class Tally:
    """Cells and scenes, counted."""

    right: int = 0
    wrong: int = 0
    abstained: int = 0
    hidden_right: int = 0
    hidden_wrong: int = 0
    hidden_abstained: int = 0
    scenes: int = 0
    perfect: int = 0
    refused: int = 0
    unread: int = 0
    """Cells of the boards that were refused."""
    full_ms: list[float] = field(default_factory=list)
    same_ms: list[float] = field(default_factory=list)

    @property
    def cells(self) -> int:
        """All cells that are hardly hidden, those of refused boards too."""
        return self.right + self.wrong + self.abstained + self.unread


def tally(outcomes: Iterable[LookOutcome]) -> dict[tuple[str, str], Tally]:
    """Count cells and scenes by kind and subset."""
    counted: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        scene = outcome.scene
        subset = scene.path.parent.name + (" harsh" if scene.harsh else "")
        count(counted.setdefault((scene.kind, subset), Tally()), outcome)
    return counted


def count(into: Tally, outcome: LookOutcome) -> None:
    """Add one scene."""
    into.scenes += 1
    truth = outcome.scene.truth()
    if not outcome.look.found:
        into.refused += 1
        into.unread += sum(hidden <= COVERED_LIMIT for _, hidden in truth.values())
        return
    into.full_ms.append(outcome.full_ms)
    into.same_ms.append(outcome.same_ms)
    perfect = True
    for key, (label, hidden) in truth.items():
        cell = outcome.look.cells.get(key)
        name = verdict(cell.label if cell is not None else None, label)
        if hidden > COVERED_LIMIT:
            name = f"hidden_{name}"
        elif name != "right":
            perfect = False
        setattr(into, name, getattr(into, name) + 1)
    into.perfect += perfect


def at_most(wrong: int, sure: int) -> float:
    """Return the upper bound (95 %, Clopper and Pearson) of the share of wrong among sure cells.

    >>> round(at_most(0, 300), 3), at_most(0, 0)
    (0.01, 1.0)
    """
    if sure <= wrong:
        return 1.0
    low, high = wrong / sure, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _no_more(wrong, sure, middle) > 1 - CONFIDENT:
            low = middle
        else:
            high = middle
    return high


def _no_more(wrong: int, sure: int, share: float) -> float:
    """Return the chance of so few wrong cells or fewer at this true share."""
    if share <= 0:
        return 1.0
    logs = math.lgamma(sure + 1), math.log(share), math.log1p(-share) if share < 1 else -math.inf
    total = 0.0
    for k in range(wrong + 1):
        ways = logs[0] - math.lgamma(k + 1) - math.lgamma(sure - k + 1)
        total += math.exp(ways + k * logs[1] + (sure - k) * logs[2])
    return total


EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0001)
"""Finer where it matters: from 0.95 on the eye is sure."""


@dataclass(frozen=True)
class Step:
    """The cells whose likeliest label had a chance between two edges."""

    said: float
    """their mean chance"""
    right: int
    count: int

    @property
    def true(self) -> float:
        return self.right / self.count


def steps_of(outcomes: Iterable[LookOutcome]) -> list[Step]:
    """Sort cells by how likely they were told, "?" apart: it names nothing."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in EDGES[1:]]
    for outcome in outcomes:
        truth = {key: label for key, label, _ in outcome.told()}
        for key, label in truth.items():
            cell = outcome.look.cells.get(key)
            named = {x: p for x, p in cell.chances.items() if x != "?"} if cell is not None else {}
            if named:
                best = max(named, key=named.__getitem__)
                at = sum(named[best] >= edge for edge in EDGES[1:])
                bins[min(at, len(bins) - 1)].append((named[best], best == label))
    return [
        Step(sum(p for p, _ in some) / len(some), sum(ok for _, ok in some), len(some))
        for some in bins
        if some
    ]


def expected_error(steps: Sequence[Step]) -> float:
    """Return the mean distance between predicted chances and the truth, over all cells."""
    total = sum(step.count for step in steps)
    return sum(step.count * abs(step.said - step.true) for step in steps) / max(total, 1)


def by_set(outcomes: Iterable[LookOutcome]) -> dict[str, list[Step]]:
    """Return the steps of every set."""
    groups: dict[str, list[LookOutcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.group, []).append(outcome)
    return {name: steps for name, some in groups.items() if (steps := steps_of(some))}


KINDS = (
    "kind", "subset", "scenes", "perfect", "refused", "right", "wrong", "abstained", "hidden r/w/a",
    "ms full", "ms same",
)  # fmt: skip
SETS = (
    "set", "scenes", "complete", "refused", "cells", "read", "wrong and sure", "at most",
    "expected error", "ms full",
)  # fmt: skip


def kinds_table(outcomes: Sequence[LookOutcome]) -> list[str]:
    """Return one line for each kind of board and subset, and how much is wrong and sure in all."""
    counted = tally(outcomes)
    lines = aligned([KINDS] + [_kind(key, counted[key]) for key in sorted(counted)])
    sure = sum(x.wrong for x in counted.values())
    hidden = sum(x.hidden_wrong for x in counted.values())
    lines.append(f"wrong and sure: {sure} (cells at most 20 % hidden), {hidden} (more hidden)")
    return lines


def _kind(key: tuple[str, str], x: Tally) -> tuple[str, ...]:
    hidden = f"{x.hidden_right}/{x.hidden_wrong}/{x.hidden_abstained}"
    counts = (x.scenes, x.perfect, x.refused, x.right, x.wrong, x.abstained)
    return (*key, *(str(n) for n in counts), hidden, _middle(x.full_ms), _middle(x.same_ms))


def sets_table(outcomes: Sequence[LookOutcome]) -> list[str]:
    """Return one line for each set, side by side."""
    errors = {name: expected_error(steps) for name, steps in by_set(outcomes).items()}
    groups: dict[str, Tally] = {}
    for outcome in outcomes:
        count(groups.setdefault(outcome.group, Tally()), outcome)
    rows = [SETS]
    for name, x in groups.items():
        bound = at_most(x.wrong, x.right + x.wrong)
        rows.append(
            (
                name,
                str(x.scenes),
                f"{x.perfect} of {x.scenes}",
                str(x.refused),
                str(x.cells),
                f"{100 * x.right / max(x.cells, 1):.1f} %",
                str(x.wrong),
                f"{100 * bound:.2f} %",
                f"{100 * errors[name]:.2f} %" if name in errors else "-",
                _middle(x.full_ms),
            )
        )
    return aligned(rows)


def _middle(figures: list[float]) -> str:
    return f"{median(figures):.1f}" if figures else "-"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines whose columns stand below each other."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(text.rjust(w) for text, w in zip(row, widths, strict=True)) for row in rows]
