"""The bare board, as it was shown: its ground, and each cell when nothing lies there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Cell
from ..geometry.patches import SIDE, mask_of
from .ground import Ground

Array = NDArray[np.floating[Any]]

SMALL = SIDE // 2
"""Pixels across a bare look."""
SAME_PLACE_MM = 2.0
"""A cell that lies no farther aside is the cell that was shown."""


@dataclass(frozen=True)
class BareCell:
    """One cell without anything in it; white paper is 1."""

    id: str
    kind: str
    place: tuple[float, float]
    look: Array = field(repr=False, compare=False)
    """(SMALL, SMALL, 3)"""


@dataclass(frozen=True)
class Bare:
    """All that was shown of the bare board of an edition."""

    ground: Ground
    cells: tuple[BareCell, ...]

    def looks(self, cells: Sequence[Cell]) -> tuple[Array, NDArray[np.bool_]]:
        """(cells, SMALL, SMALL, 3): each cell's own bare look, and which of them are known. The
        others have the mean of all known ones of their kind.

        Of the others it is the middle of all that are known of their kind.
        """
        own = {cell.id: cell.look for cell in self.cells if cell.kind == cells[0].kind}
        places = {cell.id: np.array(cell.place) for cell in self.cells}
        usual = np.median(list(own.values()), axis=0) if own else np.zeros((SMALL, SMALL, 3))
        known = np.array(
            [
                cell.id in own
                and bool(np.abs(places[cell.id] - cell.middle_mm).max() <= SAME_PLACE_MM)
                for cell in cells
            ]
        )
        looks = [own[cell.id] if k else usual for cell, k in zip(cells, known, strict=True)]
        return np.stack(looks), known

    def shows(self, kind: str) -> bool:
        """Whether a cell of this kind was shown without anything in it."""
        return any(cell.kind == kind for cell in self.cells)


def bare_cells(cells: Iterable[Cell], faces: Iterable[Array]) -> tuple[BareCell, ...]:
    """Cells that were shown with nothing in them, as they are kept."""
    return tuple(
        BareCell(cell.id, cell.kind, cell.middle_mm, shrunk(face))
        for cell, face in zip(cells, faces, strict=True)
    )


def shrunk(face: Array) -> Array:
    """Shrink a picture of a cell to the size that is kept."""
    return np.asarray(cv2.resize(face, (SMALL, SMALL), interpolation=cv2.INTER_AREA), np.float32)


def colours_of(looks: Array, cell: Cell) -> Array:
    """(cells, 3): the mean colours of bare looks of cells like this one."""
    mask = cv2.resize(mask_of(cell), (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    return np.asarray(np.einsum("nyxc,yx->nc", looks, mask) / mask.sum())


def together(shown: Sequence[Bare]) -> Bare | None:
    """Combine several pictures of one bare board; the latest view of a cell counts."""
    grounds = [one.ground for one in shown if len(one.ground)]
    if not grounds:
        return None
    kept = {(cell.kind, cell.id): cell for one in shown for cell in one.cells}
    return Bare(_middle_of(grounds), tuple(kept.values()))


def _middle_of(grounds: Sequence[Ground]) -> Ground:
    """Return the median colour of every block over the pictures that show it."""
    found: dict[tuple[int, int], list[tuple[Array, Array]]] = {}
    for ground in grounds:
        for place, colour in zip(ground.places, ground.colours, strict=True):
            key = (round(float(place[0])), round(float(place[1])))
            found.setdefault(key, []).append((place, colour))
    places = [np.mean([place for place, _ in some], axis=0) for some in found.values()]
    colours = [np.median([colour for _, colour in some], axis=0) for some in found.values()]
    return Ground(np.array(places), np.array(colours))
