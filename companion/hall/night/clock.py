"""How much time is left. A clock set back takes nothing away: time never runs backwards here."""

from __future__ import annotations

from msgspec.structs import replace

from .state import Clock


def left(clock: Clock, at: float, box: str = "") -> float:
    """Seconds a table still has; below zero it is over time."""
    now = clock.paused if clock.paused is not None else max(at, clock.started)
    extra = clock.extra.get("", 0) + (clock.extra.get(box, 0) if box else 0)
    return clock.seconds + extra - (now - clock.started - clock.stood)


def paused(clock: Clock, at: float) -> Clock:
    return clock if clock.paused is not None else replace(clock, paused=at)


def resumed(clock: Clock, at: float) -> Clock:
    if clock.paused is None:
        return clock
    return replace(clock, paused=None, stood=clock.stood + max(0.0, at - clock.paused))


def granted(clock: Clock, seconds: int, box: str) -> Clock:
    return replace(clock, extra={**clock.extra, box: clock.extra.get(box, 0) + seconds})
