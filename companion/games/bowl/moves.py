"""What players do at the bowl, as imperatives. The senses say the same words as people."""

from __future__ import annotations

from companion.core.verdict import Move

STAFF = "staff"
"""Stands among the colours of the boulders where something fell."""


class Begin(Move, frozen=True, tag=True):
    """Everything lies and stands as the setup wants it."""


class FlipTile(Move, frozen=True, tag=True):
    """The tile of this field is flipped and shows this face."""

    field: str
    colour: str
    symbols: int = 0


class NameColour(Move, frozen=True, tag=True):
    """The player names the colour of a tile that lies open."""

    colour: str


class EnterChamber(Move, frozen=True, tag=True):
    """The player enters the burial chamber instead of exploring."""


class DeclineExtraTurn(Move, frozen=True, tag=True):
    """The player who may explore once more says no, thank you."""


class TakeBoulder(Move, frozen=True, tag=True):
    """A boulder of the wanted colour came out and nothing fell."""

    colour: str


class WrongColour(Move, frozen=True, tag=True):
    """A boulder of another colour came out; None when nobody can say which."""

    colour: str | None = None


class Landslide(Move, frozen=True, tag=True):
    """The trap collapsed: boulders by colour, the staff, or empty where nobody can say."""

    fell: tuple[str, ...] = ()


class SeeFall(Move, frozen=True, tag=True):
    """Something was seen to fall, and where it came to rest; the rules say what that means."""

    item: str
    where: str


class GiveUp(Move, frozen=True, tag=True):
    """The player cannot get the boulder and lets it be."""


class Bump(Move, frozen=True, tag=True):
    """Somebody else knocked against the table and the trap fell."""


class FindNone(Move, frozen=True, tag=True):
    """No boulder of the wanted colour is in the bowl: it was built short."""


class CallFoul(Move, frozen=True, tag=True):
    """Somebody points out a second hand, a gripped boulder or a held staff."""

    kind: str | None = None


class Vote(Move, frozen=True, tag=True):
    """The table has voted on a foul."""

    landslide: bool


class MoveFigure(Move, frozen=True, tag=True):
    """The player on turn moves the figure to this field."""

    field: str


class StayPut(Move, frozen=True, tag=True):
    """The player on turn leaves the figure where it is."""


class RebuildTrap(Move, frozen=True, tag=True):
    """All boulders are back in the bowl, and the staff stands in them."""


class LeaveGame(Move, frozen=True, tag=True):
    """A player gets up and goes."""

    seat: int


class GoOnFrom(Move, frozen=True, tag=True):
    """Nobody followed the moves so far; this is how everything lies now, and whose turn it is."""

    seat: int
    fields: tuple[str, ...]
    """The field of each figure."""
    scarabs: tuple[int, ...]
    tiles: tuple[tuple[str, str, int], ...]
    """Each open tile: its field, its colour, its mummies."""
    mummy: str
    to_chamber: bool
    """Whether the mummy looks towards the chamber."""
    bowl: tuple[int, ...]
    """Boulders in the bowl, in the order of the box's colours."""


class CountAtEnd(Move, frozen=True, tag=True):
    """Nobody followed the moves; this seat has freed the mummy."""

    seat: int
