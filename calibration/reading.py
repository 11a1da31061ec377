"""Examining one cell: its patch held against every taught face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .board import Board, Cell
from .covered import hidden_share
from .faces import Bank, Match, compare
from .find import Sight
from .patches import away_cost, cut, frame_of, margin_of


@dataclass(frozen=True)
class Examined:
    """What examining one cell brought: the match with every label, and the patch itself."""

    match: Match
    patch: NDArray[np.float32] = field(repr=False)
    bank: Bank = field(repr=False)
    burnt: float
    """Share of pixels that are burnt out."""

    def hidden(self, label: int) -> float:
        """Share of the cell that is hidden if it shows this label."""
        match = self.match
        return hidden_share(self.patch, self.bank, int(match.face[label]), match.place[label])


def examine(picture: NDArray[np.uint8], sight: Sight, cell: Cell, bank: Bank) -> Examined:
    """Cut a cell out and compare it with everything that was taught for its kind."""
    margin = margin_of(cell, sight.pose)
    raw = cut(picture, sight.pose, cell, margin)
    patch = raw / sight.light.at(frame_of(cell).middle)
    match = compare(patch, bank, away_cost(cell, sight.pose, margin))
    burnt = float((raw.min(axis=2) > 0.985).mean())
    return Examined(match, patch, bank, burnt)


def places_of(board: Board, cells: Sequence[Cell]) -> NDArray[np.float64]:
    """The cells' middles, from -1 to 1 over the board."""
    middles = np.array([cell.middle_mm for cell in cells])
    return 2 * middles / np.array([board.width_mm, board.height_mm]) - 1
