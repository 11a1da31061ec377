"""The bowl: how heavy it is, and since when it has been still. Knows nothing of mummies.

Fed one sample at a time; every few samples the last moments are weighed as one window.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from calibration.teach.weights import Weights

from .health import Health, checked
from .level import FEWEST, Level, Readings, weigh, window_seconds

LOOK_SECONDS, QUIET_LOOK_SECONDS = 0.05, 0.1
"""The window is weighed 20 times a second, a quiet one half as often: nothing hurries then."""
FULL_SCALE_G = 5000.0
"""No reading beyond this is a weight, whatever cell is used."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One reading with its moment in seconds; raw is None when the chip had nothing to say."""

    at: float
    raw: int | None
    tilted: bool = False


@dataclass(frozen=True, slots=True)
class StillnessWindow:
    """What is remembered of a scale: the last readings and how much it usually trembles."""

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


def begin(weights: Weights) -> StillnessWindow:
    """Begin to weigh."""
    return StillnessWindow(weights, most_noise(weights))


def step(state: StillnessWindow, sample: Sample) -> tuple[StillnessWindow, Level | None]:
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
    return StillnessWindow(state.weights, state.most, recent, state.noise, last, health), None


def _weighed(
    state: StillnessWindow, recent: Readings, health: Health
) -> tuple[StillnessWindow, Level]:
    """Weigh the window, and learn from it how the scale trembles and how often it misreads."""
    level = weigh(recent, state.noise, state.most, health.interval, state.last)
    if (level.quiet or level.blurred) and abs(level.wild - health.wild) > 0.01:
        health = replace(health, wild=health.wild + (level.wild - health.wild) / 40)
    noise = _learnt(state.noise, level, state.most)
    return StillnessWindow(state.weights, state.most, recent, noise, level, health), level


def _due(last: Level | None, at: float) -> bool:
    """Whether it is time to weigh; a clock that went backwards does not hold it up."""
    if last is None or at < last.at:
        return True
    return at - last.at >= (QUIET_LOOK_SECONDS if last.quiet else LOOK_SECONDS) - 1e-6


def plausible(raw: int | None, weights: Weights) -> float | None:
    """Convert a reading to grams; None for what is known to be a faulty reading.

    A clock edge that came late yields 2^n-1 or -1, an unplugged cell the ends of the range.
    """
    if raw is None or raw == -1 or (raw >= 0 and raw & (raw + 1) == 0) or raw == -0x800000:
        return None
    grams = weights.in_grams(raw)
    return grams if abs(grams) < FULL_SCALE_G else None


def most_noise(weights: Weights) -> float:
    """Return the largest noise at which the lightest boulder can still be told within one window.

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


def _learnt(noise: float | None, level: Level, most: float) -> float | None:
    """Follow the tremble of quiet windows; others slowly, or a new hum would deafen us."""
    if level.noise > most:
        return noise
    if noise is None:
        return level.noise if level.quiet else None
    return noise + (level.noise - noise) * (0.1 if level.quiet else 0.02)
