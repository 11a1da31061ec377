"""The wired parts at work: presses reach the table, cues reach the lamps, rulings are spoken."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.config.wiring import Wiring
from companion.core.verdict import Saying
from companion.house.tutorial import Learners, TutorialVoice, nobody
from companion.rooms import room_of
from companion.table import Table
from companion.util.worker import Supervised
from companion.words import FALLBACK, load
from hardware.errors import HardwareError

from .parts import OpenParts, open_parts, placed

if TYPE_CHECKING:
    from companion.senses.scale.rules import ScaleRules

import queue

from companion.core.observation import Pressed

LOOK_SECONDS = 10.0
WORST_SHARE = 0.35
"""With a larger share of bad frames the bowl is not watched well any more."""
FEWEST = 50
"""Fewest frames from which anything is concluded."""
RETRY_SECONDS = 5.0
"""How often a scale that is missing is looked for."""


@dataclass(frozen=True)
class Spoken:
    """How a voice speaks: its language, and how much it says."""

    language: str = FALLBACK
    length: str = "normal"


ENGLISH = Spoken()


def attend_wired(
    table: Table,
    wiring: Wiring,
    weights: Mapping[str, Any] | None,
    stops: contextlib.ExitStack,
    look_again: Callable[[], None],
    learners: Callable[[], Learners] = nobody,
) -> None:
    """Open everything that is wired and let it work until the stops are called."""
    parts = open_parts(wiring)
    stops.callback(parts.close)
    spoken = Spoken(wiring.language, wiring.length)
    attend(table, parts, weights, stops, spoken=spoken, look_again=look_again, learners=learners)


def attend(
    table: Table,
    parts: OpenParts,
    weights: Mapping[str, Any] | None,
    stops: contextlib.ExitStack,
    *,
    spoken: Spoken = ENGLISH,
    look_again: Callable[[], None] = lambda: None,
    learners: Callable[[], Learners] = nobody,
) -> None:
    """Let every part do its work until the stops are called."""
    for name, why in parts.faults.items():
        table.notice(f"part {name}", failed(name, why))
    if parts.lamps is not None:
        light(table, parts.lamps, stops)
    presses = Presses(table, look_again)
    stops.callback(presses.stop)
    if parts.buttons is not None:
        parts.buttons.on_press(presses.pressed)
    if parts.mat is not None:
        parts.mat.on_press(presses.pressed)
    scale = room_of(table.game.name).scale
    if "scale" in parts.again and scale is not None:
        _weigh(table, parts, scale(), weights, stops)
    if parts.voice is not None or parts.buzzer is not None:
        presses.on_scores = _announce(table, parts, spoken, stops, learners)


def failed(part: str, why: Saying | str) -> Saying:
    """Return the sentence about a part that cannot be used."""
    return Saying("part.failed", {"part": part, "why": why})


def light(table: Table, lamps: Any, stops: contextlib.ExitStack) -> None:
    """Let the lamps follow the cues, whatever the places are called in this room."""
    from companion.outputs.lights import Lights

    def trouble(why: Saying) -> None:
        table.notice("part lamps", failed("lamps", why))

    lights = Lights(lamps, trouble, lambda: table.notice("part lamps", None))
    stops.callback(lights.close)

    def show(_: int) -> None:
        lights.show(placed(table.cues.glow, lamp_order(table), lamps.names))

    stops.callback(table.on_publish(show))
    show(0)


def lamp_order(table: Table) -> list[str]:
    """Return the names of this room's lamps, from the left."""
    return room_of(table.game.name).lamps(table.state)


def _weigh(
    table: Table,
    parts: OpenParts,
    rules: ScaleRules,
    weights: Mapping[str, Any] | None,
    stops: contextlib.ExitStack,
) -> None:
    from companion.senses.scale.instruments import Instruments
    from companion.senses.scale.watch import ScaleWatch

    scale = parts.scale or Retried(parts.again["scale"], lambda: table.notice("part scale", None))
    stops.callback(scale.close)
    instruments = Instruments(scale, parts.tilt, time.monotonic)
    watch = ScaleWatch(table, rules, instruments, weights)
    watch.start()
    stops.callback(watch.stop)
    late = LateFrames(table, scale)
    late.start()
    stops.callback(late.stop)


