"""Keeps answers that cost much to make, until what they were made of changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

MOST_BYTES = 8_000_000
LARGEST = 2_000_000
"""One answer larger than this is made anew each time."""


class AnswerCache:
    """The answers that were asked for last, by what they were made of."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep an answer; those nobody has asked for the longest make room."""
        if len(data) > LARGEST:
            return
        with self._lock:
            self._size += len(data) - len(self._kept.pop(key, b""))
            self._kept[key] = data
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
