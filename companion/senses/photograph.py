"""A finished game, or a table in the middle of one, read from one picture alone.

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
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.core.cells import EMPTY
from companion.core.errors import why
from companion.core.observation import SOMETHING_ELSE, Reading
from companion.core.verdict import Saying
from companion.table.explain.referee import sure_of

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.read.single_picture import Alone
    from calibration.read.taught import Taught

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.errors import Complaint
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught


LARGEST_SIDE = 4096
"""Longest side in pixels, that of a photograph of 12 million; more only takes time."""


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
        """Return what a cell may show, the likeliest first; nothing for a covered one."""
        chances = _ordered(self.readings[name].chances)
        return tuple(one for one in chances if one != SOMETHING_ELSE)


def _ordered(chances: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(chances.items(), key=lambda one: -one[1]))


def read_board(picture: Any, board: Board, taught: Taught, crowded: str) -> BoardSeen:
    """Read tiles with their turns, and the pawns on them, from one picture.

    A place where two pieces stand is read as *crowded*.
    """
    from calibration.read.single_picture import look_alone

    alone = look_alone(picture, board, taught)
    if not alone.look.found:
        assert alone.look.reason is not None
        return BoardSeen(refused=Saying(alone.look.reason.key, alone.look.reason.values))
    return BoardSeen(_readings(board, alone, crowded), jpeg=alone.look.jpeg())


def read_board_bytes(raw: bytes, board: Board, taught: Taught, crowded: str) -> BoardSeen:
    """Read a JPEG or PNG; a file that isn't a picture is refused."""
    from calibration.errors import BadPicture
    from calibration.geometry.pictures import decoded, within

    try:
        picture = within(decoded(raw), LARGEST_SIDE)
    except BadPicture as wrong:
        return BoardSeen(refused=why(wrong))
    return read_board(picture, board, taught, crowded)


def _readings(board: Board, alone: Alone, crowded: str) -> dict[str, Reading]:
    """Return everything of the outline that is in the picture,
    and tiles that surely lie beside it."""
    inside = {cell.id for cell in board.cells} - alone.cut_off
    readings = {
        name: Reading(cell.chances, cell.disturbed)
        for name, cell in alone.look.cells.items()
        if name in inside or (_is_outside(name, board) and cell.label not in (None, EMPTY))
    }
    return {**readings, **{name: Reading({crowded: 1.0}) for name in alone.crowded & inside}}


def _is_outside(name: str, board: Board) -> bool:
    return all(cell.id != name for cell in board.cells)


BLURRED = "blurred"
SHOWN_PX = 960
Corners = Sequence[tuple[float, float]]
"""Where the board's corners are, as parts of the picture's width and height: upper left, upper
right, lower right, lower left."""


@dataclass(frozen=True)
class TableSeen:
    """What a photograph shows of the table."""

    readings: Mapping[str, Reading] = field(default_factory=dict)
    refused: Saying | None = None
    """Why nothing can be read."""
    jpeg: bytes = field(default=b"", repr=False)
    """The board from above."""
    blurred: bool = False
    """Whether nothing in it is sharp; then what cannot be read is no wonder."""
    mirrored: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    """Cells nobody can read because a lamp is mirrored there, with their corners as parts of the
    picture."""
    taken: bytes = field(default=b"", repr=False)
    """The picture as it was sent, to show that; nothing where no lamp is mirrored."""


def read_table(raw: bytes, board: Board, taught: Taught, corners: Corners = ()) -> TableSeen:
    """Read a JPEG or PNG as it was sent."""
    from calibration.errors import BadPicture
    from calibration.find.aim import DARK, faults_of
    from calibration.geometry.pictures import decoded, within
    from calibration.read.reader import Looker

    try:
        picture = within(decoded(raw))
    except BadPicture as wrong:
        return TableSeen(refused=Saying(wrong.key, wrong.values))
    faults = faults_of(picture)
    if DARK in faults:
        return TableSeen(refused=Saying(f"photograph.say.{DARK}", {}))
    high, wide = picture.shape[:2]
    pixels = [(x * wide, y * high) for x, y in corners] or None
    look = Looker(board, taught, pixels).look(picture)
    if not look.found:
        return TableSeen(refused=_why(faults, look.reason))
    readings = {key: Reading(cell.chances, cell.disturbed) for key, cell in look.cells.items()}
    seen = TableSeen(readings, jpeg=look.jpeg(), blurred=BLURRED in faults)
    return _with_mirrored(seen, picture, board, pixels)


def _with_mirrored(seen: TableSeen, picture: Any, board: Board, pixels: Any) -> TableSeen:
    """Say where a lamp is mirrored, if something cannot be read."""
    from calibration.find.aim import aim
    from calibration.geometry.pictures import jpeg, within

    sure = sure_of(seen.readings)
    unread = {name for name in seen.readings if name not in sure}
    if not unread:
        return seen
    found = aim(picture, board, pixels)
    mirrored = {name: found.cells[name] for name in found.glaring if name in unread}
    if not mirrored:
        return seen
    return replace(seen, mirrored=mirrored, taken=jpeg(within(picture, SHOWN_PX)))


def _why(faults: Sequence[str], reason: Complaint | None) -> Saying:
    """Return what is wrong with the picture itself, or else why the board isn't found in it."""
    if faults or reason is None:
        return Saying(f"photograph.say.{faults[0] if faults else BLURRED}", {})
    return Saying(reason.key, reason.values)
