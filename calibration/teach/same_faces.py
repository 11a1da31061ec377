"""Which cells of one picture show the same face, so that one name does for all of them.

Only what clearly agrees is put together: a face split in two costs a tap, two faces under one
name would cost a game.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import PAWN, TRIANGLES, Cell
from ..geometry.patches import ROUND, mask_of
from ..read.features import MARGIN
from .exposure import Exposure

SAME, COLOUR, SHADE = 0.94, 0.07, 0.25
"""Drawings that agree this well, and whose colours and brightness differ no more than this (as
shares of their brightness), are one face."""
PLAY = 4
"""How many pixels a thing may lie aside in its cell."""
ROUGHLY, COARSE = 0.5, 8
"""What agrees less than this when it is seen this coarsely is another face."""
GRAIN = 0.8
"""The finest grain, in pixels, is the camera's."""
TURNS, STEP, FINELY = 24, 15.0, (-10.0, -5.0, 0.0, 5.0, 10.0)
"""How often a round thing is turned to see whether it is the same, by how many degrees; then the
best of them once more."""
PLAIN = 0.03
"""Faces with less contrast than this have no drawing; their colour alone is compared."""

DARK = 0.05
"""Added to every brightness: of what is nearly black, colours say little."""

Array = NDArray[np.float32]


def grouped(exposure: Exposure, cells: Sequence[Cell]) -> list[list[str]]:
    """Group the cells that show one face, in the order in which faces first appear.

    Round things lie turned in any way; pawns are not put together.
    """
    where = {name: number for number, name in enumerate(exposure.cells)}
    groups: list[tuple[Array, list[str]]] = []
    for cell in cells:
        patch = exposure.patches[where[cell.id]]
        known = () if cell.kind == PAWN else groups
        group = next((names for leader, names in known if same_face(leader, patch, cell)), None)
        if group is None:
            groups.append((patch, [cell.id]))
        else:
            group.append(cell.id)
    return [names for _, names in groups]


def _agreement(face: Array, patch: Array, mask: Array | None) -> float:
    """Return how well the middle of one patch matches another at the best offset."""
    aside = MARGIN - PLAY
    soft, around = (cv2.GaussianBlur(one, (0, 0), GRAIN) for one in (face, patch))
    around = around[aside:-aside, aside:-aside]
    inner = soft[MARGIN:-MARGIN, MARGIN:-MARGIN]
    found = cv2.matchTemplate(around, inner, cv2.TM_CCOEFF_NORMED, mask=mask)
    return float(np.nan_to_num(found, nan=0.0, posinf=0.0).max())


def same_face(leader: Array, patch: Array, cell: Cell) -> bool:
    """Whether what was cut out of two cells of this kind clearly shows one face."""
    mask, inner = mask_of(cell), slice(MARGIN, -MARGIN)
    one, other = (part[inner, inner][mask > 0] for part in (leader, patch))
    if not _same_colour(one.mean(axis=0), other.mean(axis=0)):
        return False
    if max(float(face.std(axis=0).mean()) for face in (one, other)) < PLAIN:
        return True
    if cell.kind in ROUND:
        return _same_turned(leader, patch, mask)
    if _roughly(leader, patch, mask) < ROUGHLY:
        return False
    shape = np.repeat(mask[..., None], 3, axis=2) if cell.kind in TRIANGLES else None
    return _agreement(leader, patch, shape) >= SAME


def resemblance(face: Array, patch: Array, cell: Cell) -> float:
    """Return how well two faces agree, 1 for alike; 0 if their colours differ."""
    mask, inner = mask_of(cell), slice(MARGIN, -MARGIN)
    one, other = (part[inner, inner][mask > 0] for part in (face, patch))
    if not _same_colour(one.mean(axis=0), other.mean(axis=0)):
        return 0.0
    if max(float(each.std(axis=0).mean()) for each in (one, other)) < PLAIN:
        return 1.0
    if cell.kind in ROUND:
        return _best_turned(face, patch, mask)
    if _roughly(face, patch, mask) < ROUGHLY:
        return 0.0
    shape = np.repeat(mask[..., None], 3, axis=2)
    return _agreement(face, patch, shape if cell.kind in TRIANGLES else None)


def _same_turned(leader: Array, patch: Array, mask: Array) -> bool:
    """Whether two round faces agree, whichever way they lie."""
    return _best_turned(leader, patch, mask) >= SAME


def _best_turned(leader: Array, patch: Array, mask: Array) -> float:
    """Return how well two round faces agree as they lie best: roughly first, then finely."""
    best = max(range(TURNS), key=lambda n: _roughly(_turned(leader, n * STEP), patch, mask))
    shape = np.repeat(mask[..., None], 3, axis=2)
    degrees = (best * STEP + aside for aside in FINELY)
    return max(_agreement(_turned(leader, turn), patch, shape) for turn in degrees)


def _turned(face: Array, degrees: float) -> Array:
    middle = (face.shape[1] - 1) / 2
    way = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    size = (face.shape[1], face.shape[0])
    return np.asarray(cv2.warpAffine(face, way, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _roughly(leader: Array, patch: Array, mask: Array) -> float:
    """Estimate quickly how well two patches match; seldom too low."""
    inner = slice(MARGIN, -MARGIN)
    weight = cv2.resize(mask, (COARSE, COARSE), interpolation=cv2.INTER_AREA)[..., None]
    small = [
        cv2.resize(one[inner, inner], (COARSE, COARSE), interpolation=cv2.INTER_AREA) * weight
        for one in (leader, patch)
    ]
    one, other = (each - weight * each.sum(axis=(0, 1)) / weight.sum() for each in small)
    scale = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / scale if scale else 1.0


def _same_colour(one: Array, other: Array) -> bool:
    bright, other_bright = float(one.mean()) + DARK, float(other.mean()) + DARK
    tint = np.abs(one / bright - other / other_bright).max()
    return bool(tint <= COLOUR and abs(bright - other_bright) <= SHADE * max(bright, other_bright))
