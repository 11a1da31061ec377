"""Whether the bowl leans, by a ball switch that chatters. Knows nothing of weights."""

from __future__ import annotations

from dataclasses import dataclass, replace

DEBOUNCE_SECONDS = 0.05
"""A ball bounces for 5 to 20 ms (rules 5.2); what it says counts once it said so for 50 ms."""
REST_SECONDS = 0.5
"""One tilt per half second: a rolling ball is one event (reliability, fault 9)."""


@dataclass(frozen=True, slots=True)
class Tilting:
    """How much of the last moments the switch was closed, and since when it counts as tilted."""

    share: float = 0.0
    at: float | None = None
    tilted: bool = False
    since: float | None = None
    said_at: float | None = None


@dataclass(frozen=True, slots=True)
class Tilted:
    """The bowl began to lean."""

    at: float


LEANS, STANDS = 0.6, 0.25
"""The share of the last moments the switch must be closed to mean leaning, or at most to mean
standing; a chattering switch between the two changes nothing."""


def step(state: Tilting, at: float, closed: bool) -> tuple[Tilting, Tilted | None]:
    """Take one reading of the switch; an event when the bowl begins to lean."""
    if not closed and not state.share:
        return state, None
    if state.at is None or at < state.at or not state.share and at - state.at > REST_SECONDS:
        return Tilting(0.0, at, said_at=state.said_at), None
    # A leaky average over the debounce time: chatter shows as its share, not as many events.
    weight = min(1.0, (at - state.at) / DEBOUNCE_SECONDS)
    share = state.share + (float(closed) - state.share) * weight * 0.5
    share = share if share > 1e-3 else 0.0
    state = Tilting(share, at, state.tilted, state.since, state.said_at)
    if not state.tilted and share >= LEANS:
        return _begins(state, at)
    if state.tilted and share <= STANDS:
        return replace(state, tilted=False, since=None), None
    return state, None


def _begins(state: Tilting, at: float) -> tuple[Tilting, Tilted | None]:
    state = replace(state, tilted=True, since=at)
    if state.said_at is not None and at - state.said_at < REST_SECONDS:
        return state, None
    return replace(state, said_at=at), Tilted(at)
