"""Since when the table has been still. Counts time, not frames; knows no pixels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Stillness:
    """What is known of the table's rest.

    ``since`` is the moment from which nothing moved; None before the first picture.
    ``pending`` holds what changed and has not been sighted yet.
    """

    since: float | None = None
    last: float | None = None
    pending: frozenset[str] = frozenset()
    owed: bool = True
    """Whether a sighting is due: at the start, when asked for, or because something changed."""

    def seconds(self) -> float:
        """Return how long the table has been still, as of the last picture."""
        if self.since is None or self.last is None:
            return 0.0
        return self.last - self.since

    def settled(self, settle_seconds: float) -> bool:
        """Whether it is time for a sighting."""
        return self.owed and self.since is not None and self.seconds() >= settle_seconds - ROUNDING


ROUNDING = 1e-6
LONGEST_GAP = 2.0
"""After a longer pause between pictures nobody can say what moved meanwhile."""


def watched(
    before: Stillness, at: float, moving: Collection[str], changed: Collection[str]
) -> Stillness:
    """Take one picture's news in: what moves now, and what differs from the last sighting."""
    if before.last is not None and at < before.last:
        return before
    gap = before.last is None or at - before.last > LONGEST_GAP
    since = at if moving or gap or before.since is None else before.since
    pending = frozenset(changed)
    return Stillness(since, at, pending, before.owed or bool(pending))


def sighted(before: Stillness) -> Stillness:
    """Forget a change that has been reported."""
    return replace(before, owed=False, pending=frozenset())


def asked(before: Stillness) -> Stillness:
    """Owe a sighting although nothing changed."""
    return replace(before, owed=True)
