"""Learning an edition: the owner shows each face once, the eye remembers how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from ..boards.board import EMPTY, PAWN, Board
from ..errors import BadTeaching
from ..find.finding import NotFound, find_by_corners, find_by_markers
from ..read.patches import cut
from ..read.pictures import Levels
from ..read.reading import relit
from .taught import Lesson, Taught, thinned

Shown = tuple[NDArray[np.uint8], Mapping[str, str]]


def teach(
    board: Board,
    shown: Iterable[Shown],
    edition: str = "",
    corners_px: NDArray[np.float64] | None = None,
    date: str | None = None,
) -> Taught:
    """Learn every label in *shown*: pictures with the label of each cell that is to be learnt."""
    lessons = tuple(
        x for picture, labels in shown for x in lessons_of(board, picture, labels, corners_px)
    )
    if not lessons:
        raise BadTeaching("fault.teach.nothing")
    return Taught(edition or board.name, date or now(), thinned(lessons))


def now() -> str:
    """This moment, as it is written into a teaching."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def lessons_of(
    board: Board,
    picture: NDArray[np.uint8],
    labels: Mapping[str, str],
    corners_px: NDArray[np.float64] | None = None,
) -> Iterator[Lesson]:
    """Cut the labelled cells out of one picture."""
    levels = Levels(picture)
    sight = (
        find_by_markers(levels, board)
        if corners_px is None
        else find_by_corners(levels, board, corners_px)
    )
    if isinstance(sight, NotFound):
        raise BadTeaching("fault.teach.not_seen", why=sight.reason)
    known = {cell.id: cell for cell in board.cells}
    for cell_id, label in labels.items():
        if cell_id not in known:
            raise BadTeaching("fault.teach.no_cell", board=board.name, cell=cell_id, label=label)
    # where nobody stands there is nothing to learn of pawns
    cells = [
        known[key] for key, label in labels.items() if known[key].kind != PAWN or label != EMPTY
    ]
    if cells:
        patches = relit(cut(levels, sight.pose, cells, 0)[0], sight.light, cells)
        for cell, patch in zip(cells, patches, strict=True):
            label = labels[cell.id]
            yield Lesson(cell.kind, label, np.ascontiguousarray(patch))
