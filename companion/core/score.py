"""The scoreboard: points as bounds while something is hidden, with the reason of each part."""

from __future__ import annotations

from typing import Any

import msgspec

from .verdict import Saying


class Part(msgspec.Struct, frozen=True):
    """One reason for points: between ``low`` and ``high`` of them."""

    say: Saying
    low: int
    high: int
    because: tuple[str, ...]


class ScoreLine(msgspec.Struct, frozen=True):
    """What one seat has."""

    seat: int
    parts: tuple[Part, ...]
    rank: int | None = None
    """1 is best; None while the hidden values still decide."""

    @property
    def low(self) -> int:
        return sum(part.low for part in self.parts)

    @property
    def high(self) -> int:
        return sum(part.high for part in self.parts)


def plain(line: ScoreLine) -> dict[str, Any]:
    """Return a line of the scoreboard as plain data, for a view."""
    return {
        "seat": line.seat,
        "low": line.low,
        "high": line.high,
        "rank": line.rank,
        "parts": [msgspec.to_builtins(part) for part in line.parts],
    }


class Scoreboard(msgspec.Struct, frozen=True):
    """All seats, in seat order."""

    lines: tuple[ScoreLine, ...]
    say: Saying | None = None


class Outcome(msgspec.Struct, frozen=True):
    """Who won, and why."""

    winners: tuple[int, ...]
    say: Saying
    because: tuple[str, ...]
