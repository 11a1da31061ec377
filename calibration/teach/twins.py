"""Which things that may leave the bowl weigh the same, and how to say so."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

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

    def words(self) -> str:
        """Say it to the owner."""
        verb = "weighs" if len(self.one) == 1 else "weigh"
        return (
            f"{called(self.one).capitalize()} {verb} about as much as {called(self.other)} "
            f"({self.grams_apart:.2f} g apart): the scale alone cannot tell, the table will ask."
        )


def called(items: Items) -> str:
    """Name a lot.

    >>> called(("blue", "blue")), called(("staff", "red"))
    ('two blue boulders', 'the staff and a red boulder')
    """
    if len(items) == 2 and items[0] == items[1]:
        return f"two {items[0]} boulders"
    return " and ".join("the staff" if i == "staff" else f"a {i} boulder" for i in items)


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
