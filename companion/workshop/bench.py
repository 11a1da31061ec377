"""The bench: parts are held while somebody checks them, and let go for every game."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from companion.config.wiring import Wiring
from companion.core.verdict import Saying
from companion.util.worker import Supervised

from .parts import Opened, Wired, device, wired
from .teach import Teacher, TeachShot

WINDOW_SECONDS = 2.0
FEWEST = 8
"""Readings in each half of the window before anything is said."""
NOISES = 3.0
CALMER = 1.5
"""A plate that grows calmer by more than this is still swinging."""
SLOWEST = 3
"""So few readings in the window come from a chip that is not quite silent."""
ENDS = (0x7FFFFF, -0x800000)
"""What the chip says when it can go no further."""
LEAST_COUNTS = 50.0
"""A tenth of a gram on a usual cell: finer than this nobody waits for."""


class Plate:
    """The last two seconds of a scale."""

    def __init__(self) -> None:
        self._heard: deque[tuple[float, float]] = deque()

    def hear(self, count: float, at: float) -> None:
        self._heard.append((at, count))
        while at - self._heard[0][0] > WINDOW_SECONDS:
            self._heard.popleft()

    @property
    def count(self) -> float | None:
        """What it counts now; None while too little was heard."""
        _, late = self._halves()
        return median(late) if len(late) >= FEWEST else None

    @property
    def is_still(self) -> bool:
        """Whether the second half of the window says what the first half said, as calmly."""
        early, late = self._halves()
        if min(len(early), len(late)) < FEWEST or self._span() < 0.9 * WINDOW_SECONDS:
            return False
        (then, before), (now, noise) = _trimmed(early), _trimmed(late)
        return abs(now - then) <= max(NOISES * noise, LEAST_COUNTS) and before <= max(
            CALMER * noise, LEAST_COUNTS
        )

    @property
    def trouble(self) -> str:
        """What is wrong with the readings themselves; nothing while they can be right."""
        counts = [count for _, count in list(self._heard)]
        if len(counts) < FEWEST:
            return "slow" if len(counts) >= SLOWEST else "silent"
        if all(count in ENDS for count in counts):
            return "end"
        return "frozen" if len(set(counts)) == 1 else ""

    def _span(self) -> float:
        return self._heard[-1][0] - self._heard[0][0]

    def _halves(self) -> tuple[list[float], list[float]]:
        heard = list(self._heard)
        if not heard:
            return [], []
        split = heard[-1][0] - WINDOW_SECONDS / 2
        return [c for at, c in heard if at <= split], [c for at, c in heard if at > split]


def _trimmed(counts: list[float]) -> tuple[float, float]:
    """Return mean and half-width without the outermost tenths, so that spikes don't count."""
    edge = len(counts) // 10
    kept = sorted(counts)[edge : len(counts) - edge]
    return fmean(kept), (kept[-1] - kept[0]) / 2


LEASE_SECONDS = 8.0
"""How long parts stay on the bench after the last look at them."""
ASIDE_SECONDS = 15.0
"""How long the bench leaves its parts alone for a game that is just beginning."""
LIT_SECONDS = 2.0
PAUSE_SECONDS = 0.02


