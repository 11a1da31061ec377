"""One window of readings, weighed: robust by itself, with how far to trust it.

Its median and the median distance from it do not care about every fifth reading being wild, and
what lies too far from the median is not weighed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import mul

WINDOW_SECONDS = 0.4
"""32 readings at 80 a second (rules 5.4)."""
FEWEST, ENOUGH = 5, 7
"""A slower scale's window reaches back for seven readings; with fewer than five a median says
nothing about wild ones."""
TOO_FAR = 4.0
"""Standard deviations from the median beyond which a reading is wild: 1 honest one in 16 000."""
NORMAL = 1.4826
"""Factor from the median distance to the standard deviation of normal noise."""
Readings = tuple[tuple[float, float], ...]
"""Moments with their grams, the oldest first."""


@dataclass(frozen=True, slots=True)
class Level:
    """What one window weighed. ``error`` is the standard error of ``grams``."""

    at: float
    since: float
    grams: float
    error: float
    noise: float
    quiet: bool
    calm: bool = False
    """Still swinging, but about a weight that can be read; its error knows of the swing."""
    wild: float = 0.0
    """The share of the window's readings that were not weighed."""
    blurred: bool = False
    """Too many wild readings that do not go anywhere together, or none of the usual tremble:
    the window says nothing."""

    @property
    def middle(self) -> float:
        """The moment the weight speaks for."""
        return (self.at + self.since) / 2


def window_seconds(interval: float) -> float:
    """Return how far back the window reaches: enough readings, and at least its time."""
    return max(WINDOW_SECONDS, (ENOUGH + 0.5) * interval)


def weigh(
    recent: Readings,
    noise: float | None,
    most: float,
    interval: float = 0.0125,
    last: Level | None = None,
) -> Level:
    """Weigh one window."""
    values = [grams for _, grams in recent]
    middle = _median(sorted(values))
    off = [value - middle for value in values]
    spread = NORMAL * _median(sorted(map(abs, off)))
    reach = TOO_FAR * max(spread, 0.5 * (noise or 0.0), 0.01)
    kept = [each for each in off if -reach <= each <= reach]
    mean = sum(kept) / len(kept)
    squares = sum(map(mul, kept, kept)) - len(kept) * mean * mean
    deviation = math.sqrt(max(0.0, squares) / max(1, len(kept) - 1))
    since, at = recent[0][0], recent[-1][0]
    due = max(len(values), round(window_seconds(interval) / interval))
    wild = 1 - len(kept) / due
    error = max(deviation, noise or 0.0) / math.sqrt(len(kept))
    leaving = _leaving(off, reach)
    lifeless = noise is not None and deviation < LIFELESS * noise
    blurred = (wild > WILDEST or lifeless) and deviation <= most and not leaving
    holds = deviation <= CALM * most and not leaving and not blurred
    louder = deviation > _stillest(noise, most)
    if holds and not louder and _level(kept, max(deviation, 0.5 * (noise or 0.0))):
        return Level(at, since, middle + mean, error, deviation, True, True, wild)
    if not holds:
        return Level(at, since, middle + mean, error, deviation, False, False, wild, blurred)
    error = math.hypot(1.2 * error, SWING * deviation)
    grams = _tapered(recent, middle, reach)
    calm = last is not None and abs(last.grams - grams) <= 2 * math.hypot(error, last.error)
    return Level(at, since, grams, error, deviation, False, calm, wild)


SWING = 0.1
"""What is left of a swing's deviation in a tapered mean. The taper lets 2 % of a swing of 6 Hz
through and 6 % of 4.5 Hz, as slow a bowl on a plate as was seen; the rest is margin."""


def _tapered(recent: Readings, middle: float, reach: float) -> float:
    """Average with the window's ends faded out, so that a swing about a weight hardly shifts it."""
    since, length = recent[0][0], recent[-1][0] - recent[0][0]
    total = weight = 0.0
    for at, grams in recent if length else ():
        if abs(grams - middle) <= reach:
            x = (at - since) / length
            share = (x * (1 - x)) ** 2
            total += share * (grams - middle)
            weight += share
    return middle + total / weight if weight else middle


WILDEST = 0.4
"""With more of the window wild, its median may be a wild one."""
CALM = 2.0
"""How many times larger than the tremble of rest a swing may be and still be weighed."""
LIFELESS = 0.1
"""A cell that suddenly trembles ten times less than usual repeats itself."""
LOUDER = 1.6
"""A still window's tremble stays below this many times the usual (32 readings: 5 deviations)."""


def _stillest(noise: float | None, most: float) -> float:
    return most if noise is None else min(most, LOUDER * noise)


def _leaving(off: list[float], reach: float) -> bool:
    """Whether six of the newest seven go elsewhere together.

    With every fifth reading wild, faults of reading alone do that once in two minutes.
    """
    return sum(abs(each) > reach for each in off[-7:]) >= 6


STEADY = 3.5
"""Standard errors by which the two halves of a still window may differ."""


def _level(kept: list[float], deviation: float) -> bool:
    """Whether the window neither rises nor falls."""
    half = len(kept) // 2
    first, second = kept[:half], kept[half:]
    apart = abs(sum(second) / len(second) - sum(first) / len(first))
    return apart <= STEADY * deviation * 2 / math.sqrt(len(kept))


def _median(ordered: list[float]) -> float:
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2
