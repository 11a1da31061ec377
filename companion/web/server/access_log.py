"""The log of the page: short, and bounded for each client, so that nobody can fill the card.

It never goes through Flask's own logger, which would hand a line back to this one while a request
is answered, and so on for ever.
"""

from __future__ import annotations

import contextlib
import logging
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TextIO

LOG = logging.getLogger(__name__)
MINUTE = 60.0
LINES_PER_CLIENT = 5
"""How many entries one client may cause within a minute."""
LINES_IN_ALL = 60
LONGEST = 1500
FRAMES = 4
MOST_CLIENTS = 500
"""With more clients than this, the log does not keep them apart."""
OTHERS = "others"


@dataclass
class _Count:
    written: int = 0
    left_out: int = 0


class AccessLog:
    """Takes what there is to say about clients; behaves like a file where one is wanted."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, to: TextIO | None = None
    ) -> None:
        self._clock, self._to = clock, to
        self._since = clock()
        self._clients: dict[str, _Count] = {}
        self._written = 0

    def say(self, client: str, words: str) -> None:
        """Log something a client caused, unless it has caused too much already."""
        if self._clock() - self._since >= MINUTE:
            self.sum_up()
        count = self._count(client)
        if count.written >= LINES_PER_CLIENT or self._written >= LINES_IN_ALL:
            count.left_out += 1
            return
        count.written += 1
        self._written += 1
        self._put(f"{client or 'page'}: {_short(words)}")

    def trouble(self, client: str, doing: str, wrong: BaseException) -> None:
        """Log an error nobody expected, with the places it came through."""
        frames = traceback.extract_tb(wrong.__traceback__)[-FRAMES:]
        way = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
        self.say(client, f"{doing}: {type(wrong).__name__}: {wrong} ({way})")

    def sum_up(self) -> None:
        """Say how much was left out, and begin to count again."""
        for client, count in self._clients.items():
            if count.left_out:
                self._put(f"{client or 'page'}: {count.left_out} more like these were left out")
        self._clients, self._written, self._since = {}, 0, self._clock()

    def _count(self, client: str) -> _Count:
        if client not in self._clients and len(self._clients) >= MOST_CLIENTS:
            client = OTHERS
        return self._clients.setdefault(client, _Count())

    def _put(self, line: str) -> None:
        if self._to is None:
            LOG.warning("%s", line)
            return
        with contextlib.suppress(OSError, ValueError):  # a page is answered all the same
            print(line, file=self._to, flush=True)

    # As a file, for a server that has something to say of its own

    def write(self, words: str) -> None:
        if words.strip():
            self.say("", words)

    def writelines(self, lines: Iterable[str]) -> None:
        self.write("".join(lines))

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


def _short(words: str) -> str:
    """Shorten a line, and remove anything a terminal would obey."""
    line = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
