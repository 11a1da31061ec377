"""Say what has to be drawn next."""

from __future__ import annotations

import json
from hashlib import sha256

import msgspec

from ..records import KING, SWISS, Wanted
from .state import Night


def to_draw(night: Night, scores: dict[str, float] | None = None) -> Wanted:
    """Collect everything the next draw depends on. *scores* are points of confirmed results.

    Fixed nights draw all rounds left; a Swiss night one round at a time once the mixers are
    played; a king-of-the-hill night ends with a final of its best.
    """
    done, plan = len(night.published), night.plan
    by_score = plan.format == SWISS and done >= plan.mixers and bool(scores)
    rounds = done + 1 if by_score else _until(night)
    last = plan.format == KING and done + 1 == plan.rounds and bool(scores)
    return Wanted(
        people=night.here,
        boxes=night.usable,
        rounds=rounds,
        rules=night.rules,
        seed=plan.seed,
        fixed=night.published,
        scores=dict(sorted((scores or {}).items())) if by_score else {},
        final=_best(night, scores or {}) if last else (),
        away=night.away,
        fill=plan.fill,
    )


def _until(night: Night) -> int:
    """Return the last round that can be drawn now."""
    plan, done = night.plan, len(night.published)
    if plan.format == SWISS and done < plan.mixers:
        return min(plan.mixers, plan.rounds)
    if plan.format == KING and done < plan.rounds - 1:
        return plan.rounds - 1
    return plan.rounds


def _best(night: Night, scores: dict[str, float]) -> tuple[str, ...]:
    """List the people of the final; equal points keep their order in the standings."""
    here = {person.id for person in night.here}
    ranked = sorted((w for w in scores if w in here), key=lambda who: -scores[who])
    return tuple(ranked[: night.plan.final])


def mark(night: Night) -> str:
    """Hash everything a draw depends on; another hash means another draw."""
    parts = (
        night.plan, night.here, night.usable, night.rules, night.published, night.away,
        night.results,
    )  # fmt: skip
    plain = json.dumps(msgspec.to_builtins(parts), sort_keys=True, separators=(",", ":"))
    return sha256(plain.encode()).hexdigest()[:16]
