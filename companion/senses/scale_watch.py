"""The scale at the table: samples in, what it is sure of to the table, what it thinks to a gauge.

Three gauges are plain data for the page; a page that misses one shows nothing instead.

``scale``, about five times a second::

    {"phase": "idle" | "armed" | "hand_in" | "settling" | "verdict",
     "wanted": "red" | null,
     "grams": 261.3 | null,                 the newest weight on the plate
     "trace": [[-7.9, 261.31], ... [0.0, 256.02]],
                                            at most 80 points: seconds before now, grams
     "says": null | SAYS,                   what stands about this exploration
     "last": null | SAYS,                   the last thing said, when it is over
     "faults": [{"name": "silent", "sentence": "...", "remedy": "...", "blind": true}],
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
     "question": null | "Several things weigh as much as what left the bowl. Which was it?",
     "choices": [{"finding": "clean", "taken": "red", "fell": null}, ...],
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
     "twins": ["A red boulder weighs about as much as two blue boulders (...)", ...],
     "problem": null | "no weights are stored; weigh everything with: companion weigh-in"}
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

from calibration.teach.weights import BadWeights, Weights, read_weights
from companion.core.observation import Weighed
from companion.supervised import Supervised

from .landslide import BOWL, Phase, Watch, armed, disarmed, overruled, step, watch
from .outcomes import Finding
from .rebuilding import rebuilt
from .scale_health import Fault, without_weights
from .scale_room import Exploring, ended, exploring, said
from .scale_says import is_named, replayed, says, told_faults, told_weights
from .scale_verdict import Ruling, Verdict
from .weighing import Level, Sample, plausible

if TYPE_CHECKING:
    from companion.core.verdict import Move
    from companion.timeline import Past, Timeline
    from hardware.ports import Scale, Tilt

SHOW_SECONDS = 0.2
TRACE_SECONDS, TRACE_STEP = 8.0, 0.1
LEANS_DEGREES = 15.0
"""A ball switch trips at 15 to 30 degrees (rules 5.2)."""
IDLE_SECONDS = 0.02
"""How long to wait for a scale that has nothing to tell."""
KEPT_RULINGS = 50
BY_SCALE = "scale"
PHASES = {Phase.TOLD: "verdict", Phase.LOCKED: "verdict"}


class Told(Protocol):
    """What the scale needs of the table."""

    @property
    def state(self) -> Any: ...

    @property
    def number(self) -> int: ...

    @property
    def timeline(self) -> Timeline: ...

    def submit(self, observation: Weighed) -> Any: ...

    def gauge(self, name: str, shows: Mapping[str, Any]) -> None: ...

    def on_publish(self, listener: Callable[[int], None]) -> Callable[[], None]: ...


@dataclass(frozen=True, slots=True)
class Acted:
    """A move the table made because of the scale, with all the scale knew at that moment."""

    number: int
    move: Move
    verdict: Verdict
    knew: Watch


class ScaleWatch:
    """Watches one bowl for one table: ``step()`` takes one reading, ``start()`` goes on taking."""

    def __init__(
        self,
        table: Told,
        scale: Scale,
        tilt: Tilt | None,
        weights: Mapping[str, Any] | None,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """*weights* as the wizard stored them; *clock* is the time of the readings, *now* that of
        the table."""
        self._table, self._scale, self._tilt = table, scale, tilt
        self._clock, self._now = clock, now
        self._weights, problem = _read(weights)
        self._watch: Watch | None = watch(self._weights) if self._weights else None
        self._broken: tuple[Fault, ...] = () if problem is None else (without_weights(problem),)
        self._exploring = Exploring()
        self._full: float | None = None
        self._quiet: Level | None = None
        self._angle = 0.0
        self._grams: float | None = None
        self._bin: list[float] = []
        self._trace: deque[tuple[float, float]] = deque(maxlen=round(TRACE_SECONDS / TRACE_STEP))
        self._shown_at = float("-inf")
        self._changed = threading.Event()
        self._changed.set()
        self._last: Verdict | None = None
        self._last_overruled: Finding | None = None
        self._unheard: Verdict | None = None
        self._acted: Acted | None = None
        self._seen_number = 0
        self.rulings: deque[Ruling] = deque(maxlen=KEPT_RULINGS)
        """What people put right, each with its raw trace. In memory only."""
        self.said: deque[Verdict] = deque(maxlen=KEPT_RULINGS)
        """The last things said, the newest last."""
        self.acts: deque[Acted] = deque(maxlen=KEPT_RULINGS)
        """The last moves the table made because of the scale."""
        self._loop = Supervised("scale", self._take)
        self._unsubscribe = table.on_publish(lambda _: self._changed.set())
        table.gauge("weights", told_weights(self._weights, problem))

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop(5.0)
        self._unsubscribe()

    def _take(self) -> None:
        if not self.step():
            self._loop.stopping.wait(IDLE_SECONDS)

    # One reading

    def step(self) -> bool:
        """Take one reading; False when the scale had nothing to tell."""
        reading = self._reading()
        at = self._clock() if reading is None else reading[1]
        raw = None if reading is None else int(reading[0])
        sample = Sample(at, raw, self._leans())
        if self._changed.is_set():
            self._changed.clear()
            self._follow(at)
        self._draw(sample)
        if self._watch is not None:
            self._watch, verdict = step(self._watch, sample)
            if verdict is not None:
                self._tell(verdict)
            self._drift(self._watch)
        if at - self._shown_at >= SHOW_SECONDS or at < self._shown_at:
            self._shown_at = at
            self._table.gauge("scale", self._shows(at))
        return reading is not None

    def _reading(self) -> tuple[float, float] | None:
        """Ask the scale; whatever breaks there is silence, and the game goes on with buttons."""
        try:
            return self._scale.read()
        except Exception:
            return None

    def _leans(self) -> bool:
        if self._tilt is None:
            return False
        try:
            reading = self._tilt.read()
        except Exception:
            reading = (0.0, 0.0)
        if reading is not None:
            self._angle = reading[0]
        return self._angle >= LEANS_DEGREES

    def _draw(self, sample: Sample) -> None:
        """Keep one point a tenth of a second for the trace: the middle of what was read."""
        grams = plausible(sample.raw, self._weights) if self._weights else None
        if grams is not None:
            self._bin.append(grams)
        if self._bin and (not self._trace or sample.at - self._trace[-1][0] > TRACE_STEP - 1e-6):
            self._grams = median(self._bin)
            self._trace.append((sample.at, self._grams))
            self._bin = []

    def _drift(self, knows: Watch) -> None:
        """Let the weight of the whole trap drift with the cell: as seen while nobody touches it,
        as expected while somebody does."""
        level, before = knows.scale.last, self._quiet
        if level is None or not level.quiet or level is before:
            return
        self._quiet = level
        if self._full is None or before is None:
            return
        since = knows.story.still_since
        if since is not None and before.since >= since:
            self._full += level.grams - before.grams
        else:
            self._full += knows.story.rest.drift * (level.middle - before.middle)

    # The table

    def _follow(self, at: float) -> None:
        """The table has changed: arm, disarm, and see whether people said otherwise."""
        if self._watch is None:
            return
        timeline, wants = self._table.timeline, exploring(self._table.state)
        self._take_whole(timeline)
        self._hear_people(timeline, at)
        if (wants.wanted, wants.which) != (self._exploring.wanted, self._exploring.which):
            self._unheard = None
            if self._exploring.wanted is not None:
                self._watch = disarmed(self._watch, at)
            if wants.wanted is not None:
                self._watch = armed(self._watch, at, wants.wanted)
        self._exploring = wants
        if self._unheard is not None:
            self._submit(self._unheard)

    def _hear_people(self, timeline: Timeline, at: float) -> None:
        """Notice that the table ruled otherwise than the scale: taken back, put right, pressed."""
        past = timeline.past[-1] if timeline.past else None
        fresh = past is not None and past.number > self._seen_number
        acted = self._acted
        if acted is not None:
            stands = timeline.find(acted.number)
            if stands is None or stands.made.move != acted.move:
                # A move that took its place tells what was so; a mere taking back tells nothing.
                by_word = stands or (past if fresh and past and past.by != BY_SCALE else None)
                self._overrule(acted.knew, acted.verdict, by_word, at)
                self._acted = None if by_word else acted
        elif fresh and past is not None and past.by != BY_SCALE:
            self._contradicted(past, at)
        if past is not None:
            self._seen_number = max(self._seen_number, past.number)

    def _contradicted(self, past: Past, at: float) -> None:
        assert self._watch is not None
        standing, finding = self._watch.story.standing, said(past.made.move)
        doubtful = (Finding.ASK, Finding.NOTHING, Finding.NO_LANDSLIDE)
        if standing is None or finding is None or standing.finding in (*doubtful, finding):
            return
        self._overrule(self._watch, standing, past, at)

    def _overrule(self, knew: Watch, verdict: Verdict, past: Past | None, at: float) -> None:
        """Keep what people said instead, with the trace it was about."""
        instead = (said(past.made.move) if past else None) or Finding.ASK
        _, ruling = overruled(knew, at, instead)
        if ruling is None:
            return
        if self.rulings and self.rulings[-1].verdict == ruling.verdict:
            self.rulings.pop()
        self.rulings.append(ruling)
        self._last_overruled = instead
        self._show_replay(knew, verdict, at)

    def _take_whole(self, timeline: Timeline) -> None:
        """When people say that the trap stands, what it weighs now is what it weighs whole."""
        assert self._watch is not None
        fresh = (past for past in timeline.past if past.number > self._seen_number)
        level = self._watch.scale.last
        if level and level.quiet and any(ended(past.made.move) for past in fresh):
            self._full = level.grams

    def _tell(self, verdict: Verdict) -> None:
        assert self._watch is not None
        self.said.append(verdict)
        self._last, self._last_overruled = verdict, None
        self._submit(verdict)
        self._show_replay(self._watch, verdict, self._clock())

    def _submit(self, verdict: Verdict) -> None:
        """Say it to the table; what it cannot use now may be of use after its next change."""
        assert self._watch is not None
        named = is_named(verdict)
        weighed = Weighed(
            finding=str(verdict.finding),
            at=self._now(),
            colour=verdict.colour if named else None,
            fell=(verdict.fell,) if named and verdict.fell not in (None, BOWL) else (),
            final=verdict.final,
        )
        answer = self._table.submit(weighed)
        self._unheard = verdict if verdict.final and self._exploring.wanted else None
        past = self._table.timeline.past
        if answer.kind == "accepted" and past and past[-1].by == BY_SCALE:
            self._unheard = None
            self._acted = Acted(past[-1].number, past[-1].made.move, verdict, self._watch)
            self.acts.append(self._acted)

    # What is shown

    def _shows(self, at: float) -> dict[str, Any]:
        story = self._watch.story if self._watch else None
        faults = (*self._broken, *(story.faults if story else ()))
        phase = story.phase if story else Phase.IDLE
        standing = story.standing if story else None
        return {
            "phase": PHASES.get(phase, str(phase)),
            "wanted": self._exploring.wanted,
            "grams": None if self._grams is None else round(self._grams, 2),
            "trace": [[round(t - at, 2), round(g, 2)] for t, g in self._trace],
            "says": says(standing, at) if standing else None,
            "last": says(self._last, at, self._last_overruled) if self._last else None,
            "faults": told_faults(faults),
            "blind": any(fault.blind for fault in faults),
            "trap": self._trap(),
        }

    def _trap(self) -> dict[str, Any] | None:
        """How the trap stands while it is rebuilt."""
        level = self._watch.scale.last if self._watch else None
        if not self._exploring.building or self._weights is None or level is None:
            return None
        if not level.quiet:
            return {"state": "unclear", "item": None, "short_g": 0.0}
        weights = replace(self._weights, full_g=self._full)
        found = rebuilt(weights, level.grams, level.error)
        return {"state": str(found.trap), "item": found.item, "short_g": round(found.short_g, 2)}

    def _show_replay(self, knew: Watch, verdict: Verdict, at: float) -> None:
        assert self._weights is not None
        since = (knew.story.touched_at or verdict.at) - 4.0
        shown = {
            "number": self._table.number,
            "wanted": knew.story.wanted,
            "says": says(verdict, at, self._last_overruled),
            **replayed(knew.replay, self._weights, since, verdict.at),
        }
        self._table.gauge("replay", shown)


def _read(stored: Mapping[str, Any] | None) -> tuple[Weights | None, str | None]:
    try:
        return read_weights(stored), None
    except BadWeights as wrong:
        return None, str(wrong)
