"""The pins of the header: which chip they are on, and how gpiozero is to reach them.

Always an explicit factory; gpiozero's own search would try every library it knows.
"""

from __future__ import annotations

from gpiozero import PinUnknownPi
from gpiozero.pins import Factory

from hardware.errors import LibraryMissing
from hardware.real.chips import find_chip, lgpio_library

LIKE_A_PI_4 = 0xC03114
"""The board gpiozero is told of where no file tells: forty pins, of which 2 and 3 are pulled up."""


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
    from gpiozero.pins.lgpio import LGPIOFactory

    class ChipFactory(LGPIOFactory):
        """A chip that was chosen by its label, also where nothing tells which board it is on."""

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
        raise LibraryMissing(
            f"cannot reach the pins through RPi.GPIO: {wrong}. "
            'Set pins = "lgpio" in [wiring] instead'
        ) from wrong
