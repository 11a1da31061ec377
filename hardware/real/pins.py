"""The pins of the header: which chip they are on, and how gpiozero is to reach them.

Always an explicit factory; gpiozero's own search would try every library it knows.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from glob import glob
from typing import Any

from gpiozero.pins import Factory

from hardware.errors import LibraryMissing, PinsMissing

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2")
"""How the chips that drive a Raspberry Pi's header call themselves."""


def header_factory() -> Factory:
    """Open the header's pins through lgpio."""
    # lgpio leaves a pipe in its working directory, which a service cannot write to
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY", tempfile.gettempdir()))
    try:
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as wrong:
        raise LibraryMissing(
            f"cannot reach the pins: {wrong}. On the Pi: sudo apt install python3-lgpio"
        ) from wrong
    chip = header_chip(_chips(), lambda number: _label(lgpio, number))
    return LGPIOFactory(chip=chip)


def header_chip(chips: Iterable[int], label_of: Callable[[int], str]) -> int:
    """Find the header by its label; its number has changed from kernel to kernel."""
    labels = {number: label_of(number) for number in chips}
    for number, label in labels.items():
        if label.startswith(HEADERS):
            return number
    found = ", ".join(f"gpiochip{n} ({label})" for n, label in labels.items()) or "no gpiochip"
    raise PinsMissing(
        f"found {found}, none of them a Raspberry Pi's header. Is this user in the group gpio? "
        "To play without lamps and buttons: companion run --simulated"
    )


def _chips() -> list[int]:
    prefix = "/dev/gpiochip"
    return sorted(int(path.removeprefix(prefix)) for path in glob(f"{prefix}[0-9]*"))


def _label(lgpio: Any, number: int) -> str:
    """What a chip calls itself; nothing when it may not be opened."""
    try:
        handle = lgpio.gpiochip_open(number)
    except lgpio.error:
        return ""
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)
