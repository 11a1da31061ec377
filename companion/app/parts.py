"""Every wired part, opened by one call. A part that cannot be opened is a fault, not the end."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.config.wiring import Wiring
from companion.core.errors import why
from companion.core.verdict import Saying
from hardware.drivers import PinHeader, open_device

if TYPE_CHECKING:
    from hardware.ports import Buttons, Lamps, Scale, Sounder, Tilt, Voice

LOG = logging.getLogger(__name__)
SLOTS = {
    **{"lamps": ("lamp", "strip"), "buttons": ("button",), "scale": ("scale",)},
    **{"tilt": ("tilt",), "mat": ("mat",), "buzzer": ("buzzer",), "voice": ("speech",)},
}
"""Every device with the sorts of parts it is made of."""


@dataclass
class OpenParts:
    """The parts of this table; None is not wired, or cannot be used: see ``faults``."""

    lamps: Lamps | None = None
    buttons: Buttons | None = None
    scale: Scale | None = None
    tilt: Tilt | None = None
    mat: Buttons | None = None
    buzzer: Sounder | None = None
    voice: Voice | None = None
    pins: Any = None
    """The factory they share; None if no part uses pins."""
    faults: dict[str, Saying | str] = field(default_factory=dict)
    """Parts that could not be opened, each with the reason and the remedy."""
    again: dict[str, Callable[[], Any]] = field(default_factory=dict)
    """How to open a part once more that people may plug in later."""
    _stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def close(self) -> None:
        """Let go of everything; closing twice is harmless."""
        self._stops.close()


def open_parts(wiring: Wiring) -> OpenParts:
    """Open everything that is wired."""
    parts = OpenParts()
    opener = _Opener(wiring, parts)
    with opener.trying("pins"):
        opener.reach_pins()
    for name, sorts in SLOTS.items():
        opener.open(name, sorts)
    return parts


class _Opener:
    """Opens one part after the other and keeps the faults apart."""

    def __init__(self, wiring: Wiring, parts: OpenParts) -> None:
        self._wiring, self._parts = wiring, parts
        self._header = header_of(wiring)

    @contextlib.contextmanager
    def trying(self, name: str) -> Any:
        try:
            yield
        except Exception as wrong:  # a driver may fail in any way; the table must open
            self._parts.faults[name] = reason = why(wrong)
            if isinstance(reason, Saying):  # our own drivers say what to do about it
                LOG.info("The %s cannot be used: %s", name, reason.key)
            else:
                LOG.error("The %s cannot be used", name, exc_info=wrong)

    def open(self, name: str, sorts: tuple[str, ...]) -> None:
        """Open one device: all parts of some sorts together."""
        wired = [part for sort in sorts for part in self._wiring.of(sort)]
        no_pins = self._header.factory is None
        if not wired or no_pins and any(part.on_header for part in wired):
            return
        if name == "scale":
            self._parts.again[name] = lambda: open_device(wired, self._header)
        with self.trying(name):
            device = open_device(wired, self._header)
            self._parts._stops.callback(device.close)
            setattr(self._parts, name, device)
            LOG.info("The %s can be used", name)

    def reach_pins(self) -> None:
        """Open the pins all parts share; touch nothing if no part uses them."""
        if not any(part.on_header for part in self._wiring.parts):
            return
        if self._header.is_mock:
            from hardware.simulated.mock_parts import mock_pins

            factory = mock_pins()
        else:
            from hardware.real.pins import open_pins

            factory = open_pins(self._wiring.pins, self._wiring.chip)
        self._header = header_of(self._wiring, factory)
        self._parts.pins = factory
        self._parts._stops.callback(factory.close)


def header_of(wiring: Wiring, factory: Any = None) -> PinHeader:
    """Return the header a wiring uses."""
    return PinHeader(wiring.pins, wiring.chip, factory)


def placed(glow: Mapping[str, str], order: list[str], wired: tuple[str, ...]) -> dict[str, str]:
    """Return the cues by the names of the wired lamps: their own, or their place in the room's
    order.

    A cue nobody wired a lamp for is left out; a row may have fewer lamps than a game.
    """
    places = {name: str(place) for place, name in enumerate(order, 1)}
    by_place = {places[cue]: way for cue, way in glow.items() if cue in places}
    return {lamp: way for lamp, way in {**by_place, **glow}.items() if lamp in wired}
