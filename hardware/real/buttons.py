"""Buttons on pins: each between its pin and ground, the pin pulled up.

The simulated buttons are this very driver on mock pins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from gpiozero.pins import Factory

from hardware.real.switches import PinSwitches

BOUNCE_SECONDS = 0.03
DRUM_SECONDS = 0.33
"""At most three presses a second mean something."""


class PinButtons(PinSwitches):
    """Named buttons on the pins of one factory."""

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(pins, factory, BOUNCE_SECONDS, clock, "button", DRUM_SECONDS)
