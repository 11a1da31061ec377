"""The looks of this evening, by the ruling that each rests on: a second opinion on open cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..boards.board import PAWN, Board
from ..find.finding import Sight
from ..teach.evening import open_to, with_looks
from ..teach.taught import Lesson, Taught
from .halo import Cleared
from .known import Known
from .looked import CellReading
from .second import opinions


@dataclass(frozen=True)
class Tonight:
    """What was taught, and what people and rules settled since."""

    taught: Taught
    looks: Mapping[int, tuple[Lesson, ...]] = field(default_factory=dict)

    @cached_property
    def _all(self) -> Taught:
        return with_looks(self.taught, self.looks)

    def having(self, number: int, looks: tuple[Lesson, ...]) -> Tonight:
        """The same with more looks that rest on ruling *number*."""
        before = self.looks.get(number, ())
        return replace(self, looks={**self.looks, number: (*before, *looks)})

    def without(self, number: int) -> Tonight:
        """The same without what rests on a ruling that was taken back."""
        return replace(self, looks={n: own for n, own in self.looks.items() if n != number})

    def second_opinion(
        self,
        clear: Cleared,
        board: Board,
        sight: Sight,
        known: Known,
        cells: dict[str, CellReading],
    ) -> dict[str, CellReading]:
        """Cells that stay open are held against the looks of this evening."""
        seeming = open_to(cells, self.looks) if self.looks else {}
        if not seeming:
            return cells
        plain = [
            cell
            for cell in board.cells
            if cell.kind not in (PAWN, *self.taught.learnt) and not known.standing_on(cell.kind)
        ]
        return cells | opinions(clear, board, sight, plain, seeming, self._all)
