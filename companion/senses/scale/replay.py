"""The last seconds of the scale with their marked moments: the instant replay. In memory only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .weighing import Sample

KEEP_SECONDS = 60.0
BLOCK = 32
"""Samples are kept in blocks, so that one more costs little and letting go is whole blocks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment with its name: armed, hand_in, still, verdict, withdrawn, tilt, fault, locked."""

    at: float
    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A ring of raw samples, and the marks that fall into it."""

    blocks: tuple[tuple[Sample, ...], ...] = ()
    newest: tuple[Sample, ...] = ()
    marks: tuple[Mark, ...] = ()

    def samples(self) -> tuple[Sample, ...]:
        """All samples still kept, the oldest first."""
        return tuple(sample for block in (*self.blocks, self.newest) for sample in block)


def recorded(replay: Replay, sample: Sample) -> Replay:
    """Keep one more sample."""
    newest = replay.newest + (sample,)
    if len(newest) < BLOCK:
        return Replay(replay.blocks, newest, replay.marks)
    oldest = sample.at - KEEP_SECONDS
    blocks = (*(block for block in replay.blocks if block[-1].at >= oldest), newest)
    return Replay(blocks, (), tuple(mark for mark in replay.marks if mark.at >= oldest))


def marked(replay: Replay, at: float, name: str, detail: str = "") -> Replay:
    """Mark a moment."""
    return replace(replay, marks=(*replay.marks, Mark(at, name, detail)))


def cut(replay: Replay, since: float, until: float) -> Replay:
    """The part between two moments, to be kept with a ruling."""
    return Replay(
        (tuple(sample for sample in replay.samples() if since <= sample.at <= until),),
        (),
        tuple(mark for mark in replay.marks if since <= mark.at <= until),
    )
