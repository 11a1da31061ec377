"""What the scale says about an exploration, and how people overrule it; its last seconds. Data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from .outcomes import Opinion, WeighOutcome, WeightFinding
from .stillness import Sample

KEEP_SECONDS = 60.0
BLOCK = 32
"""Samples are kept in blocks, so that one more costs little and letting go is whole blocks."""


@dataclass(frozen=True, slots=True)
class TraceMark:
    """A moment with its name: armed, hand_in, still, verdict, withdrawn, tilt, fault, locked."""

    at: float
    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ScaleReplay:
    """A ring of raw samples, and the marks that fall into it."""

    blocks: tuple[tuple[Sample, ...], ...] = ()
    newest: tuple[Sample, ...] = ()
    marks: tuple[TraceMark, ...] = ()

    def samples(self) -> tuple[Sample, ...]:
        """Return all samples still kept, the oldest first."""
        return tuple(sample for block in (*self.blocks, self.newest) for sample in block)


def recorded(replay: ScaleReplay, sample: Sample) -> ScaleReplay:
    """Keep one more sample."""
    newest = replay.newest + (sample,)
    if len(newest) < BLOCK:
        return ScaleReplay(replay.blocks, newest, replay.marks)
    oldest = sample.at - KEEP_SECONDS
    blocks = (*(block for block in replay.blocks if block[-1].at >= oldest), newest)
    return ScaleReplay(blocks, (), tuple(mark for mark in replay.marks if mark.at >= oldest))


def marked(replay: ScaleReplay, at: float, name: str, detail: str = "") -> ScaleReplay:
    """Mark a moment."""
    return replace(replay, marks=(*replay.marks, TraceMark(at, name, detail)))


def cut(replay: ScaleReplay, since: float, until: float) -> ScaleReplay:
    """Cut out the part between two moments, to be kept with a ruling."""
    return ScaleReplay(
        (tuple(sample for sample in replay.samples() if since <= sample.at <= until),),
        (),
        tuple(mark for mark in replay.marks if since <= mark.at <= until),
    )


OVERRULE_SECONDS = 10.0
"""How long anybody may put a verdict right: a false alarm is worse than a miss (rules 5.5)."""
NAME_SURE = 3.0
"""Log odds (20 to 1) at which the colour taken, or what fell, is named without a doubt."""


class Why(StrEnum):
    """Why a person is asked."""

    TWINS = "twins"
    UNEXPLAINED = "unexplained"
    HEAVIER = "heavier"
    BOWL_GONE = "bowl_gone"
    RESTLESS = "restless"
    TOUCHED_AGAIN = "touched_again"
    UNWATCHED = "unwatched"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class ScaleVerdict:
    """One thing said. Provisional until the trap stayed quiet for two seconds (O-31)."""

    finding: WeightFinding
    at: float
    colour: str | None = None
    fell: str | None = None
    named_sure: bool = True
    """Whether the colour, or what fell, is beyond doubt; if not it is the likeliest."""
    lost_g: float = 0.0
    error_g: float = 0.0
    sure: float = 1.0
    final: bool = False
    why: Why | None = None
    choices: tuple[WeighOutcome, ...] = ()
    """What a person may choose from, the likeliest first."""
    said_at: float = 0.0
    """When it was said the last time: the time to overrule it runs from here."""

    def same_as(self, other: ScaleVerdict) -> bool:
        """Whether it says nothing new."""
        return (self.finding, self.colour, self.fell) == (other.finding, other.colour, other.fell)


def verdict_of(opinion: Opinion, at: float) -> ScaleVerdict:
    """Say what an opinion means."""
    best = opinion.best
    landslide = opinion.finding == WeightFinding.LANDSLIDE
    sure_of_colour = opinion.finding in (WeightFinding.CLEAN, WeightFinding.WRONG_COLOUR)
    return ScaleVerdict(
        opinion.finding,
        at,
        colour=best.taken if best and sure_of_colour else None,
        fell=best.fell if best and landslide else None,
        named_sure=_one_name(opinion),
        lost_g=round(opinion.lost_g, 3),
        error_g=round(opinion.error_g, 3),
        sure=opinion.sure,
        why=Why(opinion.why) if opinion.why else None,
        choices=tuple(each.outcome for each in opinion.explanations),
        said_at=at,
    )


def _one_name(opinion: Opinion) -> bool:
    """Whether no other thing could have been taken, or have fallen, under the same finding."""
    best: dict[tuple[str | None, str | None], float] = {}
    for each in opinion.explanations:
        if each.outcome.finding == opinion.finding:
            fell = each.outcome.fell
            key = (None, fell) if fell else (each.outcome.taken, None)
            best.setdefault(key, each.log_likelihood)
    likely = sorted(best.values(), reverse=True)
    return len(likely) < 2 or likely[0] - likely[1] > NAME_SURE


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's word against a verdict, with the trace it was about."""

    at: float
    verdict: ScaleVerdict
    instead: WeightFinding
    fell: str | None
    trace: ScaleReplay


def may_overrule(verdict: ScaleVerdict, at: float) -> bool:
    """Whether there is still time to put a verdict right."""
    return verdict.said_at <= at <= verdict.said_at + OVERRULE_SECONDS
