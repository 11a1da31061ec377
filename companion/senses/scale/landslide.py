"""Whether an exploration of the bowl ended clean, for nothing, wrong, or in a landslide.

IDLE -> armed (wanted colour known) -> hand in (the scale is blind) -> still again -> a verdict,
provisional for two seconds, then locked. Between turns nothing is a landslide.
"""

from __future__ import annotations

from dataclasses import replace

from calibration.teach.weights import Weights

from . import tilting, weighing
from .baseline import after, before_touch, expected, extended
from .health import FAULTS, Ailment, Fault, faults
from .outcomes import TIPPED_SHARE, Finding, Opinion, opinion
from .replay import recorded
from .story import (
    Phase,
    Story,
    Watch,
    armed,
    disarmed,
    noted,
    now,
    overruled,
    watch,
)
from .verdict import Verdict, Why, verdict_of
from .weighing import Level, Sample

__all__ = ["Phase", "Watch", "armed", "disarmed", "overruled", "step", "watch"]

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
"""All but a clean end is looked at again for this long: a false alarm is worse than a late one."""
RESTLESS_SECONDS = 3.0
"""A bowl that trembles this long with no hand to be felt will not come to rest (rules 5.5)."""
NO_HAND_G = 1.0
"""A rummaging hand makes the weight wander by more than 2 g (rules 5.4)."""
BOWL = "bowl"


Stepped = tuple[Watch, Verdict | None]


def step(state: Watch, sample: Sample) -> Stepped:
    """Take one sample; a verdict when there is one to tell, or when it becomes final."""
    scale, level = weighing.step(state.scale, sample)
    tilt, tilted = tilting.step(state.tilt, sample.at, sample.tilted)
    state = Watch(scale, tilt, recorded(state.replay, sample), state.story)
    if tilted:
        state = noted(state, tilted.at, "tilt")
    if tilt.tilted and _tipped(state):
        return _tips(state, sample.at)
    if level is None and scale.health.good_at == sample.at:
        return state, None
    state, verdict = _health(state, sample.at)
    if verdict or level is None or state.story.blind:
        return state, verdict
    return _looked(state, level)


def _health(state: Watch, at: float) -> Stepped:
    """Notice a scale that cannot be trusted; ask at once if an exploration depends on it."""
    found = faults(state.scale.health, at) + _trembling(state.story, at)
    if found == state.story.faults:
        return state, None
    was_blind = state.story.blind
    state = now(state, faults=found)
    for fault in found:
        state = noted(state, at, "fault", fault.ailment)
    lost_sight = state.story.blind and not was_blind
    if lost_sight and state.story.wanted is not None and not state.story.locked:
        return _tell(state, Verdict(Finding.ASK, at, why=Why.FAULT, said_at=at))
    return state, None


def _trembling(story: Story, at: float) -> tuple[Fault, ...]:
    """No hand to be felt, and yet no rest."""
    if story.still_since is not None or story.calm_since is None:
        return ()
    return (FAULTS[Ailment.TREMBLING],) if at - story.calm_since > RESTLESS_SECONDS else ()


def _tipped(state: Watch) -> bool:
    """Whether the plate has lost much of the bowl just now, by the middle of five readings."""
    last = sorted(grams for _, grams in state.scale.recent[-5:])
    if len(last) < 5:
        return False
    base = expected(state.story.before or state.story.rest, state.scale.recent[-1][0])
    if base is None:
        return False
    return base.grams - last[2] > TIPPED_SHARE * state.scale.weights.bowl_g


def _tips(state: Watch, at: float) -> Stepped:
    """The switch and the weight agree: say it at once, and only once."""
    standing = state.story.standing
    if standing is not None and (standing.fell == BOWL or standing.final):
        return state, None
    if state.story.still_since is not None:
        state = _touched(state, at)
    finding = Finding.NO_LANDSLIDE if state.story.wanted is None else Finding.LANDSLIDE
    return _tell(state, Verdict(finding, at, fell=BOWL, final=True, said_at=at))


def _looked(state: Watch, level: Level) -> Stepped:
    if level.blurred:
        return state, None
    if not level.quiet:
        return _moves(state, level)
    if state.story.still_since is None:
        rest = extended(after(state.story.rest), level)
        state = noted(state, level.since, "still")
        since = level.since
        state = now(state, rest=rest, still_since=since, calm_since=since, judged=False)
    else:
        rest = extended(state.story.rest, level)
        state = state if rest is state.story.rest else now(state, rest=rest)
    if state.story.judged:
        return _locks(state, level.at)
    return _judged(state, level) if state.story.wanted else _between_turns(state, level)


def _moves(state: Watch, level: Level) -> Stepped:
    if state.story.still_since is not None:
        state = _touched(state, level.at)
    story = state.story
    calm_since = (story.calm_since or level.since) if level.noise <= NO_HAND_G else None
    if calm_since != story.calm_since:
        state = now(state, calm_since=calm_since)
    waits = story.wanted is not None and story.before is not None and not story.judged
    if waits and level.calm:
        return _early(state, level)
    if waits and calm_since is not None and level.at - calm_since > RESTLESS_SECONDS:
        return _tell(state, Verdict(Finding.ASK, level.at, why=Why.RESTLESS, said_at=level.at))
    return state, None


def _early(state: Watch, level: Level) -> Stepped:
    """The bowl still swings, but what it says may be beyond doubt."""
    story = state.story
    lost = _lost(state, level)
    if lost is None or story.touched_at is None:
        return state, None
    found = opinion(state.scale.weights, story.wanted or "", *lost)
    calm_for = level.at - (story.calm_since or level.at)
    brief = GLANCE_SECONDS if found.finding == Finding.NOTHING else KNOCK_SECONDS
    short = level.since - story.touched_at < brief
    if found.finding == Finding.ASK or story.locked or short or calm_for < _patience(found, state):
        return state, None
    verdict = verdict_of(found, level.at)
    if story.standing is not None and verdict.same_as(story.standing):
        return state, None
    return _tell(state, verdict)


