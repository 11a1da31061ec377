"""Buttons and contacts that tests press, and sounds they remember; real drivers on mock pins."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from gpiozero.pins.mock import MockFactory

from hardware.errors import UnknownButton
from hardware.real.switches import PinButtons, PinSwitches
from hardware.simulated.mock_parts import FIRST_PIN, SimulatedLamps


class RememberedLamps(SimulatedLamps):
    """Lamps that remember every brightness they had, the first one included."""

    def history(self, name: str) -> tuple[float, ...]:
        return tuple(float(past.state) for past in self._factory.pin(self._pins[name]).states)


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


class SimulatedBuzzer:
    """Remembers its beeps."""

    def __init__(self) -> None:
        self.beeps: list[tuple[int, bool]] = []

    def beep(self, times: int = 1, long: bool = False) -> None:
        self.beeps.append((times, long))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class SimulatedVoice:
    """Remembers its sentences."""

    is_silent = False

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def also(self, sentence: str) -> None:
        self.said.append(sentence)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
