"""The wired parts as a person checks them: each a thing to light, hear, press or weigh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.verdict import Saying
from companion.wiring import Part, Wiring, pins_of

from .header import place_of

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
    """Every part that is wired, the lamps of a strip one by one."""
    return tuple(each for part in wiring.parts for each in _each(part))


def _each(part: Part) -> Iterator[Wired]:
    places = tuple((place_of(pin), use) for pin, use in pins_of(part))
    for name in part.names or (part.name,):
        yield Wired(part.part, name, places)


def device(opened: Opened, part: Wired) -> Any:
    """What drives a part; None where it could not be opened."""
    return getattr(opened, part.group)
