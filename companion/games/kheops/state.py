"""The state of Kheops: the pyramid as it stands, and how many tiles are still unseen.

Hands and pile are known by number only; which tiles a player holds is never known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from companion.core.state import TableState

from .box import MUMMY, Box
from .faces import FORBID, Face, read_face
from .house import HouseRules
from .outline import index_of


class Phase(StrEnum):
    SETUP = "setup"
    PAWN = "pawn"
    POWER = "power"
    TILE = "tile"
    OVER = "over"


class Pawn(msgspec.Struct, frozen=True, order=True):
    """A pawn on the pyramid, or out of the game."""

    colour: str
    kind: str


class Laid(msgspec.Struct, frozen=True):
    """A tile of the pyramid: what it shows, how it is turned, and who stands on it."""

    face: str
    turn: int = 0
    pawn: Pawn | None = None

    def but(self, **changes: Any) -> Laid:
        """Return the same tile with something changed."""
        return msgspec.structs.replace(self, **changes)

    @property
    def shows(self) -> Face:
        return read_face(self.face)

    @property
    def is_free(self) -> bool:
        """Whether a pawn may be put here: the tile is free, and no sign forbids it."""
        return self.pawn is None and FORBID not in self.shows.symbols


Pyramid = tuple[Laid | None, ...]
"""What lies in every cell of the outline, in its order; None where nothing is built yet."""


class State(TableState, frozen=True, kw_only=True):
    """Everything the table has shown so far."""

    box: Box
    rules: HouseRules
    pyramid: Pyramid
    phase: Phase = Phase.SETUP
    """Tiles built since the base."""
    hands: tuple[int, ...] = ()
    pile: int = 0
    power: str = ""
    """The power that waits to be used, and the tile it is on."""
    trigger: str = ""
    mummies: tuple[str, ...] = ()
    """The colours whose mummy has been in play at some time."""
    out: tuple[Pawn, ...] = ()
    """replaced_pawn = out: pawns that do not come back."""
    unmatched: bool = False
    """edge_match: the player on turn has no tile that fits, so the edges of this one are free."""

    def at(self, cell: str) -> Laid | None:
        """Return what lies in a cell; None if nothing is built, or outside the outline."""
        number = index_of(self.box.side).get(cell)
        return None if number is None else self.pyramid[number]

    def with_tile(self, cell: str, laid: Laid | None) -> Pyramid:
        """Return the pyramid with another tile in one cell."""
        number = index_of(self.box.side)[cell]
        return (*self.pyramid[:number], laid, *self.pyramid[number + 1 :])

    @property
    def tiles(self) -> Iterator[tuple[str, Laid]]:
        """The cells that are built, with what lies there."""
        for cell, laid in zip(self.box.cells, self.pyramid, strict=True):
            if laid is not None:
                yield cell, laid

    @property
    def pawns(self) -> Iterator[tuple[str, Pawn]]:
        """The cells somebody stands on, with who it is."""
        return ((cell, laid.pawn) for cell, laid in self.tiles if laid.pawn is not None)

    @property
    def colour(self) -> str:
        """The colour of the player on turn."""
        return self.seats[self.turn].colour

    def seat_of(self, colour: str) -> int:
        return next(n for n, seat in enumerate(self.seats) if seat.colour == colour)

    def has_mummy(self, colour: str) -> bool:
        """Whether a colour's mummy is on the pyramid now."""
        return any(pawn == Pawn(colour, MUMMY) for _, pawn in self.pawns)

    def reserve(self, colour: str) -> dict[str, int]:
        """Return the pawns a colour still has in front of it, by kind."""
        gone = Counter(pawn for _, pawn in self.pawns) + Counter(self.out)
        pawns = self.box.pawns(colour)
        return {kind: count - gone[Pawn(colour, kind)] for kind, count in pawns.items()}

    def faces_left(self) -> dict[str, int]:
        """Return what the tiles show that are not built yet, and how many there are of each."""
        built = Counter(laid.face for _, laid in self.tiles)
        counts = ((face, count - built[face]) for face, count in self.box.faces.items())
        return {face: left for face, left in counts if left > 0}
