"""The eye on one board: what each cell shows in a picture, with chances, and what disturbs.

A ``Looker`` remembers where the board lies and what every cell showed; only what changed is
looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards.board import PAWN, Board, Cell
from ..errors import Complaint
from ..find.finding import NotFound, Sight
from ..find.noise import believed, noise_between
from ..find.rectify import rectified
from ..find.watch import SHRINK, Regions, blocks_of, regions_of, whole_picture
from ..find.whereabouts import covered_markers, followed, may_have_moved, seek
from ..teach.evening import is_sound, looks_in, open_to, with_looks
from ..teach.taught import Lesson, Taught
from .around import around
from .blend import Blend
from .light import burnt_board
from .looked import CellReading, Glance, Look
from .memory import keep_memory
from .patches import SIDE
from .pawns import hidden_by, look_for_pawns, pawn_readings
from .pictures import Levels, jpeg
from .reading import Examined, examine
from .second import opinions
from .telling import read
from .voices import read_learnt

__all__ = ["CellReading", "Glance", "Look", "Looker", "use_threads"]

SHOWN_PX = 640
"""How large a picture without a board is shown."""


class Looker:
    """Reads one board with one teaching, picture after picture."""

    def __init__(self, board: Board, taught: Taught, corners_px: ArrayLike | None = None) -> None:
        for kind in sorted({cell.kind for cell in board.cells} - set(taught.learnt)):
            taught.bank(kind)
        self.board = board
        self.taught = self._tonight = taught
        self._looks: dict[int, tuple[Lesson, ...]] = {}
        self._corners = None if corners_px is None else np.asarray(corners_px, float)
        self._pawns = tuple(cell for cell in board.cells if cell.kind == PAWN)
        self._noise: float | None = None
        self.forget()

    @property
    def noise(self) -> float:
        """How much this camera's pictures differ while nothing happens, of 255."""
        return self._noise or 0.0

    def prepare(self) -> None:
        """Work out beforehand what depends on the teaching alone."""
        for kind in {cell.kind for cell in self.board.cells} - set(self.taught.learnt):
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
        self._blend: Blend | None = None

    def glance(self, picture: NDArray[np.uint8]) -> Glance:
        """Say what moves since the last picture, without recognising anything."""
        now = Levels(picture).thumb
        then, self._last = self._last, now
        if then is None or then.shape != now.shape:
            return Glance(frozenset(("picture",)), frozenset(("picture",)))
        regions = self._regions or whole_picture(now.shape)
        around = self._blocks(now.shape) or regions
        same = bool(np.array_equal(now, then))
        moving: frozenset[str] = frozenset()
        if not same:
            self._noise = believed(self._noise, noise_between(now, then))
            moving = regions.differing(now, then, self.noise)
            moving |= around.differing(now, then, self.noise)
        changed = (
            regions.differing(now, self._kept, self.noise)
            if self._kept is not None and self._kept.shape == now.shape
            else frozenset(("picture",))
        )
        return Glance(moving, changed, same, bool(now.max() < 12 or now.std() < 2))

    def _blocks(self, shape: tuple[int, ...]) -> Regions | None:
        """The blocks in which a hand moves, made when they are first asked for."""
        if self._around is None and self._sight is not None:
            self._around = blocks_of(self.board, self._sight.pose, shape)
        return self._around

    def look(self, picture: NDArray[np.uint8]) -> Look:
        """Read every cell of the board; those that did not change are not read again."""
        levels = Levels(picture)
        changed = self._changed(levels.thumb)
        if changed is not None and not changed and self._look is not None:
            return self._looked(self._look.cells, self._look.complaints, (), levels.full)
        self._blend = None
        sight, complaints = self._found(levels, changed)
        if isinstance(sight, NotFound):
            self._look = None
            return Look("refused", sight.reason, {}, (sight.reason,))
        fresh = self._fresh(sight, changed)
        self._examine(levels, sight, fresh)
        told = sight.told if self._sight is not sight else {}
        self._remember(levels.thumb, sight, fresh)
        cells = self._second_opinion(levels, sight, self._read(levels, sight, told))
        self._look = self._looked(cells, complaints, fresh, levels.full)
        return self._look

    def closer(self, picture: NDArray[np.uint8], names: Collection[str]) -> Look:
        """Read some cells once more, from all pictures of this rest laid upon each other."""
        levels = Levels(picture)
        if self._look is None or self._sight is None or self._changed(levels.thumb):
            return self.look(picture)
        if self._blend is None:
            self._blend = Blend(picture)
        else:
            self._blend.add(picture)
        blended = Levels(self._blend.mean())
        fresh = tuple(cell for cell in self.board.cells if cell.id in names)
        self._examine(blended, self._sight, fresh)
        read = self._read(blended, self._sight, {})
        cells = self._second_opinion(blended, self._sight, read)
        self._look = self._looked(cells, self._look.complaints, fresh, levels.full)
        return self._look

    def _changed(self, now: NDArray[np.uint8]) -> frozenset[str] | None:
        """Regions that differ from when they were last read; None when nothing was read yet."""
        if self._kept is None or self._regions is None or self._kept.shape != now.shape:
            return None
        return self._regions.differing(now, self._kept, self.noise)

    def _found(
        self, levels: Levels, changed: frozenset[str] | None
    ) -> tuple[Sight | NotFound, tuple[Complaint, ...]]:
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

    def _fresh(self, sight: Sight, changed: frozenset[str] | None) -> tuple[Cell, ...]:
        if self._sight is not sight or changed is None:
            return self.board.cells
        changed |= {cell.stands_on for cell in self._pawns if cell.id in changed}
        return tuple(cell for cell in self.board.cells if cell.id in changed)

    def _examine(self, levels: Levels, sight: Sight, fresh: tuple[Cell, ...]) -> None:
        for kind in sorted({cell.kind for cell in fresh} - {PAWN} - set(self.taught.learnt)):
            cells = tuple(cell for cell in fresh if cell.kind == kind)
            whole = len(cells) == sum(cell.kind == kind for cell in self.board.cells)
            bank = self.taught.bank(kind)
            if whole and self._sight is not sight and kind in sight.seen:
                seen = sight.seen[kind]
            else:
                margin = None if whole else self._margins[kind]
                seen = examine(levels, self.board, sight, cells, bank, margin)
            if whole:
                self._margins[kind] = (seen.patches.shape[1] - SIDE) // 2
            before = self._examined.get(kind)
            self._examined[kind] = seen if before is None else before.updated(seen)

    def _read(
        self, levels: Levels, sight: Sight, told: Mapping[str, CellReading]
    ) -> dict[str, CellReading]:
        """Every cell; *told* were read while the board was sought in this very picture."""
        readings: dict[str, CellReading] = dict(told)
        glare = burnt_board(levels.thumb, SHRINK, self.board, sight.pose, sight.light)
        for kind, seen in self._examined.items():
            pawns = self._standing_on(kind)
            beside = around(levels, self.board, sight, self.taught.bare, seen, glare)
            if not pawns:
                readings |= read(seen, self.board, sight.light, glare=glare, around=beside)
                continue
            bank = self.taught.bank(PAWN)
            standing = look_for_pawns(levels, self.board, sight, seen, pawns, bank, glare)
            hidden = hidden_by(standing, seen)
            tiles = read(seen, self.board, sight.light, hidden, glare, beside)
            readings |= tiles | pawn_readings(standing, pawns, tiles)
        for kind, learnt in self.taught.learnt.items() if not told else ():
            readings |= read_learnt(levels, self.board, sight, kind, learnt)
        return {cell.id: readings[cell.id] for cell in self.board.cells}

    def _standing_on(self, kind: str) -> tuple[Cell, ...]:
        """The pawn cells on tiles of one kind."""
        tiles = {cell.id for cell in self.board.cells if cell.kind == kind}
        return tuple(cell for cell in self._pawns if cell.stands_on in tiles)

    def _remember(self, now: NDArray[np.uint8], sight: Sight, fresh: tuple[Cell, ...]) -> None:
        self._last = now
        if self._regions is None or self._kept is None or self._sight is not sight:
            self._regions = regions_of(self.board, sight.pose, now.shape)
            self._around = None
            self._kept = now.copy()
            self._sight = sight
            return
        names = [cell.id for cell in fresh]
        names += [name for name in self._regions.names if name.startswith("marker ")]
        self._regions.copy(now, self._kept, names)

    def _looked(
        self,
        cells: Mapping[str, CellReading],
        complaints: tuple[Complaint, ...],
        fresh: tuple[Cell, ...],
        picture: NDArray[np.uint8],
    ) -> Look:
        changed = frozenset(cell.id for cell in fresh)
        return Look("found", None, cells, complaints, changed, self._shower(picture))

    def learn(self, number: int, picture: NDArray[np.uint8], shows: Mapping[str, str]) -> bool:
        """Know for the rest of the evening how some cells look that ruling *number* settled."""
        if self._sight is None or self._look is None:
            return False
        looks = looks_in(self.board, self.taught, self._sight, picture, shows)
        before = self._looks
        self._know({**before, number: (*before.get(number, ()), *looks)})
        if looks and is_sound(self.look(picture), shows):
            return True
        self._know(before)
        return False

    def unlearn(self, number: int) -> None:
        """Forget what a ruling taught that was taken back."""
        if number in self._looks:
            self._know({known: own for known, own in self._looks.items() if known != number})

    def _know(self, looks: dict[int, tuple[Lesson, ...]]) -> None:
        self._looks, self._tonight = looks, with_looks(self.taught, looks)
        self.forget()

    def _second_opinion(
        self, levels: Levels, sight: Sight, cells: dict[str, CellReading]
    ) -> dict[str, CellReading]:
        """Cells that stay open are held against the looks of this evening."""
        seeming = open_to(cells, self._looks) if self._looks else {}
        if not seeming:
            return cells
        plain = [
            cell
            for cell in self.board.cells
            if cell.kind not in (PAWN, *self.taught.learnt) and not self._standing_on(cell.kind)
        ]
        return cells | opinions(levels, self.board, sight, plain, seeming, self._tonight)

    def shown(self, picture: NDArray[np.uint8]) -> bytes:
        """A picture for people: the board alone, or all of it, small, where no board is found."""
        board = self._shower(picture)()
        if board is not None:
            return jpeg(board)
        shrink = SHOWN_PX / max(picture.shape[:2])
        return jpeg(cv2.resize(picture, None, fx=shrink, fy=shrink) if shrink < 1 else picture)

    def _shower(self, picture: NDArray[np.uint8]) -> Callable[[], NDArray[np.uint8] | None]:
        sight, board = self._sight, self.board
        return lambda: None if sight is None else rectified(picture, board, sight.pose)


def use_threads(count: int) -> None:
    """Let OpenCV use this many threads, and this process the same memory for every picture."""
    cv2.setNumThreads(count)
    keep_memory()
