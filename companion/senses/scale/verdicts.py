"""What a still bowl means: nothing new, a verdict, a question, or a verdict made final."""

from __future__ import annotations

from dataclasses import replace

from calibration.teach.weights import Weights

from .baseline import expected
from .level import Level, window_seconds
from .outcomes import Opinion, WeightFinding, opinion
from .state import ScaleState, Story, noted, now
from .verdict import ScaleVerdict, Why, verdict_of

LOCK_SECONDS = 2.0
"""An exploration ends two seconds after the hand left a quiet trap (O-31)."""
KNOCK_SECONDS = 0.8
"""A bump rings for at most half a second (rules 5.4) and is seen through a window of 0.4 s;
what moves longer is a hand."""
GLANCE_SECONDS = 1.5
"""Nobody needs to hear of a shorter touch that left everything as it was: a strong bump, or a
hand that thought better of it."""
PATIENCE: dict[Why, float] = {
    Why.TWINS: 0.0,
    Why.UNEXPLAINED: 0.5,
    Why.BOWL_GONE: 0.5,
    Why.HEAVIER: 3.0,
}
"""Seconds of stillness before a question: twins stay twins, a hand may still let go."""
SECOND_LOOK_SECONDS = 0.2
"""Everything but a clean end is watched for this long: a false alarm is worse than a late one."""
Stepped = tuple[ScaleState, ScaleVerdict | None]


def judged(state: ScaleState, level: Level) -> Stepped:
    """Judge a stillness of an exploration, or wait a little longer."""
    story = state.story
    if story.before is None or story.touched_at is None or story.still_since is None:
        return state, None
    lost = _lost(state, level)
    if lost is None:
        return say(
            state, ScaleVerdict(WeightFinding.ASK, level.at, why=Why.UNWATCHED, said_at=level.at)
        )
    found = opinion(state.scale.weights, story.wanted or "", *lost)
    if level.at - (story.calm_since or story.still_since) < _patience(found, state):
        return state, None
    verdict = verdict_of(found, level.at)
    if _nothing_new(story, verdict):
        return _stands(state)
    if story.locked:
        return _after_the_end(state, verdict)
    return say(state, verdict)


def _patience(found: Opinion, state: ScaleState) -> float:
    """Return how long the bowl must have been calm before this is said."""
    window = window_seconds(state.scale.health.interval)
    if found.why:
        return window + PATIENCE.get(Why(found.why), 0.0)
    return window - 0.05 if found.finding == WeightFinding.CLEAN else window + SECOND_LOOK_SECONDS


def _nothing_new(story: Story, verdict: ScaleVerdict) -> bool:
    """Whether this was only a bump, or was already said about this touch."""
    if story.touched_at is None or story.still_since is None:
        return False
    moved = story.still_since - story.touched_at
    if story.standing is None:
        return moved < GLANCE_SECONDS and verdict.finding == WeightFinding.NOTHING
    knock = moved < KNOCK_SECONDS
    said = story.standing.at >= story.touched_at
    return (knock or said) and verdict.same_as(story.standing)


def _stands(state: ScaleState) -> Stepped:
    """Keep what was said; without a verdict, weigh the bowl again before the hand comes."""
    if state.story.standing is None:
        return now(state, before=None), None
    return now(state, judged=True), None


def _after_the_end(state: ScaleState, verdict: ScaleVerdict) -> Stepped:
    """Handle a hand that came back after the exploration was locked, before anybody closed it.

    A boulder held over the bowl for long may have been dropped back and another taken. What
    falls by itself, or with a landslide announced, changes nothing any more (O-31, O-32).
    """
    story = state.story
    standing = story.standing
    by_hand = (story.still_since or 0.0) - (story.touched_at or 0.0) >= KNOCK_SECONDS
    if standing is None or standing.finding == WeightFinding.LANDSLIDE or not by_hand:
        return now(state, judged=True), None
    if verdict.finding == WeightFinding.LANDSLIDE:
        verdict = replace(verdict, finding=WeightFinding.ASK, why=Why.TOUCHED_AGAIN)
    return say(state, verdict)


def early(state: ScaleState, level: Level) -> Stepped:
    """Return a verdict that is beyond doubt although the bowl still swings."""
    story = state.story
    lost = _lost(state, level)
    if lost is None or story.touched_at is None:
        return state, None
    found = opinion(state.scale.weights, story.wanted or "", *lost)
    calm_for = level.at - (story.calm_since or level.at)
    brief = GLANCE_SECONDS if found.finding == WeightFinding.NOTHING else KNOCK_SECONDS
    short = level.since - story.touched_at < brief
    if (
        found.finding == WeightFinding.ASK
        or story.locked
        or short
        or calm_for < _patience(found, state)
    ):
        return state, None
    verdict = verdict_of(found, level.at)
    if story.standing is not None and verdict.same_as(story.standing):
        return state, None
    return say(state, verdict)


def _lost(state: ScaleState, level: Level) -> tuple[float, float] | None:
    """Grams lost since the touch, with their variance."""
    base = expected(state.story.before, level.middle) if state.story.before else None
    if base is None:
        return None
    return base.grams - level.grams, base.variance + level.error**2


def say(state: ScaleState, verdict: ScaleVerdict) -> Stepped:
    """Say it."""
    mark = "verdict" if state.story.standing is None else "revised"
    state = noted(state, verdict.at, mark, verdict.finding)
    return now(state, standing=verdict, judged=True), verdict


def locks(state: ScaleState, at: float) -> Stepped:
    """Make a verdict final once the trap stayed quiet; nothing taken leaves the turn open."""
    story = state.story
    standing = story.standing
    if standing is None or standing.final or story.wanted is None or story.still_since is None:
        return state, None
    if standing.finding == WeightFinding.NOTHING or at - story.still_since < LOCK_SECONDS:
        return state, None
    final = replace(standing, final=True, said_at=at)
    return now(noted(state, at, "locked"), standing=final), final


def between_turns(state: ScaleState, level: Level) -> Stepped:
    """Something may fall between turns: nobody's landslide, but the trap needs repair."""
    lost = _lost(state, level)
    state = now(state, judged=True, before=None)
    if lost is None:
        return state, None
    grams, variance = lost
    lightest = min(g for _, g in state.scale.weights.boulders)
    if abs(grams) < max(lightest / 2, 4 * variance**0.5):
        return state, None
    fell = _single(state.scale.weights, grams, variance)
    verdict = ScaleVerdict(
        WeightFinding.NO_LANDSLIDE, level.at, fell=fell, lost_g=grams, final=True, said_at=level.at
    )
    return noted(state, level.at, "fell", fell or ""), verdict


def _single(weights: Weights, grams: float, variance: float) -> str | None:
    """Name the single thing of this weight, if there is one."""
    near = [
        (abs(grams - weights.grams(item)), item)
        for item in (*weights.colours, "staff")
        if abs(grams - weights.grams(item)) < 3 * (variance + weights.variance(item)) ** 0.5 + 0.1
    ]
    return min(near)[1] if near else None
