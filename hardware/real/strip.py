"""One addressable strip (WS2812) on the header's SPI: three SPI bits make one bit of the strip.

No root, no DMA, any Pi: the data wire goes to MOSI (pin 10), the strip has its own 5 V.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable, Mapping, Sequence

from hardware.errors import Closed, LampsMissing
from hardware.real.lights import WARM, Colour, check_levels

SPEED_HZ = 2_400_000
"""At this speed one bit of the strip takes the 1.25 us it is made for."""
SET_MODE, SET_SPEED = 0x40016B01, 0x40046B04
"""The requests of linux/spi/spidev.h for mode and speed."""
PAUSE = bytes(100)
"""A third of a millisecond low tells the strip to show what it has got."""
PIXEL_MILLIAMPS = 60.0
"""What a pixel draws in full white: 20 mA per colour."""
MOST_MILLIAMPS = 500.0
"""What all pixels together may draw: as much as a small supply gives besides the Pi."""

_SPREAD = [
    sum((0b110 if byte >> bit & 1 else 0b100) << 3 * bit for bit in range(8)).to_bytes(3, "big")
    for byte in range(256)
]


def encoded(pixels: Sequence[Colour]) -> bytes:
    """The bytes that let a strip show these colours; it wants green, red, blue."""
    levels = (round(255 * part) for red, green, blue in pixels for part in (green, red, blue))
    return PAUSE + b"".join(_SPREAD[level] for level in levels) + PAUSE


def within(pixels: Sequence[Colour], most_milliamps: float) -> list[Colour]:
    """The same picture, dimmed as a whole until it draws no more than allowed."""
    draws = sum(sum(pixel) for pixel in pixels) * PIXEL_MILLIAMPS / 3
    dim = min(1.0, most_milliamps / draws) if draws else 1.0
    return [(red * dim, green * dim, blue * dim) for red, green, blue in pixels]


class StripLamps:
    """Named lamps along a strip; *write* takes the bytes for the wire."""

    def __init__(
        self,
        names: Sequence[str],
        write: Callable[[bytes], object],
        colours: Mapping[str, Colour] | None = None,
        most_milliamps: float = MOST_MILLIAMPS,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._names = tuple(names)
        self._write, self._let_go = write, close
        self._colours = dict(colours or {})
        self._most = most_milliamps
        self._levels = dict.fromkeys(self._names, 0.0)
        self._closed = False
        self._send()

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps along the strip, in their order."""
        return self._names

    def show(self, levels: Mapping[str, float]) -> None:
        """Set brightnesses from 0 to 1; a lamp that is not named keeps its own."""
        if self._closed:
            raise Closed("fault.closed")
        check_levels(levels, self._names)
        self._levels |= levels
        self._send()

    def _send(self) -> None:
        pixels = [self._pixel(name, level) for name, level in self._levels.items()]
        self._write(encoded(within(pixels, self._most)))

    def _pixel(self, name: str, level: float) -> Colour:
        red, green, blue = self._colours.get(name, WARM)
        return level * red, level * green, level * blue

    def close(self) -> None:
        """Darken all and let go; closing twice is harmless."""
        if not self._closed:
            self._levels = dict.fromkeys(self._names, 0.0)
            self._send()
            self._closed = True
            self._let_go()


def open_strip(
    names: Sequence[str],
    device: str = "/dev/spidev0.0",
    colours: Mapping[str, Colour] | None = None,
    most_milliamps: float = MOST_MILLIAMPS,
) -> StripLamps:
    """Open the strip on an SPI device of the kernel."""
    try:
        wire = os.open(device, os.O_WRONLY)
    except OSError as wrong:
        raise LampsMissing("fault.lamp.no_strip", device=device, why=wrong) from wrong
    try:
        fcntl.ioctl(wire, SET_MODE, struct.pack("B", 0))
        fcntl.ioctl(wire, SET_SPEED, struct.pack("I", SPEED_HZ))
    except OSError as wrong:
        os.close(wire)
        raise LampsMissing("fault.lamp.no_spi", device=device) from wrong
    return StripLamps(
        names, lambda sent: os.write(wire, sent), colours, most_milliamps, lambda: os.close(wire)
    )
