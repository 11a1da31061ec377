"""The bell: rung from any thread, it wakes the greenlets of the one thread that serves pages.

A sleeper holds one flag and no queue: a sleeper who misses three rings wakes once. Seats and the
referee wake at once; strangers a few at a time, so that a thousand of them hold up nobody's tap.
"""

from __future__ import annotations

import threading
from itertools import islice
from typing import Any

import gevent
from gevent import get_hub
from gevent.event import Event

AT_ONCE = 25
"""Strangers who wake together."""
REST_SECONDS = 0.004
"""The page's loop is free for others between them for this long."""


class Bell:
    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._sleepers: set[Event] = set()
        self._strangers: dict[Event, None] = {}
        self._due: dict[Event, None] = {}
        self._waking: Any = None
        self._lock = threading.Lock()
        self._rope: Any = None
        self.silenced = False
        """Set when the page closes: sleepers go home."""

    def hang(self) -> None:
        """Hang the bell in the calling thread: its greenlets are woken from now on."""
        self.silenced = False
        self._rope = get_hub().loop.async_()
        self._rope.start(self._wake)

    def ring(self) -> None:
        """Wake everybody; never waits, and may be called from any thread."""
        with self._lock:
            if self._rope is not None:
                self._rope.send()

    def take_down(self) -> None:
        """Send all sleepers home, in the thread where the bell hangs."""
        self.silenced = True
        with self._lock:
            rope, self._rope = self._rope, None
        if rope is not None:
            rope.stop()
            rope.close()
        for flag in (*self._sleepers, *self._strangers):
            flag.set()

    def sleeper(self, *, stranger: bool = False) -> Event:
        """A flag that every ring sets; give it back with :meth:`rouse`."""
        flag = Event()
        if stranger:
            self._strangers[flag] = None
        else:
            self._sleepers.add(flag)
        return flag

    def rouse(self, flag: Event) -> None:
        self._sleepers.discard(flag)
        self._strangers.pop(flag, None)
        self._due.pop(flag, None)

    def _wake(self) -> None:
        for flag in tuple(self._sleepers):
            flag.set()
        self._due |= self._strangers
        if self._due and self._waking is None:
            self._waking = gevent.spawn(self._wake_strangers)

    def _wake_strangers(self) -> None:
        """Wake those who are due, longest first, and leave room for others in between."""
        try:
            while self._due and not self.silenced:
                for flag in tuple(islice(self._due, self._at_once)):
                    del self._due[flag]
                    flag.set()
                gevent.sleep(REST_SECONDS)
        finally:
            self._waking = None
