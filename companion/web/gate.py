"""The gate before the app: it sees who asks. Seats and the referee go through; strangers who ask a
lot wait in line, and between two of them the page has time for everybody else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import gevent
from gevent.lock import Semaphore

from .door import Door, household
from .handling import VISIT
from .pace import DEAREST, Pace, Turn
from .site import Environ, Site
from .work_queue import CLIENT

LATER = "429 Too Many Requests"
LATER_SECONDS = 2.0
"""Clients asked to come back hear so only after a while: the answer itself costs something."""
LONGEST_LINE = 100
SHORTEST_GAP = 0.0005


class Gate:
    """A WSGI app around what is served."""

    def __init__(self, site: Site, door: Door, pace: Pace, strangers: float = 0.5) -> None:
        """*strangers* is the part of the time that all of them in the line may take."""
        self._site, self._door, self._pace = site, door, pace
        self._rest = 1.0 / strangers - 1.0
        self._line, self._waiting = Semaphore(1), 0

    def __call__(self, environ: Environ, answer: Callable[..., Any]) -> Iterable[bytes]:
        who = self._site.who(environ)
        self._door.know(environ[VISIT], bool(who))
        client = who or household(environ["REMOTE_ADDR"])
        environ[CLIENT] = client, bool(who)
        turn = None
        if who or not self._door.is_full_for_strangers():
            turn = self._pace.turn(client, bool(who))
        if turn is None or (turn.in_line and self._waiting >= LONGEST_LINE):
            return self._later(environ, answer)
        if turn.wait:
            gevent.sleep(turn.wait)
        if turn.in_line:
            return self._one_after_the_other(client, turn, environ, answer)
        return self._answered(client, turn, environ, answer)[0]

    def _one_after_the_other(
        self, client: str, turn: Turn, environ: Environ, answer: Callable[..., Any]
    ) -> Iterable[bytes]:
        self._waiting += 1
        try:
            with self._line:
                result, cost = self._answered(client, turn, environ, answer)
                gevent.sleep(max(SHORTEST_GAP, min(cost, DEAREST) * self._rest))
                return result
        finally:
            self._waiting -= 1

    def _answered(
        self, client: str, turn: Turn, environ: Environ, answer: Callable[..., Any]
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
