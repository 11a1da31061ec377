"""The wired parts at work: presses reach the table, cues reach the lamps, rulings are spoken."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareError

from ..core.verdict import Saying
from ..rooms import room_of
from ..table import Table
from ..wiring import Wiring
from ..words import FALLBACK, load
from .lateness import Lateness
from .parts import Parts, open_parts, placed
from .presses import Presses

if TYPE_CHECKING:
    from ..senses.scale.rules import ScaleRules

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
) -> None:
    """Open everything that is wired and let it work until the stops are called."""
    parts = open_parts(wiring)
    stops.callback(parts.close)
    spoken = Spoken(wiring.language, wiring.length)
    attend(table, parts, weights, stops, spoken=spoken, look_again=look_again)


def attend(
    table: Table,
    parts: Parts,
    weights: Mapping[str, Any] | None,
    stops: contextlib.ExitStack,
    *,
    spoken: Spoken = ENGLISH,
    look_again: Callable[[], None] = lambda: None,
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
        presses.on_scores = _announce(table, parts, spoken, stops)


def failed(part: str, why: Saying | str) -> Saying:
    """The sentence about a part that cannot be used."""
    return Saying("part.failed", {"part": part, "why": why})


def light(table: Table, lamps: Any, stops: contextlib.ExitStack) -> None:
    """Let the lamps follow the cues, whatever the places are called in this room."""
    from ..outputs.lights import Lights

    def trouble(why: Saying) -> None:
        table.notice("part lamps", failed("lamps", why))

    lights = Lights(lamps, trouble, lambda: table.notice("part lamps", None))
    stops.callback(lights.close)

    def show(_: int) -> None:
        lights.show(placed(table.cues.glow, lamp_order(table), lamps.names))

    stops.callback(table.on_publish(show))
    show(0)


def lamp_order(table: Table) -> list[str]:
    """What the lamps of this room are called, from the left."""
    return room_of(table.game.name).lamps(table.state)


def _weigh(
    table: Table,
    parts: Parts,
    rules: ScaleRules,
    weights: Mapping[str, Any] | None,
    stops: contextlib.ExitStack,
) -> None:
    from ..senses.scale.instruments import Instruments
    from ..senses.scale.watch import ScaleWatch

    scale = parts.scale or Retried(parts.again["scale"], lambda: table.notice("part scale", None))
    stops.callback(scale.close)
    instruments = Instruments(scale, parts.tilt, time.monotonic)
    watch = ScaleWatch(table, rules, instruments, weights)
    watch.start()
    stops.callback(watch.stop)
    late = Lateness(table, scale)
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
        """What it reads once it is there; None until then."""
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
    table: Table, parts: Parts, spoken: Spoken, stops: contextlib.ExitStack
) -> Callable[[], None]:
    """Let voice and buzzer follow the table; returns how to have the scores said."""
    from ..outputs.announcing import Announcer, Storyteller

    put = load(spoken.language).put
    announcer = Announcer(
        table,
        put,
        None if parts.voice is None else parts.voice.say,
        None if parts.buzzer is None else parts.buzzer.beep,
        Storyteller(put, spoken.length, table.game.plain),
        None if parts.voice is None else parts.voice.also,
    )
    stops.callback(announcer.close)
    stops.callback(table.on_publish(lambda _: announcer.changed()))
    return announcer.scores
