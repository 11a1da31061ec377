"""Which things that may leave the bowl weigh the same, and how to say so."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from ..errors import Complaint
from .weights import Weights

TELLS_APART_G = 0.35
"""What the scale tells apart at the least, whatever the boulders' spread (rules 5.3)."""
SPREADS = 3.0
"""Two masses whose spreads meet at three standard deviations are twins."""

Items = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Twin:
    """Two lots that the scale cannot tell apart."""

    one: Items
    other: Items
    grams_apart: float

    def say(self) -> Complaint:
        """Say it to the owner."""
        apart = {
            "one": _lot(self.one),
            "other": _lot(self.other),
            "grams": round(self.grams_apart, 2),
        }
        return Complaint("weights.twins", apart)


def _lot(items: Items) -> list[list[str | int]]:
    """Each thing of a lot with its number, as a sentence names them."""
    return [[item, items.count(item)] for item in dict.fromkeys(items)]


def twins(weights: Weights) -> tuple[Twin, ...]:
    """List all single things and pairs that are twins, the closest first."""
    found = []
    for one, other in combinations(_lots(weights), 2):
        # What both lots share cannot tell them apart, nor make them alike.
        if set(one) & set(other):
            continue
        apart = abs(grams(weights, one) - grams(weights, other))
        spread = math.sqrt(variance(weights, one) + variance(weights, other))
        if apart < max(TELLS_APART_G, SPREADS * spread):
            found.append(Twin(one, other, apart))
    return tuple(sorted(found, key=lambda twin: twin.grams_apart))


def grams(weights: Weights, items: Items) -> float:
    """What a lot weighs."""
    return sum(weights.grams(item) for item in items)


def variance(weights: Weights, items: Items) -> float:
    """How far a lot may lie from that, in square grams."""
    return sum(weights.variance(item) for item in items)


def _lots(weights: Weights) -> Iterator[Items]:
    yield from ((item,) for item in (*weights.colours, "staff"))
    yield from combinations_with_replacement(weights.colours, 2)
    yield from (("staff", colour) for colour in weights.colours)
