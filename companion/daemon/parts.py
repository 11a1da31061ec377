"""Every wired part, opened by one call. A part that cannot be opened is a fault, not the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.faults import why
from companion.core.verdict import Saying

from ..wiring import Part, Wiring

if TYPE_CHECKING:
    from hardware.ports import Lamps, Scale, Sounder, Tilt, Voice
    from hardware.real.switches import PinSwitches

TIPPING_SECONDS = 0.5
"""One tilt, one touch of the mat per half second: a rolling ball is one event."""
TILT, MAT = "tilt", "mat"


@dataclass
class Parts:
    """The parts of this table; None is not wired, or cannot be used: see ``faults``."""

    lamps: Lamps | None = None
    buttons: PinSwitches | None = None
    scale: Scale | None = None
    tilt: Tilt | None = None
    mat: PinSwitches | None = None
    buzzer: Sounder | None = None
    voice: Voice | None = None
    pins: Any = None
    """The factory they share; None where nothing hangs on pins."""
    faults: dict[str, Saying | str] = field(default_factory=dict)
    """Parts that could not be opened, each with the reason and the remedy."""
    again: dict[str, Callable[[], Any]] = field(default_factory=dict)
    """How to open a part once more that people may plug in later."""
    _stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def close(self) -> None:
        """Let go of everything; closing twice is harmless."""
        self._stops.close()


def open_parts(wiring: Wiring) -> Parts:
    """Open everything that is wired."""
    parts = Parts()
    opener = _Opener(wiring, parts)
    with opener.trying("pins"):
        opener.reach_pins()
    opener.open("lamps", ("lamp", "strip"), opener.lamps)
    opener.open("buttons", ("button",), opener.buttons)
    opener.open("scale", ("scale",), opener.scale)
    opener.open("tilt", ("tilt",), opener.tilt)
    opener.open("mat", ("mat",), opener.mat)
    opener.open("buzzer", ("buzzer",), opener.buzzer)
    opener.open("voice", ("speech",), opener.voice)
    return parts


class _Opener:
    """Opens one part after the other and keeps the faults apart."""

    def __init__(self, wiring: Wiring, parts: Parts) -> None:
        self._wiring, self._parts = wiring, parts
        self._factory: Any = None

    @contextlib.contextmanager
    def trying(self, name: str) -> Any:
        try:
            yield
        except Exception as wrong:  # a driver may fail in any way; the table must open
            self._parts.faults[name] = why(wrong)

    def open(self, name: str, sorts: tuple[str, ...], opened: Callable[[], Any]) -> None:
        wired = [part for sort in sorts for part in self._wiring.of(sort)]
        if not wired or self._factory is None and any(_on_pins(part) for part in wired):
            return
        with self.trying(name):
            device = opened()
            self._parts._stops.callback(device.close)
            setattr(self._parts, name, device)

    def reach_pins(self) -> None:
        """The pins all parts share; nothing is touched where nothing hangs on them."""
        if not any(_on_pins(part) for part in self._wiring.parts):
            return
        if self._wiring.pins == "mock":
            from hardware.simulated.pins import mock_pins

            self._factory = mock_pins()
        else:
            from hardware.real.pins import open_pins

            self._factory = open_pins(self._wiring.pins, self._wiring.chip)
        self._parts.pins = self._factory
        self._parts._stops.callback(self._factory.close)

    def lamps(self) -> Lamps:
        from hardware.real.lights import JoinedLamps, PinLamps

        rows: list[Lamps] = []
        wired = self._wiring.of("lamp")
        if wired:
            pins = {lamp.name: _lamp_pin(lamp) for lamp in wired}
            colours = {lamp.name: lamp.colour for lamp in wired if lamp.colour}
            rows.append(PinLamps(pins, self._factory, colours))
        rows += [self._strip(strip) for strip in self._wiring.of("strip")]
        return rows[0] if len(rows) == 1 else JoinedLamps(rows)

    def _strip(self, strip: Part) -> Lamps:
        from hardware.real.strip import MOST_MILLIAMPS, StripLamps, open_strip

        colours = dict.fromkeys(strip.names, strip.colour) if strip.colour else {}
        most = strip.milliamps or MOST_MILLIAMPS
        if self._wiring.pins == "mock":
            return StripLamps(strip.names, len, colours, most)
        return open_strip(strip.names, strip.device or "/dev/spidev0.0", colours, most)

    def buttons(self) -> PinSwitches:
        from hardware.real.buttons import PinButtons

        wired = self._wiring.of("button")
        return PinButtons({button.name: _pin(button) for button in wired}, self._factory)

    def scale(self) -> Scale:
        part = self._wiring.of("scale")[0]
        self._parts.again["scale"] = lambda: open_scale(part, self._wiring)
        return open_scale(part, self._wiring)

    def tilt(self) -> Tilt:
        from hardware.real.switches import PinTilt

        return PinTilt(self._switch(TILT), TILT)

    def mat(self) -> PinSwitches:
        return self._switch(MAT)

    def _switch(self, name: str) -> PinSwitches:
        from hardware.real.switches import PinSwitches

        pins = {name: _pin(self._wiring.of(name)[0])}
        return PinSwitches(pins, self._factory, TIPPING_SECONDS)

    def buzzer(self) -> Sounder:
        from hardware.real.sounds import PinBuzzer

        return PinBuzzer(_pin(self._wiring.of("buzzer")[0]), self._factory)

    def voice(self) -> Voice:
        from hardware.real.sounds import EspeakVoice

        speech = self._wiring.one("speech")
        return EspeakVoice(self._wiring.language, speed=speech.speed if speech else 0)


def open_scale(part: Part, wiring: Wiring) -> Scale:
    """Open the scale as it is wired."""
    if wiring.pins == "mock":
        from hardware.simulated.scale import mock_scale

        return mock_scale()
    from hardware.real import scales

    if part.kind == "iio":
        return scales.open_iio(part.name or "hx711")
    if part.kind == "serial":
        return scales.open_serial(part.device, part.baud)
    assert part.clock is not None
    assert part.data is not None
    return scales.open_hx711_apart(
        part.clock,
        part.data,
        chip=wiring.chip,
        pins=wiring.pins,
        gain=part.gain,
        rate=part.rate,
        longest_high=part.longest_high_us / 1e6,
    )


def _on_pins(part: Part) -> bool:
    """Whether gpiozero has to reach its pins; the scale's are claimed by its own driver."""
    return part.pin is not None or part.pins is not None


def _pin(part: Part) -> int:
    assert part.pin is not None
    return part.pin


def _lamp_pin(lamp: Part) -> int | tuple[int, int, int]:
    return lamp.pins if lamp.pins is not None else _pin(lamp)


def placed(glow: Mapping[str, str], order: list[str], wired: tuple[str, ...]) -> dict[str, str]:
    """The cues by the names of the wired lamps: their own, or their place in the room's order.

    A cue nobody wired a lamp for is left out; a row may have fewer lamps than a game.
    """
    places = {name: str(place) for place, name in enumerate(order, 1)}
    by_place = {places[cue]: way for cue, way in glow.items() if cue in places}
    return {lamp: way for lamp, way in {**by_place, **glow}.items() if lamp in wired}
