"""What is remembered of the bowl between two samples, and what people say about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from calibration.teach.weights import Weights

from . import stillness
from .baseline import Rest
from .health import Fault
from .outcomes import WeightFinding
from .stillness import StillnessWindow
from .tilt import Tilting
from .verdict import Ruling, ScaleReplay, ScaleVerdict, cut, marked, may_overrule

SHOWN_SECONDS = 4.0
"""The instant replay begins this long before the hand came."""


class Phase(StrEnum):
    """Where the exploration is."""

    IDLE = "idle"
    ARMED = "armed"
    HAND_IN = "hand_in"
    SETTLING = "settling"
    SAID = "said"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Story:
    """What happened to the bowl so far, as far as it matters for the next verdict."""

    wanted: str | None = None
    rest: Rest = field(default_factory=Rest)
    """The stretch without touch that goes on now, or the last one."""
    before: Rest | None = None
    """The rest before the hand came; fixed while an exploration goes on."""
    touched_at: float | None = None
    still_since: float | None = None
    calm_since: float | None = None
    """Since when no hand can be felt, still or not."""
    standing: ScaleVerdict | None = None
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
        return Phase.LOCKED if self.standing.final else Phase.SAID

    @property
    def locked(self) -> bool:
        """Whether the standing verdict is final."""
        return self.standing is not None and self.standing.final

    @property
    def blind(self) -> bool:
        """Whether a fault keeps the scale from judging."""
        return any(fault.blind for fault in self.faults)


@dataclass(frozen=True, slots=True)
class ScaleState:
    """Everything remembered of the bowl. Step it with samples; arm it when a colour is wanted."""

    scale: StillnessWindow
    tilt: Tilting = field(default_factory=Tilting)
    replay: ScaleReplay = field(default_factory=ScaleReplay)
    story: Story = field(default_factory=Story)


def watch(weights: Weights) -> ScaleState:
    """Begin to watch a bowl."""
    return ScaleState(stillness.begin(weights))


def armed(state: ScaleState, at: float, wanted: str) -> ScaleState:
    """Arm the watch for a colour: the next touch is an exploration."""
    story = state.story
    before = story.before if story.still_since is None else None
    state = noted(state, at, "armed", wanted)
    return now(state, wanted=wanted, before=before, standing=None, judged=False)


def disarmed(state: ScaleState, at: float) -> ScaleState:
    """Disarm the watch: the boulder is in the bag, or people decided."""
    state = noted(state, at, "disarmed")
    return now(state, wanted=None, before=None, standing=None, judged=True)


def now(state: ScaleState, **changes: Any) -> ScaleState:
    """Return the same watch with these changes in its story."""
    return ScaleState(state.scale, state.tilt, state.replay, replace(state.story, **changes))


def noted(state: ScaleState, at: float, name: str, detail: str = "") -> ScaleState:
    """Return the same watch with a moment marked in its replay."""
    return replace(state, replay=marked(state.replay, at, name, detail))


def overruled(
    state: ScaleState, at: float, instead: WeightFinding, fell: str | None = None
) -> tuple[ScaleState, Ruling | None]:
    """Overrule the standing verdict; None if there is none or its ten seconds are over."""
    standing = state.story.standing
    if standing is None or not may_overrule(standing, at):
        return state, None
    state = noted(state, at, "overruled", instead)
    since = (state.story.touched_at or standing.at) - SHOWN_SECONDS
    ruling = Ruling(at, standing, instead, fell, cut(state.replay, since, at))
    said = ScaleVerdict(instead, standing.at, fell=fell, final=True, said_at=at)
    return now(state, standing=said, judged=True), ruling
