"""How long the eye would need to be sure, told in whole seconds and never faster than people read.

Pure: moments and evidence come in, a prospect comes out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from companion.core.observation import SOMETHING_ELSE, SURE
from companion.core.verdict import Saying

from .expecting import Sort

EARLY, SURPRISED, LONGEST = 0.5, 2.0, 4.0
"""How many times its usual rest the eye waits: where one legal thing explains all it sees, where
nothing legal does, and at most while it is not sure."""
STEPS = (1, 2, 3, 5, 10)
"""Seconds are told in these steps: nobody plans by the ninth second."""
SHOWN_SECONDS = 1.0
"""How long a prospect is shown at least."""
TELLING_SECONDS = 0.5
"""A shorter wait is not worth a word."""
HARDLY_GROWS = 0.1
"""Evidence that grows by less than this in a second, in nats, will not be enough."""
MOST_SECONDS = 10.0

Evidence = tuple[float, float]
"""A moment, and how far the likeliest labels of doubtful cells were ahead then, in nats."""
FLOOR = 1e-3
ENOUGH = math.log(SURE / (1 - SURE))


def rest_needed(sort: Sort, settle: float) -> float:
    """How long the board has to be still before a look of this sort is told."""
    shares = {Sort.LEGAL: EARLY, Sort.SAME: 1.0, Sort.SURPRISING: SURPRISED, Sort.OPEN: LONGEST}
    return settle * shares[sort]


def ahead(chances: Mapping[str, float]) -> float:
    """How far the likeliest known label is ahead of all the rest together, in nats; at most
    enough."""
    best = max((c for label, c in chances.items() if label != SOMETHING_ELSE), default=0.0)
    rest = max(sum(chances.values()) - best, FLOOR)
    return min(ENOUGH, math.log(max(best, FLOOR) / rest))


def seconds_until_sure(evidence: Sequence[Evidence]) -> float | None:
    """From the rate at which evidence grew so far; None where it will not be enough."""
    if evidence and evidence[-1][1] >= ENOUGH - 1e-9:
        return 0.0
    if len(evidence) < 2 or evidence[-1][0] <= evidence[0][0]:
        return None
    (began, then), (at, now) = evidence[0], evidence[-1]
    rate = (now - then) / (at - began)
    if rate < HARDLY_GROWS:
        return None
    wait = (ENOUGH - now) / rate
    return wait if wait <= MOST_SECONDS else None


def told(seconds: float) -> int:
    """Whole seconds, in steps.

    >>> [told(seconds) for seconds in (0.3, 1.2, 4.0, 30.0)]
    [1, 2, 5, 10]
    """
    return next((step for step in STEPS if seconds <= step), STEPS[-1])


class Prospect(msgspec.Struct, frozen=True):
    """What people are told about the eye's wait, and since when."""

    say: Saying | None = None
    since: float = -SHOWN_SECONDS

    def then(self, now: float, say: Saying | None) -> Prospect:
        """What is told next: the same for at least a second, so that nothing flickers."""
        if say == self.say or now - self.since < SHOWN_SECONDS:
            return self
        return Prospect(say, now)


def waiting(seconds: float) -> Saying | None:
    """What is told of a wait; nothing of a short one."""
    if seconds < TELLING_SECONDS:
        return None
    return Saying("eye.sure_in", {"seconds": told(seconds)})


def doubtful(cells: Sequence[str]) -> Saying:
    """What is told where more looking will not help."""
    return Saying("eye.unsure", {"cells": list(cells[:4])})
