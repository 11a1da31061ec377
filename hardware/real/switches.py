"""Contacts between a pin and ground, the pin pulled up: heard once per closing, at its first edge.

The first edge gives the moment, as the kernel stamped it where it does; what a contact does while
it bounces changes nothing. After a closing it must have been quiet for a while to count again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from gpiozero import InputDevice
from gpiozero.pins import Factory

from hardware.errors import Closed, PinsMissing
from hardware.ports import Buttons, Press

CLOSE_SECONDS = 1.0
"""A stamp further than this from the clock is from another clock."""
LEANING_DEGREES = 35.0


class PinSwitches:
    """Named contacts on the pins of one factory.

    *quiet* is how long an edge echoes, *rest* how long after a closing none counts: somebody who
    drums on a button means it once.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Factory,
        quiet: float,
        clock: Callable[[], float] = time.monotonic,
        what: str = "switch",
        rest: float = 0.0,
    ) -> None:
        self._clock, self._quiet, self._rest, self._factory = clock, quiet, rest, factory
        self._listeners: tuple[Press, ...] = ()
        self._closed = False
        self._inputs: dict[str, InputDevice] = {}
        self._tellers: dict[str, Callable[[float, int], None]] = {}
        self._edges: dict[str, float] = {}
        self._reported: dict[str, float] = {}
        try:
            for name, pin in pins.items():
                self._inputs[name] = InputDevice(pin, pull_up=True, pin_factory=factory)
                self._listen(name)
        except Exception as wrong:  # gpiozero and the library below each have their own
            self.close()
            raise PinsMissing(
                "fault.contact.pin", what=what, name=name, pin=pin, why=wrong
            ) from wrong

    def _listen(self, name: str) -> None:
        def changed(ticks: float, level: int) -> None:
            self._changed(name, ticks, level)

        # gpiozero keeps a weak reference only
        self._tellers[name] = changed
        pin = self._inputs[name].pin
        pin.edges = "both"
        pin.when_changed = changed

    @property
    def names(self) -> tuple[str, ...]:
        """The contacts that are wired, in their order."""
        return tuple(self._inputs)

    def is_closed(self, name: str) -> bool:
        """Whether the contact is closed right now."""
        return bool(self._inputs[name].value)

    def on_press(self, tell: Press) -> None:
        """Call *tell* at every closing from now on, on the thread the pin speaks on."""
        if self._closed:
            raise Closed("fault.closed")
        self._listeners = (*self._listeners, tell)

    def _changed(self, name: str, ticks: float, level: int) -> None:
        echoes = self._is_within(self._quiet, self._edges.get(name), ticks)
        self._edges[name] = ticks
        if level or echoes or self._is_within(self._rest, self._reported.get(name), ticks):
            return
        self._reported[name] = ticks
        at = moment(ticks, self._clock())
        for tell in self._listeners:
            tell(name, at)

    def _is_within(self, seconds: float, before: float | None, ticks: float) -> bool:
        return before is not None and self._factory.ticks_diff(ticks, before) < seconds

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        self._closed = True
        self._listeners = ()
        for each in self._inputs.values():
            if not each.closed:
                each.pin.when_changed = None
                each.close()


def moment(ticks: float, now: float, civil: Callable[[], float] = time.time) -> float:
    """Convert a kernel's timestamp, monotonic or civil, to a monotonic moment."""
    if 0 <= now - ticks < CLOSE_SECONDS:
        return ticks
    since = civil() - ticks
    return now - since if 0 <= since < CLOSE_SECONDS else now


class PinTilt:
    """A ball switch under the bowl, as an angle: it leans, or it stands."""

    def __init__(
        self, switches: PinSwitches, name: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._switches, self._name, self._clock = switches, name, clock

    def read(self) -> tuple[float, float] | None:
        """Return the angle a switch stands for, with the moment."""
        leans = self._switches.is_closed(self._name)
        return (LEANING_DEGREES if leans else 0.0), self._clock()

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        self._switches.close()


# Buttons on pins: each between its pin and ground, the pin pulled up.
#
# The simulated buttons are this very driver on mock pins.

BOUNCE_SECONDS = 0.03
DRUM_SECONDS = 0.33
"""Time three presses must take at least: faster drumming means nothing."""


class PinButtons(PinSwitches):
    """Named buttons on the pins of one factory."""

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(pins, factory, BOUNCE_SECONDS, clock, "button", DRUM_SECONDS)


class JoinedButtons:
    """Buttons that are wired in several ways, as one row."""

    def __init__(self, rows: Sequence[Buttons]) -> None:
        self._rows = tuple(rows)

    @property
    def names(self) -> tuple[str, ...]:
        """All buttons, row after row."""
        return tuple(name for row in self._rows for name in row.names)

    def is_closed(self, name: str) -> bool:
        """Whether the button is pressed right now."""
        return any(row.is_closed(name) for row in self._rows if name in row.names)

    def on_press(self, tell: Press) -> None:
        """Call *tell* at every press from now on."""
        for row in self._rows:
            row.on_press(tell)

    def close(self) -> None:
        """Let go; closing twice is harmless."""
        for row in self._rows:
            row.close()