class Retried:
    """A scale that was not there when the table opened, and may be plugged in at any time."""

    def __init__(
        self,
        again: Callable[[], Any],
        found: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._again, self._found, self._clock = again, found, clock
        self._tried = clock()
        self._scale: Any = None

    def read(self) -> tuple[float, float] | None:
        """Return its reading once it is there; None until then."""
        if self._scale is None and self._clock() - self._tried >= RETRY_SECONDS:
            self._tried = self._clock()
            with contextlib.suppress(HardwareError, OSError):
                self._scale = self._again()
                self._found()
        reading: tuple[float, float] | None = self._scale.read() if self._scale else None
        return reading

    def close(self) -> None:
        """Let go of it, if it ever came; closing twice is harmless."""
        if self._scale is not None:
            self._scale.close()


def _announce(
    table: Table,
    parts: OpenParts,
    spoken: Spoken,
    stops: contextlib.ExitStack,
    learners: Callable[[], Learners],
) -> Callable[[], None]:
    """Let voice and buzzer follow the table; returns how to have the scores said."""
    from companion.outputs.announcer import Announcer, Storyteller

    words = load(spoken.language)
    put = words.put
    announcer = Announcer(
        table,
        put,
        None if parts.voice is None else parts.voice.say,
        None if parts.buzzer is None else parts.buzzer.beep,
        Storyteller(put, spoken.length, table.game.plain),
        None if parts.voice is None else parts.voice.also,
        TutorialVoice(table, learners, words).news,
    )
    stops.callback(announcer.close)
    stops.callback(table.on_publish(lambda _: announcer.changed()))
    return announcer.scores


class LateFrames:
    """Looks at a scale's own count of frames now and then; a scale without one is left alone."""

    def __init__(self, table: Table, scale: Any, seconds: float = LOOK_SECONDS) -> None:
        self._table, self._scale = table, scale
        self._before = (0, 0)
        self._loop = Supervised("late frames", self.look, every=seconds)

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop()

    def look(self) -> None:
        """Report when too many frames were thrown away since the last look, or no longer."""
        tally = getattr(self._scale, "statistics", None)
        if tally is None:
            return
        (good, bad), self._before = self._before, (tally.good, tally.bad)
        good, bad = tally.good - good, tally.bad - bad
        if good + bad >= FEWEST:
            share = bad / (good + bad)
            late = Saying("part.scale_late", {"percent": round(100 * share)})
            self._table.notice("scale late", late if share > WORST_SHARE else None)


WAITING_PRESSES = 64
REFEREE, SCORES = "referee", "scores"


class Presses:
    """Takes presses off the pins' thread and gives them to the table one by one."""

    def __init__(self, table: Table, look_again: Callable[[], None]) -> None:
        self._table, self._look_again = table, look_again
        self._called = False
        self.on_scores: Callable[[], None] = lambda: None
        """Called when somebody wants to hear the scores."""
        self._waiting: queue.Queue[tuple[str, float] | None] = queue.Queue(WAITING_PRESSES)
        self._loop = Supervised("presses", self._take)
        self._loop.start()

    def pressed(self, name: str, at: float) -> None:
        """Note a press; where somebody drums on a button, some presses are dropped."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait((name, at))

    def stop(self) -> None:
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=1.0)
        self._loop.join(2.0)
        self._loop.stopping.set()

    def _take(self) -> None:
        """Wait for the next press and pass it on; None is the end."""
        press = self._waiting.get()
        if press is None:
            self._loop.stopping.set()
        elif press[0] == REFEREE:
            self._call_referee()
        elif press[0] == SCORES:
            self.on_scores()
        else:
            name, at = press
            self._table.submit(Pressed(button=button_of(name), at=at))

    def _call_referee(self) -> None:
        """Call the referee on every page, and let the eye look again; a second press ends it."""
        self._called = not self._called
        self._table.notice("referee", Saying("part.referee", {}) if self._called else None)
        self._look_again()


def button_of(name: str) -> str:
    """Return a wired button's name in the rooms: people count seats from one, tables from zero."""
    word, _, number = name.partition(" ")
    return f"seat-{int(number) - 1}" if word == "seat" and number.isdecimal() else name
