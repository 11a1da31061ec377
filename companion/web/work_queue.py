"""The work queue: where work is done that would hold up other requests.

Taps have workers of their own. Everything else that takes long (drawing, papers, exports, reading
journals) is queued: one job of a client at a time, and strangers share fewer workers than people
who belong here, so that nobody's tap waits for a stranger's picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gevent.lock import Semaphore
from gevent.threadpool import ThreadPool
from werkzeug.exceptions import TooManyRequests

TAP_WORKERS = 4
KNOWN_WORKERS = 4
STRANGER_WORKERS = 1
"""One at a time: each computes in Python and would take its share of the lock from every tap."""
MOST_WAITING = 12
"""Jobs one client may have waiting; further ones are asked to come back."""
CLIENT = "companion.client"
"""In a request's environment: who asks, and whether that is a seat, the referee or the owner."""

Work = Callable[..., Any]


class WorkQueue:
    """Native threads of a server, and who waits for them."""

    def __init__(self, hub: Any) -> None:
        self._taps = ThreadPool(TAP_WORKERS, hub)
        self._known = ThreadPool(KNOWN_WORKERS, hub)
        self._strangers = ThreadPool(STRANGER_WORKERS, hub)
        for pool in self._pools():
            pool.size = pool.maxsize  # all of them are there before anybody comes
        self._lines: dict[str, _Line] = {}

    def tap(self, work: Work, *given: Any) -> Any:
        """Do what a tap needs, at once."""
        return _come_out(self._taps.apply(_outcome, (work, given)))

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
                return _come_out(pool.apply(_outcome, (work, given)))
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop(client, None)

    def close(self) -> None:
        for pool in self._pools():
            pool.kill()

    def _pools(self) -> tuple[ThreadPool, ...]:
        return self._taps, self._known, self._strangers


class _Line:
    """The jobs of one client."""

    def __init__(self) -> None:
        self.turn, self.waiting = Semaphore(1), 0


def _outcome(work: Work, given: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """A refusal is carried out of the thread like any answer: gevent would print its traceback."""
    try:
        return work(*given), None
    except Exception as refused:
        return None, refused


def _come_out(outcome: tuple[Any, Exception | None]) -> Any:
    answer, refused = outcome
    if refused is not None:
        raise refused
    return answer
