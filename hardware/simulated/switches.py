"""Contacts without wires: the real drivers on mock pins, with a hand that closes and rattles."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from gpiozero.pins.mock import MockFactory

from hardware.errors import UnknownButton
from hardware.real.switches import PinSwitches
from hardware.simulated.lights import FIRST_PIN


class SimulatedSwitches(PinSwitches):
    """Contacts one can close, open and rattle from a program."""

    def __init__(
        self,
        names: Sequence[str],
        quiet: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._mock = MockFactory()
        self._pins = {name: FIRST_PIN + place for place, name in enumerate(names)}
        super().__init__(self._pins, self._mock, quiet, clock)

    def put(self, name: str, closed: bool) -> None:
        """Close the contact, or open it."""
        if name not in self._pins:
            raise UnknownButton(f"no contact called {name!r}; they are {', '.join(self._pins)}")
        pin = self._mock.pin(self._pins[name])
        pin.drive_low() if closed else pin.drive_high()

    def rattle(self, name: str, times: int) -> None:
        """Close and open it this many times, as fast as a loose ball does."""
        for _ in range(times):
            self.put(name, True)
            self.put(name, False)
