"""GPIO chips, found by their label: their numbers have changed from kernel to kernel.

Knows lgpio alone, so that a small process can use it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from glob import glob
from typing import Any

from hardware.errors import LibraryMissing, PinsMissing

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2")
"""What the chips that drive a Raspberry Pi's header call themselves."""


def lgpio_library() -> Any:
    """The lgpio module, with a folder of its own for its pipe.

    Two processes that share the folder share the pipe, and take each other's presses away.
    """
    if "lgpio" not in sys.modules:
        os.environ["LG_WD"] = own_folder()
    try:
        import lgpio
    except ImportError as wrong:
        raise LibraryMissing("fault.pins.library", why=wrong) from wrong
    return lgpio


def own_folder() -> str:
    """A fresh folder where this process may write, gone when it ends."""
    above = os.environ.get("LG_WD") or os.environ.get("RUNTIME_DIRECTORY")
    folder = tempfile.mkdtemp(prefix="lgpio-", dir=above)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


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
    found = [f"gpiochip{n} ({label or '?'})" for n, label in labels.items()]
    raise PinsMissing("fault.pins.no_chip", wanted=wanted, found=found)


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
