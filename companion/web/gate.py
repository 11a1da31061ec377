"""The gate before the app: it sees who asks, and lets strangers wait for their turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import gevent
from flask import Flask

from companion.core.roles import TABLE
from companion.words import choose

from .desk import EXTENSION, Desk
from .door import Door, household
from .handling import VISIT
from .pace import Pace

Environ = dict[str, Any]
LATER = "429 Too Many Requests"
LATER_SECONDS = 3


class Gate:
    """A WSGI app around the app of the page."""

    def __init__(self, app: Flask, door: Door, pace: Pace) -> None:
        self._app, self._door, self._pace = app, door, pace
        self._desk: Desk = app.extensions[EXTENSION]

    def __call__(self, environ: Environ, answer: Callable[..., Any]) -> Iterable[bytes]:
        who = self._role(environ)
        visit = environ[VISIT]
        self._door.know(visit, bool(who))
        client = who or household(environ["REMOTE_ADDR"])
        if not who and self._door.is_full_for_strangers():
            return self._later(environ, answer)
        wait = self._pace.turn(client, bool(who))
        if wait is None:
            return self._later(environ, answer)
        if wait:
            gevent.sleep(wait)
        before = time.thread_time()
        try:
            result: Iterable[bytes] = self._app(environ, answer)
            return result
        finally:
            self._pace.worked(client, bool(who), time.thread_time() - before)

    def _role(self, environ: Environ) -> str:
        """The seat or referee whose cookie this is; nothing for everybody else."""
        if "HTTP_COOKIE" not in environ:
            return ""
        try:
            with self._app.request_context(environ):
                role = self._desk.keys.role_here()
        except Exception:  # whatever is wrong with it, the app itself will say so
            return ""
        return "" if role == TABLE else str(role)

    def _later(self, environ: Mapping[str, Any], answer: Callable[..., Any]) -> list[bytes]:
        """Ask to come back; said without the app, it costs next to nothing."""
        words = self._desk.words
        chosen = words[choose(environ.get("HTTP_ACCEPT_LANGUAGE", ""), tuple(words))]
        gevent.sleep(0.2)
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Retry-After", str(LATER_SECONDS)),
            ("Connection", "close"),
        ]
        answer(LATER, headers)
        return [chosen.put("page.error.pace", {}).encode()]
