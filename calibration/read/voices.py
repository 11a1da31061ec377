"""Reading the cells of one kind with what was learnt of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..boards.board import Board
from .chances import BURNT_LIMIT
from .cues import MARGIN
from .learnt import Learnt
from .looked import CellReading
from .patches import cut
from .pictures import Levels
from .reading import places_of, relit

if TYPE_CHECKING:
    from ..find.finding import Sight


def read_learnt(
    levels: Levels, board: Board, sight: Sight, kind: str, learnt: Learnt
) -> dict[str, CellReading]:
    """What every cell of one kind shows; one that is burnt out and unsure is blinded by glare."""
    cells = tuple(cell for cell in board.cells if cell.kind == kind)
    if not cells:
        return {}
    raw, burnt = cut(levels, sight.pose, cells, MARGIN)
    patches = relit(raw, sight.light, cells)
    readings = learnt.readings(patches, cells, places_of(board, cells))
    for cell, share in zip(cells, burnt.tolist(), strict=True):
        if share > BURNT_LIMIT and readings[cell.id].label is None:
            readings[cell.id] = CellReading({}, "glare")
    return readings
