"""What every cell showed when it was last examined, and how all cells read together."""

from __future__ import annotations

from collections.abc import Mapping

from ..boards.board import PAWN, Board, Cell
from ..find.finding import Sight
from ..teach.taught import Taught
from .around import around
from .halo import Cleared
from .looked import CellReading
from .patches import SIDE
from .pawns import hidden_by, look_for_pawns, pawn_readings
from .reading import Examined, examine
from .telling import read
from .voices import read_learnt


class Known:
    """The cells of one board, by kind; only those that changed are examined again."""

    def __init__(self, board: Board, taught: Taught) -> None:
        self._board, self._taught = board, taught
        self._pawns = tuple(cell for cell in board.cells if cell.kind == PAWN)
        self._examined: dict[str, Examined] = {}
        self._margins: dict[str, int] = {}

    def stirred(self, changed: frozenset[str]) -> tuple[Cell, ...]:
        """The cells that changed, and the tiles under pawns that did."""
        names = changed | {cell.stands_on for cell in self._pawns if cell.id in changed}
        return tuple(cell for cell in self._board.cells if cell.id in names)

    def examine(
        self, clear: Cleared, sight: Sight, fresh: tuple[Cell, ...], anew: bool = False
    ) -> None:
        """Look at the *fresh* cells; a board found *anew* may have been examined meanwhile."""
        for kind in sorted({cell.kind for cell in fresh} - {PAWN} - set(self._taught.learnt)):
            cells = tuple(cell for cell in fresh if cell.kind == kind)
            whole = len(cells) == sum(cell.kind == kind for cell in self._board.cells)
            if whole and anew and kind in sight.seen and clear.most is None:
                seen = sight.seen[kind]
            else:
                margin = None if whole else self._margins[kind]
                bank = self._taught.bank(kind)
                seen = examine(clear.levels, self._board, sight, cells, bank, margin)
            if whole:
                self._margins[kind] = (seen.patches.shape[1] - SIDE) // 2
            before = self._examined.get(kind)
            self._examined[kind] = seen if before is None else before.updated(seen)

    def read(
        self, clear: Cleared, sight: Sight, told: Mapping[str, CellReading]
    ) -> dict[str, CellReading]:
        """Every cell; *told* were read while the board was sought in this very picture."""
        readings: dict[str, CellReading] = dict(told)
        for kind, seen in self._examined.items():
            readings |= self._compared(clear, sight, kind, seen)
        for kind, learnt in self._taught.learnt.items() if not told else ():
            readings |= read_learnt(clear.levels, self._board, sight, kind, learnt)
        return {cell.id: readings[cell.id] for cell in self._board.cells}

    def _compared(
        self, clear: Cleared, sight: Sight, kind: str, seen: Examined
    ) -> dict[str, CellReading]:
        """The cells of one kind, and the pawns on them."""
        pawns, board, levels = self.standing_on(kind), self._board, clear.levels
        glare, washed = clear.glare(board, sight, seen), clear.washed_out(sight, seen)
        beside = around(levels, board, sight, self._taught.bare, seen, bool(glare.any()))
        if not pawns:
            return read(seen, board, sight.light, None, glare, beside, washed)
        bank = self._taught.bank(PAWN)
        standing = look_for_pawns(levels, board, sight, seen, pawns, bank, glare)
        hidden = hidden_by(standing, seen)
        tiles = read(seen, board, sight.light, hidden, glare, beside, washed)
        return tiles | pawn_readings(standing, pawns, tiles)

    def standing_on(self, kind: str) -> tuple[Cell, ...]:
        """The pawn cells on tiles of one kind."""
        tiles = {cell.id for cell in self._board.cells if cell.kind == kind}
        return tuple(cell for cell in self._pawns if cell.stands_on in tiles)
