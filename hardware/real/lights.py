"""Lamps on pins: one lamp per pin, its other leg through a resistor to ground.

The simulated lamps are this very driver on mock pins.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpiozero import PWMLED, GPIOZeroError
from gpiozero.pins import Factory

from hardware.errors import BadLevel, Closed, PinsMissing, UnknownLamp


class PinLamps:
    """Named lamps on the pins of one factory."""

    def __init__(self, pins: Mapping[str, int], factory: Factory) -> None:
        self._closed = False
        self._leds: dict[str, PWMLED] = {}
        try:
            for name, pin in pins.items():
                self._leds[name] = PWMLED(pin, pin_factory=factory)
        except GPIOZeroError as wrong:
            self.close()
            raise PinsMissing(f"lamp {name!r} on pin {pin}: {wrong}. Choose another pin") from wrong

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps that are wired, in their order."""
        return tuple(self._leds)

    def show(self, levels: Mapping[str, float]) -> None:
        """Set brightnesses from 0 to 1; a lamp that is not named keeps its own."""
        self._check(levels)
        for name, level in levels.items():
            self._leds[name].value = level

    def _check(self, levels: Mapping[str, float]) -> None:
        """Refuse the whole request before any lamp changes."""
        if self._closed:
            raise Closed("the lamps have been closed; open them again to light one")
        for name, level in levels.items():
            if name not in self._leds:
                known = ", ".join(self._leds)
                raise UnknownLamp(f"no lamp called {name!r}; the lamps are {known}")
            if not 0 <= level <= 1:
                raise BadLevel(f"lamp {name!r} was asked for {level}; expected 0 (dark) to 1")

    def close(self) -> None:
        """Darken all and let go; closing twice is harmless."""
        self._closed = True
        for led in self._leds.values():
            if not led.closed:
                led.off()
                led.close()
