"""A course of lessons: the empty board, then chapter by chapter every face, several in a picture.

Everything follows from the exposures an owner has named so far. It asks nothing and keeps nothing:
the wizard in the browser does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, cycle

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import BadTeaching
from ..geometry.board import EMPTY, PAWN, Board, Cell, plain
from ..read.bare import Bare, together
from ..read.learnt import Learnt
from ..read.reader import CellReading, Looker
from ..read.taught import Lesson, Taught, thinned
from .confusion import CLOSE, Pair, confusable
from .edition import now, taught_by
from .exemplars import with_more
from .exposure import Exposure, bare_in, bare_labels, kinds_in, lessons_in, seen_in
from .same_faces import grouped, same_face
from .session import DIFFERENT, apart

ENOUGH = 3
"""Who looks like somebody else is shown this often."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Chapter:
    """Faces that lie in one kind of cell, in the order of the box."""

    kind: str
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """Cells that show one face, and what it probably is."""

    cells: tuple[str, ...]
    label: str
    known: bool
    """Whether it was recognised; else the name is only the next in the order of the box."""


@dataclass(frozen=True)
class Doubt:
    """A face that is not told apart from another one yet, or not recognised at all."""

    kind: str
    one: str
    other: str = ""
    nats: float = 0.0


@dataclass(frozen=True)
class Course:
    """What has been shown of one edition so far."""

    board: Board
    chapters: tuple[Chapter, ...]
    edition: str
    exposures: tuple[Exposure, ...] = ()
    extends: Taught | None = None

    @property
    def bare(self) -> Exposure | None:
        """The empty board, as it was shown last."""
        bare = bare_labels(self.board)
        return next((x for x in reversed(self.exposures) if x.labels == bare), None)

    def examples(self, kind: str) -> Counter[str]:
        """Count how often each face was shown in cells of a kind."""
        found = Counter(x.label for x in self._lessons() if x.kind == kind)
        known = {x.label for x in self.extends.lessons if x.kind == kind} if self.extends else ()
        return found + Counter(dict.fromkeys(set(known) - found.keys(), 1))

    def missing(self, chapter: Chapter) -> tuple[str, ...]:
        """Return the faces of a chapter that have not been shown yet, in their order."""
        shown = self.examples(chapter.kind)
        return tuple(x for x in chapter.faces if not shown[x] and not shown[plain(x)])

    @property
    def chapter(self) -> Chapter | None:
        """The first chapter that is not complete."""
        return next((one for one in self.chapters if self.missing(one)), None)

    def known(self) -> Taught | None:
        """Return the faces the eye can compare with by now."""
        lessons = self._lessons()
        if self.extends is not None:
            return self.extends.extended(lessons, now(), self._bare_board())
        if not lessons:
            return None
        return Taught(self.edition, now(), thinned(lessons), bare=self._bare_board())

    def taught(self) -> Taught:
        """Return everything that was shown,
        as one version on top of what was known before. Slow."""
        if not self._lessons():
            raise BadTeaching("fault.teach.nothing")
        fresh = taught_by([seen_in(self.board, one) for one in self.exposures], self.edition)
        if self.extends is None:
            return fresh
        grown = self.extends.extended(fresh.lessons, fresh.date, fresh.bare)
        learnt = fresh.learnt or self._still_learnt()
        known = {lesson.kind for lesson in self.extends.lessons}
        points = with_more(self.extends.exemplars, fresh.exemplars, known)
        return replace(grown, edition=self.edition, learnt=learnt, exemplars=points)

    def shown(self, exposure: Exposure) -> Course:
        """Add one picture to the course; a new empty board replaces the old one."""
        kept = self.exposures
        if exposure.labels == bare_labels(self.board):
            kept = tuple(x for x in kept if x.labels != exposure.labels)
        return replace(self, exposures=(*kept, exposure))

    def _bare_board(self) -> Bare | None:
        shown = (bare_in(self.board, one) for one in self.exposures)
        return together([one for one in shown if one is not None])

    def _lessons(self) -> tuple[Lesson, ...]:
        return tuple(x for one in self.exposures for x in lessons_in(self.board, one))

    def _still_learnt(self) -> Mapping[str, Learnt]:
        """Return what was learnt before, if it knows every face that was shown since."""
        assert self.extends is not None
        fresh: dict[str, set[str]] = {}
        for lesson in self._lessons():
            fresh.setdefault(lesson.kind, set()).add(lesson.label)
        return {
            kind: reader
            for kind, reader in self.extends.learnt.items()
            if fresh.get(kind, set()) <= {*reader.names, EMPTY}
        }


