"""Relate one evening's light to another's by how this picture renders what the board is known to
show. Most boards show a good part of their own print. How a lamp and a camera render that print
says how they render everything else, so a board calibrates itself.

Most boards show a good part of their own print. How a lamp and a camera render that print says how
they render everything else, so a board calibrates itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

ROUNDS = 12
AS_EXPECTED = 0.06
"""Colours no farther than this from what is expected (white = 1) are what was expected."""
ENOUGH = 0.25
"""The share of the cells that must be as expected for the others to be seen in their light."""
STIFF = 0.3
"""How firmly it is believed that nothing has changed."""


@dataclass(frozen=True)
class Tint:
    """What one picture makes of the colours that were taught, everywhere on the board."""

    mix: Array
    """(8, 3): what is added: a colour, a mixture of the channels, slopes of both"""
    share: float
    """The share of the cells that look bare under it."""

    def taken_off(self, patches: Array, places: Array) -> Array:
        """Patches as they would have looked when they were taught."""
        if self.share < ENOUGH:
            return patches
        back = np.linalg.inv(np.eye(3) + self.mix[1:4])
        added = self.mix[0] + places @ self.mix[4:6] - 0.5 * self.mix[1:4].sum(axis=0)
        shade = np.clip(1 + places @ self.mix[6:8], 0.5, 2)
        ways = np.empty((len(patches), 3, 4))
        ways[:, :, :3] = back.T / shade[:, None, :]
        ways[:, :, 3] = -added @ back
        plain = np.empty(patches.shape, np.float32)
        for patch, way, into in zip(patches, ways, plain, strict=True):
            cv2.transform(patch, way, into)
        return np.clip(plain, 0, 1.6, out=plain)


def tint_of(seen: Array, looks: Array, known: NDArray[np.bool_], places: Array) -> Tint:
    """Fit the tint under which the most cells look as they do when bare.

    *seen* and *looks* are mean colours of the cells, now and bare; *known* says of which a look is
    known. Cells in which something lies are outliers.
    """
    away = seen - looks
    wide = np.column_stack(
        [np.ones(len(seen)), looks - 0.5, places, places * looks.mean(axis=1, keepdims=True)]
    )
    ridge = np.diag([1e-6, *(STIFF,) * 7])
    off = np.abs(away - np.median(away[known], axis=0)).max(axis=1)
    weight = known / (1 + (off / 0.1) ** 2)
    mix = np.zeros((8, 3))
    for _ in range(ROUNDS):
        heavy = wide * weight[:, None]
        mix = np.linalg.solve(heavy.T @ wide + ridge, heavy.T @ away)
        off = np.abs(away - wide @ mix).max(axis=1)
        scale = max(0.02, 1.2 * float(np.median(off[known])))
        weight = known / (1 + (off / scale) ** 4)
    return Tint(mix, float((off[known] < AS_EXPECTED).mean()))


# Shade or veil: two ways in which light makes a colour look otherwise than it was taught.
#
# Shade takes a share of every colour; gloss and glare add the same light to all, so that dark
# things change most. Where the board looks brighter than usual it may be either.

Floats = NDArray[np.float64]

GAMMA = 2.2
"""What pictures are encoded with: light adds up before that."""
DARKEST = 0.02
FAINTEST = 0.1
"""The least share of the ground's own light that a veil may seem to leave of it."""


def shade_of(seen: Floats, own: Floats) -> Floats:
    """Return the logarithm of the light where *own* is *seen*."""
    return np.asarray(np.log(np.maximum(seen, DARKEST)) - np.log(np.maximum(own, DARKEST)))


def veil_of(
    seen: Floats, own: Floats, ground: Floats, usual: Floats
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return how much a veil would brighten the *ground* if it made *own* look as it is *seen*.
    *usual* is the light without a veil, as a logarithm. Also return whether a veil may be the
    reason at all: it never takes light away.

    *usual* is the light without a veil, as a logarithm. Also whether a veil may be the reason at
    all: it never takes light away.
    """
    lamp = np.exp(GAMMA * usual)
    veil = np.maximum(seen, 0.0) ** GAMMA - own**GAMMA * lamp
    bare = ground**GAMMA * lamp
    share = np.maximum((bare + veil) / bare, FAINTEST)
    adds = np.asarray(veil.mean(axis=-1) > 0)
    return np.asarray(usual + np.log(share) / GAMMA), adds
