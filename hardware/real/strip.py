"""One addressable strip (WS2812) on the header's SPI: three SPI bits make one bit of the strip.

No root, no DMA, any Pi: the data wire goes to MOSI (pin 10), the strip has its own 5 V.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hardware.errors import Closed, LampsMissing
from hardware.real.lights import WARM, Colour, check_levels

SPEED_HZ = 2_400_000
"""Speed at which one bit of the strip takes the 1.25 us it is made for."""
SET_MODE, SET_SPEED = 0x40016B01, 0x40046B04
"""The requests of linux/spi/spidev.h for mode and speed."""
PAUSE = bytes(100)
"""A third of a millisecond low tells the strip to show what it has got."""
PIXEL_MILLIAMPS = 60.0
"""What a pixel draws in full white: 20 mA per colour."""
REST_MILLIAMPS = 1.0
"""What a pixel draws while it is dark."""
MOST_MILLIAMPS = 500.0
"""What all pixels together may draw: as much as a small supply gives besides the Pi."""

_SPREAD = [
    sum((0b110 if byte >> bit & 1 else 0b100) << 3 * bit for bit in range(8)).to_bytes(3, "big")
    for byte in range(256)
]


def encoded(pixels: Sequence[Colour]) -> bytes:
    """Encode colours for a strip, which wants green, red, blue."""
    levels = (round(255 * part) for red, green, blue in pixels for part in (green, red, blue))
    return PAUSE + b"".join(_SPREAD[level] for level in levels) + PAUSE


def within(pixels: Sequence[Colour], most_milliamps: float) -> list[Colour]:
    """Dim a picture as a whole until it draws no more current than allowed."""
    draws = sum(sum(pixel) for pixel in pixels) * PIXEL_MILLIAMPS / 3
    dim = min(1.0, most_milliamps / draws) if draws else 1.0
    return [(red * dim, green * dim, blue * dim) for red, green, blue in pixels]


@dataclass(frozen=True, slots=True)
class StripLayout:
    """Which pixels each lamp has, counted from 1 at the data wire, and how many there are."""

    runs: Mapping[str, tuple[int, int]]
    """The first and the last pixel of each lamp; those between two lamps stay dark."""
    length: int

    @classmethod
    def in_a_row(cls, names: Sequence[str]) -> StripLayout:
        """One pixel for each name."""
        return cls({name: (n, n) for n, name in enumerate(names, 1)}, len(names))

    def picture(self, colours: Mapping[str, Colour]) -> list[Colour]:
        """The colour of every pixel."""
        pixels: list[Colour] = [(0.0, 0.0, 0.0)] * self.length
        for name, (first, last) in self.runs.items():
            pixels[first - 1 : last] = [colours[name]] * (last - first + 1)
        return pixels


class StripLamps:
    """Named lamps along a strip; *write* takes the bytes for the wire."""

    def __init__(
        self,
        layout: StripLayout,
        write: Callable[[bytes], object],
        colours: Mapping[str, Colour] | None = None,
        most_milliamps: float = MOST_MILLIAMPS,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._layout = layout
        self._names = tuple(layout.runs)
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
        colours = {name: self._pixel(name, level) for name, level in self._levels.items()}
        lit = self._most - REST_MILLIAMPS * self._layout.length
        self._write(encoded(within(self._layout.picture(colours), max(0.0, lit))))

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
    layout: StripLayout,
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
        layout, lambda sent: os.write(wire, sent), colours, most_milliamps, lambda: os.close(wire)
    )
