"""What players do at the dig, as imperatives."""

from __future__ import annotations

from typing import Literal

from companion.core.verdict import Move


class NameBottom(Move, frozen=True, tag=True):
    """The players agree who lays the bottom layer."""

    seat: int


class LayLayer(Move, frozen=True, tag=True):
    """A layer is finished. ``checked`` by the camera; the layout itself is not passed on."""

    layer: int
    checked: bool = False


class TurnTray(Move, frozen=True, tag=True):
    """A player has turned the tray while the others looked away."""

    seat: int


class PutBoard(Move, frozen=True, tag=True):
    """The board lies over the tray."""


class PlayScarab(Move, frozen=True, tag=True):
    """The player on turn puts down a scarab card."""


class Lift(Move, frozen=True, tag=True):
    """The player on turn lifts the top card of a cell, and this card comes to light.

    ``card`` is its label; where only the number is known, ``card`` is empty.
    """

    cell: str
    card: str = ""
    value: int | None = None


class Stop(Move, frozen=True, tag=True):
    """The player on turn stops digging."""


class Skip(Move, frozen=True, tag=True):
    """The player on turn does not dig at all."""


class PlayBarricade(Move, frozen=True, tag=True):
    """The player whose turn has ended puts a barricade into a cell."""

    cell: str


class EndTurn(Move, frozen=True, tag=True):
    """Nothing more is done in this turn; a hazard has been paid for."""


class TakeOffBarricade(Move, frozen=True, tag=True):
    """A barricade whose ban has ended is taken out of the tray."""

    cell: str


class PutBack(Move, frozen=True, tag=True):
    """A card that came up by mistake lies in its place again: not a lift, but worth a note.

    ``stuck``: a second card stuck to the cup. ``disturbed``: a neighbour was moved.
    """

    cell: str
    why: Literal["stuck", "disturbed"]


class AgreeToStop(Move, frozen=True, tag=True):
    """All agree to end the game (house rule agree_to_stop)."""


class LeaveGame(Move, frozen=True, tag=True):
    """A player quits."""

    seat: int


class GoOnFrom(Move, frozen=True, tag=True):
    """Nobody followed the moves so far; this is how everything lies now, and whose turn it is."""

    seat: int
    purses: tuple[tuple[int, int, int], ...]
    """The gold and silver of each seat, and the silver the bank owes it."""
    scarabs: tuple[int, ...]
    barricades: tuple[int, ...]
    tray: tuple[tuple[str, int, int], ...]
    """Each cell that was dug in: how many cards were lifted, and the number that lies open."""
    out: tuple[int, ...] = ()


class CountAtEnd(Move, frozen=True, tag=True):
    """Nobody followed the moves; these purses are left."""

    purses: tuple[tuple[int, int, int], ...]
    """The gold and silver of each seat, and the silver the bank owes it."""
    out: tuple[int, ...] = ()
    """The seats that are out of the game, the first one first."""
