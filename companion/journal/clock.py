"""The two clocks an entry carries; neither decides its place, the number alone does."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """``monotonic`` orders within one boot; ``wall`` is what people read, right or wrong."""

    def monotonic(self) -> float: ...

    def wall(self) -> datetime: ...


class SystemClock:
    """The clocks of the machine."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> datetime:
        return datetime.now(UTC)


def label(moment: datetime) -> str:
    """Write *moment* as UTC to the second: ``2026-03-01T19:04:55Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
