"""Looks of one evening: faces under tonight's lamp, where people or rules said what they are.

They live in memory and end with the evening; what the owner taught is never changed. Looks are
taken only if with them nothing that was surely read on this very board is read otherwise.
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


def is_sound(before: Look, after: Look, shows: Mapping[str, str]) -> bool:
    """Whether new looks leave all that was surely read as it was and make something sure.

    What nobody confirmed may become sure only as what it seemed to be already.
    """
    if not before.found or not after.found:
        return False
    ought = {name: shows.get(name) or cell.label or "" for name, cell in before.cells.items()}
    read = {name: cell.label for name, cell in after.cells.items()}
    sure = {name: label for name, label in ought.items() if label and name not in shows}
    open_ = {name: before.cells[name] for name, label in ought.items() if not label}
    same = all(read[name] == label for name, label in sure.items())
    true = all(read.get(name) in (None, label) for name, label in shows.items())
    seemed = all(read[name] in (None, _seems(cell)) for name, cell in open_.items())
    return same and true and seemed and any(read.get(name) for name in shows)


def _seems(cell: CellReading) -> str:
    """What a cell seems to be, of all that was taught."""
    known = {label: chance for label, chance in cell.chances.items() if label != SOMETHING_ELSE}
    return max(known, key=known.__getitem__, default="")
