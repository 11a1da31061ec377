"""Lamps on pins, each leg through a resistor: one pin for a plain lamp, three for a coloured one.

The simulated lamps are this very driver on mock pins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpiozero import PWMLED, RGBLED
from gpiozero.pins import Factory

from hardware.errors import BadLevel, Closed, PinsMissing, UnknownLamp
from hardware.ports import Lamps

Colour = tuple[float, float, float]
WARM: Colour = (1.0, 0.55, 0.1)
"""How a lamp glows when nobody chose a colour: red, green, blue."""


class PinLamps:
    """Named lamps on the pins of one factory."""

    def __init__(
        self,
        pins: Mapping[str, int | tuple[int, int, int]],
        factory: Factory,
        colours: Mapping[str, Colour] | None = None,
    ) -> None:
        """Take one pin, or three for red, green and blue."""
        self._closed = False
        self._colours = dict(colours or {})
        self._leds: dict[str, PWMLED | RGBLED] = {}
        try:
            for name, pin in pins.items():
                self._leds[name] = _wired(pin, factory)
        except Exception as wrong:  # gpiozero and the library below each have their own
            self.close()
            raise PinsMissing("fault.lamp.pin", name=name, pin=pin, why=wrong) from wrong

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps that are wired, in their order."""
        return tuple(self._leds)

    def show(self, levels: Mapping[str, float]) -> None:
        """Set brightnesses from 0 to 1; a lamp that is not named keeps its own."""
        if self._closed:
            raise Closed("fault.closed")
        check_levels(levels, self.names)
        for name, level in levels.items():
            led = self._leds[name]
            if isinstance(led, RGBLED):
                led.value = tuple(level * part for part in self._colours.get(name, WARM))
            else:
                led.value = level

    def close(self) -> None:
        """Darken all and let go; closing twice is harmless."""
        self._closed = True
        for led in self._leds.values():
            if not led.closed:
                led.off()
                led.close()


def check_levels(levels: Mapping[str, float], names: tuple[str, ...]) -> None:
    """Refuse a whole request before any lamp changes."""
    for name, level in levels.items():
        if name not in names:
            raise UnknownLamp("fault.lamp.unknown", name=name, known=list(names))
        if not 0 <= level <= 1:
            raise BadLevel("fault.lamp.level", name=name, level=level)


def _wired(pin: int | tuple[int, int, int], factory: Factory) -> PWMLED | RGBLED:
    return (
        PWMLED(pin, pin_factory=factory)
        if isinstance(pin, int)
        else RGBLED(*pin, pin_factory=factory)
    )


class JoinedLamps:
    """Several rows of lamps as one."""

    def __init__(self, rows: Sequence[Lamps]) -> None:
        self._rows = tuple(rows)

    @property
    def names(self) -> tuple[str, ...]:
        """All lamps, row after row."""
        return tuple(name for row in self._rows for name in row.names)

    def show(self, levels: Mapping[str, float]) -> None:
        """Set brightnesses from 0 to 1; a lamp that is not named keeps its own."""
        check_levels(levels, self.names)
        for row in self._rows:
            own = {name: level for name, level in levels.items() if name in row.names}
            if own:
                row.show(own)

    def close(self) -> None:
        """Darken all and let go; closing twice is harmless."""
        for row in self._rows:
            row.close()
