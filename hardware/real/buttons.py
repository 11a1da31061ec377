"""Buttons on pins: each between its pin and ground, the pin pulled up.

The simulated buttons are this very driver on mock pins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from gpiozero import Button, GPIOZeroError
from gpiozero.pins import Factory

from hardware.errors import Closed, PinsMissing
from hardware.ports import Press

BOUNCE_SECONDS = 0.03


class PinButtons:
    """Named buttons on the pins of one factory."""

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._listeners: tuple[Press, ...] = ()
        self._closed = False
        self._buttons: dict[str, Button] = {}
        try:
            for name, pin in pins.items():
                self._buttons[name] = self._wired(name, pin, factory)
        except GPIOZeroError as wrong:
            self.close()
            raise PinsMissing(
                f"button {name!r} on pin {pin}: {wrong}. Choose another pin"
            ) from wrong

    def _wired(self, name: str, pin: int, factory: Factory) -> Button:
        button = Button(pin, pull_up=True, bounce_time=BOUNCE_SECONDS, pin_factory=factory)
        button.when_pressed = self._teller(name)
        return button

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons that are wired, in their order."""
        return tuple(self._buttons)

    def on_press(self, tell: Press) -> None:
        """Call *tell* at every press from now on, on the thread the pin speaks on."""
        if self._closed:
            raise Closed("the buttons have been closed; open them again to listen")
        self._listeners = (*self._listeners, tell)

    def _teller(self, name: str) -> Callable[[], None]:
        def pressed() -> None:
            at = self._clock()
            for tell in self._listeners:
                tell(name, at)

        return pressed

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        self._closed = True
        self._listeners = ()
        for button in self._buttons.values():
            button.close()
