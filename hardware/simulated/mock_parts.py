"""Run real drivers on mock pins: lamps to look at, and pins for whatever is wired."""

from __future__ import annotations

from collections.abc import Sequence

from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.real.lights import PinLamps

FIRST_PIN = 4
"""Pins 2 and 3 carry pull-ups of their own on every Pi; lamps stay off them."""


class SimulatedLamps(PinLamps):
    """Lamps whose brightness can be looked at; up to 24 of them, as on a real header."""

    def __init__(self, names: Sequence[str]) -> None:
        self._factory = MockFactory(pin_class=MockPWMPin)
        self._pins = {name: FIRST_PIN + place for place, name in enumerate(names)}
        super().__init__(self._pins, self._factory)

    def states(self) -> dict[str, float]:
        """Return how bright each lamp is now."""
        return {name: float(self._factory.pin(pin).state) for name, pin in self._pins.items()}


def mock_pins() -> Factory:
    """Pins of their own, shared with nobody."""
    return MockFactory(pin_class=MockPWMPin)
