"""The pins of the header: which chip they are on, and how gpiozero is to reach them.

Always an explicit factory; gpiozero's own search would try every library it knows.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from glob import glob
from typing import Any

from gpiozero import PinUnknownPi
from gpiozero.pins import Factory

from hardware.errors import LibraryMissing, PinsMissing

LIKE_A_PI_4 = 0xC03114
"""The board gpiozero assumes if it can't read one: forty pins, of which 2 and 3 are pulled up."""
LET_GO_TRIES, LET_GO_SECONDS = 20, 0.01
"""lgpio lets go of a watched line a moment later, in a thread of its own."""


def open_pins(library: str = "lgpio", chip: str = "") -> Factory:
    """Open the pins through ``lgpio``, or through ``rpigpio`` on older boards.

    *chip* is the label of a chip that is not a Raspberry Pi's header.
    """
    if library == "rpigpio":
        return _rpigpio_factory()
    return header_factory(chip)


def header_factory(chip: str = "") -> Factory:
    """Open the header's pins through lgpio; *chip* is the label of another chip."""
    lgpio = lgpio_library()
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

    class ChipPin(LGPIOPin):
        """A pin whose line may still be held when it is closed; the chip frees it in the end."""

        def close(self) -> None:
            for _ in range(LET_GO_TRIES):
                try:
                    super().close()
                except lgpio.error:
                    time.sleep(LET_GO_SECONDS)
                else:
                    return

    class ChipFactory(LGPIOFactory):
        """A chip that was chosen by its label, even where the board is unknown."""

        def __init__(self, chip: int) -> None:
            super().__init__(chip)
            self.pin_class = ChipPin

        def _get_revision(self) -> int:
            try:
                return int(super()._get_revision())
            except PinUnknownPi:
                return LIKE_A_PI_4

    return ChipFactory(chip=find_chip(lgpio, chip))


def _rpigpio_factory() -> Factory:
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    except (ImportError, RuntimeError) as wrong:
        raise LibraryMissing("fault.pins.rpi_library", why=wrong) from wrong


# GPIO chips, found by their label: their numbers have changed from kernel to kernel.
#
# Knows lgpio alone, so that a small process can use it.

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2")
"""What the chips that drive a Raspberry Pi's header call themselves."""


def lgpio_library() -> Any:
    """Load lgpio, with a folder of its own for its pipe.

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
    """Make a fresh folder this process may write to; it is deleted when the process ends."""
    above = os.environ.get("LG_WD") or os.environ.get("RUNTIME_DIRECTORY")
    folder = tempfile.mkdtemp(prefix="lgpio-", dir=above)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def find_chip(lgpio: Any, label: str = "", chips: Iterable[int] | None = None) -> int:
    """Return the number of the chip with this label; without one, of the header."""
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
    """Return the label of a chip; empty if it may not be opened."""
    try:
        handle = lgpio.gpiochip_open(number)
    except lgpio.error:
        return ""
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)
