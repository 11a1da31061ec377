"""The wired parts as a person checks them: each a thing to light, hear, press or weigh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from companion.config.wiring import WiredPart, Wiring, pins_of
from companion.core.verdict import Saying

TRIED = {"lamp": "light", "strip": "light", "buzzer": "sound", "speech": "sound"}
"""What the bench does with a part; all others a person does something to."""
GROUPS = {
    **{"lamp": "lamps", "strip": "lamps", "button": "buttons", "speech": "voice"},
    **{"scale": "scale", "tilt": "tilt", "mat": "mat", "buzzer": "buzzer"},
}
"""How the device is called that has a part among its own."""


class Opened(Protocol):
    """All parts of a table, opened; None is not wired, or cannot be used: see ``faults``."""

    @property
    def faults(self) -> dict[str, Saying | str]: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Wired:
    """One part with its place on the header."""

    part: str
    """Its sort, as the wiring calls it."""
    name: str
    places: tuple[tuple[int, str], ...]
    """Where its wires go on the connector, each with what it is there for."""

    @property
    def id(self) -> str:
        return f"{self.part} {self.name}".strip()

    @property
    def group(self) -> str:
        return GROUPS[self.part]

    @property
    def does(self) -> str:
        """What is to be done: ``light``, ``sound``, ``press``, ``lean`` or ``weigh``."""
        by_hand = {"scale": "weigh", "tilt": "lean"}
        return TRIED.get(self.part) or by_hand.get(self.part, "press")


def wired(wiring: Wiring) -> tuple[Wired, ...]:
    """Return every part that is wired, the lamps of a strip one by one."""
    return tuple(each for part in wiring.parts for each in _each(part))


def _each(part: WiredPart) -> Iterator[Wired]:
    places = tuple((place_of(pin), use) for pin, use in pins_of(part))
    for name in part.names or ("",):
        yield Wired(part.part, name, places)


def device(opened: Opened, part: Wired) -> Any:
    """Return the driver of a part; None if it could not be opened."""
    return getattr(opened, part.group)


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
    """Return all forty pins with what is wired to them."""
    hung = {f"GPIO {pin}": called(part, use) for part in wiring.parts for pin, use in pins_of(part)}
    names = [name for pair in zip(LEFT, RIGHT, strict=True) for name in pair]
    return tuple(Pin(place, name, hung.get(name, "")) for place, name in enumerate(names, 1))


def called(part: WiredPart, use: str = "") -> str:
    """Return a part's short name: ``lamp 3``, ``scale clock``."""
    return " ".join(word for word in (part.part, part.own_name, use) if word)


def place_of(gpio: int) -> int:
    """Return where a pin is on the connector; 0 if it isn't on it."""
    names = [name for pair in zip(LEFT, RIGHT, strict=True) for name in pair]
    name = f"GPIO {gpio}"
    return names.index(name) + 1 if name in names else 0
