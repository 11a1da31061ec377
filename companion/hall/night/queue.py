"""The referee's queue: what is urgent first, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterable

from .results import has_gone_on
from .state import DISPUTED, Called, Night

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
"""Seconds after which a call counts as one step more urgent."""


def urgency(call: Called, at: float) -> float:
    """Compute how urgent a call is now; waiting makes it more urgent."""
    waited = max(0.0, at - call.since)
    return URGENCY.get(call.kind, USUAL) - waited / PATIENCE_SECONDS - 0.5 * (call.times - 1)


def waiting(calls: Iterable[Called], at: float) -> tuple[Called, ...]:
    """List unclaimed calls, the most urgent first."""
    open_calls = (call for call in calls if call.answered is None and not call.claimed_by)
    return tuple(sorted(open_calls, key=lambda call: (urgency(call, at), call.since, call.id)))


SETTLED, ENTERED, OVER = "settled", "entered", "over"
"""Why a call closes by itself; a table that was silent is ``back``."""
BACK = "back"
STAYS = frozenset(("part", "danger"))
"""Calls about the table itself: they outlive the game."""


def gone_cause(night: Night, call: Called) -> str:
    """Say why a call needs nobody any more; nothing while it does."""
    known = night.results.get(call.task)
    if call.kind == "dispute":
        return "" if known is None or known.status == DISPUTED else SETTLED
    if known is not None and call.kind in ("result", "silent"):
        return ENTERED
    if call.task and call.kind not in STAYS and _gone_on(night, call.task):
        return OVER
    return OVER if night.over else ""


def _gone_on(night: Night, task: str) -> bool:
    """Check whether the people of a sitting, or its table, have begun another game."""
    number, _, box = task.partition(":")
    each = night.round(int(number)) if number.isdecimal() else None
    table = next((table for table in each.tables if table.box == box), None) if each else None
    return table is not None and has_gone_on(night, int(number), table)


def claimed_by(calls: Iterable[Called], box: str, kind: str) -> str:
    """Return the referee who has gone to a table because of this; nothing if nobody has."""
    found = (call for call in claimed(calls) if (call.box, call.kind) == (box, kind))
    return next((call.claimed_by for call in found), "")


def claimed(calls: Iterable[Called]) -> tuple[Called, ...]:
    """List the calls a referee is busy with."""
    return tuple(call for call in calls if call.answered is None and call.claimed_by)


def shown(call: Called) -> bool:
    """Check whether screens may show the answer; a reversal only after its announcement."""
    return call.answered is not None and (call.announced or not call.reversal)
