"""What the scale shows, as plain data for the page: verdicts, faults, traces and replays."""

from __future__ import annotations

from typing import Any

import msgspec

from calibration.teach.weights import Weights, twins
from companion.core.verdict import Saying

from .health import Fault
from .outcomes import WeightFinding
from .rules import ScaleRules
from .stillness import plausible
from .verdict import OVERRULE_SECONDS, ScaleReplay, ScaleVerdict, cut

POINTS = 400
"""The most points of an instant replay."""
BEFORE_SECONDS, AFTER_SECONDS = 30.0, 3.0


def says(
    verdict: ScaleVerdict,
    at: float,
    rules: ScaleRules,
    overruled: WeightFinding | None = None,
) -> dict[str, Any]:
    """Return a verdict for the page at a moment, with the clauses it rests on."""
    left = verdict.said_at + OVERRULE_SECONDS - at
    return {
        "finding": str(verdict.finding),
        "colour": verdict.colour,
        "fell": verdict.fell,
        "named": is_named(verdict),
        "sure": round(verdict.sure, 4),
        "lost_g": round(verdict.lost_g, 2),
        "error_g": round(verdict.error_g, 3),
        "final": verdict.final,
        "why": None if verdict.why is None else str(verdict.why),
        "choices": [
            {
                "finding": str(each.finding),
                "taken": each.taken,
                "fell": each.fell,
                "answers": list(rules.answers(each)),
            }
            for each in verdict.choices
        ],
        "because": list(rules.clauses[verdict.finding]),
        "overrule_seconds": round(max(0.0, left), 1),
        "overruled": None if overruled is None else str(overruled),
    }


def is_named(verdict: ScaleVerdict) -> bool:
    """Whether no other thing that fits was taken, or fell, under the same finding.

    Stricter than the odds of the verdict: a name may decide how far back a figure goes.
    """
    alike = [each for each in verdict.choices if each.finding == verdict.finding]
    if verdict.finding == WeightFinding.LANDSLIDE:
        return len({each.fell for each in alike}) <= 1
    return len({each.taken for each in alike}) <= 1


def shown_faults(faults: tuple[Fault, ...]) -> list[dict[str, Any]]:
    """Return the faults by name; the page has the words."""
    return [
        {
            "name": str(fault.ailment),
            "detail": msgspec.to_builtins(fault.detail),
            "blind": fault.blind,
        }
        for fault in faults
    ]


def replayed(replay: ScaleReplay, weights: Weights, since: float, around: float) -> dict[str, Any]:
    """Return the trace around a verdict with its marked moments, in seconds from the verdict."""
    since = max(since, around - BEFORE_SECONDS)
    part = cut(replay, since, around + AFTER_SECONDS)
    samples = part.samples()
    every = max(1, len(samples) // POINTS + 1)
    grams = ((s.at, plausible(s.raw, weights)) for s in samples[::every])
    return {
        "points": [[round(at - around, 3), round(g, 2)] for at, g in grams if g is not None],
        "tilted": _stretches([(s.at - around, s.tilted) for s in samples]),
        "marks": [
            {"at": round(mark.at - around, 3), "name": mark.name, "detail": str(mark.detail)}
            for mark in part.marks
        ],
    }


def _stretches(switch: list[tuple[float, bool]]) -> list[list[float]]:
    """Return the stretches during which it was closed."""
    found: list[list[float]] = []
    before = False
    for at, closed in switch:
        if closed and not before:
            found.append([round(at, 3), round(at, 3)])
        if closed:
            found[-1][1] = round(at, 3)
        before = closed
    return found


def shown_weights(weights: Weights | None, problem: Saying | str | None) -> dict[str, Any]:
    """Return what was weighed, and what the scale cannot tell apart."""
    if weights is None:
        return {
            "boulder_g": {},
            "staff_g": None,
            "bowl_g": None,
            "twins": [],
            "problem": msgspec.to_builtins(problem),
        }
    return {
        "boulder_g": dict(weights.boulders),
        "staff_g": weights.staff_g,
        "bowl_g": weights.bowl_g,
        "twins": [
            {"one": twin.one, "other": twin.other, "grams": round(twin.grams_apart, 2)}
            for twin in twins(weights)
        ],
        "problem": None,
    }
