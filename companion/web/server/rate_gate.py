"""Let requests through to the app by who asks.

Seats and the referee go through; strangers who ask a lot wait in line, and between two of them the
page has time for everybody else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import gevent
from gevent.lock import Semaphore

from .connection_limits import ConnectionLimits, household
from .http_handler import VISIT
from .rate_limit import DEAREST, Admission, RateLimit
from .site import Environ, Site
from .work_queue import CLIENT

LATER = "429 Too Many Requests"
LATER_SECONDS = 2.0
"""Clients asked to come back hear so only after a while: the answer itself costs something."""
LONGEST_LINE = 100
SHORTEST_GAP = 0.0005
LONGEST_YIELD = 0.03
"""Seconds for which strangers yield to one request: a tap is answered by then, a backup is not."""


class RateGate:
    """A WSGI app around what is served."""

    def __init__(
        self, site: Site, connections: ConnectionLimits, pace: RateLimit, strangers: float = 0.5
    ) -> None:
        """*strangers* is the part of the time that all of them in the line may take."""
        self._site, self._connections, self._pace = site, connections, pace
        self._rest = 1.0 / strangers - 1.0
        self._line, self._waiting = Semaphore(1), 0
        self._step = Semaphore(1)
        self._begun = False
        """Whether a stranger's request was begun since the loop last looked who else has come."""
        self._answering, self._yield_until = 0, 0.0
        """How many who belong here are being answered, and how long strangers yield to them."""

    def __call__(self, environ: Environ, answer: Callable[..., Any]) -> Iterable[bytes]:
        who = self._site.who(environ)
        self._connections.know(environ[VISIT], bool(who))
        client = who or household(environ["REMOTE_ADDR"])
        environ[CLIENT] = client, bool(who)
        turn = None
        if who or not self._connections.is_full_for_strangers():
            turn = self._pace.turn(client, bool(who))
        if turn is None or (turn.in_line and self._waiting >= LONGEST_LINE):
            return self._later(environ, answer)
        if turn.wait:
            gevent.sleep(turn.wait)
        if turn.in_line:
            return self._one_after_the_other(client, turn, environ, answer)
        if who:
            return self._at_once(client, turn, environ, answer)
        self._let_others_first()
        return self._answered(client, turn, environ, answer)[0]

    def _at_once(
        self, client: str, turn: Admission, environ: Environ, answer: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer somebody who belongs here; meanwhile no stranger's request begins."""
        self._answering += 1
        self._yield_until = time.monotonic() + LONGEST_YIELD
        try:
            return self._answered(client, turn, environ, answer)[0]
        finally:
            self._answering -= 1

    def _let_others_first(self) -> None:
        """Begin one stranger's request per turn of the loop, and none while a tap is answered."""
        with self._step:
            while self._begun or self._is_yielding():
                gevent.sleep(SHORTEST_GAP)
            self._begun = True
            gevent.spawn_later(0, self._turned)

    def _turned(self) -> None:
        """Note that the loop has looked; its clock would not do, as any sleep puts that on."""
        self._begun = False

    def _is_yielding(self) -> bool:
        return self._answering > 0 and time.monotonic() < self._yield_until

    def _one_after_the_other(
        self, client: str, turn: Admission, environ: Environ, answer: Callable[..., Any]
    ) -> Iterable[bytes]:
        self._waiting += 1
        try:
            with self._line:
                self._let_others_first()
                result, cost = self._answered(client, turn, environ, answer)
                gevent.sleep(max(SHORTEST_GAP, min(cost, DEAREST) * self._rest))
                return result
        finally:
            self._waiting -= 1

    def _answered(
        self, client: str, turn: Admission, environ: Environ, answer: Callable[..., Any]
    ) -> tuple[Iterable[bytes], float]:
        before = time.thread_time()
        cost = DEAREST
        try:
            result: Iterable[bytes] = self._site(environ, answer)
            cost = time.thread_time() - before
        finally:
            self._pace.worked(client, turn, cost)
        return result, cost

    def _later(self, environ: Mapping[str, Any], answer: Callable[..., Any]) -> list[bytes]:
        """Ask to come back; said without the app, it costs next to nothing."""
        chosen = self._site.words_for(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        gevent.sleep(LATER_SECONDS)
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Retry-After", "3"),
            ("Connection", "close"),
        ]
        answer(LATER, headers)
        return [chosen.put("page.error.pace", {}).encode()]
