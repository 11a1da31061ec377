"""Comparing patches with every taught face: how well each explains them, wherever they lie.

A face explains a patch as ``gain * face + veil + slope``: the gain is shade, veil and slope
are gloss and shadow. The gain is bounded, so that a bare window is never taken for a card of
no contrast. The veil is judged later, for all cells of the board together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import COARSE, SIDE, Search
from .faces import TANGENTS, Array, Bank, PreparedFace, shrink
from .flip_pairs import measures

NOISE = 0.04
"""Difference between a face and its picture that is always to be expected (white = 1)."""
EXPECTED_SHARE = 0.15
"""Share of a face's own contrast that blur and shift leave unexplained in good pictures."""
GAIN_SPREAD = 0.25
"""Believed spread of the logarithm of the gain."""
GAIN_RANGE = (0.45, 1.6)
BARE = 0.0015
"""Contrast (mean square) below which a face says little about the gain."""
LOOSE_VEIL = 0.15
LOOSE_TINT = 0.08
"""Believed size of gloss and of its colour, before the whole board has been considered."""
FAR = 4.5
"""Places that cost more nats than this are not searched."""
PLAIN, NEARLY = 0.0006, 1.0
"""A patch of less contrast than the faintest drawing would have in deep shade shows none: it need
not be searched at places that are less likely than the likeliest by more than some nats."""
FINALISTS = 3
CLEAR = 12.0
"""A lead of this many nats in the coarse search needs no finer one."""
MANY, LATE_FINALISTS, LATE_CLEAR = 40, 8, 40.0
"""With this many labels there are families that hardly differ: keep more of them, and longer, in
the finer search."""


def _loose_root() -> Array:
    spread = LOOSE_VEIL**2 * np.ones((3, 3)) + LOOSE_TINT**2 * np.eye(3)
    return np.linalg.cholesky(np.linalg.inv(spread)).astype(np.float32)


LOOSE = _loose_root()


@dataclass(frozen=True)
class Matches:
    """How well each label explains each patch; arrays are cells by labels of ``Bank.names``."""

    structure: Array
    """cost in nats, mean colours apart"""
    rest: Array
    """mean square of what the face leaves unexplained"""
    power: Array
    """mean square of the patch where the face lies, mean colour and slope taken off"""
    contrast: Array
    """mean square of the face itself"""
    drawn: Array
    """how much of a drawing the label has, 0 to 1"""
    gain: Array
    seen: Array
    """(cells, labels, 3) mean colour of the patch where the face lies"""
    taught: Array
    """(cells, labels, 3) mean colour of the face"""
    face: NDArray[np.int64]
    place: NDArray[np.int64]
    """(cells, labels, 2) top left corner of the face in the patch, x and y"""

    def copy(self) -> Matches:
        """Copy it, to be changed independently."""
        return Matches(*(getattr(self, name).copy() for name in self.__dataclass_fields__))

    def some(self, cells: NDArray[np.int64]) -> Matches:
        """Select some of the cells."""
        return Matches(*(getattr(self, name)[cells] for name in self.__dataclass_fields__))

    def expected(self) -> Array:
        """Return the expected residual of a right face in a good picture."""
        return expected_rest(self.contrast, self.gain)

    def explained(self) -> Array:
        """Share of the patch's contrast that the face explains, 0 to 1."""
        return np.clip(1 - self.rest / np.maximum(self.power, 1e-6), 0, 1)


def expected_rest(contrast: Any, gain: Any) -> Any:
    """Return the expected residual of a right face at such contrast and shade."""
    return NOISE**2 + EXPECTED_SHARE * contrast * gain**2


def compare(patches: Array, bank: Bank, search: Search) -> Matches:
    """Search coarsely with all faces, then finely with the few labels that may be right."""
    rough, total = _coarse(patches, bank, search)
    few = len(bank.names) < MANY
    finalists, clear = (FINALISTS, CLEAR) if few else (LATE_FINALISTS, LATE_CLEAR)
    order = np.argsort(total, axis=1, kind="stable")[:, :finalists]
    lead = np.take_along_axis(total, order, axis=1) - total.min(axis=1, keepdims=True)
    before = rough.structure.copy()
    surplus: Array = np.zeros(len(patches), np.float32)
    done = np.zeros(rough.structure.shape, bool)
    bare = (bank.drawn[order[:, 0]] < 0.5) & (lead[:, 1:2].sum(axis=1) > clear)
    for rank in range(order.shape[1]):
        cells = np.flatnonzero((lead[:, rank] < clear) & ~bare)
        if len(cells):
            label = order[cells, rank]
            _finer(patches, bank, search, rough, cells, label)
            done[cells, label] = True
            if rank == 0:
                gone = (rough.structure - before)[np.arange(len(patches)), order[:, 0]]
                surplus = np.maximum(gone, 0)
    _search_twins(patches, bank, search, rough, order[:, 0], done)
    # what was only searched coarsely would come off no better in a finer look than the best did
    rough.structure[...] += np.where(done, 0, surplus[:, None])
    return rough


