"""The bell: rung from any thread, it wakes the greenlets of the one thread that serves pages.

A sleeper holds one flag and no queue: whoever sleeps through three rings wakes once.
"""

from __future__ import annotations

import threading
from typing import Any

from gevent import get_hub
from gevent.event import Event


class Bell:
    def __init__(self) -> None:
        self._sleepers: set[Event] = set()
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
        self._wake()

    def sleeper(self) -> Event:
        """A flag that every ring sets; give it back with :meth:`rouse`."""
        flag = Event()
        self._sleepers.add(flag)
        return flag

    def rouse(self, flag: Event) -> None:
        self._sleepers.discard(flag)

    def _wake(self) -> None:
        for flag in tuple(self._sleepers):
            flag.set()
