"""Looks of one evening: faces under tonight's lamp, where people or rules said what they are.

They live in memory and end with the evening; what the owner taught is never changed. They are a
second opinion on cells that cannot be read for sure otherwise, and count only where they are sure
of what the cell seemed to be without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..geometry.board import PAWN, SOMETHING_ELSE, Board, Cell
from ..geometry.patches import cut, search_for
from ..geometry.pictures import Levels
from .cache import CachedRead
from .decide import read
from .examine import examine, relit
from .halo import Cleared
from .result import CellReading, Look
from .taught import Lesson, Taught

MOST_OF_A_LABEL, MOST = 2, 24
"""Looks of one label that are kept, and of all labels."""

Looks = Mapping[int, tuple[Lesson, ...]]
"""Which ruling each look rests on."""


def looks_in(
    board: Board,
    taught: Taught,
    sight: LocateResult,
    picture: NDArray[np.uint8],
    shows: Mapping[str, str],
) -> tuple[Lesson, ...]:
    """Return the faces of some cells whose labels the comparing reader knows."""
    cells = [cell for cell in board.cells if _is_known(cell, taught, shows.get(cell.id, ""))]
    if not cells:
        return ()
    patches = relit(cut(Levels(picture), sight.pose, cells, 0)[0], sight.light, cells)
    return tuple(
        Lesson(cell.kind, shows[cell.id], np.ascontiguousarray(patch))
        for cell, patch in zip(cells, patches, strict=True)
    )


def _is_known(cell: Cell, taught: Taught, label: str) -> bool:
    compared = cell.kind != PAWN and cell.kind not in taught.learnt
    return compared and label in taught.labels(cell.kind)


def with_looks(taught: Taught, looks: Looks) -> Taught:
    """Return what was taught together with tonight's newest looks."""
    kept: list[Lesson] = []
    for number in sorted(looks, reverse=True):
        for look in looks[number]:
            alike = sum((one.kind, one.label) == (look.kind, look.label) for one in kept)
            if alike < MOST_OF_A_LABEL and len(kept) < MOST:
                kept.append(look)
    return replace(taught, lessons=(*taught.lessons, *kept)) if kept else taught


def open_to(cells: Mapping[str, CellReading], looks: Looks) -> dict[str, str]:
    """Cells that nobody can read for sure and that seem to be what there are looks of."""
    labels = {look.label for own in looks.values() for look in own}
    found = {
        name: seems(cell)
        for name, cell in cells.items()
        if cell.label is None and cell.chances and not cell.disturbed
    }
    return {name: label for name, label in found.items() if label in labels}


def is_sound(after: Look, shows: Mapping[str, str]) -> bool:
    """Whether new looks make something that was confirmed sure, and deny nothing of it."""
    read = {name: after.cells[name].label for name in shows if name in after.cells}
    return any(read.values()) and all(read[name] in (None, shows[name]) for name in read)


def seems(cell: CellReading) -> str:
    """Return what a cell seems to be, among everything that was taught."""
    known = {label: chance for label, chance in cell.chances.items() if label != SOMETHING_ELSE}
    return max(known, key=known.__getitem__, default="")


def opinions(
    clear: Cleared,
    board: Board,
    sight: LocateResult,
    cells: Sequence[Cell],
    seeming: Mapping[str, str],
    tonight: Taught,
) -> dict[str, CellReading]:
    """Readings of the cells that are sure to be what they were *seeming* to be.

    All cells of a kind are read together, as one lamp shines on all of them.
    """
    found: dict[str, CellReading] = {}
    for kind in sorted({cell.kind for cell in cells if cell.id in seeming}):
        own = tuple(cell for cell in cells if cell.kind == kind)
        margin = search_for(own, sight.pose).margin
        seen = examine(clear.levels, board, sight, own, tonight.bank(kind), margin)
        glare, washed = clear.glare(board, sight, seen), clear.washed_out(sight, seen)
        told = read(seen, board, sight.light, glaring=glare, washed_out=washed)
        found |= {name: cell for name, cell in told.items() if cell.label == seeming.get(name, "")}
    return found


@dataclass(frozen=True)
class Tonight:
    """What was taught, and what people and rules settled since."""

    taught: Taught
    looks: Mapping[int, tuple[Lesson, ...]] = field(default_factory=dict)

    @cached_property
    def _all(self) -> Taught:
        return with_looks(self.taught, self.looks)

    def having(self, number: int, looks: tuple[Lesson, ...]) -> Tonight:
        """Return the same with more looks that rest on ruling *number*."""
        before = self.looks.get(number, ())
        return replace(self, looks={**self.looks, number: (*before, *looks)})

    def without(self, number: int) -> Tonight:
        """Return the same without what rests on a ruling that was taken back."""
        return replace(self, looks={n: own for n, own in self.looks.items() if n != number})

    def second_opinion(
        self,
        clear: Cleared,
        board: Board,
        sight: LocateResult,
        known: CachedRead,
        cells: dict[str, CellReading],
    ) -> dict[str, CellReading]:
        """Compare cells that stay open with the looks of this evening."""
        seeming = open_to(cells, self.looks) if self.looks else {}
        if not seeming:
            return cells
        plain = [
            cell
            for cell in board.cells
            if cell.kind not in (PAWN, *self.taught.learnt) and not known.standing_on(cell.kind)
        ]
        return cells | opinions(clear, board, sight, plain, seeming, self._all)
