"""The box: way, tiles, boulders and scarabs as data."""

from __future__ import annotations

import msgspec

Point = tuple[float, float]
"""Millimetres on the board: x to the right, y downwards, from its top left corner."""

KINDS = ("desert", "pyramid", "chamber")
"""The kinds of tile, told apart by their backs (BOWL-03)."""


class Face(msgspec.Struct, frozen=True, order=True):
    """What a flipped tile shows: a colour and how many mummies."""

    colour: str
    symbols: int = 0

    @property
    def label(self) -> str:
        """The face as the camera names it.

        >>> Face("red").label, Face("red", 2).label
        ('red', 'red_2')
        """
        return f"{self.colour}_{self.symbols}" if self.symbols else self.colour


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field of the way; the chamber lists the places of its tiles."""

    id: str
    kind: str
    at_mm: Point
    scarab: bool = False
    tiles: tuple[str, ...] = ()
    tiles_at_mm: tuple[Point, ...] = ()
    assumed: bool = False

    @property
    def has_tile(self) -> bool:
        return self.kind in ("desert", "pyramid")


class Boulder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The boulders of one colour. Their grams are an estimate until they are weighed."""

    colour: str
    count: int
    mm: float
    grams: float
    assumed: bool = False


class Trap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the bowl and the staff weigh, until they are weighed, and where the bowl stands."""

    staff_grams: float
    bowl_grams: float
    at_mm: Point
    assumed: bool = False


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the board and of the tiles on it."""

    size_mm: Point
    tile_mm: Point
    assumed: bool = False


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    board: Board
    colours: tuple[str, ...]
    """The figures' colours, of which every seat takes one."""
    boulder_colours: tuple[str, ...]
    boulders: tuple[Boulder, ...]
    trap: Trap
    scarabs: int
    track: tuple[Field, ...]
    tiles: tuple[tuple[str, tuple[Face, ...]], ...]
    assumed: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    """Facts the table has shown in this game that were guessed otherwise."""

    def tiles_of(self, kind: str) -> tuple[Face, ...]:
        return dict(self.tiles)[kind]

    def index(self, field: str) -> int | None:
        """Return the index of a field along the way; None if there is no such field."""
        return next((n for n, f in enumerate(self.track) if f.id == field), None)

    @property
    def full_bowl(self) -> tuple[int, ...]:
        """All boulders, in the order of their colours."""
        return tuple(boulder.count for boulder in self.boulders)

    @property
    def front(self) -> int:
        return next(n for n, field in enumerate(self.track) if field.kind == "front")

    @property
    def chamber(self) -> int:
        return len(self.track) - 1

    @property
    def chamber_tiles(self) -> tuple[str, ...]:
        return self.track[-1].tiles

    @property
    def first_pyramid(self) -> int:
        return self.front + 1

    @property
    def last_pyramid(self) -> int:
        """The field directly before the chamber, where the mummy begins (BOWL-06)."""
        return self.chamber - 1
