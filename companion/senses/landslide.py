"""Whether an exploration of the bowl ended clean, for nothing, wrong, or in a landslide.

IDLE -> armed (wanted colour known) -> hand in (the scale is blind) -> still again -> a verdict,
provisional for two seconds, then locked. Between turns nothing is a landslide.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from calibration.weights import Weights

from . import tilting, weighing
from .baseline import Rest, after, before_touch, expected, extended
from .outcomes import BOWL, Finding, Opinion, opinion
from .replay import Replay, cut, marked, recorded
from .scale_health import Fault, faults
from .scale_verdict import Ruling, Verdict, Why, may_overrule, verdict_of
from .tilting import Tilting
from .weighing import Level, Sample, Weighing

LOCK_SECONDS = 2.0
"""An exploration ends two seconds after the hand left a quiet trap (O-31)."""
KNOCK_SECONDS = 0.8
"""A bump rings for at most half a second (rules 5.4) and is seen through a window of 0.4 s;
what moves longer is a hand."""
PATIENCE: dict[Why, float] = {
    Why.TWINS: 0.0,
    Why.UNEXPLAINED: 0.5,
    Why.BOWL_GONE: 0.5,
    Why.HEAVIER: 3.0,
}
"""Seconds of stillness before a question: twins stay twins, a hand may still let go."""
RESTLESS_SECONDS = 3.0
"""Trembling for so long, with no hand to be felt, it will not come to rest (rules 5.5)."""
NO_HAND_G = 1.0
"""A rummaging hand makes the weight wander by more than 2 g (rules 5.4)."""
TIPPED_SHARE = 0.25
"""A leaning bowl takes at least this share of its own weight off the plate."""


class Phase(StrEnum):
    """Where the exploration is."""

    IDLE = "idle"
    ARMED = "armed"
    HAND_IN = "hand_in"
    SETTLING = "settling"
    TOLD = "told"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Watch:
    """All that is remembered of the bowl. Step it with samples; arm it when a colour is wanted."""

    scale: Weighing
    tilt: Tilting = field(default_factory=Tilting)
    replay: Replay = field(default_factory=Replay)
    wanted: str | None = None
    rest: Rest = field(default_factory=Rest)
    """The stretch without touch that goes on now, or the last one."""
    before: Rest | None = None
    """The rest before the hand came; fixed while an exploration goes on."""
    touched_at: float | None = None
    still_since: float | None = None
    calm_since: float | None = None
    """Since when no hand can be felt, still or not."""
    standing: Verdict | None = None
    judged: bool = False
    """Whether this stillness has been judged."""
    faults: tuple[Fault, ...] = ()

    @property
    def phase(self) -> Phase:
        """Where the exploration is."""
        if self.wanted is None:
            return Phase.IDLE
        if self.still_since is None:
            return Phase.HAND_IN if self.calm_since is None else Phase.SETTLING
        if self.standing is None or not self.judged:
            return Phase.ARMED if self.before is None else Phase.SETTLING
        return Phase.LOCKED if self.standing.final else Phase.TOLD


Stepped = tuple[Watch, Verdict | None]


def watch(weights: Weights) -> Watch:
    """Begin to watch a bowl."""
    return Watch(Weighing(weights))


def armed(state: Watch, at: float, wanted: str) -> Watch:
    """A colour is wanted from now on: the next touch is an exploration."""
    touched = state.still_since is None
    return replace(
        state,
        wanted=wanted,
        before=state.before if touched else None,
        standing=None,
        judged=False,
        replay=marked(state.replay, at, "armed", wanted),
    )


def disarmed(state: Watch, at: float) -> Watch:
    """The exploration is over: the boulder is in the bag, or people decided."""
    return replace(
        state,
        wanted=None,
        before=None,
        standing=None,
        judged=True,
        replay=marked(state.replay, at, "disarmed"),
    )


def step(state: Watch, sample: Sample) -> Stepped:
    """Take one sample; a verdict when there is one to tell, or when it becomes final."""
    scale, level = weighing.step(state.scale, sample)
    tilt, tilted = tilting.step(state.tilt, sample.at, sample.tilted)
    replay = recorded(state.replay, sample)
    state = replace(state, scale=scale, tilt=tilt, replay=replay)
    if tilted:
        state = replace(state, replay=marked(state.replay, tilted.at, "tilt"))
    if tilt.tilted and _tipped(state):
        return _tips(state, sample.at)
    if level is None and sample.raw is not None:
        return state, None
    state, verdict = _health(state, sample.at)
    if verdict or level is None or any(fault.blind for fault in state.faults):
        return state, verdict
    return _looked(state, level)


def overruled(
    state: Watch, at: float, instead: Finding, fell: str | None = None
) -> tuple[Watch, Ruling | None]:
    """Put the standing verdict right; None when there is none or its ten seconds are over."""
    standing = state.standing
    if standing is None or not may_overrule(standing, at):
        return state, None
    state = replace(state, replay=marked(state.replay, at, "overruled", instead))
    since = (state.touched_at or standing.at) - 2 * LOCK_SECONDS
    ruling = Ruling(at, standing, instead, fell, cut(state.replay, since, at))
    said = Verdict(instead, standing.at, fell=fell, final=True, told_at=at)
    return replace(state, standing=said, judged=True), ruling


def _health(state: Watch, at: float) -> Stepped:
    """Notice a scale that cannot be trusted; ask at once if an exploration depends on it."""
    found = faults(state.scale.health, at)
    if found == state.faults:
        return state, None
    blind = any(fault.blind for fault in found)
    was_blind = any(fault.blind for fault in state.faults)
    state = replace(state, faults=found)
    for fault in found:
        state = replace(state, replay=marked(state.replay, at, "fault", fault.ailment))
    if blind and not was_blind and state.wanted is not None and not _locked(state):
        return _tell(state, Verdict(Finding.ASK, at, why=Why.FAULT, told_at=at))
    return state, None


def _locked(state: Watch) -> bool:
    return state.standing is not None and state.standing.final


def _tipped(state: Watch) -> bool:
    """Whether the plate has lost much of the bowl just now, by the middle of five readings."""
    last = sorted(grams for _, grams in state.scale.recent[-5:])
    if len(last) < 5:
        return False
    base = expected(state.before or state.rest, state.scale.recent[-1][0])
    if base is None:
        return False
    return base.grams - last[2] > TIPPED_SHARE * state.scale.weights.bowl_g


def _tips(state: Watch, at: float) -> Stepped:
    """The switch and the weight agree: say it at once, and only once."""
    if state.standing is not None and (state.standing.fell == BOWL or state.standing.final):
        return state, None
    if state.still_since is not None:
        state = _touched(state, at)
    finding = Finding.NO_LANDSLIDE if state.wanted is None else Finding.LANDSLIDE
    verdict = Verdict(finding, at, fell=BOWL, final=True, told_at=at)
    return _tell(state, verdict)


def _looked(state: Watch, level: Level) -> Stepped:
    if not level.quiet:
        return _moves(state, level)
    if state.still_since is None:
        rest = extended(after(state.rest), level)
        state = replace(state, rest=rest, still_since=level.since, calm_since=level.since)
        state = replace(state, judged=False, replay=marked(state.replay, level.since, "still"))
    else:
        state = replace(state, rest=extended(state.rest, level))
    if state.judged:
        return _locks(state, level.at)
    return _judged(state, level) if state.wanted else _between_turns(state, level)


def _moves(state: Watch, level: Level) -> Stepped:
    if state.still_since is not None:
        state = _touched(state, level.at)
    calm = level.noise <= NO_HAND_G
    calm_since = (state.calm_since or level.at) if calm else None
    state = replace(state, calm_since=calm_since)
    waits = state.wanted is not None and state.before is not None and not state.judged
    if waits and calm_since is not None and level.at - calm_since > RESTLESS_SECONDS:
        return _tell(state, Verdict(Finding.ASK, level.at, why=Why.RESTLESS, told_at=level.at))
    return state, None


def _touched(state: Watch, at: float) -> Watch:
    """The stillness ends: what the bowl weighed until now is what all is measured against."""
    before = state.before if state.wanted else None
    return replace(
        state,
        before=before or before_touch(state.rest, at),
        touched_at=at,
        still_since=None,
        calm_since=None,
        judged=False,
        replay=marked(state.replay, at, "touched"),
    )


def _lost(state: Watch, level: Level) -> tuple[float, float] | None:
    """Grams lost since the touch, with their variance."""
    base = expected(state.before, level.middle) if state.before else None
    if base is None:
        return None
    return base.grams - level.grams, base.variance + level.error**2


def _judged(state: Watch, level: Level) -> Stepped:
    """Judge a stillness of an exploration, or wait a little longer."""
    if state.before is None or state.touched_at is None or state.still_since is None:
        return state, None
    lost = _lost(state, level)
    if lost is None:
        return _tell(state, Verdict(Finding.ASK, level.at, why=Why.UNWATCHED, told_at=level.at))
    found = opinion(state.scale.weights, state.wanted or "", *lost)
    if found.why and level.at - state.still_since < _patience(found, state):
        return state, None
    verdict = verdict_of(found, level.at)
    knock = state.still_since - state.touched_at < KNOCK_SECONDS
    if knock and _nothing_new(state, verdict):
        return _only_a_knock(state)
    if _locked(state):
        return _after_the_end(state, verdict)
    return _tell(state, verdict)


def _patience(found: Opinion, state: Watch) -> float:
    window = weighing.window_seconds(state.scale.health.interval)
    return window + PATIENCE.get(Why(found.why), 0.0)


def _nothing_new(state: Watch, verdict: Verdict) -> bool:
    if state.standing is None:
        return verdict.finding == Finding.NOTHING
    return verdict.same_as(state.standing)


def _only_a_knock(state: Watch) -> Stepped:
    """A bump that changed nothing: what stood stands; before the hand came, weigh afresh."""
    if state.standing is None:
        return replace(state, before=None), None
    return replace(state, judged=True), None


def _after_the_end(state: Watch, verdict: Verdict) -> Stepped:
    """The exploration is locked: only a boulder that comes back can open it again."""
    standing = state.standing
    assert standing is not None
    if standing.finding != Finding.LANDSLIDE and verdict.lost_g < standing.lost_g - 0.5:
        return _tell(state, verdict)
    return replace(state, judged=True), None


def _tell(state: Watch, verdict: Verdict) -> Stepped:
    """Say it. After "nothing" the bowl is as it was: the next touch is measured afresh."""
    mark = "verdict" if state.standing is None else "revised"
    before = None if verdict.finding == Finding.NOTHING else state.before
    return replace(
        state,
        standing=verdict,
        judged=True,
        before=before,
        replay=marked(state.replay, verdict.at, mark, verdict.finding),
    ), verdict


def _locks(state: Watch, at: float) -> Stepped:
    """Make a verdict final once the trap stayed quiet; nothing taken leaves the turn open."""
    standing = state.standing
    if standing is None or standing.final or state.wanted is None or state.still_since is None:
        return state, None
    if standing.finding == Finding.NOTHING or at - state.still_since < LOCK_SECONDS:
        return state, None
    final = replace(standing, final=True, told_at=at)
    return replace(state, standing=final, replay=marked(state.replay, at, "locked")), final


def _between_turns(state: Watch, level: Level) -> Stepped:
    """Something may fall between turns: nobody's landslide, but the trap wants mending."""
    lost = _lost(state, level)
    state = replace(state, judged=True, before=None)
    if lost is None:
        return state, None
    grams, variance = lost
    lightest = min(g for _, g in state.scale.weights.boulders)
    if abs(grams) < max(lightest / 2, 4 * variance**0.5):
        return state, None
    fell = _single(state.scale.weights, grams, variance)
    verdict = Verdict(
        Finding.NO_LANDSLIDE, level.at, fell=fell, lost_g=grams, final=True, told_at=level.at
    )
    return replace(state, replay=marked(state.replay, level.at, "fell", fell or "")), verdict


def _single(weights: Weights, grams: float, variance: float) -> str | None:
    """Name the single thing that weighs so much, if one does."""
    near = [
        (abs(grams - weights.grams(item)), item)
        for item in (*weights.colours, "staff")
        if abs(grams - weights.grams(item)) < 3 * (variance + weights.variance(item)) ** 0.5 + 0.1
    ]
    return min(near)[1] if near else None
