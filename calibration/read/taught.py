"""What an owner showed the eye: for each kind of cell some faces per label, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from ..errors import BadTeaching
from ..geometry.board import (
    DOWN,
    EMPTY,
    PAWN,
    SOMETHING_ELSE,
    TRIANGLES,
    UPSIDE_DOWN,
    Cell,
    clockwise,
    leftwards,
    manner_of,
)
from ..geometry.patches import SIDE, mask_of
from .bare import Bare, together
from .faces import Bank
from .learnt import Learnt
from .same_print import Exemplars

MOST_EXAMPLES = 6
"""Examples kept of one label; more cost time and add little."""


ALIKE = 0.003
"""Mean square by which a face may change when it is turned and still look alike."""
SAME_FACE, SYMMETRIC, PLAY = 0.8, 0.93, 3
"""Faces of two labels that agree this well are mirror images of each other; one that agrees with
its own mirror image has none. They may lie this many pixels aside."""
ITSELF = 0.88
"""A card that agrees this well with itself turned round, apart from its finest grain, does not
show which way it lies."""
DRAWN = 1e-3
"""The contrast (mean square) from which on a face has a drawing."""
EDGE = 1
"""Pixels along the sides of a triangle that show its edge, not its drawing."""
PLAIN, TOP = 0.002, 0.85
"""A top whose contrast (mean square) is below this within that share of it is plain."""


SAME = 0.004
"""Examples that differ by less than this are one and the same, kept and read back."""


@dataclass(frozen=True)
class Lesson:
    """One example: this is how *label* looks in a cell of this kind (white paper = 1)."""

    kind: str
    label: str
    face: NDArray[np.float32] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Taught:
    """One edition, as taught up to one moment."""

    edition: str
    date: str
    lessons: tuple[Lesson, ...]
    version: int = 1
    learnt: Mapping[str, Learnt] = field(default_factory=dict, repr=False, compare=False)
    """What was learnt of the kinds of cells that were shown in several pictures."""
    bare: Bare | None = field(default=None, repr=False, compare=False)
    """The bare board: its ground, and every cell's own look with nothing in it."""
    exemplars: Mapping[str, Exemplars] = field(default_factory=dict, repr=False, compare=False)
    """The taught cells of every kind as the small net sees them."""

    @cached_property
    def banks(self) -> dict[str, Bank]:
        """The faces to compare with, for every kind of cell."""
        kinds = sorted({lesson.kind for lesson in self.lessons})
        return {kind: _bank(kind, [x for x in self.lessons if x.kind == kind]) for kind in kinds}

    def bank(self, kind: str) -> Bank:
        if kind not in self.banks:
            known = ", ".join(self.banks) or "nothing"
            raise BadTeaching(
                "fault.teach.other_kind", edition=self.edition, known=known, kind=kind
            )
        return self.banks[kind]

    def labels(self, kind: str) -> tuple[str, ...]:
        return tuple(sorted({x.label for x in self.lessons if x.kind == kind}))

    def extended(self, lessons: Iterable[Lesson], date: str, bare: Bare | None = None) -> Taught:
        """Return the edition with more lessons, one version on; *bare* is its latest bare board."""
        fresh = tuple(lessons)
        old = (x for x in self.lessons if not _outdated(x, fresh) and not _is_among(x, fresh))
        kept = thinned((*old, *fresh))
        # what was learnt from other pictures knows nothing of the new ones
        shown = together([one for one in (self.bare, bare) if one is not None])
        return replace(
            self,
            lessons=kept,
            date=date,
            version=self.version + 1,
            learnt={},
            bare=shown,
            exemplars={},
        )


def _is_among(one: Lesson, lessons: Iterable[Lesson]) -> bool:
    """Whether the very same example is there: a lesson that goes on has its old pictures again."""
    return any(
        one == other
        and one.face.shape == other.face.shape
        and float(np.abs(one.face - other.face).mean()) < SAME
        for other in lessons
    )


