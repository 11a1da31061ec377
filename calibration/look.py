"""The eye on one board: what each cell shows in a picture, with chances, and what disturbs.

A ``Looker`` remembers where the board lies and what every cell showed; only what changed is
looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import SOMETHING_ELSE, Board, Cell
from .chances import BURNT_LIMIT, SURE, believable, chances_of
from .find import NotFound, Sight, find_by_corners, find_by_markers, find_by_shape
from .judge import Verdict, judge
from .patches import search_for
from .pictures import Levels, jpeg
from .reading import Examined, examine, places_of
from .rectify import rectified
from .taught import Taught
from .trial import best_sight
from .watch import Regions


@dataclass(frozen=True)
class CellReading:
    """What one cell shows: a chance per label, summing to one; none when it cannot be read."""

    chances: Mapping[str, float]
    disturbed: str = ""

    @property
    def label(self) -> str | None:
        """The label the eye is sure of; None when it abstains."""
        if not self.chances:
            return None
        best = max(self.chances, key=self.chances.__getitem__)
        return best if self.chances[best] >= SURE and best != SOMETHING_ELSE else None

    @property
    def confidence(self) -> float:
        return max(self.chances.values(), default=0.0)

    @property
    def words(self) -> str:
        """The reading in a word or two."""
        if self.disturbed or not self.chances:
            return self.disturbed or "nothing"
        best = max(self.chances, key=self.chances.__getitem__)
        return f"{best} {self.chances[best]:.2f}"


@dataclass(frozen=True)
class Look:
    """One look at the board."""

    board: str
    """"found" or "refused"."""
    reason: str
    cells: Mapping[str, CellReading]
    complaints: tuple[str, ...] = ()
    changed: frozenset[str] = frozenset()
    """The cells that were looked at anew."""
    _picture: Callable[[], NDArray[np.uint8] | None] = field(
        default=lambda: None, repr=False, compare=False
    )

    @property
    def found(self) -> bool:
        return self.board == "found"

    def picture(self) -> NDArray[np.uint8] | None:
        """The board seen from above, computed when asked for; None when it was not found."""
        return self._picture()

    def jpeg(self) -> bytes:
        """The same as a JPEG; empty when the board was not found."""
        picture = self.picture()
        return b"" if picture is None else jpeg(picture)


@dataclass(frozen=True)
class Glance:
    """What a cheap look at a picture tells: what moves, and what differs from the last look."""

    moving: frozenset[str]
    changed: frozenset[str]
    same_picture: bool = False
    """Not one pixel of the thumbnail differs: no real camera is so free of noise."""
    blank: bool = False


class Looker:
    """Reads one board with one teaching, picture after picture."""

    def __init__(
        self, board: Board, taught: Taught, corners_px: NDArray[np.float64] | None = None
    ) -> None:
        for kind in sorted({cell.kind for cell in board.cells}):
            taught.bank(kind)
        self.board = board
        self.taught = taught
        self._corners = corners_px
        self.forget()

    def prepare(self) -> None:
        """Work out beforehand what depends on the teaching alone."""
        for kind in {cell.kind for cell in self.board.cells}:
            self.taught.bank(kind).prepare()

    def forget(self) -> None:
        """Forget where the board was and what it showed; the next look is a fresh one."""
        self._sight: Sight | None = None
        self._regions: Regions | None = None
        self._around: Regions | None = None
        self._kept: NDArray[np.uint8] | None = None
        self._last: NDArray[np.uint8] | None = None
        self._examined: dict[str, Examined] = {}
        self._margins: dict[str, int] = {}
        self._look: Look | None = None

    def glance(self, picture: NDArray[np.uint8]) -> Glance:
        """Say what moves since the last picture, without recognising anything."""
        now = Levels(picture).thumb
        then, self._last = self._last, now
        if then is None or then.shape != now.shape:
            return Glance(frozenset(("picture",)), frozenset(("picture",)))
        regions = self._regions or _whole(now)
        around = self._around or regions
        same = bool(np.array_equal(now, then))
        moving: frozenset[str] = frozenset()
        if not same:
            moving = regions.differing(now, then) | around.differing(now, then)
        changed = (
            regions.differing(now, self._kept)
            if self._kept is not None and self._kept.shape == now.shape
            else frozenset(("picture",))
        )
        return Glance(moving, changed, same, bool(now.max() < 12 or now.std() < 2))

    def look(self, picture: NDArray[np.uint8]) -> Look:
        """Read every cell of the board; those that did not change are not read again."""
        levels = Levels(picture)
        now = levels.thumb
        changed = self._changed(now)
        if changed is not None and not changed and self._look is not None:
            return Look(
                "found",
                "",
                self._look.cells,
                self._look.complaints,
                frozenset(),
                self._shower(levels.full),
            )
        sight, told = self._found(levels, changed)
        if isinstance(sight, NotFound):
            self._look = None
            return Look("refused", sight.reason, {}, (sight.reason,))
        fresh = self._fresh(sight, changed)
        self._examine(levels, sight, fresh)
        self._remember(now, sight, fresh)
        self._look = Look(
            "found",
            "",
            self._judged(sight),
            told,
            frozenset(c.id for c in fresh),
            self._shower(levels.full),
        )
        return self._look

    def _changed(self, now: NDArray[np.uint8]) -> frozenset[str] | None:
        """Regions that differ from when they were last read; None when nothing was read yet."""
        if self._kept is None or self._regions is None or self._kept.shape != now.shape:
            return None
        return self._regions.differing(now, self._kept)

    def _found(
        self, levels: Levels, changed: frozenset[str] | None
    ) -> tuple[Sight | NotFound, tuple[str, ...]]:
        if self._sight is not None and not self._shifted(changed):
            return self._sight, self._look.complaints if self._look else ()
        sight = self._seek(levels)
        before = self._sight
        if before is None:
            return sight, _uncovered(self.board, sight)
        if isinstance(sight, NotFound):
            if self.board.markers and changed and len(changed) < len(self.board.cells) / 2:
                return before, (sight.reason,)
            self.forget()
            return sight, ()
        outline = np.array(self.board.outline_mm)
        moved = float(np.abs(sight.pose.project(outline) - before.pose.project(outline)).max())
        if len(sight.markers) < len(before.markers) and moved < 12:
            return before, _uncovered(self.board, sight)
        if moved > 1.5:
            self._regions = None
            return sight, (*_uncovered(self.board, sight), f"camera moved {moved:.0f} px")
        return before, _uncovered(self.board, sight)

    def _shifted(self, changed: frozenset[str] | None) -> bool:
        """Whether so much changed that board or camera may have moved."""
        if changed is None or any(name.startswith("marker ") for name in changed):
            return True
        return len(changed) > len(self.board.cells) / 3

    def _seek(self, levels: Levels) -> Sight | NotFound:
        """Find the board by whatever it has: markers, clicked corners, or its own shape."""
        if self._corners is not None:
            return find_by_corners(levels, self.board, self._corners)
        if self.board.markers:
            return find_by_markers(levels, self.board)
        return best_sight(levels, self.board, self.taught, find_by_shape(levels, self.board))

    def _fresh(self, sight: Sight, changed: frozenset[str] | None) -> tuple[Cell, ...]:
        if self._sight is not sight or changed is None:
            return self.board.cells
        return tuple(cell for cell in self.board.cells if cell.id in changed)

    def _examine(self, levels: Levels, sight: Sight, fresh: tuple[Cell, ...]) -> None:
        for kind in sorted({cell.kind for cell in fresh}):
            cells = tuple(cell for cell in fresh if cell.kind == kind)
            if len(cells) == len(self._of(kind)):
                self._margins[kind] = search_for(cells, sight.pose).margin
            bank = self.taught.bank(kind)
            seen = examine(levels, self.board, sight, cells, bank, self._margins[kind])
            before = self._examined.get(kind)
            self._examined[kind] = seen if before is None else before.updated(seen)

    def _of(self, kind: str) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.board.cells if cell.kind == kind)

    def _judged(self, sight: Sight) -> dict[str, CellReading]:
        readings: dict[str, CellReading] = {}
        for seen in self._examined.values():
            places = places_of(self.board, seen.cells)
            light = sight.light.from_paper, seen.glaring(sight.light)
            verdict = judge(seen.matches, places, *light)
            hidden = seen.look_twice(verdict)
            if not sight.light.from_paper:
                hidden[hidden[:, 0] > 0, 1] = 1.0  # under a guessed light no colour is foreign
            if hidden.any():
                verdict = judge(seen.matches, places, *light)
            for number, cell in enumerate(seen.cells):
                readings[cell.id] = _reading(seen, number, verdict, *hidden[number].tolist())
        return {cell.id: readings[cell.id] for cell in self.board.cells}

    def _remember(self, now: NDArray[np.uint8], sight: Sight, fresh: tuple[Cell, ...]) -> None:
        if self._regions is None or self._kept is None or self._sight is not sight:
            self._regions = _regions(self.board, sight, now)
            self._around = _blocks(self.board, sight, now)
            self._kept = now.copy()
        names = [cell.id for cell in fresh]
        names += [name for name in self._regions.names if name.startswith("marker ")]
        self._regions.copy(now, self._kept, names)
        self._sight = sight
        self._last = now

    def _shower(self, picture: NDArray[np.uint8]) -> Callable[[], NDArray[np.uint8] | None]:
        sight, board = self._sight, self.board
        return lambda: None if sight is None else rectified(picture, board, sight.pose)


def use_threads(count: int) -> None:
    """Let OpenCV use so many threads."""
    cv2.setNumThreads(count)


def _uncovered(board: Board, sight: Sight | NotFound) -> tuple[str, ...]:
    if isinstance(sight, NotFound):
        return ()
    return tuple(f"marker {key} covered" for key in sorted(set(board.markers) - set(sight.markers)))


def _whole(now: NDArray[np.uint8]) -> Regions:
    height, width = now.shape[0] * 4, now.shape[1] * 4
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return Regions({"picture": corners}, now.shape)


BLOCKS = 8
OVERHANG = 0.05


def _blocks(board: Board, sight: Sight, now: NDArray[np.uint8]) -> Regions:
    """The whole board and a little around it, in blocks: a hand moves there before it lands."""
    steps = np.linspace(-OVERHANG, 1 + OVERHANG, BLOCKS + 1)
    x, y = np.meshgrid(steps * board.width_mm, steps * board.height_mm)
    knots = sight.pose.project(np.column_stack([x.ravel(), y.ravel()]))
    knots = knots.reshape(BLOCKS + 1, BLOCKS + 1, 2)
    return Regions(
        {
            f"block {i},{j}": knots[i : i + 2, j : j + 2].reshape(4, 2)
            for i in range(BLOCKS)
            for j in range(BLOCKS)
        },
        now.shape,
    )


def _regions(board: Board, sight: Sight, now: NDArray[np.uint8]) -> Regions:
    shapes = {cell.id: cell.polygon_mm for cell in board.cells}
    shapes |= {f"marker {key}": corners for key, corners in board.markers.items()}
    points = np.array([point for corners in shapes.values() for point in corners], float)
    pixels = sight.pose.project(points)
    ends = np.cumsum([len(corners) for corners in shapes.values()])
    return Regions(dict(zip(shapes, np.split(pixels, ends[:-1]), strict=True)), now.shape)


def _reading(
    seen: Examined, number: int, verdict: Verdict, hidden: float, chosen: float
) -> CellReading:
    cost = verdict.cost[number]
    best = int(cost.argmin())
    known = believable(seen.evidence(number, best, verdict, hidden > 0))
    chances = chances_of(seen.bank.names, cost, known, chosen)
    sure = max(chances.values()) >= SURE
    if hidden > seen.cells[number].manner.hidden_limit:
        return CellReading({}, "covered")
    if seen.rim_covered[number] and not (sure and seen.bank.drawn[best] > 0.5):
        return CellReading({}, "covered")
    if not sure and seen.burnt[number] > BURNT_LIMIT:
        return CellReading({}, "glare")
    return CellReading(chances)
