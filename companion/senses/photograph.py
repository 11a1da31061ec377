"""A finished game read from one picture alone, without knowing how it came to be.

    seen = read_board(picture, board_of(game, box), taught, rules.crowded)

*picture* is a BGR array; ``read_board_bytes`` takes a JPEG or PNG as it was uploaded. When
``seen.refused`` is not empty the board was not found: it says why, and what to do. Otherwise
``seen.cells`` has the label of everything that is sure, for the rules to count; ``seen.doubts``
has what somebody may have to say first, and what it may be, the likeliest first. A tile beside the
outline appears as a cell of its own (``beside U0.0 L``). A cell that is not in the picture is in
neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.cells import EMPTY
from companion.core.faults import why
from companion.core.observation import SOMETHING_ELSE, Reading
from companion.core.verdict import Saying
from companion.referee import sure_of

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.read.alone import Alone
    from calibration.teach.taught import Taught


LARGEST_SIDE = 4096
"""As wide as a photograph of 12 million pixels; a longer side brings nothing but time."""


@dataclass(frozen=True)
class PhotoRules:
    """How a room counts a finished game from one photograph; the room's record supplies it."""

    crowded: str
    """The label of a place where two pieces stand."""
    is_exact: Callable[[Any], bool]
    """Whether a box lists its pieces as they are, so that what is left over can be counted."""
    options: Callable[[Any, str], Sequence[str]]
    """Every label a cell of a box can be said to show."""
    tally: Callable[..., dict[str, Any]]
    """The sheet: box, house rules, names by colour, labels by cell, doubts, whether exact."""
    names: Callable[[Any], dict[str, str]]
    """Who plays each colour in a state."""


@dataclass(frozen=True)
class BoardSeen:
    """What one picture shows of a board."""

    readings: Mapping[str, Reading] = field(default_factory=dict)
    refused: Saying | str = ""
    jpeg: bytes = field(default=b"", repr=False)
    """The board from above, to be shown; it lies as its millimetres do."""

    @property
    def cells(self) -> dict[str, str]:
        """The label of every cell that is read beyond doubt."""
        sure = sure_of(self.readings)
        return {name: label for name, label in sure.items() if label != SOMETHING_ELSE}

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The cells somebody has to name."""
        sure = self.cells
        return tuple(name for name in self.readings if name not in sure)

    @property
    def doubts(self) -> dict[str, dict[str, float]]:
        """What each doubtful cell may show with its chance, the likeliest first."""
        return {name: _ordered(self.readings[name].chances) for name in self.doubtful}

    def likely(self, name: str) -> tuple[str, ...]:
        """What a cell may show, the likeliest first; nothing for one that is covered."""
        chances = _ordered(self.readings[name].chances)
        return tuple(one for one in chances if one != SOMETHING_ELSE)


def _ordered(chances: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(chances.items(), key=lambda one: -one[1]))


def read_board(picture: Any, board: Board, taught: Taught, crowded: str) -> BoardSeen:
    """Read tiles with their turns, and the pawns on them, from one picture.

    A place where two pieces stand is read as *crowded*.
    """
    from calibration.read.alone import look_alone

    alone = look_alone(picture, board, taught)
    if not alone.look.found:
        assert alone.look.reason is not None
        return BoardSeen(refused=Saying(alone.look.reason.key, alone.look.reason.values))
    return BoardSeen(_readings(board, alone, crowded), jpeg=alone.look.jpeg())


def read_board_bytes(raw: bytes, board: Board, taught: Taught, crowded: str) -> BoardSeen:
    """The same from a JPEG or PNG; a file that isn't a picture is refused."""
    from calibration.errors import BadPicture
    from calibration.read.pictures import decoded, within

    try:
        picture = within(decoded(raw), LARGEST_SIDE)
    except BadPicture as wrong:
        return BoardSeen(refused=why(wrong))
    return read_board(picture, board, taught, crowded)


def _readings(board: Board, alone: Alone, crowded: str) -> dict[str, Reading]:
    """Everything of the outline that is in the picture, and tiles that surely lie beside it."""
    inside = {cell.id for cell in board.cells} - alone.cut_off
    readings = {
        name: Reading(cell.chances, cell.disturbed)
        for name, cell in alone.look.cells.items()
        if name in inside or (_is_outside(name, board) and cell.label not in (None, EMPTY))
    }
    return {**readings, **{name: Reading({crowded: 1.0}) for name in alone.crowded & inside}}


def _is_outside(name: str, board: Board) -> bool:
    return all(cell.id != name for cell in board.cells)