def _outdated(old: Lesson, fresh: Iterable[Lesson]) -> bool:
    """Whether a card's label now says which way it lies and did not before, or the reverse."""
    named = (old.kind, old.label.partition("@")[0])
    return old.kind == "pit" and any(
        named == (new.kind, new.label.partition("@")[0])
        and old.label not in {leftwards(new.label, quarters) for quarters in range(4)}
        for new in fresh
    )


def thinned(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Keep at most ``MOST_EXAMPLES`` per label, those that differ most from each other."""
    groups: dict[tuple[str, str], list[Lesson]] = {}
    for lesson in lessons:
        groups.setdefault((lesson.kind, lesson.label), []).append(lesson)
    return tuple(x for group in groups.values() for x in _different(group))


def _different(group: list[Lesson]) -> list[Lesson]:
    if len(group) <= MOST_EXAMPLES:
        return group
    flat = np.stack([x.face.reshape(-1) for x in group])
    middle = np.median(flat, axis=0)
    chosen = [int(((flat - middle) ** 2).sum(axis=1).argmin())]
    while len(chosen) < MOST_EXAMPLES:
        gaps = np.min([((flat - flat[i]) ** 2).sum(axis=1) for i in chosen], axis=0)
        chosen.append(int(gaps.argmax()))
    return [group[i] for i in chosen]


def _bank(kind: str, lessons: list[Lesson]) -> Bank:
    labels: list[str] = []
    turns: list[int] = []
    faces: list[NDArray[np.float32]] = []
    with_tops = _with_tops(lessons) if kind == "card" else frozenset()
    for lesson in _levelled(lessons) if kind == PAWN else lessons:
        for step, (label, face) in enumerate(_turns(lesson)):
            labels.append(label)
            turns.append(step)
            faces.append(face)
        if lesson.label in with_tops:
            labels.append(lesson.label + UPSIDE_DOWN)
            turns.append(0)
            faces.append(np.ascontiguousarray(lesson.face[::-1, ::-1]))
    if kind == "card":
        for face in _never_shown(lessons):
            labels.append(SOMETHING_ELSE)
            turns.append(0)
            faces.append(face)
    shape = ((0.0, 0.0),) * (3 if kind in TRIANGLES else 4)
    mask = mask_of(Cell("", kind, shape))
    return Bank(tuple(labels), tuple(turns), np.stack(faces), mask, manner_of(kind).worth)


def _levelled(lessons: Iterable[Lesson]) -> Iterator[Lesson]:
    """Pawns with plain tops without their rims: a rim shows where a pawn stood, not who it is.

    A pawn is plain or drawn in all its lessons: one lesson with a bit of wall in it would
    otherwise make its plain ones look like drawings with nothing on them.
    """
    shown = [(lesson, _plainest(lesson.face)) for lesson in lessons]
    for lesson, top in shown:
        own = [t.var(axis=0).mean() for other, t in shown if other.label == lesson.label]
        if float(np.median(own)) >= PLAIN:
            yield lesson
        else:
            plain = np.broadcast_to(np.median(top, axis=0), lesson.face.shape)
            yield replace(lesson, face=np.ascontiguousarray(plain))


def _plainest(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the pixels of the top of a pawn, wherever in the picture it stands."""
    y, x = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    radius = TOP * SIDE / 2
    reach = np.arange(-int(SIDE / 2 - radius), int(SIDE / 2 - radius) + 1)
    discs = [np.hypot(x - right, y - down) < radius for right in reach for down in reach]
    return face[min(discs, key=lambda disc: float(face[disc].var(axis=0).mean()))]


def _never_shown(lessons: list[Lesson]) -> Iterator[NDArray[np.float32]]:
    """Mirrored faces that nobody taught: a card that looks the other way is another card."""
    drawn = [x for x in lessons if x.label not in (EMPTY, DOWN)]
    for lesson in drawn:
        mirrored = np.ascontiguousarray(lesson.face[:, ::-1])
        if all(
            _agreement(mirrored, x.face) < (SYMMETRIC if x.label == lesson.label else SAME_FACE)
            for x in drawn
        ):
            yield mirrored


def _agreement(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how far two faces agree, 0 to 1, at the best offset within a few pixels."""
    inner = one[PLAY:-PLAY, PLAY:-PLAY]
    return float(cv2.matchTemplate(other, inner, cv2.TM_CCOEFF_NORMED).max())


def _turns(lesson: Lesson) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Yield the lesson's face with its label, in every turn that things in such a cell may have."""
    steps = 1 if lesson.label == EMPTY else manner_of(lesson.kind).turns
    if lesson.kind == PAWN and _looks_alike(lesson.face, steps):
        steps = 1
    for step in range(steps):
        if lesson.kind == "turned_tile":
            yield clockwise(lesson.label, step), turned(lesson.face, -step % 3, 3, lesson.kind)
        elif lesson.kind == "pit":
            yield leftwards(lesson.label, step), turned(lesson.face, step, steps, lesson.kind)
        else:
            yield lesson.label, turned(lesson.face, step, steps, lesson.kind)


def has_no_way(lesson: Lesson) -> bool:
    """Whether a label says which way a card lies, though it looks the same another way round."""
    steps = manner_of(lesson.kind).turns
    others = (step for step in range(1, steps) if leftwards(lesson.label, step) != lesson.label)
    faces = (turned(lesson.face, step, steps, lesson.kind) for step in others)
    return any(_agreement(_soft(lesson.face), _soft(face)) > ITSELF for face in faces)


def _soft(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Blur away a face's finest grain, which is the camera's."""
    return cv2.GaussianBlur(face, (0, 0), 1.0)


def _looks_alike(face: NDArray[np.float32], steps: int) -> bool:
    """Whether a round face hardly changes when it is turned."""
    mask = mask_of(Cell("", PAWN, ((0.0, 0.0),) * 4)) > 0
    away = [face - turned(face, step, steps, PAWN) for step in range(1, steps)]
    return max(float((x[mask] ** 2).mean()) for x in away) < ALIKE


def _with_tops(lessons: Sequence[Lesson]) -> frozenset[str]:
    """Find labels whose faces show which side is up: they look different upside down, and not like
    another face that was taught, as a 6 looks like a 9."""
    groups: dict[str, list[NDArray[np.float32]]] = {}
    for lesson in lessons:
        if lesson.label not in (EMPTY, DOWN):
            groups.setdefault(lesson.label, []).append(_soft(lesson.face))
    upright = {label: faces[0] for label, faces in groups.items()}
    found = set()
    for label, faces in groups.items():
        heads = [np.ascontiguousarray(face[::-1, ::-1]) for face in faces]
        own = [_agreement(head, face) for head, face in zip(heads, faces, strict=True)]
        others = [_agreement(heads[0], other) for name, other in upright.items() if name != label]
        drawn = float(np.median([face.var(axis=(0, 1)).mean() for face in faces])) > DRAWN
        if drawn and max(own) < ITSELF and max(others, default=0.0) < SYMMETRIC:
            found.add(label)
    return frozenset(found)


def turned(face: NDArray[np.float32], step: int, steps: int, kind: str) -> NDArray[np.float32]:
    """Turn a face anticlockwise about its middle by *step* of *steps* equal parts. A triangle has
    only thirds. By a sixth, only the drawing inside it turns, not its edge: the same drawing may be
    printed on tiles that point up and on tiles that point down.

    A triangle has only thirds. By a sixth, only the drawing inside it turns, not its edge:
    the same drawing may be printed on tiles that point up and on tiles that point down.
    """
    if step == 0:
        return face
    if kind != "tile" or step % 2 == 0:
        return _spun(face, 360.0 * step / steps)
    mask = mask_of(Cell("", kind, ((0.0, 0.0),) * 3))
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=EDGE)
    degrees = 360.0 * step / steps
    paper = np.percentile(face[mask > 0], 75, axis=0)
    drawing = np.where((_spun(inner, degrees) > 0.5)[:, :, None], _spun(face, degrees), paper)
    edge = np.median([_spun(face, third) for third in (0.0, 120.0, 240.0)], axis=0)
    return np.where((inner > 0)[:, :, None], drawing, edge).astype(np.float32)


def _spun(face: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    middle = (SIDE - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    return cv2.warpAffine(face, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
