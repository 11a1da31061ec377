"""What the owner's things weigh: grams per boulder colour, staff and bowl, and how the cell counts.

This is what the weighing wizard stores. Spreads are relative: 0.03 means that one boulder of a
colour differs from the colour's mean by 3 % of it (one standard deviation).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from statistics import fmean
from typing import Any

from ..errors import CalibrationError, Complaint

BOULDERS_WEIGHED = 5
"""The wizard weighs five boulders of each colour (rules 5.3): so well is a mean known."""


class BadWeights(CalibrationError, ValueError):
    """An enrolment of weights that is missing, damaged or cannot be true."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One enrolment. ``full_g`` is the whole trap on the plate, when it was weighed."""

    boulders: tuple[tuple[str, float], ...]
    boulder_spread: float
    staff_g: float
    bowl_g: float
    counts_per_gram: float
    zero_counts: float
    samples_per_second: float = 80.0
    full_g: float | None = None

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that were weighed, in the order of the wizard."""
        return tuple(colour for colour, _ in self.boulders)

    def grams(self, item: str) -> float:
        """Return the mean mass of a boulder of a colour, or of the staff."""
        return self.staff_g if item == "staff" else dict(self.boulders)[item]

    def variance(self, item: str) -> float:
        """Return the variance of one such item's mass, in square grams.

        The spread of the single boulder, and the error of a mean taken from five of them.
        The staff is one thing, weighed itself.
        """
        if item == "staff":
            return 0.0
        return (self.boulder_spread * self.grams(item)) ** 2 * (1 + 1 / BOULDERS_WEIGHED)

    def in_grams(self, counts: float) -> float:
        """Convert counts of the cell to grams."""
        return (counts - self.zero_counts) / self.counts_per_gram


_NUMBERS = ("boulder_spread", "staff_g", "bowl_g", "counts_per_gram", "zero_counts")
_OPTIONAL = ("samples_per_second", "full_g")


def read_weights(stored: Mapping[str, Any] | None) -> Weights:
    """Read a stored enrolment; BadWeights lists everything wrong with it."""
    if not stored:
        raise BadWeights("fault.weights.none")
    boulders = stored.get("boulder_g")
    if not isinstance(boulders, Mapping):
        raise BadWeights("fault.weights.no_boulders")
    numbers = {name: _number(stored, name) for name in _NUMBERS}
    numbers |= {name: _number(stored, name) for name in _OPTIONAL if stored.get(name) is not None}
    pairs = tuple((str(colour), _number(boulders, colour)) for colour in boulders)
    weights = Weights(pairs, **numbers)
    wrong = problems(weights)
    if wrong:
        raise BadWeights("fault.weights.wrong", why=one_after_the_other(wrong))
    return weights


def stored(weights: Weights) -> dict[str, Any]:
    """Return the enrolment as plain data for read_weights."""
    kept: dict[str, Any] = {"boulder_g": dict(weights.boulders)}
    kept |= {name: getattr(weights, name) for name in (*_NUMBERS, *_OPTIONAL)}
    return {name: value for name, value in kept.items() if value is not None}


def _number(stored: Mapping[str, Any], name: str) -> float:
    value = stored.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadWeights("fault.weights.no_number", name=name, value=value)
    return float(value)


LIGHTEST_G = 0.3
"""A lighter boulder drowns in the noise of a 1 kg cell at 80 readings a second (rules 5.2)."""
WIDEST_SPREAD = 0.25
"""With a quarter of its mass as spread a colour says nothing about a boulder any more."""
COARSEST_G = 0.1
"""One count must be well below the lightest boulder."""


def problems(weights: Weights) -> list[Complaint]:
    """Tell everything that cannot be true of these weights, one sentence with a remedy each."""
    found = [*_impossible_boulders(weights), *_impossible_cell(weights)]
    if weights.bowl_g <= 0 or weights.staff_g <= 0:
        found.append(
            Complaint("weights.nothing", {"bowl": weights.bowl_g, "staff": weights.staff_g})
        )
    if weights.staff_g >= weights.bowl_g:
        found.append(Complaint("weights.heavy_staff"))
    if not 0 <= weights.boulder_spread <= WIDEST_SPREAD:
        found.append(
            Complaint(
                "weights.spread",
                {
                    "percent": round(100 * weights.boulder_spread),
                    "most": round(100 * WIDEST_SPREAD),
                },
            )
        )
    return found


def _impossible_boulders(weights: Weights) -> list[Complaint]:
    found = []
    if len(weights.boulders) < 2:
        found.append(Complaint("weights.few_colours"))
    for colour, grams in weights.boulders:
        if grams < LIGHTEST_G:
            found.append(Complaint("weights.light", {"colour": colour, "grams": grams}))
        if grams >= weights.bowl_g:
            found.append(
                Complaint(
                    "weights.heavy", {"colour": colour, "grams": grams, "bowl": weights.bowl_g}
                )
            )
    return found


def _impossible_cell(weights: Weights) -> list[Complaint]:
    found = []
    if abs(weights.counts_per_gram) * COARSEST_G < 1:
        found.append(Complaint("weights.coarse", {"counts": round(weights.counts_per_gram, 2)}))
    if weights.samples_per_second <= 0:
        found.append(Complaint("weights.no_samples"))
    return found


def one_after_the_other(wrong: Sequence[Complaint]) -> dict[str, Any]:
    """Several complaints as one saying."""
    first = {"key": wrong[0].key, "values": dict(wrong[0].values)}
    if len(wrong) == 1:
        return first
    return {
        "key": "fault.both",
        "values": {"first": first, "rest": one_after_the_other(wrong[1:])},
    }


def weigh_in(
    zero_counts: float,
    counts_per_gram: float,
    bowl_counts: float,
    staff_counts: float,
    boulder_counts: Mapping[str, Sequence[float]],
    samples_per_second: float = 80.0,
) -> Weights:
    """Turn the wizard's steps into weights: each item's counts above the zero, weighed alone.

    The spread is pooled over the colours, as wood varies alike whatever its paint.
    """
    grams = {
        colour: [(counts - zero_counts) / counts_per_gram for counts in each]
        for colour, each in boulder_counts.items()
    }
    means = {colour: fmean(each) for colour, each in grams.items()}
    squares = [((g - means[c]) / means[c]) ** 2 for c, each in grams.items() for g in each]
    freedom = max(1, len(squares) - len(grams))
    return Weights(
        boulders=tuple((colour, round(mean, 3)) for colour, mean in means.items()),
        boulder_spread=round(math.sqrt(sum(squares) / freedom), 4),
        staff_g=round((staff_counts - zero_counts) / counts_per_gram, 3),
        bowl_g=round((bowl_counts - zero_counts) / counts_per_gram, 2),
        counts_per_gram=counts_per_gram,
        zero_counts=zero_counts,
        samples_per_second=samples_per_second,
    )


def counts_per_gram(zero_counts: float, loaded_counts: float, known_grams: float) -> float:
    """Calibrate the cell with something whose weight is known."""
    per_gram = (loaded_counts - zero_counts) / known_grams
    if abs(per_gram) * COARSEST_G < 1:
        raise BadWeights(
            "fault.weights.no_change", grams=known_grams, counts=loaded_counts - zero_counts
        )
    return per_gram


TELLS_APART_G = 0.35
"""What the scale tells apart at the least, whatever the boulders' spread (rules 5.3)."""
SPREADS = 3.0
"""Two masses whose spreads meet at three standard deviations are twins."""

