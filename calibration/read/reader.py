"""The eye on one board: what each cell shows in a picture, with chances, and what disturbs.

A ``Looker`` remembers where the board lies and what every cell showed; only what changed is
looked at again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Mapping

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import Complaint
from ..find.locate import LocateResult, NotFound
from ..geometry.board import Board, Cell
from ..geometry.patches import rectified
from ..geometry.pictures import Levels, jpeg
from .cache import CachedRead, WatchedCells
from .halo import Cleared, cleared
from .result import CellReading, Glance, Look
from .taught import Taught
from .tonight import Tonight, is_sound, looks_in
from .tracker import covered_markers, followed, may_have_moved, seek

__all__ = ["CellReading", "Glance", "Look", "Looker", "use_threads"]

SHOWN_PX = 640
"""How large a picture without a board is shown."""


def from_above(
    picture: NDArray[np.uint8], board: Board, sight: LocateResult | None
) -> Callable[[], NDArray[np.uint8] | None]:
    """Return the transform that makes the board upright and flat, computed on demand."""
    return lambda: None if sight is None else rectified(picture, board, sight.pose)


def for_people(picture: NDArray[np.uint8], board: Board, sight: LocateResult | None) -> bytes:
    """Return the board alone, or the whole picture at a small size if no board was found."""
    flat = from_above(picture, board, sight)()
    if flat is not None:
        return jpeg(flat)
    shrink = SHOWN_PX / max(picture.shape[:2])
    return jpeg(cv2.resize(picture, None, fx=shrink, fy=shrink) if shrink < 1 else picture)


TRIM, MAP = -1, -3
"""What glibc calls M_TRIM_THRESHOLD and M_MMAP_THRESHOLD."""
KEPT, APART = 48 << 20, 32 << 20
"""Free memory that is kept, and the size from which on a piece is asked for by itself."""


def keep_memory() -> bool:
    """Let this process keep what it freed; False where the C library knows nothing of it.

    A look fills and frees some ten megabytes. Given back to the system each time, every page has
    to be asked for again at the next picture, which takes longer than reading the board.
    """
    try:
        choose = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    return bool(choose(TRIM, KEPT) and choose(MAP, APART))


MOST = 8
"""Pictures that are averaged: a further one counts a sixteenth of the first."""


class Blend:
    """The mean of pictures that show the same: what a cell shows adds up, noise does not."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        self._sum = picture.astype(np.uint16)
        self.count = 1

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Lay one more picture upon the others."""
        if picture.shape == self._sum.shape and self.count < MOST:
            cv2.add(self._sum, picture, self._sum, dtype=cv2.CV_16U)
            self.count += 1

    def mean(self) -> NDArray[np.uint8]:
        return cv2.convertScaleAbs(self._sum, alpha=1.0 / self.count)


class Looker:
    """Reads one board with one teaching, picture after picture."""

    def __init__(self, board: Board, taught: Taught, corners_px: ArrayLike | None = None) -> None:
        for kind in sorted({cell.kind for cell in board.cells} - set(taught.learnt)):
            taught.bank(kind)
        self.board = board
        self.taught = taught
        self._corners = None if corners_px is None else np.asarray(corners_px, float)
        self._tonight = Tonight(taught)
        self._watched = WatchedCells(board)
        self.forget()

    @property
    def noise(self) -> float:
        """How much this camera's pictures differ while nothing happens, of 255."""
        return self._watched.noise

    @property
    def _sight(self) -> LocateResult | None:
        """Where the board was found last."""
        return self._watched.sight

    def prepare(self) -> None:
        """Work out beforehand what depends on the teaching alone."""
        for kind in {cell.kind for cell in self.board.cells} - set(self.taught.learnt):
            self.taught.bank(kind).prepare()

    def forget(self) -> None:
        """Forget where the board was and what it showed; the next look is a fresh one."""
        self._watched.forget()
        self._known = CachedRead(self.board, self.taught)
        self._look: Look | None = None
        self._blend: Blend | None = None

    def glance(self, picture: NDArray[np.uint8]) -> Glance:
        """Say what moves since the last picture, without recognising anything."""
        return self._watched.glance(picture)

    def look(self, picture: NDArray[np.uint8]) -> Look:
        """Read every cell of the board; those that did not change are not read again."""
        levels = Levels(picture)
        changed = self._watched.changed(levels)
        if changed is not None and not changed and self._look is not None:
            return self._looked(self._look.cells, self._look.complaints, (), levels.full)
        self._blend = None
        sight, complaints = self._found(levels, changed)
        if isinstance(sight, NotFound):
            self._look = None
            return Look("refused", sight.reason, {}, (sight.reason,))
        anew = self._sight is not sight
        fresh = self.board.cells if anew or changed is None else self._known.stirred(changed)
        clear = cleared(levels, self.board, sight)
        self._known.examine(clear, sight, fresh, anew)
        self._watched.remember(levels.thumb, sight, [cell.id for cell in fresh])
        return self._read(clear, sight, sight.told if anew else {}, complaints, fresh, levels)

    def closer(self, picture: NDArray[np.uint8], names: Collection[str]) -> Look:
        """Read some cells once more, from all pictures of this rest laid upon each other."""
        levels = Levels(picture)
        if self._look is None or self._sight is None or self._watched.changed(levels):
            return self.look(picture)
        if self._blend is None:
            self._blend = Blend(picture)
        else:
            self._blend.add(picture)
        blended = cleared(Levels(self._blend.mean()), self.board, self._sight)
        fresh = tuple(cell for cell in self.board.cells if cell.id in names)
        self._known.examine(blended, self._sight, fresh)
        return self._read(blended, self._sight, {}, self._look.complaints, fresh, levels)

    def _found(
        self, levels: Levels, changed: frozenset[str] | None
    ) -> tuple[LocateResult | NotFound, tuple[Complaint, ...]]:
        before = self._sight
        if before is not None and not may_have_moved(self.board, changed):
            return before, self._look.complaints if self._look else ()
        sight = seek(levels, self.board, self.taught, self._corners)
        if isinstance(sight, NotFound):
            if before and self.board.markers and 0 < len(changed or ()) < len(self.board.cells) / 2:
                return before, (sight.reason,)
            self.forget()
            return sight, ()
        if before is None:
            return sight, covered_markers(self.board, sight)
        return followed(self.board, before, sight)

    def _read(
        self,
        clear: Cleared,
        sight: LocateResult,
        told: Mapping[str, CellReading],
        complaints: tuple[Complaint, ...],
        fresh: tuple[Cell, ...],
        shown: Levels,
    ) -> Look:
        """Read everything that was examined, and keep it; *shown* is what people are shown."""
        cells = self._known.read(clear, sight, told)
        cells = self._tonight.second_opinion(clear, self.board, sight, self._known, cells)
        self._look = self._looked(cells, complaints, fresh, shown.full)
        return self._look

    def _looked(
        self,
        cells: Mapping[str, CellReading],
        complaints: tuple[Complaint, ...],
        fresh: tuple[Cell, ...],
        picture: NDArray[np.uint8],
    ) -> Look:
        changed = frozenset(cell.id for cell in fresh)
        board = from_above(picture, self.board, self._sight)
        return Look("found", None, cells, complaints, changed, board)

    def learn(self, number: int, picture: NDArray[np.uint8], shows: Mapping[str, str]) -> bool:
        """Know for the rest of the evening how some cells look that ruling *number* settled."""
        if self._sight is None or self._look is None:
            return False
        looks = looks_in(self.board, self.taught, self._sight, picture, shows)
        before = self._tonight
        self._know(before.having(number, looks))
        if looks and is_sound(self.look(picture), shows):
            return True
        self._know(before)
        return False

    def unlearn(self, number: int) -> None:
        """Forget what a ruling taught that was taken back."""
        if number in self._tonight.looks:
            self._know(self._tonight.without(number))

    def _know(self, tonight: Tonight) -> None:
        self._tonight = tonight
        self.forget()

    def shown(self, picture: NDArray[np.uint8]) -> bytes:
        """Return a picture for people: the board alone, or all of it, small,
        if no board was found."""
        return for_people(picture, self.board, self._sight)


def use_threads(count: int) -> None:
    """Let OpenCV use this many threads, and this process the same memory for every picture."""
    cv2.setNumThreads(count)
    keep_memory()
