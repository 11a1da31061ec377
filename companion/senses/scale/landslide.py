"""Whether an exploration of the bowl ended clean, for nothing, wrong, or in a landslide.

IDLE -> armed (wanted colour known) -> hand in (the scale is blind) -> still again -> a verdict,
provisional for two seconds, then locked. Between turns nothing is a landslide.
"""

from __future__ import annotations

from . import stillness
from . import tilt as tilting
from .baseline import after, before_touch, expected, extended
from .health import FAULTS, Ailment, Fault, faults
from .level import Level
from .outcomes import TIPPED_SHARE, WeightFinding
from .state import Phase, ScaleState, Story, armed, disarmed, noted, now, overruled, watch
from .stillness import Sample
from .verdict import ScaleVerdict, Why, recorded
from .verdicts import Stepped, between_turns, early, judged, locks, say

__all__ = ["Phase", "ScaleState", "armed", "disarmed", "overruled", "step", "watch"]

RESTLESS_SECONDS = 3.0
"""A bowl that trembles this long without a hand in it will not come to rest (rules 5.5)."""
NO_HAND_G = 1.0
"""A rummaging hand makes the weight wander by more than 2 g (rules 5.4)."""
BOWL = "bowl"


def step(state: ScaleState, sample: Sample) -> Stepped:
    """Take one sample; a verdict when there is a new one, or when it becomes final."""
    scale, level = stillness.step(state.scale, sample)
    tilt, tilted = tilting.step(state.tilt, sample.at, sample.tilted)
    state = ScaleState(scale, tilt, recorded(state.replay, sample), state.story)
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


def _health(state: ScaleState, at: float) -> Stepped:
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
        return say(state, ScaleVerdict(WeightFinding.ASK, at, why=Why.FAULT, said_at=at))
    return state, None


def _trembling(story: Story, at: float) -> tuple[Fault, ...]:
    """Report a bowl that trembles although no hand is felt."""
    if story.still_since is not None or story.calm_since is None:
        return ()
    return (FAULTS[Ailment.TREMBLING],) if at - story.calm_since > RESTLESS_SECONDS else ()


def _tipped(state: ScaleState) -> bool:
    """Whether the plate has lost much of the bowl just now, by the middle of five readings."""
    last = sorted(grams for _, grams in state.scale.recent[-5:])
    if len(last) < 5:
        return False
    base = expected(state.story.before or state.story.rest, state.scale.recent[-1][0])
    if base is None:
        return False
    return base.grams - last[2] > TIPPED_SHARE * state.scale.weights.bowl_g


def _tips(state: ScaleState, at: float) -> Stepped:
    """Report a landslide once, as soon as the switch and the weight agree."""
    standing = state.story.standing
    if standing is not None and (standing.fell == BOWL or standing.final):
        return state, None
    if state.story.still_since is not None:
        state = _touched(state, at)
    finding = WeightFinding.NO_LANDSLIDE if state.story.wanted is None else WeightFinding.LANDSLIDE
    return say(state, ScaleVerdict(finding, at, fell=BOWL, final=True, said_at=at))


def _looked(state: ScaleState, level: Level) -> Stepped:
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
        return locks(state, level.at)
    return judged(state, level) if state.story.wanted else between_turns(state, level)


def _moves(state: ScaleState, level: Level) -> Stepped:
    if state.story.still_since is not None:
        state = _touched(state, level.at)
    story = state.story
    calm_since = (story.calm_since or level.since) if level.noise <= NO_HAND_G else None
    if calm_since != story.calm_since:
        state = now(state, calm_since=calm_since)
    waits = story.wanted is not None and story.before is not None and not story.judged
    if waits and level.calm:
        return early(state, level)
    if waits and calm_since is not None and level.at - calm_since > RESTLESS_SECONDS:
        return say(
            state, ScaleVerdict(WeightFinding.ASK, level.at, why=Why.RESTLESS, said_at=level.at)
        )
    return state, None


def _touched(state: ScaleState, at: float) -> ScaleState:
    """Begin a touch: everything is measured against the weight before it.

    After "nothing" the bowl is as it was, so the next touch is measured afresh.
    """
    story = state.story
    as_it_was = story.judged and story.standing and story.standing.finding == WeightFinding.NOTHING
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