def _search_twins(
    patches: Array,
    bank: Bank,
    search: Search,
    matches: Matches,
    best: NDArray[np.int64],
    done: NDArray[np.bool_],
) -> None:
    """Search the near twins of each cell's best label as finely, where the best one lies.

    A stroke more or less hardly counts in a coarse search, or counts far too much.
    """
    limit = patches.shape[1] - SIDE
    for label, twins in bank.twins.items():
        for twin in twins:
            cells = np.flatnonzero((best == label) & ~done[:, twin.label])
            if len(cells):
                aside = matches.place[cells, label] - (twin.right, twin.down)
                matches.place[cells, twin.label] = np.clip(aside, 0, limit)
                _finer(patches, bank, search, matches, cells, np.full(len(cells), twin.label))
                done[cells, twin.label] = True


@dataclass(frozen=True)
class Tries:
    """The places at which coarse patches are compared, cell after cell."""

    cell: NDArray[np.int64]
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    far: Array
    """what lying there costs"""
    table: NDArray[np.int64]
    """(cells, most): the numbers of each cell's tries; where it has fewer, one beyond the last"""


def _tries(small: Array, bank: Bank, away: Array) -> Tries:
    """Return all offsets at which a card may lie; only the likeliest on a bare patch."""
    flat = away.reshape(len(away), -1)
    nearest = flat.argmin(axis=1)
    y, x = np.divmod(nearest, away.shape[1])
    rows = windows(small, SIDE // COARSE, np.arange(len(small)), y, x)
    bare = _power(rows, bank.coarse) < PLAIN
    limit = np.where(bare, flat.min(axis=1) + NEARLY, FAR)[:, None]
    keep = flat < limit
    keep[np.arange(len(flat)), nearest] = True
    cell, place = np.nonzero(keep)
    counts = keep.sum(axis=1)
    steps = np.arange(int(counts.max()))
    table = (np.cumsum(counts) - counts)[:, None] + steps
    table[steps >= counts[:, None]] = len(cell)
    y, x = np.divmod(place, away.shape[1])
    return Tries(cell, x, y, flat[cell, place], table)


def _coarse(patches: Array, bank: Bank, search: Search) -> tuple[Matches, Array]:
    small = shrink(patches)
    tries = _tries(small, bank, search.away[:, ::COARSE, ::COARSE])
    structure, rest, gain, mean, power = costs(small, bank, tries.cell, tries.y, tries.x)
    total = _loose_level(mean, bank.folded.mean)
    total += structure
    total += tries.far[:, None]
    best = np.minimum.reduceat(total, tries.table[:, 0], axis=0)
    every = bank.folded_members
    at = every[np.arange(len(every)), best[:, every].argmin(axis=2)]
    row = _cheapest(np.take_along_axis(total, at[tries.cell], axis=1), tries.table)
    face = bank.folded.order[at]
    matches = Matches(
        structure[row, at] + tries.far[row],
        rest[row, at],
        power[row],
        bank.fine.power[face],
        np.tile(bank.drawn, (len(small), 1)),
        gain[row, at],
        mean[row],
        bank.coarse.mean[face],
        face,
        np.stack([tries.x[row], tries.y[row]], axis=2) * COARSE,
    )
    return matches, np.take_along_axis(best, at, axis=1)


def _cheapest(total: Array, table: NDArray[np.int64]) -> NDArray[np.int64]:
    """(cells, labels): which of the rows of *total* is the cheapest of those in each
    cell's row of the *table*."""
    dear = np.full((1, total.shape[1]), np.inf, total.dtype)
    at = np.concatenate([total, dear])[table].argmin(axis=1)
    return np.take_along_axis(table, at, axis=1)


NEAR = np.array([(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])


def _finer(
    patches: Array,
    bank: Bank,
    search: Search,
    matches: Matches,
    cells: NDArray[np.int64],
    label: NDArray[np.int64],
) -> None:
    """Look again at one label of some cells, pixel by pixel around the coarse place."""
    limit = patches.shape[1] - SIDE
    place = matches.place[cells, label]
    y = np.clip(place[:, 1, None] + NEAR[None, :, 0], 0, limit)
    x = np.clip(place[:, 0, None] + NEAR[None, :, 1], 0, limit)
    fine, face = bank.fine, matches.face[cells, label]
    rows = windows(patches, SIDE, np.repeat(cells, len(NEAR)), y.ravel(), x.ravel())
    flat = rows if fine.whole else rows * fine.weight
    masked = flat.reshape(len(cells), len(NEAR), -1)
    slow = np.matmul(masked, fine.ramp_rows.T)
    mean = np.abs(slow[:, :, :3]) / np.sqrt(fine.pixels)
    power = _squares(masked) - _squares(slow)
    power = np.maximum(power, 0) / (3 * fine.pixels)
    columns = fine.rows[face]
    cross = np.matmul(masked, columns[:, :, None])[:, :, 0] / (3 * fine.pixels)
    gain, _, structure = _fit(power, cross, fine.power[face][:, None], bank.worth)
    level = ((mean - fine.mean[face][:, None, :]) @ LOOSE) ** 2
    far = search.away[cells[:, None], y, x]
    at = (structure + far + level.sum(axis=2) / 2).argmin(axis=1)
    n = np.arange(len(cells))
    own = masked[n, at] - slow[n, at] @ fine.ramp_rows
    better = bent(own, columns, bank, face, gain[n, at])
    gain, rest = fitted(own, better, power[n, at], bank)
    matches.structure[cells, label] = _nats(rest, gain, bank.worth) + far[n, at]
    matches.rest[cells, label] = rest
    matches.power[cells, label] = power[n, at]
    matches.gain[cells, label] = gain
    matches.seen[cells, label] = mean[n, at]
    matches.taught[cells, label] = fine.mean[face]
    matches.place[cells, label] = np.stack([x[n, at], y[n, at]], axis=1)


def bent(own: Array, columns: Array, bank: Bank, face: NDArray[np.int64], gain: Array) -> Array:
    """Let the faces move, turn, grow and blur a little, as the rows would have them."""
    left = own - gain[:, None] * columns
    tangents, products = bank.tangents(face)
    pull = np.array([way @ rest for way, rest in zip(tangents, left, strict=True)])
    pull *= (gain / np.float32(3 * bank.fine.pixels))[:, None]
    stiff = np.eye(TANGENTS) * (NOISE**2 / bank.worth)
    hold = products * (gain**2)[:, None, None] + stiff
    step = np.linalg.solve(hold, pull[:, :, None])[:, :, 0]
    step = np.clip(step, -2, 2).astype(np.float32)
    # added face by face: the ways of all of them together would be copied first
    for into, one, way in zip(left, step, tangents, strict=True):
        np.matmul(one, way, out=into)
    left += columns
    return left


def fitted(own: Array, columns: Array, power: Array, bank: Bank) -> tuple[Array, Array]:
    """Return the gain of each row's face, and the residual."""
    n = 3 * bank.fine.pixels
    cross = _products(own, columns) / n
    gain, rest, _ = _fit(power, cross, _squares(columns) / n, bank.worth)
    return gain, rest


def windows(
    patches: Array,
    side: int,
    cell: NDArray[np.int64],
    y: NDArray[np.int64],
    x: NDArray[np.int64],
) -> Array:
    """Squares of *side* pixels at the given places of the given patches, as rows."""
    patches = np.ascontiguousarray(patches)
    count, high, wide, depth = patches.shape
    shape = (count, high - side + 1, wide - side + 1, side, side * depth)
    far, down, right, unit = patches.strides
    view = np.ndarray(shape, patches.dtype, patches, 0, (far, down, right, down, unit))
    return view[cell, y, x].reshape(len(cell), -1)


def costs(
    small: Array,
    bank: Bank,
    cell: NDArray[np.int64],
    y: NDArray[np.int64],
    x: NDArray[np.int64],
) -> tuple[Array, ...]:
    """Structure, rest, gain at some places of coarse patches under every face, in the order of
    ``Bank.folded``; the mean colours and the power there."""
    cross, mean, power = measures(small, bank.folded, cell, y, x)
    gain, rest, structure = _fit(power[:, None], cross, bank.folded.power, bank.worth)
    return structure, rest, gain, mean, power


def _power(rows: Array, faces: PreparedFace) -> Array:
    """Return the mean square of rows, after removing mean colour and slope."""
    if not faces.whole:
        rows = rows * faces.weight
    slow = rows @ faces.ramps
    return np.maximum(_squares(rows) - _squares(slow), 0) / np.float32(3 * faces.pixels)


def _squares(rows: Array) -> Array:
    """Sum the squares of each row."""
    return _products(rows, rows)


def _products(rows: Array, others: Array) -> Array:
    """Multiply each row with its counterpart."""
    return np.matmul(rows[..., None, :], others[..., :, None])[..., 0, 0]


def _fit(power: Array, cross: Array, face_power: Array, worth: float) -> tuple[Array, Array, Array]:
    """Best believable gain, what it leaves unexplained, and the cost of both in nats."""
    soft = np.float32(BARE)
    gain = np.clip((cross + soft) / (face_power + soft), *GAIN_RANGE)
    rest = np.maximum(power - gain * (2 * cross - gain * face_power), 0)
    return gain, rest, _nats(rest, gain, worth)


def _nats(rest: Array, gain: Array, worth: float) -> Array:
    structure = np.float32(worth / 2) * np.log1p(rest * np.float32(1 / NOISE**2))
    return structure + (np.log(gain) * np.float32(1 / GAIN_SPREAD)) ** 2 / 2


def _loose_level(mean: Array, taught: Array) -> Array:
    """Cost of the difference of mean colours while nothing is known of gloss."""
    own, face = mean @ LOOSE, taught @ LOOSE
    square = np.einsum("ij,ij->i", own, own)[:, None] - 2 * (own @ face.T)
    return np.maximum(square + np.einsum("ij,ij->i", face, face), 0) / 2
