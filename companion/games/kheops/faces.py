"""Faces: what can be seen of a tile. Kind, number of openings and symbols describe it fully.

A tile with one or two openings has no mirror form, so its openings are the first edges, turned.
One with three openings looks the same after every turn; its turn is always written as 0.
"""

from __future__ import annotations

from functools import cache

import msgspec

CORRIDOR, ROOM = "corridor", "room"
KINDS = (CORRIDOR, ROOM)
TURN_CORRIDOR, TURN_ROOM, SWAP, MOVE = "rot_c", "rot_r", "swap", "move"
POWERS = (TURN_CORRIDOR, TURN_ROOM, SWAP, MOVE)
FORBID, DOUBLE, ANKH, CURSE = "forbid", "double", "ankh", "curse"
SARCOPHAGUS = "sarcophagus"
RANKS = ("king", "queen")
PLAIN_SYMBOLS = (*POWERS, FORBID, DOUBLE, ANKH, CURSE)
TURNS = range(3)


class Face(msgspec.Struct, frozen=True):
    """What a tile shows."""

    kind: str
    openings: int
    symbols: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        symbols = "+".join(self.symbols)
        return f"{self.kind}-{self.openings}" + (f"-{symbols}" if symbols else "")

    @property
    def power(self) -> str:
        """The symbol that works when a pawn is set here; "" for none."""
        return next((symbol for symbol in self.symbols if symbol in POWERS), "")

    @property
    def sarcophagi(self) -> tuple[str, ...]:
        """The colours of the sarcophagi in it."""
        marked = (symbol.split("_") for symbol in self.symbols)
        return tuple(parts[1] for parts in marked if parts[0] == SARCOPHAGUS)

    @property
    def looks_alike(self) -> bool:
        """Whether a turn changes nothing."""
        return self.openings == len(TURNS)


@cache
def read_face(name: str) -> Face:
    """Read the face of a name.

    >>> read_face("room-2-ankh")
    Face(kind='room', openings=2, symbols=('ankh',))
    """
    kind, openings, *symbols = name.split("-")
    return Face(kind, int(openings), tuple(symbols[0].split("+")) if symbols else ())


@cache
def openings(name: str, turn: int) -> tuple[bool, bool, bool]:
    """Return which edges of its cell a tile opens,
    when it is turned clockwise by this many thirds."""
    count = read_face(name).openings
    first, second, third = ((edge - turn) % 3 < count for edge in TURNS)
    return first, second, third


@cache
def turns_of(name: str) -> tuple[int, ...]:
    """Return the turns of a tile that differ."""
    return (0,) if read_face(name).looks_alike else tuple(TURNS)
