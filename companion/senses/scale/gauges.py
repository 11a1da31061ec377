"""What the scale shows, pushed to the page beside the snapshots and never saved.

Three gauges are plain data for the page; one that is missing is simply not shown.

``scale``, about five times a second::

    {"phase": "idle" | "armed" | "hand_in" | "settling" | "verdict",
     "wanted": "red" | null,
     "grams": 261.3 | null,                 the newest weight on the plate
     "trace": [[-7.9, 261.31], ... [0.0, 256.02]],
                                            at most 80 points: seconds before now, grams
     "says": null | SAYS,                   what stands about this exploration
     "last": null | SAYS,                   the last thing said, when it is over
     "faults": [{"name": "silent", "detail": "", "blind": true}],
     "blind": false,                        true: buttons only, until the fault is gone
     "trap": null | {"state": "complete" | "missing" | "unclear",
                     "item": "blue" | "staff" | null, "short_g": 2.9}}
                                            while the trap is rebuilt

SAYS is::

    {"finding": "clean" | "nothing" | "wrong_colour" | "landslide" | "no_landslide" | "ask",
     "colour": "red" | null,                what was taken
     "fell": "staff" | "blue" | "bowl" | null,
     "named": true,                         whether colour or fell is beyond doubt
     "sure": 0.9987,                        against all other findings together
     "lost_g": 5.71, "error_g": 0.06,
     "final": false,                        provisional until the trap was quiet for two seconds
     "why": null | "twins" | "unexplained" | "heavier" | "bowl_gone" | "restless"
                 | "touched_again" | "unwatched" | "fault",
     "choices": [{"finding": "clean", "taken": "red", "fell": null, "answers": ["clean"]}, ...],
                                            what it may have been, the likeliest first
     "because": ["BOWL-19", "BOWL-O-31"],
     "overrule_seconds": 7.4,               left to put it right; 0 when it is too late
     "overruled": null | "landslide"}       what people said instead

``replay``, once after every verdict and every overruling (the instant replay)::

    {"number": 41,                          the table's number when it was said
     "wanted": "red",
     "says": SAYS,
     "points": [[-6.20, 261.31], ...],      seconds before the verdict (after it: positive), grams
     "tilted": [[-0.31, 0.12], ...],        stretches during which the switch was closed
     "marks": [{"at": -5.1, "name": "armed", "detail": "red"}, ...]}
                     names: armed, touched, still, verdict, revised, locked, tilt, fault, fell,
                     disarmed, overruled

``weights``, once: what was weighed and which things the scale cannot tell apart::

    {"boulder_g": {"red": 5.7, ...}, "staff_g": 4.2, "bowl_g": 200.0,
     "twins": [{"one": ["red"], "other": ["blue", "blue"], "grams": 0.06}, ...],
     "problem": null | {"key": "fault.weights.none", "values": {}}}
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from statistics import median
from typing import Any, Protocol

from calibration.teach.weights import Weights
from companion.core.verdict import Saying

from .health import Fault
from .outcomes import WeightFinding
from .reporter import Overruled
from .rules import ScaleRules, Wants
from .state import Phase, ScaleState
from .stillness import Sample, plausible
from .trap_weight import WholeTrap
from .verdict import ScaleVerdict
from .view import replayed, says, shown_faults, shown_weights

TRACE_SECONDS, TRACE_STEP = 8.0, 0.1


class Trace:
    """A trace of at most eighty points, each the median of the readings of its tenth
    of a second."""

    def __init__(self, weights: Weights | None) -> None:
        self._weights = weights
        self._since_last: list[float] = []
        self._points: deque[tuple[float, float]] = deque(maxlen=round(TRACE_SECONDS / TRACE_STEP))

    @property
    def grams(self) -> float | None:
        """The newest weight on the plate."""
        return self._points[-1][1] if self._points else None

    def draw(self, sample: Sample) -> None:
        """Take one sample in."""
        grams = plausible(sample.raw, self._weights) if self._weights else None
        if grams is not None:
            self._since_last.append(grams)
        if self._since_last and self._is_due(sample.at):
            self._points.append((sample.at, median(self._since_last)))
            self._since_last = []

    def _is_due(self, at: float) -> bool:
        return not self._points or at - self._points[-1][0] > TRACE_STEP - 1e-6

    def shown(self, at: float) -> list[list[float]]:
        """Return the points as seconds before a moment, with their grams."""
        return [[round(t - at, 2), round(grams, 2)] for t, grams in self._points]


SHOW_SECONDS = 0.2
SHOWN_BEFORE_SECONDS = 4.0
"""The instant replay begins this long before the hand came."""
KEPT_VERDICTS = 50
PHASES = {Phase.SAID: "verdict", Phase.LOCKED: "verdict"}


class Shows(Protocol):
    """The table, as far as the scale shows something on it."""

    @property
    def number(self) -> int: ...

    def gauge(self, name: str, shows: Mapping[str, Any]) -> None: ...


class ScaleGauges:
    """The dials of one scale."""

    def __init__(self, table: Shows, rules: ScaleRules, weights: Weights | None) -> None:
        self._table, self._rules, self._weights = table, rules, weights
        self._trace = Trace(weights)
        self._shown_at = float("-inf")
        self._last: ScaleVerdict | None = None
        self._overruled: WeightFinding | None = None
        self.said: deque[ScaleVerdict] = deque(maxlen=KEPT_VERDICTS)
        """The last things said, the newest last."""

    def show_weights(self, problem: Saying | str | None) -> None:
        self._table.gauge("weights", shown_weights(self._weights, problem))

    def draw(self, sample: Sample) -> None:
        self._trace.draw(sample)

    def is_due(self, at: float) -> bool:
        """Whether it is time to show the scale again; a clock may have gone backwards."""
        return at - self._shown_at >= SHOW_SECONDS or at < self._shown_at

    def show(
        self,
        at: float,
        watch: ScaleState | None,
        wants: Wants,
        trap: WholeTrap,
        broken: tuple[Fault, ...],
    ) -> None:
        """Show the scale as it is at a moment."""
        self._shown_at = at
        story = watch.story if watch else None
        faults = (*broken, *(story.faults if story else ()))
        phase = story.phase if story else Phase.IDLE
        grams = self._trace.grams
        shown = {
            "phase": PHASES.get(phase, str(phase)),
            "wanted": wants.colour,
            "grams": None if grams is None else round(grams, 2),
            "trace": self._trace.shown(at),
            "says": self._says(story.standing if story else None, at),
            "last": self._says(self._last, at, self._overruled),
            "faults": shown_faults(faults),
            "blind": any(fault.blind for fault in faults),
            "trap": self._trap(watch, wants, trap),
        }
        self._table.gauge("scale", shown)

    def show_verdict(self, verdict: ScaleVerdict, knew: ScaleState, at: float) -> None:
        """Show the instant replay of something that was said just now."""
        self.said.append(verdict)
        self._last, self._overruled = verdict, None
        self._replay(verdict, knew, at)

    def show_overruling(self, overruled: Overruled, at: float) -> None:
        """Show the same replay with what people said instead."""
        self._overruled = overruled.instead
        self._replay(overruled.verdict, overruled.knew, at)

    def _replay(self, verdict: ScaleVerdict, knew: ScaleState, at: float) -> None:
        assert self._weights is not None
        since = (knew.story.touched_at or verdict.at) - SHOWN_BEFORE_SECONDS
        shown = {
            "number": self._table.number,
            "wanted": knew.story.wanted,
            "says": self._says(verdict, at, self._overruled),
            **replayed(knew.replay, self._weights, since, verdict.at),
        }
        self._table.gauge("replay", shown)

    def _says(
        self, verdict: ScaleVerdict | None, at: float, overruled: WeightFinding | None = None
    ) -> dict[str, Any] | None:
        return None if verdict is None else says(verdict, at, self._rules, overruled)

    def _trap(
        self, watch: ScaleState | None, wants: Wants, trap: WholeTrap
    ) -> dict[str, Any] | None:
        """Return how the trap stands while it is built."""
        level = watch.scale.last if watch else None
        if not wants.building or self._weights is None or level is None:
            return None
        return trap.shown(self._weights, level)
