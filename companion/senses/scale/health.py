"""Whether the scale can be trusted right now, and if not, what is wrong and what to do."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.verdict import Saying

SILENT_SECONDS = 0.5
"""The chip converts at least ten times a second: half a second without a reading is silence."""
STUCK_SECONDS = 3.0
"""A living cell trembles in its last digits; the same number for three seconds is no weight."""
SLOWEST, SLOW, FASTEST = 7.0, 40.0, 130.0
"""Readings a second: below the first no verdict; below the second late ones (10 is such a rate);
above the last somebody reads the chip twice."""
BRIEFEST = 0.001
"""No chip converts a thousand times a second."""
WILDEST = 0.35
"""The robust window tolerates every fifth reading being wild; from a third on it may tip over."""
TOP, BOTTOM = 0x7FFFFF, -0x800000


class Ailment(StrEnum):
    """The ways a scale can fail."""

    SILENT = "silent"
    STUCK = "stuck"
    SATURATED = "saturated"
    SPIKING = "spiking"
    SLOW = "slow"
    WRONG_RATE = "wrong_rate"
    TREMBLING = "trembling"
    NO_WEIGHTS = "no_weights"


@dataclass(frozen=True, slots=True)
class Fault:
    """One ailment. While a fault is ``blind`` the scale says nothing: buttons do."""

    ailment: Ailment
    blind: bool = True
    detail: Saying | str = ""
    """What exactly is wrong, where the ailment alone does not say it."""


SEEING = frozenset({Ailment.SLOW, Ailment.TREMBLING})
"""With these the scale still gives its verdicts."""
FAULTS = {each: Fault(each, blind=each not in SEEING) for each in Ailment}


def without_weights(reason: Saying | str) -> Fault:
    """Return the fault of a scale whose boulders nobody weighed, with what is wrong."""
    return replace(FAULTS[Ailment.NO_WEIGHTS], detail=reason)


@dataclass(frozen=True, slots=True)
class Health:
    """What is remembered to judge a scale by. Times are those of the samples."""

    at: float | None = None
    interval: float = 0.0125
    """Seconds from reading to reading, as they have come lately."""
    arrived: int = 0
    raw: int | None = None
    fresh_at: float | None = None
    """When the newest number differed from the one before."""
    good_at: float | None = None
    wild: float = 0.0
    """The share of readings lately left out of quiet windows."""


def checked(health: Health, at: float, raw: int | None, good: bool) -> Health:
    """Take in one sample; a clock that runs backwards starts again."""
    if health.at is None or at < health.at:
        return Health(at, health.interval, 0 if raw is None else 1, raw, at, at)
    fresh_at = health.fresh_at if raw == health.raw else at
    good_at = at if good else health.good_at
    if raw is None:
        return Health(
            health.at, health.interval, health.arrived, None, fresh_at, good_at, health.wild
        )
    # The first readings settle the rate quickly; later it follows over about a second.
    share = 0.02 if health.arrived > 50 else 1 / max(1, health.arrived)
    interval = health.interval + (min(at - health.at, 1.0) - health.interval) * share
    interval = max(interval, BRIEFEST)
    return Health(at, interval, health.arrived + 1, raw, fresh_at, good_at, health.wild)


def faults(health: Health, at: float) -> tuple[Fault, ...]:
    """Name what is wrong with the scale at a moment, the worst first."""
    return tuple(FAULTS[each] for each in _ailments(health, at))


def _ailments(health: Health, at: float) -> list[Ailment]:
    if health.at is None or health.good_at is None or health.fresh_at is None:
        return [Ailment.SILENT]
    if at - health.at > SILENT_SECONDS:
        return [Ailment.SILENT]
    if at - health.good_at > SILENT_SECONDS:
        return [Ailment.SATURATED if health.raw in (TOP, BOTTOM) else Ailment.SPIKING]
    if at - health.fresh_at > STUCK_SECONDS:
        return [Ailment.STUCK]
    found = [Ailment.SPIKING] if health.wild > WILDEST else []
    return found + _rate_ailments(health)


def _rate_ailments(health: Health) -> list[Ailment]:
    rate = 1 / health.interval if health.interval > 0 else math.inf
    if health.arrived < 8:
        return []
    if rate < SLOWEST or rate > FASTEST:
        return [Ailment.WRONG_RATE]
    return [Ailment.SLOW] if rate < SLOW else []
