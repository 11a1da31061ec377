"""A header that is not there: pins to try a wiring on."""

from __future__ import annotations

from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin


def mock_pins() -> Factory:
    """Pins of their own, shared with nobody."""
    return MockFactory(pin_class=MockPWMPin)
