"""The box: spiral, doors, seats, special squares, cards and dice, as the rules ask for them."""

from __future__ import annotations

from functools import cache

import msgspec

Face = int | str
"""What a die shows: a number, or the snake."""
SNAKE = "S"


class Door(msgspec.Struct, frozen=True):
    """A secret door: its number and the square on either side of its wall."""

    number: int
    squares: tuple[int, int]

    def beyond(self, square: int) -> int:
        """Return the square on the other side."""
        here, there = self.squares
        return there if square == here else here


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die and what its faces show."""

    name: str
    faces: tuple[Face, ...]
    assumed: bool = False

    @property
    def has_snakes(self) -> bool:
        return SNAKE in self.faces


class Mat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where cards are laid for a claim, in millimetres."""

    rows: int
    columns: int
    card_mm: tuple[float, float]
    origin_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    assumed: bool = False


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    grid: tuple[tuple[int, ...], ...]
    guards: tuple[tuple[str, int], ...]
    """The guards' seats with their squares, in the order they are met."""
    temples: tuple[tuple[str, int], ...]
    square_mm: float
    doors: tuple[Door, ...]
    colours: tuple[str, ...]
    each: int
    card_squares: tuple[tuple[int, str], ...]
    mummies: tuple[int, ...]
    pawns: tuple[str, ...]
    pawn_mm: tuple[float, float]
    """Across the top of a pawn, and its height."""
    dice: tuple[Die, ...]
    mat: Mat
    assumed: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    """Facts the table has shown in this game that were guessed otherwise."""

    @property
    def start(self) -> int:
        return 0

    @property
    def treasure(self) -> int:
        return sum(map(len, self.grid)) - 1

    @property
    def first_guard(self) -> int:
        return self.guards[0][1]

    @property
    def last(self) -> int:
        """The last square a pawn can stand on without a claim (SPHINX-O-18)."""
        return self.first_guard - 1

    @property
    def guard_seats(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.guards)

    @property
    def temple_seats(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.temples)

    @property
    def seats(self) -> tuple[str, ...]:
        """The six sphinx seats: guards in the order they are met, then the temples."""
        return self.guard_seats + self.temple_seats

    def door_at(self, square: int) -> Door | None:
        return _doors(self.doors).get(square)

    def colour_at(self, square: int) -> str | None:
        """Return the colour of a card square; None on any other."""
        return _colours(self.card_squares).get(square)


@cache
def _doors(doors: tuple[Door, ...]) -> dict[int, Door]:
    return {square: door for door in doors for square in door.squares}


@cache
def _colours(squares: tuple[tuple[int, str], ...]) -> dict[int, str]:
    return dict(squares)
