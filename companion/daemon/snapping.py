"""Photographs of the game that is played: eye and board of a room put together for the page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..rooms import board_of
from ..settings import EyeSettings
from ..table import Table
from .eyes import on_paper
from .scoring import Learn, looked_apart

if TYPE_CHECKING:
    from calibration.boards.board import Board

    from ..senses.snapshots import Corners, TableSeen
    from ..web import Snapping


def snapping_of(table: Table, learn: Learn, eye: EyeSettings | None = None) -> Snapping:
    """How the page reads a photograph; *learn* is asked in the process that reads."""
    from companion.web import Snapping

    board = on_paper(board_of(table.game, table.state.box), eye or EyeSettings())
    return Snapping(partial(looked_apart, read_snapshot, board, learn))


def read_snapshot(board: Board, learn: Learn, data: bytes, corners: Corners) -> TableSeen:
    """Read a photograph; a ValueError says that nobody has taught the pieces."""
    from calibration.read.look import use_threads

    from ..senses.snapshots import read_table

    use_threads(1)
    return read_table(data, board, learn(), corners)
