"""The HX711's two wires on a header: through lgpio, or through RPi.GPIO on older boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hardware.errors import LibraryMissing, PinsMissing
from hardware.real.hx711 import Hx711Lines
from hardware.real.pins import find_chip, lgpio_library


class LgpioLines:
    """Two lines of the chip with a label, wherever the kernel has put it."""

    def __init__(
        self,
        clock: int,
        data: int,
        chip: str = "",
        library: Any = None,
        chips: Iterable[int] | None = None,
    ) -> None:
        lgpio = library or lgpio_library()
        self._handle = lgpio.gpiochip_open(find_chip(lgpio, chip, chips))
        self._lgpio, self._clock, self._data = lgpio, clock, data
        pull_up = getattr(lgpio, "SET_PULL_UP", None) or lgpio.SET_BIAS_PULL_UP
        try:
            lgpio.gpio_claim_output(self._handle, clock, 0)
            # pulled up, an unplugged chip looks as if it were never ready
            lgpio.gpio_claim_input(self._handle, data, pull_up)
        except lgpio.error as wrong:
            lgpio.gpiochip_close(self._handle)
            raise PinsMissing("fault.scale.pins", clock=clock, data=data, why=wrong) from wrong

    def clock(self, level: int) -> None:
        self._lgpio.gpio_write(self._handle, self._clock, level)

    def data(self) -> int:
        return int(self._lgpio.gpio_read(self._handle, self._data))

    def close(self) -> None:
        self._lgpio.gpiochip_close(self._handle)


class RpiGpioLines:
    """The same two lines through RPi.GPIO, or through rpi-lgpio in its place."""

    def __init__(self, clock: int, data: int, library: Any = None) -> None:
        gpio = library or _rpi_gpio()
        self._clock, self._data = clock, data
        self._output: Callable[[int, int], None] = gpio.output
        self._input: Callable[[int], int] = gpio.input
        self._clean_up: Callable[[list[int]], None] = gpio.cleanup
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
        try:
            gpio.setup(clock, gpio.OUT, initial=0)
            gpio.setup(data, gpio.IN, pull_up_down=gpio.PUD_UP)
        except (RuntimeError, ValueError) as wrong:
            raise PinsMissing("fault.scale.pins", clock=clock, data=data, why=wrong) from wrong

    def clock(self, level: int) -> None:
        self._output(self._clock, level)

    def data(self) -> int:
        return self._input(self._data)

    def close(self) -> None:
        self._clean_up([self._clock, self._data])


def _rpi_gpio() -> Any:
    try:
        from RPi import GPIO
    except (ImportError, RuntimeError) as wrong:
        raise LibraryMissing("fault.scale.library", why=wrong) from wrong
    return GPIO


def open_lines(clock: int, data: int, pins: str = "lgpio", chip: str = "") -> Hx711Lines:
    """Claim the two lines by the library with this name; *chip* is a label."""
    if pins == "rpigpio":
        return RpiGpioLines(clock, data)
    return LgpioLines(clock, data, chip)
