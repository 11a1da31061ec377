"""A second look at cells that no face explains well: perhaps a part of the cell is hidden.

Pixels that differ from a face by more than small shifts allow are left out, and the rest is
compared again. So a pawn's head over the corner of a tile does not hide the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..geometry.patches import COARSE, SIDE
from .faces import Array, Bank, shrink
from .gamut import lumped
from .occlusion_fit import LEAST_SEEN, SQUARE, Parted, Square, parts_of

CANDIDATES, SHARE = 6, 7
"""Labels that get a second look: at least this many, or this share if there are many, since tiles
with the same openings and turn differ by little more than their symbols."""
CLIPPED = 0.15
"""Most that one pixel counts in the shortlist."""
SPARSE = 3
"""Every few pixels are enough for the middle of a difference."""
CHOICE_NATS, LUMP = 12.0, 0.02
"""Cost of leaving out a lump of about that share because it does not fit: one more thing would
have to lie there that nobody knows of."""
ENOUGH_SHOWN = 0.5
"""How much of the difference between two faces must be in view before it is fully believed."""
AT_ONCE = 20
"""How many places are looked at together."""
BLEED = 2
"""Pixels around something foreign that show its colour and its shadow as well."""


Found = dict[int, tuple[Parted, int, tuple[int, int]]]
"""The result, face and place for each label."""


@dataclass(frozen=True)
class Doubtful:
    """A patch to be looked at again, the places where its face may lie, and what hides it."""

    patch: Array
    places: tuple[tuple[int, int], ...]
    known: Array | None = None
    """1 where the patch is known to be hidden"""
    whole: bool = False
    """Whether one face explains all of it: then no colour in it is foreign, the light differs"""
    stood_on: bool = False
    """Whether lumps of a colour that no face has in lumps are taken for what stands on it"""


def second_looks(doubtful: Sequence[Doubtful], bank: Bank, grain: float = 0.0) -> list[Found]:
    """Compare the likeliest labels again, each without the pixels that speak against it."""
    squares = [_square(n, x, place, bank) for n, x in enumerate(doubtful) for place in x.places]
    found: list[Found] = [{} for _ in doubtful]
    for start in range(0, len(squares), AT_ONCE):
        some = squares[start : start + AT_ONCE]
        for square, parts in zip(some, parts_of(some, bank, grain), strict=True):
            known = doubtful[square.number].known
            if known is not None and known.any():
                parts = [_charged(part) for part in parts]
            parts = _humbled(parts, bank, square.faces, square.own)
            _keep_best(found[square.number], square, parts)
    return found


def _square(number: int, doubtful: Doubtful, place: tuple[int, int], bank: Bank) -> Square:
    x, y = place
    seen = doubtful.patch[y : y + SIDE, x : x + SIDE]
    own: Array = (
        bank.mask if doubtful.whole else bank.mask * (1 - foreign(seen, bank, doubtful.stood_on))
    )
    if doubtful.known is not None:
        own = own * (1 - doubtful.known[y : y + SIDE, x : x + SIDE])
    if own.sum() < LEAST_SEEN * bank.mask.sum():
        own = bank.mask
    return Square(number, place, seen, own, *_shortlist(seen, bank, own))


def _keep_best(found: Found, square: Square, parts: list[Parted]) -> None:
    for label, face, part in zip(square.labels, square.faces, parts, strict=True):
        if label not in found or part.structure < found[label][0].structure:
            found[label] = (part, face, square.place)


def foreign(seen: Array, bank: Bank, lumps: bool = False) -> Array:
    """Lumps of a colour that no taught face has, a little widened: 0 or 1."""
    strange = (~bank.gamut.holds(seen)).astype(np.float32)
    strange = cv2.morphologyEx(strange, cv2.MORPH_OPEN, SQUARE)
    if lumps:
        strange = np.maximum(strange, (~bank.lumps.holds(lumped(seen))).astype(np.float32))
    return cv2.dilate(strange, SQUARE, iterations=BLEED)


def _shortlist(seen: Array, bank: Bank, own: Array) -> tuple[list[int], list[int]]:
    """Choose the likeliest labels, each with its likeliest face, ignoring odd pixels."""
    keep = bank.coarse.weight.reshape(-1, 3)[:, 0] > 0
    keep &= (own[::COARSE, ::COARSE] > 0).reshape(-1)
    ours = np.ascontiguousarray(shrink(seen[None])[0].reshape(-1, 3).T[:, keep])
    away = ours - bank.small[:, :, keep]
    some = np.ascontiguousarray(away[:, :, ::SPARSE])
    middle = some.shape[2] // 2
    away -= np.partition(some, middle, axis=2)[:, :, middle : middle + 1]
    np.abs(away, out=away)
    worst = np.maximum(np.maximum(away[:, 0], away[:, 1]), away[:, 2])
    score = np.minimum(worst, CLIPPED).mean(axis=1)
    best = [
        (float(score[members].min()), label, int(members[score[members].argmin()]))
        for label, members in enumerate(bank.members)
    ]
    chosen = sorted(best)[: max(CANDIDATES, len(best) // SHARE)]
    return [label for _, label, _ in chosen], [face for _, _, face in chosen]


def _charged(part: Parted) -> Parted:
    """Add the price of leaving out more pixels than the known cover hides.

    Otherwise a face that takes the hiding thing for its own drawing would come off too well.
    """
    price = CHOICE_NATS * (1 - float(np.exp(-part.chosen / LUMP)))
    return replace(part, structure=part.structure + price)


def _humbled(parts: list[Parted], bank: Bank, numbers: list[int], own: Array) -> list[Parted]:
    """Bring rivals nearer to the best one where what tells them apart is hidden."""
    best = min(range(len(parts)), key=lambda i: parts[i].structure)
    faces = bank.faces[numbers]
    apart = ((faces - faces[best]) ** 2).sum(axis=3) * bank.mask
    shown = (apart * own).sum(axis=(1, 2)) / np.maximum(apart.sum(axis=(1, 2)), 1e-6)
    least = parts[best].structure
    return [
        replace(part, structure=least + (part.structure - least) * min(1.0, share / ENOUGH_SHOWN))
        for part, share in zip(parts, shown.tolist(), strict=True)
    ]
