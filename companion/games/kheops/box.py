"""The box: tiles, pawns and the outline as data, checked before anybody builds with it."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from .outline import outline

WORKER, MUMMY, PRIEST, PHARAOH = "worker", "mummy", "priest", "pharaoh"
PAWNS = (WORKER, MUMMY, PRIEST, PHARAOH)


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pawns as cylinders."""

    diameter_mm: float
    height_mm: float
    assumed: bool = False


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pawns of one colour in play; the spare ones stay in the box."""

    colour: str
    worker: int
    mummy: int = 1
    priest: int = 1
    pharaoh: int = 0
    spare: int = 0


class Tile(msgspec.Struct, frozen=True):
    """One tile, told apart only by what it shows."""

    id: str
    face: str


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    side: int
    base: tuple[str, ...]
    hand: int
    colours: tuple[str, ...]
    """The first colour begins and owns the pharaoh."""
    sides: tuple[Side, ...]
    sarcophagi: tuple[str, ...]
    tiles: tuple[Tile, ...]
    edge_mm: float
    pawn: Shape
    assumed: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    """Facts the table has shown in this game that were guessed otherwise."""
    tiles_assumed: bool = False
    """Whether these are only assumed to be the tiles on the table."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the outline, row by row from the ground."""
        return outline(self.side)

    @property
    def pile(self) -> int:
        """Tiles that are neither base nor dealt."""
        return len(self.tiles) - len(self.base) - self.hand * len(self.colours)

    @property
    def turns_each(self) -> int:
        return (len(self.cells) - len(self.base)) // len(self.colours)

    @property
    def faces(self) -> Counter[str]:
        """How many tiles show what; not to be changed."""
        return _faces(self.tiles)

    def pawns(self, colour: str) -> dict[str, int]:
        """Return how many pawns of each kind a colour has in play."""
        side = next(side for side in self.sides if side.colour == colour)
        return {kind: getattr(side, kind) for kind in PAWNS}


@cache
def _faces(tiles: tuple[Tile, ...]) -> Counter[str]:
    return Counter(tile.face for tile in tiles)
