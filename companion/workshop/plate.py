"""What lies on the plate: the middle of the last second, and whether it has stopped swinging."""

from __future__ import annotations

from collections import deque
from statistics import fmean, median

WINDOW_SECONDS = 2.0
FEWEST = 8
"""Readings in each half of the window before anything is said."""
NOISES = 3.0
CALMER = 1.5
"""A plate that grows calmer by more than this is still swinging."""
LEAST_COUNTS = 50.0
"""A tenth of a gram on a usual cell: finer than this nobody waits for."""


class Plate:
    """The last two seconds of a scale."""

    def __init__(self) -> None:
        self._heard: deque[tuple[float, float]] = deque()

    def hear(self, count: float, at: float) -> None:
        self._heard.append((at, count))
        while at - self._heard[0][0] > WINDOW_SECONDS:
            self._heard.popleft()

    @property
    def count(self) -> float | None:
        """What it counts now; None while too little was heard."""
        _, late = self._halves()
        return median(late) if len(late) >= FEWEST else None

    @property
    def is_still(self) -> bool:
        """Whether the second half of the window says what the first half said, as calmly."""
        early, late = self._halves()
        if min(len(early), len(late)) < FEWEST or self._span() < 0.9 * WINDOW_SECONDS:
            return False
        (then, before), (now, noise) = _trimmed(early), _trimmed(late)
        return abs(now - then) <= max(NOISES * noise, LEAST_COUNTS) and before <= max(
            CALMER * noise, LEAST_COUNTS
        )

    def _span(self) -> float:
        return self._heard[-1][0] - self._heard[0][0]

    def _halves(self) -> tuple[list[float], list[float]]:
        heard = list(self._heard)
        if not heard:
            return [], []
        split = heard[-1][0] - WINDOW_SECONDS / 2
        return [c for at, c in heard if at <= split], [c for at, c in heard if at > split]


def _trimmed(counts: list[float]) -> tuple[float, float]:
    """The mean and half the width of all but the outermost tenths, so that spikes do not count."""
    edge = len(counts) // 10
    kept = sorted(counts)[edge : len(counts) - edge]
    return fmean(kept), (kept[-1] - kept[0]) / 2
