"""The work queue: where work is done that would hold up other requests.

Taps have workers of their own. Everything else that takes long (drawing, papers, exports, reading
journals) is queued: one job of a client at a time, and strangers share fewer workers than people
who belong here, so that nobody's tap waits for a stranger's picture.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from gevent.lock import Semaphore
from gevent.threadpool import ThreadPool
from werkzeug.exceptions import TooManyRequests

LOG = logging.getLogger(__name__)
TAP_WORKERS = 4
KNOWN_WORKERS = 4
STRANGER_WORKERS = 1
"""One at a time: each computes in Python and would take its share of the lock from every tap."""
MOST_WAITING = 12
"""Jobs one client may have waiting; further ones are asked to come back."""
OFFLOAD, TAP, WRITE = "companion.offload", "companion.tap", "companion.write"
"""Keys in a request's environment: how slow work, a tap and a snapshot get their workers."""
CLIENT = "companion.client"
"""Key in a request's environment: who asks, and whether that is a seat, the referee or the
owner."""

Work = Callable[..., Any]
NOTHING_NAMED: Mapping[str, Any] = MappingProxyType({})


class WorkQueue:
    """Native threads of a server, and who waits for them."""

    def __init__(self, hub: Any) -> None:
        self.taps = ThreadPool(TAP_WORKERS, hub)
        self._known = ThreadPool(KNOWN_WORKERS, hub)
        self._strangers = ThreadPool(STRANGER_WORKERS, hub)
        for pool in self._pools():
            pool.size = pool.maxsize  # all of them are there before anybody comes
        self._lines: dict[str, _Line] = {}

    def slow(self, environ: dict[str, Any], work: Work, *given: Any) -> Any:
        """Do what takes long, after everything else the same client has asked for."""
        client, known = environ[CLIENT]
        line = self._lines.setdefault(client, _Line())
        if line.waiting >= MOST_WAITING:
            raise TooManyRequests("page.error.pace")
        line.waiting += 1
        try:
            with line.turn:
                pool = self._known if known else self._strangers
                return come_out(pool.apply(outcome, (work, given)))
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop(client, None)

    def close(self) -> None:
        for pool in self._pools():
            pool.kill()

    def _pools(self) -> tuple[ThreadPool, ...]:
        return self.taps, self._known, self._strangers


class _Line:
    """The jobs of one client."""

    def __init__(self) -> None:
        self.turn, self.waiting = Semaphore(1), 0


def outcome(
    work: Work, given: tuple[Any, ...], named: Mapping[str, Any] = NOTHING_NAMED
) -> tuple[Any, Exception | None]:
    """Carry a refusal out of the thread like any answer: gevent would print its traceback."""
    try:
        return work(*given, **named), None
    except Exception as refused:
        LOG.debug("Refused in a thread", exc_info=refused)
        return None, refused


def come_out(done: tuple[Any, Exception | None]) -> Any:
    """Deliver what work has brought, outside the thread that did it."""
    answer, refused = done
    if refused is not None:
        raise refused
    return answer
