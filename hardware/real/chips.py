"""GPIO chips, found by their label: their numbers have changed from kernel to kernel.

Knows lgpio alone, so that a small process can use it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from glob import glob
from typing import Any

from hardware.errors import LibraryMissing, PinsMissing

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2")
"""How the chips that drive a Raspberry Pi's header call themselves."""
BY_HAND = "To play without lamps and buttons take them out of [wiring]"


def lgpio_library() -> Any:
    """The lgpio module."""
    # lgpio leaves a pipe in its working directory, which a service cannot write to
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY", tempfile.gettempdir()))
    try:
        import lgpio
    except ImportError as wrong:
        raise LibraryMissing(
            f"cannot reach the pins: {wrong}. On the Pi: sudo apt install python3-lgpio"
        ) from wrong
    return lgpio


def find_chip(lgpio: Any, label: str = "", chips: Iterable[int] | None = None) -> int:
    """The number of the chip with this label; without one, of the header."""
    found = _chips() if chips is None else chips
    return header_chip(found, lambda number: _label(lgpio, number), label)


def header_chip(chips: Iterable[int], label_of: Callable[[int], str], wanted: str = "") -> int:
    """Find the header by its label; its number has changed from kernel to kernel."""
    labels = {number: label_of(number) for number in chips}
    for number, label in labels.items():
        if label.startswith(wanted or HEADERS):
            return number
    found = ", ".join(f"gpiochip{n} ({label})" for n, label in labels.items()) or "no gpiochip"
    what = f"called {wanted}" if wanted else "a Raspberry Pi's header"
    raise PinsMissing(
        f"found {found}, none of them {what}. Is this user in the group gpio? {BY_HAND}"
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
