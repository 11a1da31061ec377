"""A pawn's top and a print of its colour: where they would differ, one of them is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..geometry.patches import SIDE, Patch
from ..geometry.robust import largest, middle
from .faces import Bank

UNLIKE = 0.08
"""Colours that differ by more than this (white = 1) are different."""
MOSTLY, SAME, INSIDE = 0.8, 0.2, 0.8
"""A top is of one colour where this much of it (in this radius) differs by no more than that."""
NEARER = 0.72
"""Where such a top and its tile would differ, this much must look like the top: a print of its
colour is no pawn."""
FARTHER = 0.4
"""Where less than this looks like the top, it is the print."""
WASHED = 0.4
"""In the light of a mirrored lamp, pale colours closer than this look the same."""
PRINTED = 0.1
"""A tile has a print of some colour where this much of it is like it."""
ASIDE = range(-6, 7, 3)
"""How far such a print may lie from where it should (pixels)."""


def tones_of(face: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """Return the colours of a taught top and of a ring on it; nothing if the top is drawn."""
    y, x = (2 * np.mgrid[:SIDE, :SIDE] + 1) / SIDE - 1
    inner = face[np.hypot(x, y) < INSIDE]
    colour = middle(inner)
    away = largest(np.abs(inner - colour))
    if (away < SAME).mean() < MOSTLY:
        return ()
    other = inner[away > UNLIKE]
    return (colour, middle(other)) if len(other) else (colour,)


def colours_of(bank: Bank) -> list[NDArray[np.float32]]:
    """Return the colours of all plain tops."""
    tones = [tones_of(bank.faces[own[0]]) for own in bank.members]
    return [own[0] for own in tones if own]


def has_one_of(
    face: Patch,
    mask: NDArray[np.bool_],
    colours: Sequence[NDArray[np.float32]],
    same: float = SAME,
) -> bool:
    """Whether a tile has a print of one of these colours."""
    own = face[mask]
    return any(float((largest(np.abs(own - c)) < same).mean()) >= PRINTED for c in colours)


def share_of_top(
    seen: Patch, printed: Patch, own: NDArray[np.bool_], tones: Sequence[NDArray[np.float32]]
) -> float:
    """Return how much of the pixels where a top and a print would differ shows the top.

    The top hides its *own* pixels; the print may lie a little aside, and the least counts, down to
    where it is surely the print.
    """
    least = 1.0
    for moved in _moved_about(printed):
        least = min(least, _share(seen, moved, own, tones))
        if least < FARTHER:
            break
    return least


def _moved_about(printed: Patch) -> Iterator[Patch]:
    """Yield a print in its place, and a little aside."""
    yield printed
    for down, right in product(ASIDE, ASIDE):
        yield np.roll(printed, (down, right), (0, 1))


def _share(
    seen: Patch, printed: Patch, own: NDArray[np.bool_], tones: Sequence[NDArray[np.float32]]
) -> float:
    differ = own & (largest(np.abs(printed - tones[0])) > UNLIKE)
    if not differ.any():
        return 0.0
    there = seen[differ]
    top = np.min([((there - tone) ** 2).sum(axis=1) for tone in tones], axis=0)
    return float((top < ((there - printed[differ]) ** 2).sum(axis=1)).mean())
