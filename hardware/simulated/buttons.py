"""Buttons without wires: the real driver on mock pins of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from gpiozero.pins.mock import MockFactory

from hardware.errors import UnknownButton
from hardware.real.buttons import PinButtons
from hardware.simulated.lights import FIRST_PIN


class SimulatedButtons(PinButtons):
    """Buttons one can press from a program."""

    def __init__(self, names: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._factory = MockFactory()
        self._pins = {name: FIRST_PIN + place for place, name in enumerate(names)}
        super().__init__(self._pins, self._factory, clock)

    def press(self, name: str) -> None:
        """Press a button and let it go again."""
        if name not in self._pins:
            known = ", ".join(self._pins)
            raise UnknownButton(f"no button called {name!r}; the buttons are {known}")
        pin = self._factory.pin(self._pins[name])
        pin.drive_low()
        pin.drive_high()
