"""Every way a scale can be wired: on pins, by the kernel, or by a microcontroller."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from hardware.errors import Closed, ScaleMissing
from hardware.ports import Scale
from hardware.real.counted import ChildTeller, LineScale, SerialLine
from hardware.real.hx711 import BOTTOM, LONGEST_HIGH, TOP, is_pattern

IIO = Path("/sys/bus/iio/devices")


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
    """Read an HX711 on two lines of the header, or of the chip with the label *chip*.

    It has a process of its own, so that a busy table never delays a pulse.
    """
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
        """Return the next count with its moment; None while the kernel gets no answer."""
        if self._closed:
            raise Closed("fault.closed")
        try:
            count = _from_kernel(self._path.read_text())
        except (OSError, ValueError):
            return None
        return None if count is None else (float(count), self._clock())

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
        self._closed = True


def _from_kernel(text: str) -> int | None:
    """Convert from the kernel's scale, which starts at the bottom of the range;
    ours starts in the middle."""
    count = int(text) + BOTTOM
    return count if BOTTOM <= count <= TOP and not is_pattern(count) else None


def found_iio(name: str, devices: Path = IIO) -> Path:
    """Return the folder of the kernel's device with this name."""
    names = {}
    for folder in sorted(devices.glob("iio:device*")):
        if os.access(folder / "name", os.R_OK):
            names[folder] = (folder / "name").read_text().strip()
    for folder, each in names.items():
        if each == name:
            return folder
    found = [*names.values()]
    raise ScaleMissing("fault.scale.no_driver", name=name, found=found)
