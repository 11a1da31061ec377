"""What a taught picture leaves unexplained of what is seen, measured by its largest lump."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..quick import middle
from .cues import TEMPLATE

Array = NDArray[np.floating[Any]]

RIM, EDGE, LUMP = 1, 3, 1.5
"""Pixels along the border that belong to what lies around, those where an edge may lie, and how
broad a lump is."""
BROAD = 5
"""Pixels beyond which a lump is gone."""
FAINTEST = 0.3
"""How faint a picture may be seen, at the least, when what it leaves unexplained is measured."""


def lumps_left(rows: Array, pictures: Array) -> Array:
    """How large the largest lump is that a picture leaves unexplained, its own largest being 1.

    Blur, a lamp or a hair's breadth of turn leave thin edges everywhere. Another drawing leaves a
    stroke: that is what tells something that was never taught.
    """
    flat, side = _flat(), TEMPLATE - 2 * RIM
    seen, shown = _inner(rows), _inner(pictures)
    seen = seen - (seen @ flat) @ flat.T
    level = shown - (shown @ flat) @ flat.T
    power = np.maximum(np.einsum("cp,cp->c", level, level), 1e-6)
    strength = np.maximum(np.einsum("cp,cp->c", seen, level) / power, FAINTEST)[:, None]
    left = _without_edges((seen - strength * level).reshape(len(rows), side, side))
    return _lump(left) / (strength[:, 0] * _lump(shown.reshape(left.shape)))


def _inner(rows: Array) -> Array:
    """The same without the rim."""
    squares = rows.reshape(len(rows), TEMPLATE, TEMPLATE)
    return squares[:, RIM:-RIM, RIM:-RIM].reshape(len(rows), -1)


@lru_cache(maxsize=1)
def _flat() -> Array:
    """What shade and slope look like on the inner pixels, as columns at right angles."""
    side = TEMPLATE - 2 * RIM
    y, x = (one.ravel() for one in np.mgrid[:side, :side])
    slopes = np.stack([np.ones(len(x)), x - x.mean(), y - y.mean()], axis=1)
    return np.asarray(np.linalg.qr(slopes)[0], np.float32)


def _without_edges(left: Array) -> Array:
    """What is left without lines along the border, where edges of tiles lie."""
    for one in (left, left.transpose(0, 2, 1)):
        for line in (*range(EDGE), *range(-EDGE, 0)):
            one[:, line] -= middle(one[:, line], axis=1)[:, None]
    return left


def _lump(squares: Array) -> Array:
    """The largest lump of each."""
    count, side = squares.shape[:2]
    apart = np.zeros((count, side + 2 * BROAD, side), np.float32)
    apart[:, BROAD:-BROAD] = squares
    soft = cv2.GaussianBlur(apart.reshape(-1, side), (0, 0), LUMP, borderType=cv2.BORDER_CONSTANT)
    return np.maximum(np.abs(soft).reshape(count, -1).max(axis=1), 1e-6)
