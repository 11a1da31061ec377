"""The referee's queue: what is urgent first, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterable

from .state import Called

URGENCY = {
    "danger": 0,
    "dispute": 1,
    "question": 2,
    "part": 2,
    "again": 2,
    "correction": 3,
    "seat": 3,
    "silent": 4,
    "result": 4,
    "note": 6,
}
"""Smaller is more urgent. Tables call themselves: a question only people can answer, a part that
failed, the same question twice, a correction of a settled turn, silence."""
USUAL = 5
PATIENCE_SECONDS = 240.0
"""After each such wait a call counts as one step more urgent."""


def urgency(call: Called, at: float) -> float:
    """How urgent a call is now; waiting makes everything more urgent, bit by bit."""
    waited = max(0.0, at - call.since)
    return URGENCY.get(call.kind, USUAL) - waited / PATIENCE_SECONDS - 0.5 * (call.times - 1)


def waiting(calls: Iterable[Called], at: float) -> tuple[Called, ...]:
    """Calls nobody has claimed, the most urgent first."""
    open_calls = (call for call in calls if call.answered is None and not call.claimed_by)
    return tuple(sorted(open_calls, key=lambda call: (urgency(call, at), call.since, call.id)))


def claimed(calls: Iterable[Called]) -> tuple[Called, ...]:
    """Calls a referee is busy with."""
    return tuple(call for call in calls if call.answered is None and call.claimed_by)


def shown(call: Called) -> bool:
    """Whether screens may show the answer: a reversal only once the referee has said it."""
    return call.answered is not None and (call.announced or not call.reversal)
