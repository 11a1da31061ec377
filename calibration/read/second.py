"""A second opinion on cells that stay open: the same reader, with the looks of this evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..boards.board import Board, Cell
from ..find.finding import Sight
from ..teach.taught import Taught
from .halo import Cleared
from .looked import CellReading
from .patches import search_for
from .reading import examine
from .telling import read


def opinions(
    clear: Cleared,
    board: Board,
    sight: Sight,
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
