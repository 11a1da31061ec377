"""The bench: parts are held while somebody checks them, and let go for every game."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

from companion.supervised import Supervised
from companion.wiring import Wiring

from .parts import Opened, Wired, device, wired
from .plate import Plate

LEASE_SECONDS = 8.0
"""How long parts stay on the bench after the last look at them."""
ASIDE_SECONDS = 15.0
"""How long the bench leaves its parts alone for a game that is just beginning."""
LIT_SECONDS = 2.0
PAUSE_SECONDS = 0.02


class Bench:
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
        """What each part shows now; the first look takes them all onto the bench."""
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