def cells_of(board: Board, kind: str) -> list[Cell]:
    """Return the cells of a kind, row by row from the upper left."""
    cells = [cell for cell in board.cells if cell.kind == kind]
    if not cells:
        raise BadTeaching("fault.teach.no_cell", board=board.name, cell=kind, label="")
    ys = [y for _, y in cells[0].polygon_mm]
    high = max(ys) - min(ys)
    return sorted(cells, key=lambda c: (round(c.middle_mm[1] / high - 0.25), c.middle_mm[0]))


def filled(course: Course, exposure: Exposure, kind: str) -> list[Cell]:
    """Return the cells that hold something the empty board didn't show."""
    bare = course.bare
    assert bare is not None
    away = {
        cell: apart(exposure.faces[cell.id], bare.faces[cell.id])
        for cell in cells_of(course.board, kind)
    }
    changed = [cell for cell, much in away.items() if much >= DIFFERENT]
    if kind != PAWN:
        return changed
    return [
        cell
        for cell in changed
        if all(away[cell] >= away[other] for other in changed if _beside(cell, other))
    ]


def _beside(one: Cell, other: Cell) -> bool:
    """Whether a pawn on one square may lean into the other."""
    reach = 1.6 * math.dist(one.polygon_mm[0], one.polygon_mm[1])
    return math.dist(one.middle_mm, other.middle_mm) < reach


def proposed(
    course: Course,
    chapter: Chapter,
    exposure: Exposure,
    picture: Picture,
    corners_px: ArrayLike | None = None,
) -> tuple[Group, ...]:
    """Propose what is where: known faces by their looks, new ones in the order of the box."""
    cells = filled(course, exposure, chapter.kind)
    readings = read(course.board, course.known(), picture, corners_px)
    missing = course.missing(chapter)
    upcoming = cycle(chapter.faces) if len(chapter.faces) == 1 else iter(missing)
    return tuple(
        _group(course, chapter, exposure, names, readings, upcoming)
        for names in grouped(exposure, cells)
    )


def _group(
    course: Course,
    chapter: Chapter,
    exposure: Exposure,
    names: Sequence[str],
    readings: Mapping[str, CellReading],
    upcoming: Iterator[str],
) -> Group:
    seen = Counter(readings.get(name, CellReading({})).label for name in names)
    likely = seen.most_common(1)[0][0]
    if likely in (*chapter.faces, *map(plain, chapter.faces)) and _looks_like(
        course, chapter, exposure, names[0], likely or ""
    ):
        return Group(tuple(names), likely or "", True)
    return Group(tuple(names), next(upcoming, ""), False)


def _looks_like(
    course: Course, chapter: Chapter, exposure: Exposure, name: str, label: str
) -> bool:
    """Whether a cell clearly looks like a face that was shown: as long as its sister is unknown, a
    face passes for her."""
    if not course.missing(chapter):
        return True
    cell, patch = cells_of(course.board, chapter.kind)[0], exposure.patch(name)
    known = (patch for of, _, patch in _named(course, chapter.kind) if of == plain(label))
    return any(same_face(example, patch, cell) for example in known)


def _named(course: Course, kind: str) -> Iterator[tuple[str, str, NDArray[np.float32]]]:
    """Yield every named face of a kind, with the cell and its crop."""
    for one in course.exposures:
        kinds = kinds_in(course.board, one)
        for cell, label in one.labels.items():
            if kinds[cell] == kind and label != EMPTY:
                yield plain(label), cell, one.patch(cell)


def spread_proposed(course: Course, chapter: Chapter, exposure: Exposure) -> tuple[Group, ...]:
    """Propose the faces of a spread: known ones by their looks, new ones without a name."""
    like = cells_of(course.board, chapter.kind)[0]
    faces = {plain(face): face for face in chapter.faces}
    known = {of: patch for of, _, patch in _named(course, chapter.kind) if of in faces}
    groups = []
    for names in grouped(exposure, [replace(like, id=name) for name in exposure.cells]):
        patch = exposure.patch(names[0])
        same = next((of for of, example in known.items() if same_face(example, patch, like)), None)
        label = faces[same] if same else ""
        groups.append(Group(tuple(names), label, same is not None))
    return tuple(groups)


