"""What the scale has to know of a room; the room's record supplies it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.verdict import Move

from .outcomes import WeighOutcome, WeightFinding


@dataclass(frozen=True, slots=True)
class Wants:
    """What the room wants weighed in a state."""

    colour: str | None = None
    """The boulder a hand may go for now."""
    which: Hashable = None
    """Which exploration of the game this is."""
    building: bool = False
    """The trap is being built, or about to be."""


@dataclass(frozen=True)
class ScaleRules:
    """What a room leaves to its scale."""

    wants: Callable[[Any], Wants]
    """What to watch for in a state."""
    finding: Callable[[Move], WeightFinding | None]
    """How an exploration ended by a move; None when the move says nothing about that."""
    stands_whole: Callable[[Move], bool]
    """Whether the trap stands whole by a move: at the beginning, and once rebuilt."""
    colours: Callable[[Any], tuple[str, ...]]
    """The colours of a box's boulders."""
    answers: Callable[[WeighOutcome], tuple[str, ...]]
    """The answers of a person who finds the same, the most exact first."""
    clauses: Mapping[WeightFinding, tuple[str, ...]]
    """The clauses and rulings each finding rests on."""
