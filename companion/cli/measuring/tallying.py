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
    from calibration.kit.scenes import Scene
    from calibration.read.look import Look

COVERED_LIMIT = 0.2
"""Cells hidden by more than this are counted apart."""
CONFIDENT = 0.95
"""How sure a bound of the error is."""


@dataclass(frozen=True)
class Outcome:
    """One scene, read."""

    scene: Scene
    look: Look
    full_ms: float
    same_ms: float
    group: str = ""
    """The set it belongs to."""

    def row(self, reason: str) -> dict[str, Any]:
        """The scene as the JSON file has it."""
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
        """Every cell that is hardly hidden: its name, its true label and what was said of it."""
        for key, (label, hidden) in self.scene.truth().items():
            if hidden <= COVERED_LIMIT:
                cell = self.look.cells.get(key)
                yield key, label, cell.label if cell is not None else None


def verdict(said: str | None, label: str) -> str:
    """How a reading stands to the truth."""
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


def tally(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Tally]:
    """Count cells and scenes by kind and subset."""
    counted: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        scene = outcome.scene
        subset = scene.path.parent.name + (" harsh" if scene.harsh else "")
        count(counted.setdefault((scene.kind, subset), Tally()), outcome)
    return counted


def count(into: Tally, outcome: Outcome) -> None:
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
    """The share of wrong among sure cells that is not exceeded (95 %), after Clopper and Pearson.

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
    """The chance of so few wrong cells or fewer, if this share is wrong in the long run."""
    if share <= 0:
        return 1.0
    logs = math.lgamma(sure + 1), math.log(share), math.log1p(-share) if share < 1 else -math.inf
    total = 0.0
    for k in range(wrong + 1):
        ways = logs[0] - math.lgamma(k + 1) - math.lgamma(sure - k + 1)
        total += math.exp(ways + k * logs[1] + (sure - k) * logs[2])
    return total


KINDS = (
    "kind", "subset", "scenes", "perfect", "refused", "right", "wrong", "abstained", "hidden r/w/a",
    "ms full", "ms same",
)  # fmt: skip
SETS = (
    "set", "scenes", "complete", "refused", "cells", "read", "wrong and sure", "at most",
    "expected error", "ms full",
)  # fmt: skip


def kinds_table(outcomes: Sequence[Outcome]) -> list[str]:
    """One line for each kind of board and subset, and how much is wrong and sure in all."""
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


def sets_table(outcomes: Sequence[Outcome], errors: dict[str, float]) -> list[str]:
    """One line for each set, side by side; *errors* are their expected errors of calibration."""
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
