"""Run each long-lived thread in one loop: log errors, back off, retry.

A machine that is short of files, memory or threads fails in unexpected places, and a thread that
dies of it never comes back. So no thread here ends before somebody stops it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

LOG = logging.getLogger(__name__)
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Seconds a loop rests after each failure in a row."""
START_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds to wait for a free thread before giving up."""


class Supervised:
    """Repeats one step on its own thread until it is stopped."""

    def __init__(
        self, name: str, step: Callable[[], object], *, every: float = 0.0, quiet: bool = False
    ) -> None:
        """*every* is the rest before each step; *quiet* leaves it to the step to report trouble."""
        self.name = name
        self.stopping = threading.Event()
        self._step, self._every, self._quiet = step, every, quiet
        self._failures = 0
        self._reported = ""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start; if the machine has no thread left, try a few times."""
        for pause in (*START_PAUSES, None):
            thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            try:
                thread.start()
            except RuntimeError:  # can't start new thread
                if pause is None or self.stopping.wait(pause):
                    raise
            else:
                self._thread = thread
                return

    def stop(self, patience_seconds: float = 2.0) -> bool:
        """Stop after the current step; return False if it didn't end in time."""
        self.stopping.set()
        return self.join(patience_seconds)

    def join(self, patience_seconds: float) -> bool:
        """Wait for the end without asking for it."""
        thread = self._thread
        if thread is None or thread is threading.current_thread():
            return True
        thread.join(patience_seconds)
        return not thread.is_alive()

    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        rest = self._every
        while not self.stopping.wait(rest):
            try:
                self._step()
                rest, self._failures, self._reported = self._every, 0, ""
            except Exception as wrong:  # whatever it was, the loop has to go on
                self._failures += 1
                pause = PAUSES[min(self._failures, len(PAUSES)) - 1]
                rest = min(pause, self._every) if self._every else pause
                self._report(wrong)

    def _report(self, wrong: Exception) -> None:
        """Log an error once, with its place, not each time it repeats."""
        words = f"{type(wrong).__name__}: {wrong}"
        if self._quiet or words == self._reported:
            return
        self._reported = words
        LOG.error("The %s failed and goes on: %s", self.name, words, exc_info=wrong)
