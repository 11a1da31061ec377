"""The lamps follow the cues: on, blink or pulse, on a thread of their own.

The table only leaves a note and goes on; a lamp that hangs hangs alone. Only the newest note
counts; older ones are forgotten unread.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping
from threading import Condition

from companion.core.errors import why
from companion.core.verdict import Saying
from companion.util.log import RareErrors
from companion.util.worker import Supervised
from hardware.ports import Lamps

LOG = logging.getLogger(__name__)
OFF, ON, BLINK, PULSE = "off", "on", "blink", "pulse"
BLINK_SECONDS = 0.8
PULSE_SECONDS = 2.0
STEP_SECONDS = {BLINK: BLINK_SECONDS / 2, PULSE: 0.05}
"""How often a lamp that moves has to be set again."""

Trouble = Callable[[Saying], None]


class UnknownGlow(ValueError):
    """A way to shine that no lamp knows."""


def level(glow: str, seconds: float) -> float:
    """Return how bright a lamp is *seconds* after it began to glow like this."""
    if glow == BLINK:
        return 1.0 if seconds % BLINK_SECONDS < BLINK_SECONDS / 2 else 0.0
    if glow == PULSE:
        return round(0.5 - 0.5 * math.cos(2 * math.pi * seconds / PULSE_SECONDS), 2)
    return 1.0 if glow == ON else 0.0


class Lights:
    """Shows cues on lamps; *on_trouble* hears once when the lamps fail,
    *on_recovery* when they work again."""

    def __init__(
        self,
        lamps: Lamps,
        on_trouble: Trouble = lambda words: None,
        on_recovery: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lamps = lamps
        self._on_trouble = on_trouble
        self._on_recovery = on_recovery
        self._clock = clock
        self._note: dict[str, str] | None = None
        self._arrived = Condition()
        self._stopping = False
        self._failing, self._errors = False, RareErrors(LOG)
        self._shown: dict[str, float] = {}
        self._strangers: set[str] = set()
        self._glow: dict[str, str] = {}
        self._since = clock()
        self._loop = Supervised("lights", self._attend)
        self._loop.start()

    def show(self, glow: Mapping[str, str]) -> None:
        """Let these lamps glow from now on, and all others be dark. Never waits."""
        for lamp, way in glow.items():
            if way not in (OFF, ON, BLINK, PULSE):
                raise UnknownGlow(f"{lamp}: {way!r}")
        self._report_strangers(glow)
        with self._arrived:
            self._note = {lamp: way for lamp, way in glow.items() if lamp in self._lamps.names}
            self._arrived.notify()

    def _report_strangers(self, glow: Mapping[str, str]) -> None:
        """Say once per lamp that nobody wired it; the others glow all the same."""
        for lamp in glow.keys() - self._lamps.names - self._strangers:
            self._strangers.add(lamp)
            known = sorted(self._lamps.names)
            self._on_trouble(Saying("fault.lamp.unknown", {"name": lamp, "known": known}))

    def close(self, patience_seconds: float = 1.0) -> bool:
        """Darken the lamps and stop; False when a hanging lamp had to be left behind."""
        with self._arrived:
            self._note, self._stopping = {}, True
            self._arrived.notify()
        return self._loop.join(patience_seconds)

    def _attend(self) -> None:
        """Wait for a note, or until a lamp that moves has to be set again, and set the lamps."""
        with self._arrived:
            if self._note is None:
                self._arrived.wait(_patience(self._glow))
            if self._note is not None:
                self._glow, self._note, self._since = self._note, None, self._clock()
            if self._stopping:  # the lamps are darkened once more below
                self._loop.stopping.set()
        self._light(self._glow, self._clock() - self._since)

    def _light(self, glow: Mapping[str, str], seconds: float) -> None:
        """Set what has changed; say once that it cannot be done."""
        wanted = dict.fromkeys(self._lamps.names, 0.0)
        wanted |= {lamp: level(way, seconds) for lamp, way in glow.items()}
        changed = {lamp: new for lamp, new in wanted.items() if self._shown.get(lamp) != new}
        if not changed:
            return
        try:
            self._lamps.show(changed)
        except Exception as wrong:  # a driver may fail in any way; the table must hear of it
            self._fail(wrong)
        else:
            self._recover()
            self._shown |= changed

    def _recover(self) -> None:
        if self._failing:
            self._failing = False
            self._on_recovery()

    def _fail(self, wrong: Exception) -> None:
        if not self._failing:
            self._failing = True
            self._errors.report("The lamps cannot be set", wrong)
            self._on_trouble(Saying("fault.lamp.silent", {"why": why(wrong)}))


def _patience(glow: Mapping[str, str]) -> float | None:
    """Return how long the lamps need no update; None until the next note."""
    steps = [STEP_SECONDS[way] for way in glow.values() if way in STEP_SECONDS]
    return min(steps, default=None)
