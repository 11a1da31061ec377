"""The pins of the header: which chip they are on, and how gpiozero is to reach them.

Always an explicit factory; gpiozero's own search would try every library it knows.
"""

from __future__ import annotations

import time

from gpiozero import PinUnknownPi
from gpiozero.pins import Factory

from hardware.errors import LibraryMissing
from hardware.real.chips import find_chip, lgpio_library

LIKE_A_PI_4 = 0xC03114
"""The board gpiozero gets where none can be read: forty pins, of which 2 and 3 are pulled up."""
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
