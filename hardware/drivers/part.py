"""What every kind of part says of itself: its fields, what it occupies, and how it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import msgspec

MOCK = "mock"
"""The library of pins that are not there."""


@dataclass(frozen=True, slots=True)
class PinHeader:
    """The pins all parts share, as a part finds them when it is opened."""

    library: str
    chip: str = ""
    factory: Any = None
    """How gpiozero reaches them; None if nothing on them could be reached."""

    @property
    def is_mock(self) -> bool:
        return self.library == MOCK


class WiredPart(msgspec.Struct, frozen=True, kw_only=True):
    """One part that is wired; its fields are what a settings file may say about it."""

    part: ClassVar[str]
    """The sort of thing it is, as settings files call it."""
    kind: ClassVar[str]
    """What drives it, as settings files call it."""
    on_header: ClassVar[bool] = False
    """Whether gpiozero has to reach the header before it can be opened."""

    @property
    def own_name(self) -> str:
        """What it is called; nothing for a part without a name, or with several."""
        return str(getattr(self, "name", ""))

    @property
    def names(self) -> tuple[str, ...]:
        """What everything in it is called: a strip has many lamps."""
        return (self.own_name,) if self.own_name else ()

    @property
    def pins_used(self) -> tuple[tuple[int, str], ...]:
        """Its pins, each with what it is for."""
        return ()

    @property
    def bus(self) -> str:
        """The bus of the header it takes for itself."""
        return ""

    @property
    def files(self) -> tuple[str, ...]:
        """The device files it needs."""
        return ()

    @property
    def elsewhere(self) -> str:
        """Where it is connected, if that is not a pin and worth printing."""
        return ""

    @classmethod
    def open(cls, parts: Sequence[Self], header: PinHeader) -> Any:
        """Open all parts of this kind as one device, with a port of ``hardware.ports``.

        Kinds that share this function are opened together.
        """
        raise NotImplementedError

    @classmethod
    def join(cls, rows: Sequence[Any]) -> Any:
        """Make one device of those that different kinds have opened."""
        (only,) = rows
        return only

    def __str__(self) -> str:
        return f"{self.part} {self.own_name!r}" if self.own_name else self.part


class OnePin(WiredPart, frozen=True, kw_only=True):
    """A part on one pin of the header."""

    on_header: ClassVar[bool] = True
    pin: int

    @property
    def pins_used(self) -> tuple[tuple[int, str], ...]:
        return ((self.pin, ""),)
