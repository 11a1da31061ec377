"""Estimate what the bowl weighed while nobody touched it, and what it would weigh by now. A cell
drifts with warmth and creeps under load. So a rest is a line, not a number, fitted to windows that
share no reading; how far to trust it follows from how long it was watched.

A cell drifts with warmth and creeps under load. So a rest is a line, not a number, fitted to
windows that share no reading; how far to trust it follows from how long it was watched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .level import Level

DRIFT_G_PER_SECOND = 0.015
"""How fast a cell may drift before anything is known of it (one standard deviation).

Rules 5.4 give a good cell 0.001; hand-warm cheap ones were seen at ten times that.
"""
WANDER_G = 0.01
"""How far two windows of the same weight differ beyond their noise: the cell's slow mumble."""
LONGEST = 20
"""Windows kept: eight seconds. Older ones belong to another temperature."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The windows of one stretch without touch, and the drift expected before it began."""

    levels: tuple[Level, ...] = ()
    drift: float = 0.0
    drift_variance: float = DRIFT_G_PER_SECOND**2

    @property
    def end(self) -> float | None:
        """When it was last seen at rest."""
        return self.levels[-1].at if self.levels else None


@dataclass(frozen=True, slots=True)
class Expected:
    """What the bowl should weigh at a moment if nothing had happened."""

    grams: float
    variance: float


def extended(rest: Rest, level: Level) -> Rest:
    """Add a quiet window, unless it shares readings with the last one."""
    if rest.levels and level.since < rest.levels[-1].at:
        return rest
    return replace(rest, levels=(*rest.levels[-LONGEST + 1 :], level))


def before_touch(rest: Rest, touched_at: float) -> Rest:
    """Leave the last window out if the hand may already have been in it."""
    if len(rest.levels) > 1 and rest.levels[-1].at > touched_at - 0.15:
        return replace(rest, levels=rest.levels[:-1])
    return rest


def after(rest: Rest) -> Rest:
    """Begin a new rest: the weight is unknown, the drift is what it was, a little less sure."""
    if len(rest.levels) < 2:
        return Rest((), rest.drift, rest.drift_variance)
    line = _fit(rest)
    variance = min(DRIFT_G_PER_SECOND**2, line.slope_variance + (DRIFT_G_PER_SECOND / 4) ** 2)
    return Rest((), line.slope, variance)


def expected(rest: Rest, at: float) -> Expected | None:
    """Extrapolate the line to a moment; None without a rest."""
    if not rest.levels:
        return None
    line = _fit(rest)
    ahead = at - line.at
    return Expected(line.grams + line.slope * ahead, line.variance + line.slope_variance * ahead**2)


@dataclass(frozen=True, slots=True)
class _Line:
    at: float
    grams: float
    variance: float
    slope: float
    slope_variance: float


def _fit(rest: Rest) -> _Line:
    """Weighted least squares, with the expected drift as one more observation of the slope."""
    points = [(x.middle, x.grams, 1 / (x.error**2 + WANDER_G**2)) for x in rest.levels]
    total = sum(w for _, _, w in points)
    at = sum(t * w for t, _, w in points) / total
    grams = sum(g * w for _, g, w in points) / total
    leverage = sum((t - at) ** 2 * w for t, _, w in points) + 1 / rest.drift_variance
    pull = sum((t - at) * g * w for t, g, w in points) + rest.drift / rest.drift_variance
    return _Line(at, grams, 1 / total, pull / leverage, 1 / leverage)
