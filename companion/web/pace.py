"""The pace: how much of the page's time one client may take, so that everybody else has theirs.

Counted are seconds of work, not requests: on a slow machine fewer of them fit into a second.
Whoever asks too often is answered later, and when that would take too long, is asked to come back.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

ALL = "all strangers"
MOST_CLIENTS = 2000
LONGEST_WAIT = 2.0
GUESS = 0.002
"""What a request is thought to cost until its work was measured."""
DEAREST = 0.05
"""More than this no request is charged: somebody else's work fell into its time."""


class Budget:
    """A share of the time, with some of it saved up."""

    def __init__(self, share: float, saved: float, clock: Callable[[], float]) -> None:
        self._share, self._saved, self._clock = share, saved, clock
        self._free_at = clock() - saved / share

    def wait(self) -> float:
        """How many seconds until the next work may be done."""
        return max(0.0, self._free_at - self._clock())

    def charge(self, seconds: float) -> None:
        """Take from it; a negative sum is given back."""
        oldest = self._clock() - self._saved / self._share
        self._free_at = max(self._free_at, oldest) + seconds / self._share


class Pace:
    """Who may be answered when: strangers share a part of the time, each role has its own."""

    def __init__(
        self,
        strangers: float = 0.5,
        address: float = 0.25,
        sure: float = 0.02,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*strangers* is the share of all of them, *address* that of one address, *sure* what an
        address gets whatever the others do."""
        self._clock = clock
        self._shares = {"strangers": strangers, "address": address, "sure": sure}
        self._all = Budget(strangers, 2.0 * strangers, clock)
        self._clients: OrderedDict[str, tuple[Budget, Budget]] = OrderedDict()

    def turn(self, client: str, joined: bool) -> float | None:
        """Seconds to wait for one's turn, which is taken by asking; None when it is too long."""
        own, sure = self._of(client)
        shared = not joined and sure.wait() > 0
        wait = max(own.wait(), self._all.wait() if shared else 0.0)
        if wait > LONGEST_WAIT:
            return None
        self._charge(client, GUESS, joined, shared)
        return wait

    def worked(self, client: str, joined: bool, seconds: float) -> None:
        """Put right what a request was thought to cost."""
        _, sure = self._of(client)
        shared = not joined and sure.wait() > 0
        self._charge(client, min(seconds, DEAREST) - GUESS, joined, shared)

    def _charge(self, client: str, seconds: float, joined: bool, shared: bool) -> None:
        own, sure = self._of(client)
        own.charge(seconds)
        if shared:
            self._all.charge(seconds)
        elif not joined:
            sure.charge(seconds)

    def _of(self, client: str) -> tuple[Budget, Budget]:
        if client not in self._clients:
            share, sure = self._shares["address"], self._shares["sure"]
            own = Budget(share, 4.0 * share, self._clock)
            self._clients[client] = (own, Budget(sure, 4.0 * sure, self._clock))
            while len(self._clients) > MOST_CLIENTS:
                self._clients.popitem(last=False)
        self._clients.move_to_end(client)
        return self._clients[client]
