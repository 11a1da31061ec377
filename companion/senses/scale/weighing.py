"""The bowl: how heavy it is, and since when it has been still. Knows nothing of mummies.

Fed one sample at a time; every few samples the last moments are weighed as one window. A window
is robust by itself: its median and the median distance from it do not care about every fifth
reading being wild, and what lies too far from the median is not weighed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from operator import mul

from calibration.teach.weights import Weights

from .health import Health, checked

WINDOW_SECONDS = 0.4
"""32 readings at 80 a second (rules 5.4)."""
FEWEST, ENOUGH = 5, 7
"""A slower scale's window reaches back for seven readings; of fewer than five a median says
nothing about wild ones."""
LOOK_SECONDS, QUIET_LOOK_SECONDS = 0.05, 0.1
"""The window is weighed 20 times a second, a quiet one half as often: nothing hurries then."""
TOO_FAR = 4.0
"""Standard deviations from the median beyond which a reading is wild: 1 honest one in 16 000."""
NORMAL = 1.4826
"""From the median distance to the standard deviation, for honest noise."""
FULL_SCALE_G = 5000.0
"""No reading beyond this is a weight, whatever cell is used."""


Readings = tuple[tuple[float, float], ...]
"""Moments with their grams, the oldest first."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One reading with its moment in seconds; raw is None when the chip had nothing to say."""

    at: float
    raw: int | None
    tilted: bool = False


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


@dataclass(frozen=True, slots=True)
class Weighing:
    """All that is remembered of a scale: the last readings and how much it usually trembles."""

    weights: Weights
    most: float
    """The tremble above which nothing is said."""
    recent: Readings = ()
    noise: float | None = None
    last: Level | None = None
    health: Health = field(default_factory=Health)

    @property
    def grams(self) -> float | None:
        """The newest reading, wild or not."""
        return self.recent[-1][1] if self.recent else None


def begin(weights: Weights) -> Weighing:
    """Begin to weigh."""
    return Weighing(weights, most_noise(weights))


def step(state: Weighing, sample: Sample) -> tuple[Weighing, Level | None]:
    """Take one sample; a level whenever it is time to weigh the window."""
    grams = plausible(sample.raw, state.weights)
    health = checked(state.health, sample.at, sample.raw, grams is not None)
    last, recent = state.last, state.recent
    if recent and sample.at < recent[-1][0]:
        recent = ()
    if grams is not None:
        recent += ((sample.at, grams),)
        if _due(last, sample.at):
            recent = _within(recent, health.interval, sample.at)
            if len(recent) >= FEWEST:
                return _weighed(state, recent, health)
    return Weighing(state.weights, state.most, recent, state.noise, last, health), None


def _weighed(state: Weighing, recent: Readings, health: Health) -> tuple[Weighing, Level]:
    """Weigh the window, and learn from it how the scale trembles and how often it misreads."""
    level = weigh(recent, state.noise, state.most, health.interval, state.last)
    if (level.quiet or level.blurred) and abs(level.wild - health.wild) > 0.01:
        health = replace(health, wild=health.wild + (level.wild - health.wild) / 40)
    noise = _learnt(state.noise, level, state.most)
    return Weighing(state.weights, state.most, recent, noise, level, health), level


def _due(last: Level | None, at: float) -> bool:
    """Whether it is time to weigh; a clock that went backwards does not hold it up."""
    if last is None or at < last.at:
        return True
    return at - last.at >= (QUIET_LOOK_SECONDS if last.quiet else LOOK_SECONDS) - 1e-6


def plausible(raw: int | None, weights: Weights) -> float | None:
    """The grams of a reading; None for what is known to be a fault of reading.

    A clock edge that came late yields 2^n-1 or -1, an unplugged cell the ends of the range.
    """
    if raw is None or raw == -1 or (raw >= 0 and raw & (raw + 1) == 0) or raw == -0x800000:
        return None
    grams = weights.in_grams(raw)
    return grams if abs(grams) < FULL_SCALE_G else None


def most_noise(weights: Weights) -> float:
    """The tremble with which the lightest boulder still differs from none, within one window.

    A third of it, so that 32 readings know the weight to a sixteenth of the boulder.
    """
    return min(grams for _, grams in weights.boulders) / 3


def _within(recent: Readings, interval: float, at: float) -> Readings:
    """Let readings go that are older than the window."""
    oldest = at - window_seconds(interval)
    if not recent or recent[0][0] > oldest:
        return recent
    first = 1
    while first < len(recent) and recent[first][0] <= oldest:
        first += 1
    return recent[first:]


def window_seconds(interval: float) -> float:
    """How far back the window reaches: enough readings, and not less than its time."""
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
    """The mean with the window's ends faded out: a swing about a weight hardly moves it."""
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


def _learnt(noise: float | None, level: Level, most: float) -> float | None:
    """Follow the tremble of quiet windows; slowly that of others, lest a new hum deafens us."""
    if level.noise > most:
        return noise
    if noise is None:
        return level.noise if level.quiet else None
    return noise + (level.noise - noise) * (0.1 if level.quiet else 0.02)


def _median(ordered: list[float]) -> float:
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2
