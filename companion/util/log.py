"""Write the log: to standard error, and an error that repeats itself only once an hour.

Every module that reports has a logger of its own, named like the module.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import time
from collections.abc import Callable

LINE = "%(levelname)s %(name)s: %(message)s"
TIMED = f"%(asctime)s {LINE}"
HOUR = 3600.0


class StandardError(logging.Handler):
    """Writes to whatever standard error is now; a log that cannot be written stops nothing."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()


def start_log(level: int) -> None:
    """Log everything from *level* on; systemd's journal knows the time by itself."""
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, StandardError)]:
        root.removeHandler(old)
    handler = StandardError()
    handler.setFormatter(logging.Formatter(LINE if "JOURNAL_STREAM" in os.environ else TIMED))
    root.addHandler(handler)
    root.setLevel(level)


class RareErrors:
    """Logs what breaks again and again: each place that fails with its traceback, once an hour."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._places: dict[str, tuple[float, int]] = {}
        """When each place last failed in the log, and how often it failed since."""

    def report(self, what: str, wrong: BaseException) -> None:
        """Log *what* failed, unless it failed in the same place within the hour."""
        place, now = f"{what} {_place(wrong)}", self._clock()
        logged, since = self._places.get(place, (float("-inf"), 0))
        if now - logged < HOUR:
            self._places[place] = (logged, since + 1)
            return
        self._places[place] = (now, 0)
        more = f" ({since} more like this were left out)" if since else ""
        self._log.error("%s%s", what, more, exc_info=wrong)


def _place(wrong: BaseException) -> str:
    """Return the kind of error and the line that raised it, which bounds how many there are."""
    trace = wrong.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{type(wrong).__name__} {where}"
