"""The forty pins of the header: which is which, and what of a wiring hangs on them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.wiring import Part, Wiring, pins_of

GROUND, POWER = "GND", ("3V3", "5V")
LEFT = (
    *("3V3", "GPIO 2", "GPIO 3", "GPIO 4", "GND", "GPIO 17", "GPIO 27", "GPIO 22", "3V3"),
    *("GPIO 10", "GPIO 9", "GPIO 11", "GND", "ID SD", "GPIO 5", "GPIO 6", "GPIO 13", "GPIO 19"),
    *("GPIO 26", "GND"),
)
RIGHT = (
    *("5V", "5V", "GND", "GPIO 14", "GPIO 15", "GPIO 18", "GND", "GPIO 23", "GPIO 24", "GND"),
    *("GPIO 25", "GPIO 8", "GPIO 7", "ID SC", "GND", "GPIO 12", "GND", "GPIO 16", "GPIO 20"),
    *("GPIO 21",),
)


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin: its place on the connector, its name, and what hangs on it here."""

    place: int
    name: str
    part: str = ""

    @property
    def row(self) -> int:
        return (self.place - 1) // 2

    @property
    def on_the_left(self) -> bool:
        return self.place % 2 == 1


def header(wiring: Wiring) -> tuple[Pin, ...]:
    """All forty pins with what hangs on them."""
    hung = {f"GPIO {pin}": called(part, use) for part in wiring.parts for pin, use in pins_of(part)}
    names = [name for pair in zip(LEFT, RIGHT, strict=True) for name in pair]
    return tuple(Pin(place, name, hung.get(name, "")) for place, name in enumerate(names, 1))


def called(part: Part, use: str = "") -> str:
    """A part in short: ``lamp 3``, ``scale clock``."""
    return " ".join(word for word in (part.part, part.name, use) if word)


def place_of(gpio: int) -> int:
    """Where a pin is on the connector; 0 for one that is not on it."""
    names = [name for pair in zip(LEFT, RIGHT, strict=True) for name in pair]
    name = f"GPIO {gpio}"
    return names.index(name) + 1 if name in names else 0