class Workbench:
    """All parts of this house, while nobody plays. Every method may be called from any thread."""

    def __init__(
        self,
        wiring: Callable[[], Wiring],
        opened: Callable[[Wiring], Opened],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wiring, self._open, self._clock = wiring, opened, clock
        self._lock = threading.RLock()
        self._parts: Opened | None = None
        self._stops = contextlib.ExitStack()
        self._looked = self._aside = -ASIDE_SECONDS
        self._felt: dict[str, float] = {}
        self._plate = Plate()

    @property
    def wired(self) -> tuple[Wired, ...]:
        return wired(self._wiring())

    def look(self) -> dict[str, dict[str, Any]]:
        """Read each part; the first look opens them all."""
        with self._lock:
            if self._clock() - self._aside < ASIDE_SECONDS:
                return {}
            self._looked = self._clock()
            parts = self._parts or self._take()
            return {each.id: self._shown(parts, each) for each in self.wired}

    def act(self, part: str) -> bool:
        """Light or sound a part; False for one that cannot be tried now."""
        with self._lock:
            named = next((each for each in self.wired if each.id == part), None)
            if named is None or self._parts is None:
                return False
            thing = device(self._parts, named)
            if thing is None:
                return False
            return self._tried(thing, named)

    def say(self, sentence: str) -> bool:
        """Let the voice be heard."""
        with self._lock:
            voice = getattr(self._parts, "voice", None)
            if voice is None or voice.is_silent:
                return False
            voice.say(sentence)
            return True

    @property
    def plate(self) -> Plate:
        """What the scale has heard since it lies on the bench."""
        return self._plate

    def step_aside(self) -> None:
        """Let go of everything: a game is about to need it."""
        with self._lock:
            self._aside = self._clock()
            self._drop()

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _take(self) -> Opened:
        parts = self._open(self._wiring())
        self._parts = parts
        self._stops.callback(parts.close)
        self._felt.clear()
        for name in ("buttons", "mat"):
            contacts = getattr(parts, name)
            if contacts is not None:
                contacts.on_press(self._press)
        scale = getattr(parts, "scale", None)
        if scale is not None:
            plate = self._plate
            self._follow("bench scale", lambda: _weigh(scale, plate))
        self._follow("bench", self._expire, every=1.0)
        return parts

    def _follow(self, name: str, step: Callable[[], object], every: float = 0.0) -> None:
        loop = Supervised(name, step, every=every, quiet=True)
        loop.start()
        # the loops are only asked to end: one of them may be the one that closes the bench
        self._stops.callback(loop.stopping.set)

    def _drop(self) -> None:
        stops, self._stops = self._stops, contextlib.ExitStack()
        self._parts, self._plate = None, Plate()
        stops.close()

    def _expire(self) -> None:
        with self._lock:
            if self._clock() - self._looked > LEASE_SECONDS:
                self._drop()

    def _press(self, name: str, at: float) -> None:
        self._felt[name] = self._clock()

    def _tried(self, thing: Any, part: Wired) -> bool:
        if part.does == "light":
            thing.show({part.name: 1.0})
            dark = threading.Timer(LIT_SECONDS, self._darken, (thing, part.name))
            dark.daemon = True
            dark.start()
            return True
        if part.part == "buzzer":
            thing.beep(3)
            return True
        return False

    def _darken(self, lamps: Any, name: str) -> None:
        with self._lock:
            shown: Any = self._parts and getattr(self._parts, "lamps", None)
            if shown is lamps:
                lamps.show({name: 0.0})

    def _shown(self, parts: Opened, part: Wired) -> dict[str, Any]:
        fault = parts.faults.get(part.group) or parts.faults.get("pins", "")
        thing = device(parts, part)
        shown: dict[str, Any] = {"fault": "" if thing is not None else fault}
        if thing is None:
            return shown
        if part.does == "press":
            name = part.name or part.part
            shown["closed"] = thing.is_closed(name)
            shown["felt"] = self._since(name)
        elif part.does == "lean":
            angle = thing.read()
            shown["closed"] = bool(angle and angle[0])
        elif part.does == "weigh":
            shown["count"] = self._plate.count
            shown["trouble"] = self._plate.trouble
        elif part.part == "speech":
            shown["silent"] = thing.is_silent
        return shown

    def _since(self, name: str) -> float | None:
        felt = self._felt.get(name)
        return None if felt is None else round(self._clock() - felt, 1)


def _weigh(scale: Any, plate: Plate) -> None:
    reading = scale.read()
    if reading is None:
        time.sleep(PAUSE_SECONDS)
    else:
        plate.hear(*reading)


@dataclass(frozen=True)
class Nothing:
    """A house without parts, as in a test."""

    faults: dict[str, Saying | str]

    def close(self) -> None: ...


def _nothing(_: Wiring) -> Opened:
    return Nothing({})


@dataclass(frozen=True)
class Tools:
    """The bench of this house, and what to do with what was weighed there."""

    bench: Workbench
    boulders: Callable[[], tuple[str, ...]] = tuple
    """The colours of the boulders in this house's box."""
    weighed: Callable[[Mapping[str, Any]], None] = lambda _: None
    """Keeps the weights for every evening from now on."""
    view: Callable[[str, Sequence[tuple[float, float]]], Any] = lambda room, corners: None
    """What the camera sees now over the board of a room, between corners that were tapped; None
    without a camera. Heavy."""
    attempt: Callable[[str], Any] = lambda camera: None
    """What a camera that is only named shows; None where none can be tried. Heavy."""
    shot: Callable[[str], TeachShot] = lambda room: TeachShot()
    """One picture of the camera as it is, for a lesson. Heavy."""
    teacher: Teacher | None = None
    """Who holds lessons and editions."""
    camera: Callable[[], Mapping[str, Any]] = dict
    """Which camera this house has, and how it is held: light and focus locked or not."""


def no_tools() -> Tools:
    return Tools(Workbench(Wiring, _nothing))
