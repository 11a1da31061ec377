"""What the best face leaves over of a drawing, seen from afar: a thing never taught.

Blur, grain and a card a little aside leave over edges, which vanish when the picture is made
coarse. Where another drawing lies there, whole strokes are left over, and they stay.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .compare import Matches
from .faces import Array, Bank
from .patches import SIDE
from .rivals import as_seen

WELL = 0.72
"""A face that explains a larger share of the contrast leaves nothing over that matters."""
COARSE = 4
"""How many pixels across become one."""


def left_over(
    patches: Array, bank: Bank, matches: Matches, best: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For every cell the share of its coarse contrast that the best face does not explain."""
    share = np.zeros(len(best))
    explained = matches.explained()[np.arange(len(best)), best]
    cells = np.flatnonzero((explained < WELL) & (bank.drawn[best] > 0.5))
    if len(cells):
        own, face = as_seen(patches, bank, matches, cells, best[cells])
        whole, rest = _coarse(own), _coarse(own - face)
        share[cells] = (rest**2).sum(axis=1) / np.maximum((whole**2).sum(axis=1), 1e-9)
    return share


def _coarse(pictures: Array) -> Array:
    few = SIDE // COARSE
    shape = (len(pictures), few, COARSE, few, COARSE, 3)
    return pictures.reshape(shape).mean(axis=(2, 4)).reshape(len(pictures), -1)
