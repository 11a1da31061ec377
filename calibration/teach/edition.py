"""Learning an edition: the owner shows each face once, the eye remembers how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from ..errors import BadTeaching
from ..find.locate import LocateResult, NotFound, find_by_markers, sights_by_corners
from ..geometry.board import EMPTY, PAWN, Board
from ..geometry.patches import cut
from ..geometry.pictures import Levels
from ..read.bare import Bare, bare_cells, together
from ..read.examine import places_of, relit
from ..read.features import MARGIN
from ..read.ground import ground_of
from ..read.taught import Lesson, Taught, thinned
from .exemplars import exemplars_of
from .learnt_reader import KINDS, learn
from .train_set import Showing

Shown = tuple[NDArray[np.uint8], Mapping[str, str]]


def teach(
    board: Board,
    shown: Iterable[Shown],
    edition: str = "",
    corners_px: NDArray[np.float64] | None = None,
    date: str | None = None,
) -> Taught:
    """Learn every label in *shown*: pictures with the label of each cell that is to be learnt."""
    seen = [shown_in(board, picture, labels, corners_px) for picture, labels in shown]
    lessons = tuple(lesson for one in seen for lesson in one.lessons)
    if not lessons:
        raise BadTeaching("fault.teach.nothing")
    return taught_by(seen, edition or board.name, date)


def taught_by(seen: Sequence[TaughtView], edition: str, date: str | None = None) -> Taught:
    """Learn from some pictures: faces to compare with and, if there are enough, a learnt reader."""
    lessons = [lesson for one in seen for lesson in one.lessons]
    kinds = sorted({showing.kind for one in seen for showing in one.showings})
    shown = {kind: [x for one in seen for x in one.showings if x.kind == kind] for kind in kinds}
    learnt = (learn(showings) for showings in shown.values())
    readers = {reader.kind: reader for reader in learnt if reader is not None}
    points = {
        kind: exemplars_of(showings, kind in readers and readers[kind].textured)
        for kind, showings in shown.items()
    }
    exemplars = {kind: own for kind, own in points.items() if own is not None}
    bare = together([one.bare for one in seen if one.bare is not None])
    return Taught(
        edition, date or now(), thinned(lessons), learnt=readers, bare=bare, exemplars=exemplars
    )


def now() -> str:
    """This moment, as it is written into a teaching."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class TaughtView:
    """What one teaching picture shows."""

    lessons: tuple[Lesson, ...]
    showings: tuple[Showing, ...] = field(repr=False)
    bare: Bare | None = field(default=None, repr=False)
    """What it shows of the bare board."""


def shown_in(
    board: Board,
    picture: NDArray[np.uint8],
    labels: Mapping[str, str],
    corners_px: NDArray[np.float64] | None = None,
) -> TaughtView:
    """Cut the labelled cells out of one picture, as faces and with their surroundings."""
    levels = Levels(picture)
    if corners_px is None:
        sight = find_by_markers(levels, board)
    else:
        sights = sights_by_corners(levels, board, corners_px)
        sight = sights if isinstance(sights, NotFound) else sights[0]
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
    if not cells:
        return TaughtView((), ())
    patches = relit(cut(levels, sight.pose, cells, 0)[0], sight.light, cells)
    lessons = tuple(
        Lesson(cell.kind, labels[cell.id], np.ascontiguousarray(patch))
        for cell, patch in zip(cells, patches, strict=True)
    )
    kinds = sorted({cell.kind for cell in cells} & KINDS)
    faces = {cell.id: patch for cell, patch in zip(cells, patches, strict=True)}
    empty = [cell for cell in cells if labels[cell.id] == EMPTY]
    bare = Bare(
        ground_of(levels, board, sight.pose, sight.light),
        bare_cells(empty, [faces[cell.id] for cell in empty]),
    )
    showings = tuple(_showing(levels, board, sight, kind, labels) for kind in kinds)
    return TaughtView(lessons, showings, bare)


def _showing(
    levels: Levels, board: Board, sight: LocateResult, kind: str, labels: Mapping[str, str]
) -> Showing:
    cells = tuple(cell for cell in board.cells if cell.kind == kind and cell.id in labels)
    patches = relit(cut(levels, sight.pose, cells, MARGIN)[0], sight.light, cells)
    return Showing(
        kind,
        tuple(cell.id for cell in cells),
        tuple(labels[cell.id] for cell in cells),
        places_of(board, cells),
        patches.astype(np.float16),
    )
