"""What every cell showed when it was last examined, and how all cells read together."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult
from ..find.motion import Apart, Regions, blocks_of, regions_of, whole_picture
from ..geometry.board import PAWN, SOMETHING_ELSE, UPSIDE_DOWN, Board, Cell, plain
from ..geometry.patches import SIDE, cut
from ..geometry.pictures import Levels
from .bare_vote import around
from .chances import BURNT_LIMIT
from .decide import read
from .examine import Examined, examine, relit
from .halo import Cleared
from .learnt import read_learnt
from .pawns import hidden_by, look_for_pawns, pawn_readings
from .result import CellReading, Glance
from .same_print import SEEN as SEEN_BY_NET
from .same_print import points_of
from .taught import Taught


class CachedRead:
    """The cells of one board, by kind; only those that changed are examined again."""

    def __init__(self, board: Board, taught: Taught) -> None:
        self._board, self._taught = board, taught
        self._pawns = tuple(cell for cell in board.cells if cell.kind == PAWN)
        self._examined: dict[str, Examined] = {}
        self._margins: dict[str, int] = {}

    def stirred(self, changed: frozenset[str]) -> tuple[Cell, ...]:
        """Return the cells that changed, and the tiles under pawns that did."""
        names = changed | {cell.stands_on for cell in self._pawns if cell.id in changed}
        return tuple(cell for cell in self._board.cells if cell.id in names)

    def examine(
        self, clear: Cleared, sight: LocateResult, fresh: tuple[Cell, ...], anew: bool = False
    ) -> None:
        """Look at the *fresh* cells; a board found *anew* may have been examined meanwhile."""
        for kind in sorted({cell.kind for cell in fresh} - {PAWN} - set(self._taught.learnt)):
            cells = tuple(cell for cell in fresh if cell.kind == kind)
            whole = len(cells) == sum(cell.kind == kind for cell in self._board.cells)
            if whole and anew and kind in sight.seen and clear.most is None:
                seen = sight.seen[kind]
            else:
                margin = None if whole else self._margins[kind]
                bank = self._taught.bank(kind)
                seen = examine(clear.levels, self._board, sight, cells, bank, margin)
            if whole:
                self._margins[kind] = (seen.patches.shape[1] - SIDE) // 2
            before = self._examined.get(kind)
            self._examined[kind] = seen if before is None else before.updated(seen)

    def read(
        self, clear: Cleared, sight: LocateResult, told: Mapping[str, CellReading]
    ) -> dict[str, CellReading]:
        """Read every cell; *told* were already read while the board was located in this picture."""
        readings: dict[str, CellReading] = dict(told)
        for kind, seen in self._examined.items():
            readings |= self._compared(clear, sight, kind, seen)
        for kind, learnt in self._taught.learnt.items():
            if not told:
                readings |= read_learnt(clear.levels, self._board, sight, kind, learnt)
            readings |= self._compared_too(clear, sight, kind, readings)
        for kind in self._taught.exemplars:
            readings |= self._asked_the_net(clear, sight, kind, readings)
        return {cell.id: readings[cell.id] for cell in self._board.cells}

    def _compared_too(
        self, clear: Cleared, sight: LocateResult, kind: str, told: Mapping[str, CellReading]
    ) -> dict[str, CellReading]:
        """Compare the drawings the learnt reader leaves open with each taught face as well."""
        learnt = self._taught.learnt[kind]
        plain, worth = set(learnt.without_drawing), WORTH * (1 - learnt.varied)
        cells = tuple(
            cell
            for cell in self._board.cells
            if cell.kind == kind and may_be_named(told[cell.id], plain)
        )
        if not worth or not cells or kind not in {lesson.kind for lesson in self._taught.lessons}:
            return {}
        seen = examine(clear.levels, self._board, sight, cells, self._taught.bank(kind))
        number = {cell: n for n, cell in enumerate(c for c in self._board.cells if c.kind == kind)}
        at = [number[cell] for cell in cells]
        rims = seen.rims[at], seen.rim_light[at], seen.rim_colours[at]
        seen = replace(seen, rims=rims[0], rim_light=rims[1], rim_colours=rims[2])
        compared = read(seen, self._board, sight.light)
        return {
            key: seen_by_both(told[key], other, plain, worth) for key, other in compared.items()
        }

    def _asked_the_net(
        self, clear: Cleared, sight: LocateResult, kind: str, told: Mapping[str, CellReading]
    ) -> dict[str, CellReading]:
        """Ask the small net about the cells that are still open, and add what it says."""
        own = self._taught.exemplars[kind]
        cells = tuple(
            cell
            for cell in self._board.cells
            if cell.kind == kind and told[cell.id].label is None and told[cell.id].chances
        )
        if not cells:
            return {}
        raw, burnt = cut(clear.levels, sight.pose, cells, NET_MARGIN)
        nats = own.nats(points_of(relit(raw, sight.light, cells)))
        return {
            cell.id: added(told[cell.id], own.names, row)
            for cell, row, share in zip(cells, nats.tolist(), burnt.tolist(), strict=True)
            if share <= BURNT_LIMIT
        }

    def _compared(
        self, clear: Cleared, sight: LocateResult, kind: str, seen: Examined
    ) -> dict[str, CellReading]:
        """Compare the cells of one kind, and the pawns on them."""
        pawns, board, levels = self.standing_on(kind), self._board, clear.levels
        glare, washed = clear.glare(board, sight, seen), clear.washed_out(sight, seen)
        beside = around(levels, board, sight, self._taught.bare, seen, bool(glare.any()))
        if not pawns:
            return read(seen, board, sight.light, None, glare, beside, washed)
        bank = self._taught.bank(PAWN)
        standing = look_for_pawns(levels, board, sight, seen, pawns, bank, glare)
        hidden = hidden_by(standing, seen)
        tiles = read(seen, board, sight.light, hidden, glare, beside, washed)
        return tiles | pawn_readings(standing, pawns, tiles)

    def standing_on(self, kind: str) -> tuple[Cell, ...]:
        """Return the pawn cells on tiles of one kind."""
        tiles = {cell.id for cell in self._board.cells if cell.kind == kind}
        return tuple(cell for cell in self._pawns if cell.stands_on in tiles)


# The learnt reader and the comparison with taught faces, heard together on one cell.
#
# They go wrong in unlike ways: nets by what lessons never showed, a comparison by what no face
# explains. So what both say is worth more than either says. A comparison that finds nothing taught
# has seen nothing; of things without a drawing it knows no more than their colour.

WORTH = 0.5
"""What a nat of the comparison is worth beside the learnt reader, as both saw the same pixels; less
where taught pictures of one label differ: then none of them says how the next one looks."""
DOUBTED = 0.02
"""The chance that a comparison has overlooked a label altogether."""
SEEN = 0.5
"""A comparison that is less sure than this that it sees something taught says nothing."""
LEAST = 0.3
"""A label less likely than this is not worth comparing."""


def _best(chances: dict[str, float]) -> str:
    named = {name: chance for name, chance in chances.items() if name != SOMETHING_ELSE}
    return max(named, key=named.__getitem__, default=SOMETHING_ELSE)


def may_be_named(told: CellReading, plain: Collection[str]) -> bool:
    """Say whether a cell is open that may show a drawing."""
    if told.label is not None or not told.chances:
        return False
    best = _best(dict(told.chances))
    return best not in plain and told.chances.get(best, 0.0) >= LEAST


def seen_by_both(
    told: CellReading, other: CellReading, plain: Collection[str], worth: float
) -> CellReading:
    """Add what a comparison says of a cell to what the learnt reader *told*."""
    chances = dict(other.chances)
    best = _best(chances)
    if not chances or best in plain or 1 - chances.get(SOMETHING_ELSE, 0.0) < SEEN:
        return told
    nats = {
        name: math.log(max(chance, 1e-9)) + worth * math.log(chances.get(name, 0.0) + DOUBTED)
        for name, chance in told.chances.items()
    }
    most = max(nats.values())
    powers = {name: math.exp(value - most) for name, value in nats.items()}
    total = sum(powers.values())
    return CellReading({name: power / total for name, power in powers.items()}, told.disturbed)


NET_MARGIN = (SEEN_BY_NET - SIDE) // 2


def _thing(label: str) -> str:
    """Return the thing of a label, whichever way it lies."""
    return plain(label).removesuffix(UPSIDE_DOWN)


def added(told: CellReading, names: Sequence[str], nats: Sequence[float]) -> CellReading:
    """Add what the small net says of a cell; it does not know which way up a thing lies, and of a
    label it never saw it says what it says of something else.

    Where both don't think of the same thing first, the cell stays as open as it was.
    """
    said = dict(zip(names, nats, strict=False))
    likeliest = _thing(_best(dict(told.chances)))
    if said.get(likeliest, -math.inf) < max(nats):
        return told
    odds = {
        name: math.log(max(chance, 1e-6)) + said.get(_thing(name), nats[-1])
        for name, chance in told.chances.items()
    }
    most = max(odds.values())
    powers = {name: math.exp(value - most) for name, value in odds.items()}
    total = sum(powers.values())
    return CellReading({name: power / total for name, power in powers.items()}, told.disturbed)


# What is remembered of the last pictures: what moves, and what changed since it was read.
#
# Nothing here recognises anything.

STEP = 16
"""Every sixteenth point of a thumbnail in both directions is enough."""
RISE, STEP_UP = 1.05, 0.25
"""Noise seems to grow where a hand moves, so it is believed slowly, and at once where it falls."""
MEAN_OF_MEDIAN = 1.2
"""Noise has a longer tail than its middle shows."""


def noise_between(now: NDArray[np.uint8], then: NDArray[np.uint8]) -> float:
    """Return the usual difference of two thumbnails, of 255, in the noisiest channel."""
    one, other = now[::STEP, ::STEP].astype(np.int16), then[::STEP, ::STEP].astype(np.int16)
    apart = np.abs(one - other)
    loudest = apart.max(axis=2) if apart.ndim == 3 else apart
    return MEAN_OF_MEDIAN * float(np.median(loudest))


def believed(before: float | None, seen: float) -> float:
    """Update the estimate of the camera's noise with one more pair of pictures."""
    return seen if before is None else min(seen, RISE * before + STEP_UP)


