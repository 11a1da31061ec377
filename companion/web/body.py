"""The body of a request: it has to keep coming, or nobody waits for it."""

from __future__ import annotations

import time
from typing import Any

import gevent
from gevent.pywsgi import Input
from werkzeug.exceptions import RequestTimeout

GRACE_SECONDS = 3.0
BYTES_PER_SECOND = 64_000
"""After the grace a body has to come at least this fast, on average."""
PIECE = 65_536
LEFT_OVER = 262_144
"""Unread bytes that are passed over, to answer the next request."""
LEFT_OVER_SECONDS = 1.0


class Body(Input):
    """Reads piece by piece, and raises a 408 when the pieces come too slowly."""

    __slots__ = ("_began", "_came", "torn")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._began, self._came = time.monotonic(), 0
        self.torn = False
        """Whether nobody knows any more where the next request begins."""

    def read(self, length: int | None = None) -> bytes:
        if length is None or length < 0:
            return b"".join(iter(lambda: self.read(PIECE), b""))
        length = min(length, PIECE)
        try:
            with gevent.Timeout(self._patience(length), RequestTimeout("page.error.slow")):
                data = bytes(super().read(length))
        except BaseException:
            self.torn = True
            raise
        self._came += len(data)
        return data

    def readline(self, size: int | None = None) -> bytes:
        raise NotImplementedError("a body is read in pieces, so that its pace can be watched")

    def _patience(self, length: int) -> float:
        """The time this piece may take, given how much has come so far."""
        until = self._began + GRACE_SECONDS + (self._came + length) / BYTES_PER_SECOND
        return max(0.001, until - time.monotonic())

    def _discard(self) -> None:
        """Pass over a little that nobody wanted; with more of it the connection ends."""
        if self.torn:
            return
        self.torn = True
        with gevent.Timeout(LEFT_OVER_SECONDS, False):
            left = LEFT_OVER
            while left > 0:
                data = super().read(min(left, 16_384))
                left -= len(data)
                if not data:
                    self.torn = False
                    return
