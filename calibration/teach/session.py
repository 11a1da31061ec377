"""One teaching session: first the empty board, then every face once, in whatever cell.

The terminal and the wizard in the browser both drive it; it asks nothing and prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import BadTeaching, Complaint
from ..geometry.board import EMPTY, PAWN, TRIANGLES, Board, Cell, plain
from ..geometry.patches import SIDE
from ..read.bare import Bare
from ..read.reader import CellReading, Looker
from ..read.taught import Lesson, Taught, has_no_way, thinned
from .confusion import Pair, confusable
from .edition import now
from .exposure import bare_in, bare_labels, exposed

DIFFERENT = 0.05
"""Mean difference (white = 1) from the empty cell at which something lies in it."""
NEAREST = 4.0
"""Faces nearer to each other than this (nats) are not accepted."""
TWINS = 8.0
"""Faces nearer than this of which one was taken for the other are one face shown twice."""
ALONE = 0.6
"""The next most different cell may differ at most by this share."""


@dataclass(frozen=True)
class TeachOutcome:
    """What a picture brought: learnt, or to be shown again, with the reason."""

    learnt: bool
    say: Complaint
    cell: str = ""


class Session:
    """Collects lessons until every wanted label has been shown."""

    def __init__(
        self,
        board: Board,
        edition: str,
        wanted: Sequence[str],
        extends: Taught | None = None,
        corners_px: ArrayLike | None = None,
    ) -> None:
        self.board, self.edition = board, edition
        self.wanted = tuple(label for label in wanted if label != EMPTY)
        self._extends = extends
        self._corners = None if corners_px is None else np.asarray(corners_px, float)
        self._lessons: list[Lesson] = []
        self._bare: dict[str, NDArray[np.floating]] = {}
        self._bare_board: Bare | None = None

    @property
    def todo(self) -> tuple[str, ...]:
        """The labels still to be shown, in their order."""
        shown = {lesson.label for lesson in self._lessons}
        wanted = (EMPTY, *self.wanted)
        return tuple(each for each in wanted if each not in shown and plain(each) not in shown)

    def show_empty(self, picture: NDArray[np.uint8]) -> TeachOutcome:
        """Learn the empty board; everything later is compared with it."""
        shown = exposed(self.board, picture, self._corners)
        if isinstance(shown, Complaint):
            return TeachOutcome(False, shown)
        cut_out = self._bare = shown.faces
        self._bare_board = bare_in(self.board, shown.named(bare_labels(self.board)))
        flat = [cell for cell in self.board.cells if cell.kind != PAWN]
        some = flat[:: max(1, len(flat) // 12)]
        self._lessons = [x for x in self._lessons if x.label != EMPTY]
        self._lessons += [Lesson(cell.kind, EMPTY, cut_out[cell.id]) for cell in some]
        return TeachOutcome(True, Complaint("teach.empty_known", {"cells": len(self.board.cells)}))

    def show(self, picture: NDArray[np.uint8], label: str, cell_id: str = "") -> TeachOutcome:
        """Learn one face: it lies in *cell_id*, or in the one cell that is not empty."""
        if not self._bare:
            return TeachOutcome(False, Complaint("teach.empty_first"))
        cut_out = self._patches(picture)
        if isinstance(cut_out, Complaint):
            return TeachOutcome(False, cut_out)
        cell = self.board.cell(cell_id) if cell_id else self._filled(cut_out, label)
        if isinstance(cell, Complaint):
            return TeachOutcome(False, cell)
        before = list(self._lessons)
        twin = self._read(picture, cell).label
        lesson = self._learn(Lesson(cell.kind, label, cut_out[cell.id]))
        doubt = self._doubt(picture, cell, lesson.label, twin)
        if doubt:
            self._lessons = before
            return TeachOutcome(False, doubt, cell.id)
        known = {"label": lesson.label, "cell": cell.id, "wayless": lesson.label != label}
        return TeachOutcome(True, Complaint("teach.known", known), cell.id)

    def _learn(self, lesson: Lesson) -> Lesson:
        """Take a lesson up in the place of what was shown of that face before.

        A card of the tray that looks the same when it is turned is known without its way.
        """
        if lesson.kind == "pit" and has_no_way(lesson):
            lesson = replace(lesson, label=plain(lesson.label))
        self._lessons = [*(x for x in self._lessons if not _same_face(x, lesson)), lesson]
        return lesson

    def result(self) -> Taught:
        """Return everything that was learnt, as one version on top of what was known before."""
        if not self._lessons:
            raise BadTeaching("fault.teach.nothing")
        if self._extends is not None:
            return self._extends.extended(self._lessons, now(), self._bare_board)
        return Taught(self.edition, now(), thinned(self._lessons), bare=self._bare_board)

    def confusable(self) -> tuple[Pair, ...]:
        """Return the labels that look alike."""
        return self._unlike(confusable(self.result()))

    def _unlike(self, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Leave out those with the same meaning."""
        same = self.board.alike
        return tuple(p for p in pairs if same.get(p.one, p.one) != same.get(p.other, p.other))

    def _patches(self, picture: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]] | Complaint:
        found = exposed(self.board, picture, self._corners)
        return found if isinstance(found, Complaint) else found.faces

    def _filled(self, cut_out: dict[str, NDArray[np.floating]], label: str) -> Cell | Complaint:
        """Return the one cell that differs from the empty board, or why there is no such cell."""
        away = {
            cell.id: apart(cut_out[cell.id], self._bare[cell.id])
            for cell in places_for(self.board, label)
        }
        first, *rest = sorted(away, key=lambda key: -away[key])
        if away[first] < DIFFERENT:
            return Complaint("teach.all_empty")
        if rest and away[rest[0]] > max(ALONE * away[first], DIFFERENT):
            return Complaint("teach.two_filled", {"cells": [first, rest[0]]})
        return self.board.cell(first)

    def _doubt(
        self, picture: NDArray[np.uint8], cell: Cell, label: str, twin: str | None
    ) -> Complaint | None:
        """Recognise the face back at once; None when all is well.

        *twin* is what it was taken for before it was known.
        """
        if twin not in (None, EMPTY, label, plain(label)) and self._is_twin(cell, label, twin):
            return Complaint("teach.twin", {"label": label, "twin": twin})
        reading = self._read(picture, cell)
        if reading.label != label:
            return Complaint("teach.not_back", {"label": label, "cell": cell.id})
        other = next(self._near(label, NEAREST), "")
        return Complaint("teach.alike", {"label": label, "other": other}) if other else None

    def _near(self, label: str, limit: float) -> Iterator[str]:
        """Yield the labels closer to a label than *limit*, nearest first."""
        for pair in self._unlike(confusable(self.result(), limit)):
            if label in (pair.one, pair.other):
                yield pair.other if pair.one == label else pair.one

    def _is_twin(self, cell: Cell, label: str, twin: str | None) -> bool:
        """Whether a face that was taken for another is that other one, under a wrong name.

        Tiles come in families with the same ways and differ only by a symbol; as long as one is
        unknown it passes for its sister.
        """
        if cell.kind not in TRIANGLES:
            return True
        return any(other == twin for other in self._near(label, TWINS))

    def _read(self, picture: NDArray[np.uint8], cell: Cell) -> CellReading:
        """Read a cell with what is known so far."""
        taught = self.result()
        known = tuple(one for one in self.board.cells if one.kind in taught.banks)
        if cell not in known:
            return CellReading({})
        board = replace(self.board, cells=known)
        look = Looker(board, taught, self._corners).look(picture)
        return look.cells.get(cell.id, CellReading({}, look.reason.key if look.reason else ""))


def places_for(board: Board, label: str) -> tuple[Cell, ...]:
    """Return the cells a face may be shown in: a tile's turn is part of its name,
    a pawn's isn't."""
    if all(cell.kind != "turned_tile" for cell in board.cells):
        return board.cells
    return tuple(cell for cell in board.cells if (cell.kind == PAWN) != ("@" in label))


def _same_face(one: Lesson, other: Lesson) -> bool:
    """Whether two lessons are of one face; that of a tray's card has one way for all."""
    names = [plain(x.label) if x.kind == "pit" else x.label for x in (one, other)]
    return one.kind == other.kind and names[0] == names[1]


def apart(patch: NDArray[np.floating], bare: NDArray[np.floating]) -> float:
    """Return how much a cell differs from when it was empty, without its edges."""
    return float(np.abs(patch - bare)[SIDE // 8 : -SIDE // 8].mean())
