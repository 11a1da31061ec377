"""The pace: how much of the page's time one client may take, so that everybody else has theirs.

It counts seconds of work, not requests: a slow machine answers fewer in a second.
A client that asks too often is answered later, and when that would take too long, is asked to
come back.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_CLIENTS = 2000
LONGEST_WAIT = 2.0
GUESS = 0.002
"""What a request is thought to cost until its work was measured."""
FIRST_VISIT = 0.4
"""Work done for a stranger before the line: a whole page, even on a slow machine."""
DEAREST = 0.05
"""The most one request is charged: beyond it, somebody else's work fell into its time."""
ARRIVAL = 0.0003
"""What it costs to let a connection in and out again."""
CROWDED = 10
"""How many times more an arrival counts if somebody else has to leave for it."""


class Budget:
    """A share of the time, with some of it saved up."""

    def __init__(self, share: float, saved: float, clock: Callable[[], float]) -> None:
        self._share, self._saved, self._clock = share, saved, clock
        self._free_at = clock() - saved / share

    def wait(self) -> float:
        """Return how many seconds until the next work may be done."""
        return max(0.0, self._free_at - self._clock())

    def charge(self, seconds: float) -> None:
        """Take from it; a negative sum is given back."""
        oldest = self._clock() - self._saved / self._share
        self._free_at = max(self._free_at, oldest) + seconds / self._share


@dataclass(frozen=True)
class _Client:
    own: Budget
    sure: Budget
    arrivals: Budget


@dataclass(frozen=True)
class Admission:
    """When a request may be answered: after a wait, and in line with the others or not."""

    wait: float = 0.0
    in_line: bool = False


class RateLimit:
    """Who may be answered when: an address has its share, each seat and the referee their own."""

    def __init__(
        self,
        address: float = 0.25,
        sure: float = 0.02,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*address* is the share of one client; *sure* what a stranger gets without waiting in line
        with all the others."""
        self._clock = clock
        self._address, self._sure = address, sure
        self._clients: OrderedDict[str, _Client] = OrderedDict()

    def arrives(self, home: str, crowded: bool = False) -> bool:
        """Whether somebody from there may connect once more; rarely where too many are in."""
        arrivals, cost = self._of(home).arrivals, ARRIVAL * (CROWDED if crowded else 1)
        arrivals.charge(cost)
        if arrivals.wait() > LONGEST_WAIT:
            arrivals.charge(-cost)
            return False
        return True

    def turn(self, client: str, joined: bool) -> Admission | None:
        """Take a turn by asking; None if it would come too late."""
        known = self._of(client)
        wait = known.own.wait()
        if wait > LONGEST_WAIT:
            return None
        in_line = not joined and known.sure.wait() > 0
        known.own.charge(GUESS)
        known.sure.charge(0.0 if in_line else GUESS)
        return Admission(wait, in_line)

    def worked(self, client: str, turn: Admission, seconds: float) -> None:
        """Put right what a request was thought to cost."""
        known, more = self._of(client), min(seconds, DEAREST) - GUESS
        known.own.charge(more)
        known.sure.charge(0.0 if turn.in_line else more)

    def _of(self, client: str) -> _Client:
        if client not in self._clients:
            self._clients[client] = _Client(
                Budget(self._address, 4.0 * self._address, self._clock),
                Budget(self._sure, FIRST_VISIT, self._clock),
                Budget(0.1, 0.4, self._clock),
            )
            while len(self._clients) > MOST_CLIENTS:
                self._clients.popitem(last=False)
        self._clients.move_to_end(client)
        return self._clients[client]
