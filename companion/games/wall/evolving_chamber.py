"""The burial chamber after an event: columns, scarabs, researchers, and who has won what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.verdict import Event

from .events import (
    ResearcherReturned,
    ResearcherSet,
    SarcophagusHandedOver,
    SarcophagusOpened,
    ScarabLaid,
    ScarabShifted,
)
from .state import Chamber, Column, Piece

TO_OPEN = 3
"""Scarabs that open a sarcophagus, and the most that may lie at a column (WALL-40, WALL-41)."""


def chamber_after(chamber: Chamber, event: Event) -> Chamber:
    """Return the chamber once an event has happened; untouched by events that are not about it."""
    change = _CHANGES.get(type(event))
    return chamber if change is None else change(chamber, event)


def _researcher_set(chamber: Chamber, event: ResearcherSet) -> Chamber:
    if event.moved_from is not None:
        chamber = _occupied(chamber, event.moved_from, None)
    return _occupied(chamber, event.animal, event.seat)


def _researcher_returned(chamber: Chamber, event: ResearcherReturned) -> Chamber:
    return _occupied(chamber, event.animal, None)


def _scarab_laid(chamber: Chamber, event: ScarabLaid) -> Chamber:
    return _heaped(chamber, event.animal, 1, chamber.slab - 1)


def _scarab_shifted(chamber: Chamber, event: ScarabShifted) -> Chamber:
    chamber = _heaped(chamber, event.source, -1, chamber.slab)
    return _heaped(chamber, event.target, 1, chamber.slab)


def _sarcophagus_opened(chamber: Chamber, event: SarcophagusOpened) -> Chamber:
    seat, piece, column = event.seat, Piece(event.animal, event.eyes), chamber.at(event.animal)
    chamber = _won(chamber, seat, (*chamber.won[seat], piece))
    lower = Column(column.animal, column.stack[1:], column.scarabs - TO_OPEN, column.researcher)
    return _with(chamber, column, lower, chamber.slab + TO_OPEN)


def _sarcophagus_handed_over(chamber: Chamber, event: SarcophagusHandedOver) -> Chamber:
    left_over = tuple(p for p in chamber.won[event.giver] if p != event.piece)
    chamber = _won(chamber, event.giver, left_over)
    return _won(chamber, event.receiver, (*chamber.won[event.receiver], event.piece))


_CHANGES: dict[type[Event], Callable[[Chamber, Any], Chamber]] = {
    ResearcherSet: _researcher_set,
    ResearcherReturned: _researcher_returned,
    ScarabLaid: _scarab_laid,
    ScarabShifted: _scarab_shifted,
    SarcophagusOpened: _sarcophagus_opened,
    SarcophagusHandedOver: _sarcophagus_handed_over,
}
"""A table, because thousands of these happen while people weigh what a card would bring."""


def _occupied(chamber: Chamber, animal: str, researcher: int | None) -> Chamber:
    """Return who stands at a column; a chamber cut down to one column may not have it."""
    for column in chamber.columns:
        if column.animal == animal:
            other = Column(animal, column.stack, column.scarabs, researcher)
            return _with(chamber, column, other, chamber.slab)
    return chamber


def _heaped(chamber: Chamber, animal: str, scarabs: int, slab: int) -> Chamber:
    column = chamber.at(animal)
    other = Column(animal, column.stack, column.scarabs + scarabs, column.researcher)
    return _with(chamber, column, other, slab)


def _with(chamber: Chamber, column: Column, other: Column, slab: int) -> Chamber:
    columns = [other if each is column else each for each in chamber.columns]
    return Chamber(tuple(columns), slab, chamber.won)


def _won(chamber: Chamber, seat: int, pieces: tuple[Piece, ...]) -> Chamber:
    """Sorted, so that winning the same pieces in another order is the same chamber."""
    mine = tuple(sorted(pieces))
    won = tuple(mine if s == seat else theirs for s, theirs in enumerate(chamber.won))
    return Chamber(chamber.columns, chamber.slab, won)
