"""What the scale has to know of the bowl's rules: when a colour is wanted, and what people said."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from companion.core.verdict import Move
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase

from .outcomes import Finding


@dataclass(frozen=True, slots=True)
class Exploring:
    """Whether a hand may go for a boulder now, and which exploration of the game this is."""

    wanted: str | None = None
    which: Hashable = None
    building: bool = False
    """The trap is being built, or about to be."""


def exploring(state: Any) -> Exploring:
    """What the scale should watch for in this state."""
    if state.phase == Phase.DRAW and state.wanted is not None:
        return Exploring(state.wanted, (state.turns, state.visit, state.bag))
    return Exploring(building=state.phase in (Phase.SETUP, Phase.REBUILD))


FINDINGS: dict[type[Move], Finding] = {
    m.TakeBoulder: Finding.CLEAN,
    m.Landslide: Finding.LANDSLIDE,
    m.WrongColour: Finding.WRONG_COLOUR,
    m.GiveUp: Finding.NOTHING,
    m.Bump: Finding.NO_LANDSLIDE,
}


def said(move: Move) -> Finding | None:
    """How an exploration ended by this word; None when it says nothing about that."""
    if isinstance(move, m.SeeFall):
        return Finding.LANDSLIDE
    return FINDINGS.get(type(move))


def ended(move: Move) -> bool:
    """Whether the trap stands whole by this word: at the beginning, and once rebuilt."""
    return isinstance(move, m.Begin | m.RebuildTrap)
