"""What the rules make of a look before it is told: the same, legal, open or surprising. Pure.

It decides how long the eye goes on looking, and nothing else: what was read is told as it was read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from companion.core.cells import ANYTHING, Hint
from companion.core.observation import SOMETHING_ELSE, SURE
from companion.core.verdict import Saying

DIFFERS = 0.5
"""Below this chance for what ought to lie there, a cell shows something else."""
RARELY = 0.004
"""How often something lies there that no rule allows, besides what is legal."""


class Sort(Enum):
    """What a look is, compared with what the rules expect."""

    SAME = "same"
    LEGAL = "legal"
    OPEN = "open"
    SURPRISING = "surprising"


class ExpectedRead(Protocol):
    @property
    def chances(self) -> Mapping[str, float]: ...


class ExpectedWeight(msgspec.Struct, frozen=True):
    """A look compared with a hint."""

    sort: Sort
    changed: tuple[str, ...] = ()
    """The cells that do not show what they ought to."""
    open: tuple[str, ...] = ()
    """Those of them that are not read surely."""
    hinted: Mapping[str, Mapping[str, float]] = {}
    """Their chances in the light of the hint, beside those without; evidence, never a verdict."""


class Expecting:
    """A hint as the eye uses it."""

    def __init__(self, hint: Hint) -> None:
        self._ought = {cell: _names(hint, label) for cell, label in hint.shows.items()}
        self._legal: dict[str, frozenset[str]] = {}
        for cells, labels in hint.may:
            names = frozenset(name for label in labels for name in _names(hint, label))
            self._legal.update(dict.fromkeys(cells, names))

    @property
    def may_change(self) -> frozenset[str]:
        """The cells that a legal move may change now."""
        return frozenset(self._legal)

    def weigh(
        self, cells: Mapping[str, ExpectedRead], told: Mapping[str, str] | None = None
    ) -> ExpectedWeight:
        """Hold a look against what the rules expect; what was *told* before is nothing new."""
        known = told or {}
        changed = tuple(
            name
            for name in self._ought
            if self._differs(name, cells.get(name)) and _best(cells[name])[0] != known.get(name)
        )
        if not changed:
            return ExpectedWeight(Sort.SAME)
        open_ = tuple(name for name in changed if _best(cells[name])[1] < SURE)
        open_ += tuple(name for name in changed if _best(cells[name])[0] == SOMETHING_ELSE)
        hinted = {name: self.hinted(name, cells[name].chances) for name in changed}
        illegal = [
            name
            for name in changed
            if name not in open_ and not self._is_legal(name, _best(cells[name])[0])
        ]
        sort = Sort.SURPRISING if illegal else Sort.OPEN if open_ else Sort.LEGAL
        return ExpectedWeight(sort, changed, tuple(dict.fromkeys(open_)), hinted)

    def hinted(self, name: str, chances: Mapping[str, float]) -> dict[str, float]:
        """Chances of a cell where what may legally lie there is likelier than what may not."""
        ought = self._ought.get(name, frozenset())
        weights = {
            label: chance * (1.0 if label in ought or self._is_legal(name, label) else RARELY)
            for label, chance in chances.items()
        }
        total = sum(weights.values())
        return {label: weight / total for label, weight in weights.items()} if total else {}

    def _differs(self, name: str, cell: ExpectedRead | None) -> bool:
        """Whether a cell changed; something unknown may be a pawn on top of what lies there, and is
        not worth waiting for if nothing may change."""
        if cell is None or not cell.chances:
            return False
        hidden = cell.chances.get(SOMETHING_ELSE, 0.0) >= DIFFERS and name not in self._legal
        ought = sum(cell.chances.get(label, 0.0) for label in self._ought[name])
        return ought < DIFFERS and not hidden

    def _is_legal(self, name: str, label: str) -> bool:
        legal = self._legal.get(name, frozenset())
        return label in legal or (ANYTHING in legal and label != SOMETHING_ELSE)


def _names(hint: Hint, label: str) -> frozenset[str]:
    return frozenset(hint.named.get(label, (label,)))


def _best(cell: ExpectedRead) -> tuple[str, float]:
    return max(cell.chances.items(), key=lambda item: item[1], default=("", 0.0))


# How long the eye would need to be sure, told in whole seconds and never faster than people read.
#
# Pure: moments and evidence come in, a prospect comes out.

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
    """Return how long the board must be still before a look of this sort is reported."""
    shares = {Sort.LEGAL: EARLY, Sort.SAME: 1.0, Sort.SURPRISING: SURPRISED, Sort.OPEN: LONGEST}
    return settle * shares[sort]


def ahead(chances: Mapping[str, float]) -> float:
    """Return how far the likeliest known label is ahead of all the rest together, in nats;
    at most enough."""
    best = max((c for label, c in chances.items() if label != SOMETHING_ELSE), default=0.0)
    rest = max(sum(chances.values()) - best, FLOOR)
    return min(ENOUGH, math.log(max(best, FLOOR) / rest))


def seconds_until_sure(evidence: Sequence[Evidence]) -> float | None:
    """Extrapolate the growth of the evidence so far; None if it will not be enough."""
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


def told_seconds(seconds: float) -> int:
    """Whole seconds, in steps.

    >>> [told_seconds(seconds) for seconds in (0.3, 1.2, 4.0, 30.0)]
    [1, 2, 5, 10]
    """
    return next((step for step in STEPS if seconds <= step), STEPS[-1])


class Prospect(msgspec.Struct, frozen=True):
    """What people are told about the eye's wait, and since when."""

    say: Saying | None = None
    since: float = -SHOWN_SECONDS

    def then(self, now: float, say: Saying | None) -> Prospect:
        """Return what to say next, unchanged for at least a second, so that nothing flickers."""
        if say == self.say or now - self.since < SHOWN_SECONDS:
            return self
        return Prospect(say, now)


def waiting(seconds: float) -> Saying | None:
    """Say what is waited for; nothing if the wait is short."""
    if seconds < TELLING_SECONDS:
        return None
    return Saying("eye.sure_in", {"seconds": told_seconds(seconds)})


def doubtful(cells: Sequence[str]) -> Saying:
    """Name the places that stay doubtful although more looking won't help."""
    return Saying("eye.unsure", {"cells": list(cells[:4])})
