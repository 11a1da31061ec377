"""Looks of one evening: faces under tonight's lamp, where people or rules said what they are.

They live in memory and end with the evening; what the owner taught is never changed. They are a
second opinion on cells that cannot be read for sure otherwise, and count only where they are sure
of what the cell seemed to be without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..boards.board import PAWN, SOMETHING_ELSE, Board, Cell
from ..find.finding import Sight
from ..read.looked import CellReading, Look
from ..read.patches import cut
from ..read.pictures import Levels
from ..read.reading import relit
from .taught import Lesson, Taught

MOST_OF_A_LABEL, MOST = 2, 24
"""So many looks of one label are kept, and of all."""

Looks = Mapping[int, tuple[Lesson, ...]]
"""Which ruling each look rests on."""


def looks_in(
    board: Board, taught: Taught, sight: Sight, picture: NDArray[np.uint8], shows: Mapping[str, str]
) -> tuple[Lesson, ...]:
    """The faces of some cells, where the reader that compares knows their labels."""
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
    """What was taught, and the newest looks of tonight beside it."""
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
    """What a cell seems to be, of all that was taught."""
    known = {label: chance for label, chance in cell.chances.items() if label != SOMETHING_ELSE}
    return max(known, key=known.__getitem__, default="")
