"""Photographs scored from the page: eye, rules and drawing of a room put together for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..core.errors import TableError
from ..helper_process import Limits, WorkRefused, apart
from ..rooms import board_of, room_of
from ..settings import EyeSettings
from ..table import Table
from .eyes import on_paper

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.teach.taught import Taught

    from ..web import Looked, Scoring

looked_apart = partial(apart, limits=Limits(patience=90.0, processor=75))
"""A photograph takes 3 s of this, or 25 s on a small machine; strangers may send them."""

Learn = Callable[[], "Taught"]


class NobodyTaught(TableError, ValueError):
    """A picture cannot be read before the pieces were shown to the eye."""


def not_taught(room: str) -> Taught:
    """Where nobody has taught anything, say so when it is needed."""
    raise NobodyTaught("fault.eye.no_tiles", room=room)


def scoring_of(
    table: Table, learn: Learn, drawn: bool = False, eye: EyeSettings | None = None
) -> Scoring | None:
    """How the page scores a photograph; None in rooms that cannot.

    *learn* gives what the eye has been taught; it is asked, in the process that reads, whenever
    a photograph arrives. *drawn* says that the tiles are our own, so the box has just these.
    """
    how = room_of(table.game.name).scoring
    if how is None:
        return None
    from calibration.read.evidence import crop
    from companion.web import Scoring

    rules, state = how(), table.state
    board = on_paper(board_of(table.game, state.box), eye or EyeSettings())
    exact = drawn or rules.is_exact(state.box)
    return Scoring(
        read=partial(looked_apart, read_photograph, board, learn, rules.crowded),
        options=partial(rules.options, state.box),
        tell=partial(rules.tally, state.box, state.rules, rules.names(state), counted=exact),
        crop=partial(crop, board, outlined=True),
        places=_places(board),
    )


def read_photograph(board: Board, learn: Learn, crowded: str, data: bytes) -> Looked:
    """Read a picture of a finished game; a ValueError says what is wrong with it."""
    from calibration.read.look import use_threads
    from companion.senses.photograph import read_board_bytes
    from companion.web import Looked

    use_threads(1)
    seen = read_board_bytes(data, board, learn(), crowded)
    if seen.refused:
        raise WorkRefused(seen.refused)
    return Looked(seen.cells, seen.doubts, seen.jpeg, _places(board))


def _places(board: Board) -> dict[str, list[tuple[float, float]]]:
    """The corners of every tile as parts of the picture."""
    wide, high = board.width_mm, board.height_mm
    return {
        cell.id: [(x / wide, y / high) for x, y in cell.polygon_mm]
        for cell in board.cells
        if cell.kind == "turned_tile"
    }
