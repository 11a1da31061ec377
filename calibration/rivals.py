"""Near twins: where on the way from the best face to a rival does the picture lie?

Two letters that differ by a stroke leave nearly the same unexplained. What tells them apart is only
what they differ by: held against that, a picture lies at the one, at the other, or between them,
and between them nobody knows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .compare import Matches, bent, fitted, windows
from .faces import Array, Bank
from .patches import SIDE

RIVALS = 3
"""So many labels after the best are looked at."""
CLOSE = 20.0
"""Labels that cost so many nats more are no rivals."""


def betweenness(patches: Array, bank: Bank, matches: Matches, cost: Array) -> NDArray[np.float64]:
    """For every cell the share of the way from its best face to the nearest rival, 0 to about 0.5.

    Only drawings are held against each other, and only where the best one does not lead by far.
    """
    order = np.argsort(cost, axis=1)[:, : RIVALS + 1]
    lead = np.take_along_axis(cost, order, axis=1) - cost.min(axis=1, keepdims=True)
    drawn = bank.drawn[order] > 0.5
    close = (lead < CLOSE) & drawn & drawn[:, :1]
    share = np.zeros(len(cost))
    for rank in range(1, order.shape[1]):
        cells = np.flatnonzero(close[:, rank])
        if len(cells):
            way = _ways(patches, bank, matches, cells, order[cells, 0], order[cells, rank])
            share[cells] = np.maximum(share[cells], way)
    return share


def _ways(
    patches: Array,
    bank: Bank,
    matches: Matches,
    cells: NDArray[np.int64],
    best: NDArray[np.int64],
    rival: NDArray[np.int64],
) -> Array:
    """How far some cells lie on the way from one label to another, at the place of the one."""
    place = matches.place[cells, best]
    rows = windows(patches[cells], SIDE, place[:, 1:], place[:, :1])
    rows = rows if bank.fine.whole else rows * bank.fine.weight
    own = rows - (rows @ bank.fine.ramps) @ bank.fine.ramps.T
    start = _as_seen(own, bank, matches.face[cells, best])
    way = _as_seen(own, bank, matches.face[cells, rival]) - start
    along = np.einsum("cp,cp->c", own - start, way)
    return along / np.maximum(np.einsum("cp,cp->c", way, way), 1e-9)


def _as_seen(own: Array, bank: Bank, face: NDArray[np.int64]) -> Array:
    """Faces, moved, turned, blurred and shaded as the rows show them best."""
    n = 3 * bank.fine.pixels
    power = np.einsum("cp,cp->c", own, own) / n
    columns = bank.fine.rows[face]
    gain, _ = fitted(own, columns, power, bank)
    better = bent(own, columns, bank, face, gain)
    gain, _ = fitted(own, better, power, bank)
    return gain[:, None] * better