DARK, PLAIN = 12, 2.0
"""A picture is blank in which nothing is brighter, or that varies by less, of 255."""


class WatchedCells:
    """One board as the last pictures showed it, from the place where it was found."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._noise: float | None = None
        self.forget()

    def forget(self) -> None:
        """Forget everything but how much the camera's pictures differ anyway."""
        self.sight: LocateResult | None = None
        self._regions: Regions | None = None
        self._around: Regions | None = None
        self._kept: NDArray[np.uint8] | None = None
        self._last: NDArray[np.uint8] | None = None

    @property
    def noise(self) -> float:
        """How much this camera's pictures differ while nothing happens, of 255."""
        return self._noise or 0.0

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
            apart = Apart.of(now, then)
            moving = regions.loud(apart, self.noise) | around.loud(apart, self.noise)
        changed = (
            regions.differing(now, self._kept, self.noise)
            if self._kept is not None and self._kept.shape == now.shape
            else frozenset(("picture",))
        )
        return Glance(moving, changed, same, is_blank(now))

    def _blocks(self, shape: tuple[int, ...]) -> Regions | None:
        """Return the blocks to watch for a hand, computed on first use."""
        if self._around is None and self.sight is not None:
            self._around = blocks_of(self._board, self.sight.pose, shape)
        return self._around

    def changed(self, levels: Levels) -> frozenset[str] | None:
        """Regions that differ from when they were last read; None when nothing was read yet."""
        kept, regions = self._kept, self._regions
        if kept is None or regions is None or kept.shape != levels.thumb_shape:
            return None
        left, top, right, bottom = regions.bounds
        now, then = levels.thumb_part(regions.bounds), kept[top:bottom, left:right]
        return regions.loud(Apart.of(now, then, (left, top)), self.noise)

    def remember(self, now: NDArray[np.uint8], sight: LocateResult, fresh: Iterable[str]) -> None:
        """Keep how the *fresh* cells look now, or everything where the board was found anew."""
        self._last = now
        if self._regions is None or self._kept is None or self.sight is not sight:
            self._regions = regions_of(self._board, sight.pose, now.shape)
            self._around = None
            self._kept = now.copy()
            self.sight = sight
            return
        markers = (name for name in self._regions.names if name.startswith("marker "))
        self._regions.copy(now, self._kept, (*fresh, *markers))


def is_blank(thumb: NDArray[np.uint8]) -> bool:
    """Whether a picture shows nothing at all."""
    if thumb.max() < DARK:
        return True
    return float(cv2.meanStdDev(thumb.reshape(len(thumb), -1))[1][0, 0]) < PLAIN
