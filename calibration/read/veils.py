"""Shade or veil: two ways in which light makes a colour look otherwise than it was taught.

Shade takes a share of every colour; gloss and glare add the same light to all, so that dark things
change most. Where the board looks brighter than usual it may be either.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

GAMMA = 2.2
"""What pictures are encoded with: light adds up before that."""
DARKEST = 0.02
FAINTEST = 0.1
"""The least share of the ground's own light that a veil may seem to leave of it."""


def shade_of(seen: Array, own: Array) -> Array:
    """By how much, as a logarithm, the light differs where *own* is *seen*."""
    return np.asarray(np.log(np.maximum(seen, DARKEST)) - np.log(np.maximum(own, DARKEST)))


def veil_of(
    seen: Array, own: Array, ground: Array, usual: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """By how much the *ground* would look brighter if a veil made *own* look as it is *seen*.

    *usual* is the light without a veil, as a logarithm. Also whether a veil may be the reason at
    all: it never takes light away.
    """
    lamp = np.exp(GAMMA * usual)
    veil = np.maximum(seen, 0.0) ** GAMMA - own**GAMMA * lamp
    bare = ground**GAMMA * lamp
    share = np.maximum((bare + veil) / bare, FAINTEST)
    adds = np.asarray(veil.mean(axis=-1) > 0)
    return np.asarray(usual + np.log(share) / GAMMA), adds
