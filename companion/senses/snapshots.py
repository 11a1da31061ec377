"""A table in the middle of a game, read from one photograph that somebody took by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.core.observation import Reading
from companion.core.verdict import Saying

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.errors import Complaint
    from calibration.teach.taught import Taught

BLURRED = "blurred"
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


def read_table(raw: bytes, board: Board, taught: Taught, corners: Corners = ()) -> TableSeen:
    """Read a JPEG or PNG as it was sent."""
    from calibration.errors import BadPicture
    from calibration.find.aim import DARK, faults_of
    from calibration.read.look import Looker
    from calibration.read.pictures import decoded, within

    try:
        picture = within(decoded(raw, "the picture"))
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
    return TableSeen(readings, jpeg=look.jpeg())


def _why(faults: Sequence[str], reason: Complaint | None) -> Saying:
    """What is wrong with the picture as such, or else why the board is not found in it."""
    if faults or reason is None:
        return Saying(f"photograph.say.{faults[0] if faults else BLURRED}", {})
    return Saying(reason.key, reason.values)
