"""What the state of every room has: the box, the house rules, who sits there, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec.structs import replace

from .seats import Seat

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", bound="TableState", default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")

SETUP = "setup"
"""The phase of every room before its game begins."""


class TableState(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a table has shown so far. A room adds its own fields.

    Facts that follow from the fields may be cached properties: they are not part of the state.
    """

    box: Any
    rules: Any
    seats: tuple[Seat, ...]
    phase: Any = SETUP
    turn: int = 0
    turns: int = 0

    def but(self, **changes: Any) -> Self:
        """Return the state with some fields changed."""
        return replace(self, **changes)

    @property
    def begun(self) -> bool:
        """Whether turns are being played."""
        return bool(self.phase != SETUP)

    def seats_from(self, first: int) -> Iterator[int]:
        """List the seats clockwise from one of them."""
        yield from ((first + step) % len(self.seats) for step in range(len(self.seats)))

    def name_of(self, seat: int) -> str:
        """Return the name at a seat, or its number if there is no such seat."""
        return self.seats[seat].name if 0 <= seat < len(self.seats) else str(seat + 1)
