"""Scales: the chip on two pins, the kernel's driver for it, and a microcontroller that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from .part import PinHeader, WiredPart

if TYPE_CHECKING:
    from hardware.ports import Scale

SAMPLES_A_SECOND = 80.0
HEADER_SERIALS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


class ScalePart(WiredPart, frozen=True, kw_only=True):
    """A scale."""

    part: ClassVar[str] = "scale"

    @property
    def samples_a_second(self) -> float:
        return SAMPLES_A_SECOND

    @classmethod
    def open(cls, parts: Sequence[Self], header: PinHeader) -> Scale:
        if header.is_mock:
            from hardware.simulated.scale import mock_scale

            return mock_scale()
        (scale,) = parts
        return scale.opened(header)

    def opened(self, header: PinHeader) -> Scale:
        """Open this very scale."""
        raise NotImplementedError


class Hx711Pins(ScalePart, frozen=True, kw_only=True):
    """The chip on two pins; its driver claims them without gpiozero."""

    kind: ClassVar[str] = "hx711"
    clock: int
    data: int
    gain: int = 128
    rate: float = SAMPLES_A_SECOND
    longest_high_us: float = 60.0

    @property
    def samples_a_second(self) -> float:
        return self.rate

    @property
    def pins_used(self) -> tuple[tuple[int, str], ...]:
        return ((self.clock, "clock"), (self.data, "data"))

    def opened(self, header: PinHeader) -> Scale:
        from hardware.real.scales import open_hx711_apart

        return open_hx711_apart(
            self.clock,
            self.data,
            chip=header.chip,
            pins=header.library,
            gain=self.gain,
            rate=self.rate,
            longest_high=self.longest_high_us / 1e6,
        )


class Iio(ScalePart, frozen=True, kw_only=True):
    """The same chip, driven by the kernel."""

    kind: ClassVar[str] = "iio"
    name: str = ""

    def opened(self, header: PinHeader) -> Scale:
        from hardware.real.scales import open_iio

        return open_iio(self.name or "hx711")


class Serial(ScalePart, frozen=True, kw_only=True):
    """A microcontroller that writes each count as a line."""

    kind: ClassVar[str] = "serial"
    device: str
    baud: int = 115_200

    @property
    def bus(self) -> str:
        return "uart" if self.device in HEADER_SERIALS else ""

    @property
    def files(self) -> tuple[str, ...]:
        return (self.device,)

    @property
    def elsewhere(self) -> str:
        return self.device

    def opened(self, header: PinHeader) -> Scale:
        from hardware.real.scales import open_serial

        return open_serial(self.device, self.baud)
