"""What has happened at Kheops, in the past tense, each with the clauses behind it."""

from __future__ import annotations

from companion.core.verdict import Event

from .moves import Tile
from .settling import Path


class BaseLaid(Event, frozen=True, tag=True):
    tiles: tuple[Tile, ...]
    because: tuple[str, ...] = ("KHEOPS-04", "KO-1")


class BaseTileLaid(Event, frozen=True, tag=True):
    cell: str
    face: str
    turn: int
    because: tuple[str, ...] = ("KHEOPS-04", "KO-1")


class Begun(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KHEOPS-05", "KHEOPS-06")


class PawnReplaced(Event, frozen=True, tag=True):
    """A mummy takes the place of an opposing pawn; *seat* owns the one that leaves."""

    seat: int
    cell: str
    kind: str
    why: str
    because: tuple[str, ...] = ("KHEOPS-41", "KO-15")


class PawnSet(Event, frozen=True, tag=True):
    seat: int
    cell: str
    kind: str
    because: tuple[str, ...] = ("KHEOPS-08",)


class NoPawnPossible(Event, frozen=True, tag=True):
    """There is no tile for any pawn; only small pyramids come to that."""

    seat: int
    because: tuple[str, ...] = ("KHEOPS-15",)


class PowerAwaited(Event, frozen=True, tag=True):
    """The tile has a power that can be used."""

    seat: int
    cell: str
    power: str
    because: tuple[str, ...] = ("KHEOPS-09",)


class PowerUnused(Event, frozen=True, tag=True):
    """The power does nothing: it cannot, it would change nothing, or it was left unused."""

    seat: int
    cell: str
    power: str
    why: str
    because: tuple[str, ...] = ("KHEOPS-09",)


class TileTurned(Event, frozen=True, tag=True):
    seat: int
    cell: str
    face: str
    turn: int
    thirds: int
    """By how many thirds of a circle, clockwise; 0 when it looks the same anyway."""
    because: tuple[str, ...]


class PawnsSwapped(Event, frozen=True, tag=True):
    seat: int
    own: str
    own_kind: str
    other: str
    other_kind: str
    because: tuple[str, ...] = ("KHEOPS-22", "KO-17")


class PawnMoved(Event, frozen=True, tag=True):
    seat: int
    source: str
    target: str
    kind: str
    because: tuple[str, ...] = ("KHEOPS-23", "KO-19")


class NoneFitted(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KO-4",)


class TileBuilt(Event, frozen=True, tag=True):
    seat: int
    cell: str
    face: str
    turn: int
    because: tuple[str, ...] = ("KHEOPS-10", "KHEOPS-11")


class TileDrawn(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KHEOPS-12",)


class NothingToDraw(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KHEOPS-12",)


class TurnPassed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KHEOPS-06",)


class PyramidFinished(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("KHEOPS-60",)


class PathScored(Event, frozen=True, tag=True):
    """What one path is worth, and to whom."""

    path: Path
    because: tuple[str, ...]


class AnkhsCounted(Event, frozen=True, tag=True):
    """The ankh tiles under a player's pawns: those that count, and those that do not."""

    seat: int
    cells: tuple[str, ...]
    void: tuple[str, ...]
    points: int
    because: tuple[str, ...] = ("KHEOPS-31", "KHEOPS-79")


class GameEnded(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("KHEOPS-80",)


class CountedAtEnd(Event, frozen=True, tag=True):
    """The pyramid at the end of a game nobody followed."""

    tiles: tuple[tuple[str, str, int], ...]
    pawns: tuple[tuple[str, str, str], ...]
    because: tuple[str, ...] = ("KHEOPS-60",)


KheopsEvent = (
    CountedAtEnd
    | BaseLaid
    | BaseTileLaid
    | Begun
    | PawnReplaced
    | PawnSet
    | NoPawnPossible
    | PowerAwaited
    | PowerUnused
    | TileTurned
    | PawnsSwapped
    | PawnMoved
    | NoneFitted
    | TileBuilt
    | TileDrawn
    | NothingToDraw
    | TurnPassed
    | PyramidFinished
    | PathScored
    | AnkhsCounted
    | GameEnded
)
