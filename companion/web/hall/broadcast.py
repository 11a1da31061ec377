"""Write one frame to all who only look on, in one pass for each change.

What comes while a pass is under way waits for the next one, and goes out with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gevent
from gevent.event import Event

from companion.web.server.notifier import Notifier
from companion.web.server.socket_push import SocketPush, framed

from .board import HallSnapshot

REST_SECONDS = (0.002, 0.05)
"""The shortest and the longest rest between two passes: as long as the last one took, so that the
page's loop is everybody else's for half of the time."""
AT_ONCE = 50
"""Clients written to before others have their turn."""

News = Callable[[HallSnapshot, str, bool], tuple[HallSnapshot, bytes]]


@dataclass(eq=False)
class BroadcastLine:
    """A client that looks on: its language, and how much of the night it has."""

    line: SocketPush
    tongue: str
    seen: HallSnapshot
    patches: bool = False
    """Whether it takes what has changed of the evening."""
    released: Event = field(default_factory=Event)
    """Set when its own greenlet writes to it again."""


class Broadcast:
    """Writes to everybody who has lent their line, from one greenlet."""

    def __init__(
        self, notifier: Notifier, news: News, beat: Callable[[], bytes], seconds: float
    ) -> None:
        """Take *news*, which returns what is new since a version;
        *beat* goes to everybody every *seconds*."""
        self._notifier, self._news, self._beat, self._seconds = notifier, news, beat, seconds
        self._listeners: dict[BroadcastLine, None] = {}
        self._pieces: dict[tuple[HallSnapshot, str, bool], tuple[HallSnapshot, bytes]] = {}
        self._running: Any = None

    def run(self, listener: BroadcastLine) -> None:
        """Send every update to this client until it falls behind or the page closes.

        Raises OSError when it is gone.
        """
        listener.released.clear()
        self._listeners[listener] = None
        try:
            if self._running is None:
                self._running = gevent.spawn(self._run)
            listener.released.wait()
        finally:
            self._listeners.pop(listener, None)
        listener.line.finish()

    def _run(self) -> None:
        flag = self._notifier.waiter()
        due = time.monotonic() + self._seconds
        try:
            while self._listeners and not self._notifier.closed:
                flag.clear()
                began = time.monotonic()
                self._pass(self._fresh)
                if time.monotonic() >= due:
                    due = time.monotonic() + self._seconds
                    self._pass(partial(_same, framed(self._beat())))
                shortest, longest = REST_SECONDS
                gevent.sleep(min(longest, max(shortest, time.monotonic() - began)))
                flag.wait(max(0.0, due - time.monotonic()))
        finally:
            self._running = None
            self._notifier.forget(flag)
            for listener in self._listeners:
                listener.released.set()

    def _pass(self, piece_for: Callable[[BroadcastLine], bytes]) -> None:
        """Once through all of them, with rests for whoever else wants something of the page."""
        self._pieces.clear()
        for number, listener in enumerate(tuple(self._listeners)):
            if number % AT_ONCE == AT_ONCE - 1:
                gevent.sleep(0)
                self._pieces.clear()
            if listener not in self._listeners or listener.released.is_set():
                continue
            piece = piece_for(listener)
            if piece:
                self._write(listener, piece)

    def _fresh(self, listener: BroadcastLine) -> bytes:
        has = (listener.seen, listener.tongue, listener.patches)
        known = self._pieces.get(has)
        if known is None:
            seen, told = self._news(*has)
            known = self._pieces[has] = (seen, framed(told) if told else b"")
        listener.seen = known[0]
        return known[1]

    def _write(self, listener: BroadcastLine, piece: bytes) -> None:
        try:
            if not listener.line.push(piece):
                listener.released.set()
        except OSError:
            listener.released.set()  # its own greenlet finds out, and goes home


def _same(piece: bytes, listener: BroadcastLine) -> bytes:
    return piece
