"""Faces folded in the middle: what may also lie upside down is compared both ways at the price of
one.

Every square is the sum of an even part, which looks the same upside down, and of an odd one, which
then changes its sign. Products of the even parts and of the odd ones, added, say how far a square
goes along with a face; subtracted, how far with the same face upside down. Each part is known by
its upper half.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

SAME = 2e-6
"""Faces that differ by no more than this anywhere (white = 1) are the same but for rounding."""
QUICK = 16
"""Matrices with a multiple of this many columns multiply quickly."""
AT_ONCE = 300_000
"""How many numbers are worked on together: what fits into the cache is not fetched twice."""


@dataclass(frozen=True)
class Folded:
    """The faces of a bank, folded, and how the products with squares come out."""

    order: NDArray[np.int64]
    """the number of the face that each product is with"""
    power: Array
    mean: Array
    """mean square and mean colour of the faces, in that order"""
    even: Array
    odd: Array
    """(half, columns): the ramps and some noughts, then faces; the last of them count twice"""
    twice: int
    """how many do: for themselves, and for the face that is the same upside down"""
    weight: Array
    """(2, half): how much pixels of the upper half and of the turned lower half count"""
    pixels: float
    whole: bool
    """whether every pixel counts, so that weighing can be left out"""

    @property
    def first(self) -> int:
        """Column in which the faces begin."""
        return self.even.shape[1] + self.twice - len(self.order)


def fold(rows: Array, mean: Array, power: Array, ramps: Array, weight: Array) -> Folded:
    """Fold faces, given as rows without mean colour and slope; *ramps* are columns."""
    pairs = _upside_down(rows)
    paired = {face for pair in pairs for face in pair}
    single = [face for face in range(len(rows)) if face not in paired]
    upright, turned = ([pair[n] for pair in pairs] for n in (0, 1))
    order = np.array([*single, *upright, *turned], np.int64)
    pixels = float(weight.sum() / 3)
    slow, faces = ramps.T, rows[[*single, *upright]] / np.float32(3 * pixels)
    noughts = np.zeros((-(len(slow) + len(faces)) % QUICK, rows.shape[1]), np.float32)
    upper, lower = halves(np.concatenate([slow, noughts, faces]))
    return Folded(
        order,
        power[order],
        mean[order],
        np.ascontiguousarray((upper + lower).T / 2, np.float32),
        np.ascontiguousarray((upper - lower).T / 2, np.float32),
        len(pairs),
        np.concatenate(halves(weight[None])),
        pixels,
        bool(weight.all()),
    )


def halves(rows: Array) -> tuple[Array, Array]:
    """Return the upper halves of squares, and the lower ones turned upside down."""
    pixels = rows.reshape(len(rows), -1, 3)
    half = pixels.shape[1] // 2
    upper, lower = pixels[:, :half], pixels[:, : -half - 1 : -1]
    return upper.reshape(len(rows), -1), lower.reshape(len(rows), -1)


def _upside_down(rows: Array) -> list[tuple[int, int]]:
    """Return pairs of faces that are each other upside down."""
    turned = rows.reshape(len(rows), -1, 3)[:, ::-1].reshape(rows.shape)
    square = np.einsum("ij,ij->i", rows, rows)
    apart = square[:, None] + square - 2 * (turned @ rows.T)
    near = apart <= 1e-3 * square[:, None]
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for one, other in np.argwhere(np.triu(near, 1)).tolist():
        if not taken & {one, other} and np.abs(turned[one] - rows[other]).max() <= SAME:
            pairs.append((one, other))
            taken |= {one, other}
    return pairs


def measures(
    patches: Array,
    faces: Folded,
    cell: NDArray[np.int64],
    y: NDArray[np.int64],
    x: NDArray[np.int64],
) -> tuple[Array, Array, Array]:
    """Return the correlation of patches with every face, their mean colours, and their power."""
    half = len(faces.even)
    wide = faces.even.shape[1]
    along = np.empty((len(cell), wide + faces.twice), np.float32)
    squares = np.empty(len(cell), np.float32)
    upper, lower = _views(patches, half)
    step = max(1, AT_ONCE // (2 * half))
    for at in range(0, len(cell), step):
        some = slice(at, at + step)
        place = cell[some], y[some], x[some]
        even, odd = _parts(upper[place], lower[place], faces)
        evenly, oddly = even @ faces.even, odd @ faces.odd
        np.add(evenly, oddly, out=along[some, :wide])
        count = wide - faces.twice
        np.subtract(evenly[:, count:], oddly[:, count:], out=along[some, wide:])
        squares[some] = (_squares(even) + _squares(odd)) / 2
    slow = along[:, :9]
    mean = np.abs(slow[:, :3]) / np.float32(np.sqrt(faces.pixels))
    power = np.maximum(squares - _squares(slow), 0) / np.float32(3 * faces.pixels)
    return along[:, faces.first :], mean, power


def _parts(upper: Array, lower: Array, faces: Folded) -> tuple[Array, Array]:
    """Return the even and the odd part of squares, from their halves."""
    shape = (len(upper), len(faces.even))
    up, low = upper.reshape(shape), lower.reshape(shape)
    if not faces.whole:
        up *= faces.weight[0]
        low *= faces.weight[1]
    even = up + low
    up -= low
    return even, up


def _views(patches: Array, half: int) -> tuple[Array, Array]:
    """(cells, y, x, lines, numbers): the upper half of the square at every place, and the lower one
    turned upside down; nothing is copied but the patches, once."""
    count, high, wide, depth = patches.shape
    side = round((2 * half / depth) ** 0.5)
    patches = np.ascontiguousarray(patches)
    turned = cv2.flip(patches.reshape(count * high, wide, depth), -1)
    far, down, right, unit = patches.strides
    shape = (count, high - side + 1, wide - side + 1, side // 2, side * depth)
    steps = (far, down, right, down, unit)
    upper = np.ndarray(shape, patches.dtype, patches, 0, steps)
    lower = np.ndarray(shape, patches.dtype, turned, 0, steps)
    return upper, lower[::-1, ::-1, ::-1]


def _squares(rows: Array) -> Array:
    """Sum the squares of each row."""
    return np.matmul(rows[:, None, :], rows[:, :, None])[:, 0, 0]
