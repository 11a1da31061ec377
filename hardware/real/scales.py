"""Every way a scale can be wired: on pins, by the kernel, or by a microcontroller."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from hardware.errors import Closed, ScaleMissing
from hardware.ports import Scale
from hardware.real.counted import LineScale
from hardware.real.hx711 import BOTTOM, LONGEST_HIGH, TOP, Hx711, is_pattern
from hardware.real.lines import open_lines
from hardware.real.tellers import ChildTeller, SerialLine

IIO = Path("/sys/bus/iio/devices")


def open_hx711(
    clock: int,
    data: int,
    *,
    chip: str = "",
    pins: str = "lgpio",
    gain: int = 128,
    rate: float = 80.0,
    longest_high: float = LONGEST_HIGH,
) -> Hx711:
    """Read an HX711 on two lines of the header, or of the chip with the label *chip*."""
    lines = open_lines(clock, data, pins, chip)
    return Hx711(lines, gain, rate=rate, longest_high=longest_high)


def open_hx711_apart(
    clock: int,
    data: int,
    *,
    chip: str = "",
    pins: str = "lgpio",
    gain: int = 128,
    rate: float = 80.0,
    longest_high: float = LONGEST_HIGH,
) -> LineScale:
    """The same, read by a process of its own: a busy table never holds up a pulse."""
    options = {
        "--clock": clock,
        "--data": data,
        "--chip": chip,
        "--pins": pins,
        "--gain": gain,
        "--rate": rate,
        "--longest-high": longest_high,
    }
    arguments = [f"{name}={value}" for name, value in options.items()]
    return LineScale(ChildTeller("the scale", "hardware.real.hx711_process", arguments))


def open_iio(name: str = "hx711", devices: Path = IIO) -> Scale:
    """Read an HX711 that the kernel's own driver reads."""
    return IioScale(name, devices)


def open_serial(device: str, baud: int = 115_200) -> Scale:
    """Read a microcontroller that writes a count per line."""
    return LineScale(SerialLine(device, baud))


class IioScale:
    """A scale the kernel reads, found by its name under the industrial I/O devices."""

    def __init__(
        self,
        name: str = "hx711",
        devices: Path = IIO,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = found_iio(name, devices) / "in_voltage0_raw"
        self._clock = clock
        self._closed = False

    def read(self) -> tuple[float, float] | None:
        """The next count with its moment; None while the kernel gets no answer."""
        if self._closed:
            raise Closed("fault.closed")
        try:
            count = _from_kernel(self._path.read_text())
        except (OSError, ValueError):
            return None
        return None if count is None else (float(count), self._clock())

    def close(self) -> None:
        """Nothing to let go of; closing twice is harmless."""
        self._closed = True


def _from_kernel(text: str) -> int | None:
    """The kernel counts from the bottom of the range; we count from the middle."""
    count = int(text) + BOTTOM
    return count if BOTTOM <= count <= TOP and not is_pattern(count) else None


def found_iio(name: str, devices: Path = IIO) -> Path:
    """The folder of the kernel's device with this name."""
    names = {}
    for folder in sorted(devices.glob("iio:device*")):
        if os.access(folder / "name", os.R_OK):
            names[folder] = (folder / "name").read_text().strip()
    for folder, each in names.items():
        if each == name:
            return folder
    found = [*names.values()]
    raise ScaleMissing("fault.scale.no_driver", name=name, found=found)