def _touched(state: Watch, at: float) -> Watch:
    """The stillness ends: what the bowl weighed when it began is what all is measured against.

    After "nothing" the bowl is as it was, so the next touch is measured afresh.
    """
    story = state.story
    as_it_was = story.judged and story.standing and story.standing.finding == Finding.NOTHING
    begun = story.wanted and not as_it_was
    before = story.before if begun else None
    # A hand that rested for a moment is still the same hand.
    since = at if before is None or story.judged else story.touched_at
    state = noted(state, at, "touched")
    return now(
        state,
        before=before or before_touch(story.rest, at),
        touched_at=since,
        still_since=None,
        calm_since=None,
        judged=False,
    )


def _lost(state: Watch, level: Level) -> tuple[float, float] | None:
    """Grams lost since the touch, with their variance."""
    base = expected(state.story.before, level.middle) if state.story.before else None
    if base is None:
        return None
    return base.grams - level.grams, base.variance + level.error**2


def _judged(state: Watch, level: Level) -> Stepped:
    """Judge a stillness of an exploration, or wait a little longer."""
    story = state.story
    if story.before is None or story.touched_at is None or story.still_since is None:
        return state, None
    lost = _lost(state, level)
    if lost is None:
        return _tell(state, Verdict(Finding.ASK, level.at, why=Why.UNWATCHED, said_at=level.at))
    found = opinion(state.scale.weights, story.wanted or "", *lost)
    if level.at - (story.calm_since or story.still_since) < _patience(found, state):
        return state, None
    verdict = verdict_of(found, level.at)
    if _nothing_new(story, verdict):
        return _stands(state)
    if story.locked:
        return _after_the_end(state, verdict)
    return _tell(state, verdict)


def _patience(found: Opinion, state: Watch) -> float:
    """How long the bowl must have been calm before this is said."""
    window = weighing.window_seconds(state.scale.health.interval)
    if found.why:
        return window + PATIENCE.get(Why(found.why), 0.0)
    return window - 0.05 if found.finding == Finding.CLEAN else window + SECOND_LOOK_SECONDS


def _nothing_new(story: Story, verdict: Verdict) -> bool:
    """Whether this was but a bump, or has been said of this touch already."""
    if story.touched_at is None or story.still_since is None:
        return False
    moved = story.still_since - story.touched_at
    if story.standing is None:
        return moved < GLANCE_SECONDS and verdict.finding == Finding.NOTHING
    knock = moved < KNOCK_SECONDS
    said = story.standing.at >= story.touched_at
    return (knock or said) and verdict.same_as(story.standing)


def _stands(state: Watch) -> Stepped:
    """What was said stands; if nothing was, the bowl is weighed afresh before the hand comes."""
    if state.story.standing is None:
        return now(state, before=None), None
    return now(state, judged=True), None


def _after_the_end(state: Watch, verdict: Verdict) -> Stepped:
    """The exploration was locked, yet a hand came back before anybody closed it.

    A boulder held over the bowl for long may have been dropped back and another taken. What
    falls by itself, or with a landslide announced, changes nothing any more (O-31, O-32).
    """
    story = state.story
    standing = story.standing
    by_hand = (story.still_since or 0.0) - (story.touched_at or 0.0) >= KNOCK_SECONDS
    if standing is None or standing.finding == Finding.LANDSLIDE or not by_hand:
        return now(state, judged=True), None
    if verdict.finding == Finding.LANDSLIDE:
        verdict = replace(verdict, finding=Finding.ASK, why=Why.TOUCHED_AGAIN)
    return _tell(state, verdict)


def _tell(state: Watch, verdict: Verdict) -> Stepped:
    """Say it."""
    mark = "verdict" if state.story.standing is None else "revised"
    state = noted(state, verdict.at, mark, verdict.finding)
    return now(state, standing=verdict, judged=True), verdict


def _locks(state: Watch, at: float) -> Stepped:
    """Make a verdict final once the trap stayed quiet; nothing taken leaves the turn open."""
    story = state.story
    standing = story.standing
    if standing is None or standing.final or story.wanted is None or story.still_since is None:
        return state, None
    if standing.finding == Finding.NOTHING or at - story.still_since < LOCK_SECONDS:
        return state, None
    final = replace(standing, final=True, said_at=at)
    return now(noted(state, at, "locked"), standing=final), final


def _between_turns(state: Watch, level: Level) -> Stepped:
    """Something may fall between turns: nobody's landslide, but the trap wants mending."""
    lost = _lost(state, level)
    state = now(state, judged=True, before=None)
    if lost is None:
        return state, None
    grams, variance = lost
    lightest = min(g for _, g in state.scale.weights.boulders)
    if abs(grams) < max(lightest / 2, 4 * variance**0.5):
        return state, None
    fell = _single(state.scale.weights, grams, variance)
    verdict = Verdict(
        Finding.NO_LANDSLIDE, level.at, fell=fell, lost_g=grams, final=True, said_at=level.at
    )
    return noted(state, level.at, "fell", fell or ""), verdict


def _single(weights: Weights, grams: float, variance: float) -> str | None:
    """Name the single thing that weighs so much, if one does."""
    near = [
        (abs(grams - weights.grams(item)), item)
        for item in (*weights.colours, "staff")
        if abs(grams - weights.grams(item)) < 3 * (variance + weights.variance(item)) ** 0.5 + 0.1
    ]
    return min(near)[1] if near else None