def read(
    board: Board, taught: Taught | None, picture: Picture, corners_px: ArrayLike | None = None
) -> Mapping[str, CellReading]:
    """Read a picture with what has been taught so far, however little that is."""
    known = tuple(c for c in board.cells if taught is not None and c.kind in taught.banks)
    ids = {cell.id for cell in known}
    known = tuple(cell for cell in known if cell.kind != PAWN or cell.stands_on in ids)
    if taught is None or not known:
        return {}
    return Looker(replace(board, cells=known), taught, corners_px).look(picture).cells


def doubts(
    course: Course,
    exposure: Exposure,
    picture: Picture | None = None,
    corners_px: ArrayLike | None = None,
) -> tuple[Doubt, ...]:
    """Return which faces a new picture may be confused with, once it belongs to the course. The
    *picture* of a board is read once more for that; a spread has no board to read.

    In the *picture* of a board they are looked for once more; a spread has no board to look at.
    """
    known = course.known()
    if known is None:
        return ()
    fresh = set(exposure.labels.values()) - {EMPTY}
    found = [*_twins(course, exposure)]
    if picture is not None:
        found += _not_back(course, exposure, read(course.board, known, picture, corners_px))
    found += [
        Doubt("alike", pair.one, pair.other, pair.nats) for pair in close_pairs(course, fresh)
    ]
    return tuple(found)


def _twins(course: Course, exposure: Exposure) -> Iterator[Doubt]:
    """Faces of two names that look the same: probably one face, named wrongly."""
    fresh = {plain(label) for label in exposure.labels.values()} - {EMPTY}
    for kind in {chapter.kind for chapter in course.chapters}:
        like = cells_of(course.board, kind)[0]
        examples = {label: patch for label, _, patch in _named(course, kind)}
        for (one, face), (other, patch) in combinations(examples.items(), 2):
            if {one, other} & fresh and same_face(face, patch, like):
                yield Doubt("taken_for", one, other)


def close_pairs(course: Course, about: Collection[str] = ()) -> tuple[Pair, ...]:
    """Faces that look alike and were not shown often enough yet."""
    known, same = course.known(), course.board.alike
    if known is None:
        return ()
    shown = sum((course.examples(one.kind) for one in course.chapters), Counter[str]())
    return tuple(
        pair
        for pair in confusable(known, CLOSE, about)
        if same.get(pair.one, pair.one) != same.get(pair.other, pair.other)
        and EMPTY not in (pair.one, pair.other)
        and min(shown[pair.one], shown[pair.other]) < ENOUGH
    )


def _not_back(
    course: Course, exposure: Exposure, readings: Mapping[str, CellReading]
) -> Iterator[Doubt]:
    """Faces that are not recognised in the very picture that shows them."""
    same = course.board.alike
    told = set()
    for cell, label in exposure.labels.items():
        seen = readings.get(cell, CellReading({})).label
        wanted = {label, plain(label), same.get(label, label)}
        if cell in readings and seen not in wanted and label not in told:
            told.add(label)
            other = seen if seen not in (None, EMPTY) else ""
            yield Doubt("taken_for" if other else "not_back", label, other or "")


@dataclass(frozen=True)
class Trial:
    """How a test round went: where each face was found, and what was seen besides."""

    found: Mapping[str, tuple[str, ...]]
    strange: Mapping[str, str]
    """Cells that show something nobody put there, or that cannot be read."""

    @property
    def passed(self) -> bool:
        return all(len(cells) == 1 for cells in self.found.values()) and not self.strange


def tried(
    board: Board,
    taught: Taught,
    faces: Sequence[str],
    kind: str,
    picture: Picture,
    corners_px: ArrayLike | None = None,
) -> Trial:
    """Look for some faces that somebody put anywhere."""
    readings = read(board, taught, picture, corners_px)
    seen = {
        cell.id: readings[cell.id].label for cell in cells_of(board, kind) if cell.id in readings
    }
    same = board.alike
    found = {
        face: tuple(
            cell
            for cell, label in seen.items()
            if label is not None and _means(label, same) == _means(face, same)
        )
        for face in faces
    }
    placed = {cell for cells in found.values() for cell in cells}
    return Trial(
        found,
        {
            cell: label or ""
            for cell, label in seen.items()
            if label != EMPTY and cell not in placed
        },
    )


def _means(label: str, same: Mapping[str, str]) -> str:
    """Return a face without its direction."""
    return plain(same.get(label, label))