Items = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WeightTwin:
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
    """Number the things of a lot for a sentence."""
    return [[item, items.count(item)] for item in dict.fromkeys(items)]


def twins(weights: Weights) -> tuple[WeightTwin, ...]:
    """List all single things and pairs that are twins, the closest first."""
    found = []
    for one, other in combinations(_lots(weights), 2):
        # What both lots share cannot tell them apart, nor make them alike.
        if set(one) & set(other):
            continue
        apart = abs(grams(weights, one) - grams(weights, other))
        spread = math.sqrt(variance(weights, one) + variance(weights, other))
        if apart < max(TELLS_APART_G, SPREADS * spread):
            found.append(WeightTwin(one, other, apart))
    return tuple(sorted(found, key=lambda twin: twin.grams_apart))


def grams(weights: Weights, items: Items) -> float:
    """Return the mass of a lot in grams."""
    return sum(weights.grams(item) for item in items)


def variance(weights: Weights, items: Items) -> float:
    """Return the variance of a lot's mass, in square grams."""
    return sum(weights.variance(item) for item in items)


def _lots(weights: Weights) -> Iterator[Items]:
    yield from ((item,) for item in (*weights.colours, "staff"))
    yield from combinations_with_replacement(weights.colours, 2)
    yield from (("staff", colour) for colour in weights.colours)
