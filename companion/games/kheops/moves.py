"""What players do at Kheops, as imperatives. Tiles are named by what they show."""

from __future__ import annotations

from companion.core.verdict import Move

Tile = tuple[str, str, int]
"""A cell, the face of the tile in it, and its turn in thirds of a circle, clockwise."""


class LayBase(Move, frozen=True, tag=True):
    """The whole base lies like this."""

    tiles: tuple[Tile, ...]


class LayBaseTile(Move, frozen=True, tag=True):
    """One tile of the base lies like this; entered again, the last entry counts."""

    cell: str
    face: str
    turn: int


class Begin(Move, frozen=True, tag=True):
    """Base, hands and pawns are as the setup wants them."""


class SetPawn(Move, frozen=True, tag=True):
    """The player on turn sets a pawn; a mummy on an occupied tile replaces the pawn there."""

    cell: str
    kind: str


class TurnTile(Move, frozen=True, tag=True):
    """Use a turning power: the tile of this cell now has this turn."""

    cell: str
    turn: int


class SwapPawns(Move, frozen=True, tag=True):
    """Use an exchanging power: an own pawn and an opposing one change places."""

    own: str
    other: str


class MovePawn(Move, frozen=True, tag=True):
    """Use a moving power: an own pawn goes to another tile."""

    source: str
    target: str


class UseNoPower(Move, frozen=True, tag=True):
    """Leave the power unused (power_optional)."""


class SayNoneFits(Move, frozen=True, tag=True):
    """No tile of the hand fits anywhere (edge_match): this one may be built regardless."""


class BuildTile(Move, frozen=True, tag=True):
    """The player on turn builds a tile of the hand."""

    cell: str
    face: str
    turn: int


class CountAtEnd(Move, frozen=True, tag=True):
    """Nobody followed the moves; the pyramid stands like this."""

    tiles: tuple[Tile, ...]
    pawns: tuple[tuple[str, str, str], ...]
    """Each pawn: its cell, its colour, its kind."""
