"""Run a driver's step on a thread of its own: log an error, rest, go on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

LOG = logging.getLogger(__name__)
START_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds to wait for a free thread before each new try."""
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)
"""Seconds to rest after each failure in a row."""


class DriverLoop:
    """Repeats one step until it is stopped."""

    def __init__(self, name: str, step: Callable[[], object], *, quiet: bool = False) -> None:
        """*quiet* leaves it to the step to report trouble."""
        self.stopping = threading.Event()
        self._name, self._step, self._quiet = name, step, quiet
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; when the machine has no thread left right now, try a few times."""
        for pause in (*START_PAUSES, None):
            thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            try:
                thread.start()
            except RuntimeError:  # can't start new thread
                if pause is None or self.stopping.wait(pause):
                    raise
            else:
                self._thread = thread
                return

    def stop(self, patience_seconds: float) -> bool:
        """End after the step that runs now; False when that one had to be left behind."""
        self.stopping.set()
        if self._thread is None:
            return True
        self._thread.join(patience_seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        failures, reported = 0, ""
        while not self.stopping.wait(PAUSES[min(failures, len(PAUSES)) - 1] if failures else 0):
            try:
                self._step()
                failures, reported = 0, ""
            except Exception as wrong:  # whatever it was, the loop has to go on
                failures += 1
                if not self._quiet and reported != repr(wrong):
                    reported = repr(wrong)
                    LOG.exception("the %s failed and goes on", self._name)
