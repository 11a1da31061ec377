"""The last seconds of weight as the page draws them: one point a tenth of a second."""

from __future__ import annotations

from collections import deque
from statistics import median

from calibration.teach.weights import Weights

from .weighing import Sample, plausible

TRACE_SECONDS, TRACE_STEP = 8.0, 0.1


class Trace:
    """At most eighty points, each the median of the readings of its tenth of a second."""

    def __init__(self, weights: Weights | None) -> None:
        self._weights = weights
        self._since_last: list[float] = []
        self._points: deque[tuple[float, float]] = deque(maxlen=round(TRACE_SECONDS / TRACE_STEP))

    @property
    def grams(self) -> float | None:
        """The newest weight on the plate."""
        return self._points[-1][1] if self._points else None

    def draw(self, sample: Sample) -> None:
        """Take one sample in."""
        grams = plausible(sample.raw, self._weights) if self._weights else None
        if grams is not None:
            self._since_last.append(grams)
        if self._since_last and self._is_due(sample.at):
            self._points.append((sample.at, median(self._since_last)))
            self._since_last = []

    def _is_due(self, at: float) -> bool:
        return not self._points or at - self._points[-1][0] > TRACE_STEP - 1e-6

    def shown(self, at: float) -> list[list[float]]:
        """The points as seconds before a moment, with their grams."""
        return [[round(t - at, 2), round(grams, 2)] for t, grams in self._points]
