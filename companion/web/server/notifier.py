"""Wake the greenlets that serve pages, from any thread.

Whoever waits holds one flag and no queue: three notices that were missed wake it once. Seats and
the referee wake at once; strangers a few at a time, so that a thousand of them delay nobody's tap.
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


class Notifier:
    """Sets the flag of everybody who waits for news."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: set[Event] = set()
        self._strangers: dict[Event, None] = {}
        self._due: dict[Event, None] = {}
        self._waking: Any = None
        self._lock = threading.Lock()
        self._async: Any = None
        self.closed = False
        """Set when the page closes: nobody waits any longer."""

    def attach(self) -> None:
        """Wake the greenlets of the calling thread from now on."""
        self.closed = False
        self._async = get_hub().loop.async_()
        self._async.start(self._wake)

    def notify(self) -> None:
        """Wake everybody; never waits, and may be called from any thread."""
        with self._lock:
            if self._async is not None:
                self._async.send()

    def close(self) -> None:
        """Wake everybody for the last time, in the thread that was attached."""
        self.closed = True
        with self._lock:
            waker, self._async = self._async, None
        if waker is not None:
            waker.stop()
            waker.close()
        for flag in (*self._waiting, *self._strangers):
            flag.set()

    def waiter(self, *, stranger: bool = False) -> Event:
        """Return a flag that every notice sets; give it back with :meth:`forget`."""
        flag = Event()
        if stranger:
            self._strangers[flag] = None
        else:
            self._waiting.add(flag)
        return flag

    def forget(self, flag: Event) -> None:
        """Set this flag no more."""
        self._waiting.discard(flag)
        self._strangers.pop(flag, None)
        self._due.pop(flag, None)

    def _wake(self) -> None:
        for flag in tuple(self._waiting):
            flag.set()
        self._due |= self._strangers
        if self._due and self._waking is None:
            self._waking = gevent.spawn(self._wake_strangers)

    def _wake_strangers(self) -> None:
        """Wake those who are due, longest first, and leave room for others in between."""
        try:
            while self._due and not self.closed:
                for flag in tuple(islice(self._due, self._at_once)):
                    del self._due[flag]
                    flag.set()
                gevent.sleep(REST_SECONDS)
        finally:
            self._waking = None
