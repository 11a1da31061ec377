"""Lamps: on pins of their own, plain or coloured, and as a strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from .part import PinHeader, WiredPart

if TYPE_CHECKING:
    from hardware.ports import Lamps

LED_MILLIAMPS = 4.0
"""A red lamp with 330 ohm at 3.3 V."""
STRIP_FILE = "/dev/spidev0.0"


class LampPart(WiredPart, frozen=True, kw_only=True):
    """One lamp or many."""

    @classmethod
    def join(cls, rows: Sequence[Lamps]) -> Lamps:
        from hardware.real.lights import JoinedLamps

        return JoinedLamps(rows)


class PinLamp(LampPart, frozen=True, kw_only=True):
    """A lamp whose current comes out of the header."""

    part: ClassVar[str] = "lamp"
    on_header: ClassVar[bool] = True
    name: str
    milliamps: float | None = None

    @property
    def milliamps_a_pin(self) -> float:
        return LED_MILLIAMPS if self.milliamps is None else self.milliamps

    @classmethod
    def open(cls, parts: Sequence[PinLamp], header: PinHeader) -> Lamps:
        from hardware.real.lights import PinLamps

        pins = {lamp.name: lamp.legs for lamp in parts}
        colours = {lamp.name: lamp.colour for lamp in parts if isinstance(lamp, Rgb)}
        chosen = {name: colour for name, colour in colours.items() if colour}
        return PinLamps(pins, header.factory, chosen)

    @property
    def legs(self) -> int | tuple[int, int, int]:
        """Its pin, or one each for red, green and blue."""
        raise NotImplementedError


class Led(PinLamp, frozen=True, kw_only=True):
    """A plain lamp."""

    kind: ClassVar[str] = "led"
    pin: int

    @property
    def legs(self) -> int:
        return self.pin

    @property
    def pins_used(self) -> tuple[tuple[int, str], ...]:
        return ((self.pin, ""),)


class Rgb(PinLamp, frozen=True, kw_only=True):
    """A lamp of three colours."""

    kind: ClassVar[str] = "rgb"
    pins: tuple[int, int, int]
    colour: tuple[float, float, float] | None = None

    @property
    def legs(self) -> tuple[int, int, int]:
        return self.pins

    @property
    def pins_used(self) -> tuple[tuple[int, str], ...]:
        return tuple(zip(self.pins, ("red", "green", "blue"), strict=True))


class Ws2812(LampPart, frozen=True, kw_only=True):
    """A strip of lamps on one wire."""

    part: ClassVar[str] = "strip"
    kind: ClassVar[str] = "ws2812"
    lamps: tuple[str, ...] | dict[str, int | tuple[int, int]] = msgspec.field(name="names")
    """Its lamps one pixel after the other, or for each its pixel, or the first and last of several.

    The pixel at the data wire is number 1; those nobody names stay dark."""
    backwards_from: int = 0
    """How many pixels the strip has, if they are counted from its far end."""
    device: str = ""
    colour: tuple[float, float, float] | None = None
    milliamps: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.lamps)

    @property
    def runs(self) -> dict[str, tuple[int, int]]:
        """The first and last pixel of each lamp, as they are wired."""
        lamps = self.lamps
        if not isinstance(lamps, dict):
            lamps = {name: number for number, name in enumerate(lamps, 1)}
        runs = {name: (at, at) if isinstance(at, int) else at for name, at in lamps.items()}
        if not (whole := self.backwards_from):
            return runs
        return {name: (whole + 1 - last, whole + 1 - first) for name, (first, last) in runs.items()}

    @property
    def length(self) -> int:
        """How many pixels are sent."""
        return self.backwards_from or max(last for _, last in self.runs.values())

    @property
    def bus(self) -> str:
        return "spi1" if "spidev1" in self.device else "spi"

    @property
    def files(self) -> tuple[str, ...]:
        return (self.device or STRIP_FILE,)

    @property
    def elsewhere(self) -> str:
        return self.device

    @classmethod
    def open(cls, parts: Sequence[Ws2812], header: PinHeader) -> Lamps:
        from hardware.real.strip import MOST_MILLIAMPS, StripLamps, StripLayout, open_strip

        (strip,) = parts
        colours = dict.fromkeys(strip.names, strip.colour) if strip.colour else {}
        most = strip.milliamps or MOST_MILLIAMPS
        layout = StripLayout(strip.runs, strip.length)
        if header.is_mock:
            return StripLamps(layout, len, colours, most)
        return open_strip(layout, strip.device or STRIP_FILE, colours, most)
