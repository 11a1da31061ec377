"""The state of the sphinx: what the table has shown, and what was sealed without being shown.

Colours under the sphinxes are sealed: a swap moves figures, never colours, so nothing that
happens at the table changes or reads what is sealed. Only a claim compares with it (claiming.py),
and only the end of the game opens it (ending.py).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.core.state import TableState

from .box import Box, Face
from .house import HouseRules


class Phase(StrEnum):
    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Visit(msgspec.Struct, frozen=True):
    """Something on the way of an action: a card square, a mummy, or somebody's pawn."""

    square: int
    kind: str
    """``card``, ``mummy`` or ``pawn``."""
    colour: str = ""
    victim: int = -1


class Action(msgspec.Struct, frozen=True):
    """The use of one number die, until everything on its way is settled."""

    face: int
    end: int
    """Where the count ends; the treasure for a claim."""
    door: int | None = None
    """The number of the door that turns at the end."""
    claim: bool = False
    left: tuple[Visit, ...] = ()
    """What is still to be settled, in path order."""


class Claim(msgspec.Struct, frozen=True):
    """A pawn stands on the treasure square: the cards laid, and what the table answered."""

    seat: int
    cards: tuple[str, ...] = ()
    at: float = 0.0
    right: bool | None = None

    def __repr__(self) -> str:
        return f"Claim(seat={self.seat}, {len(self.cards)} cards)"


class Swap(msgspec.Struct, frozen=True):
    """Two figures changed seats."""

    guard: str
    temple: str


class Seal(msgspec.Struct, frozen=True):
    """The public half of what was sealed: its digest, and which figure stood where."""

    digest: str
    figures: tuple[int, ...]
    after_swaps: int


class Sealed(msgspec.Struct, frozen=True):
    """The hidden half: the colours by seat at that moment, and the salt."""

    colours: tuple[str, ...]
    salt: str

    def __repr__(self) -> str:
        return "Sealed(hidden)"


class Look(msgspec.Struct, frozen=True):
    """Somebody looked under a figure. Who and where is seen by all; the colour is not."""

    seat: int
    figure: int


class Note(msgspec.Struct, frozen=True, order=True):
    """What a seat wrote down about a figure it has looked under, for its own eyes."""

    figure: int
    colour: str

    def __repr__(self) -> str:
        return "Note(hidden)"


class State(TableState, frozen=True, kw_only=True):
    """Everything the table has shown so far, and the seals."""

    box: Box
    rules: HouseRules
    pawns: tuple[int | None, ...]
    """The square of each seat's pawn; None for somebody who left the game."""
    hands: tuple[tuple[str, ...], ...]
    phase: Phase = Phase.SETUP
    dice: tuple[Face, ...] | None = None
    """The faces not used yet, numbers first; None until the dice are thrown."""
    thrown: tuple[Face, ...] = ()
    """All faces of the last throw, numbers first: the dice may still lie there."""
    looked: bool = False
    """The one look of this turn is used."""
    robbed: tuple[int, ...] = ()
    """Whom the player on turn has stolen from in this turn."""
    action: Action | None = None
    claim: Claim | None = None
    steps: int = 0
    """Grows with every die used and every claim answered; what came before cannot be changed."""
    figures: tuple[int, ...] = ()
    """Which of the six figures stands on which seat."""
    swaps: tuple[Swap, ...] = ()
    looks: tuple[Look, ...] = ()
    notes: tuple[tuple[Note, ...], ...] = ()
    tracked: bool = False
    seals: tuple[Seal, ...] = ()
    sealed: tuple[Sealed, ...] = ()
    may_seal: bool = True
    fallen: str | None = None
    """A sphinx whose colour everybody has seen."""
    winner: int | None = None
    why_over: str = ""

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat, square in enumerate(self.pawns) if square is not None)

    def square(self, seat: int) -> int:
        """Return where a seat's pawn stands; it must be in the game."""
        square = self.pawns[seat]
        assert square is not None
        return square

    def at(self, square: int) -> tuple[int, ...]:
        """Return whose pawns stand on a square."""
        return tuple(seat for seat, here in enumerate(self.pawns) if here == square)

    def figure(self, where: str) -> int:
        """Return the figure on a sphinx seat."""
        return self.figures[self.box.seats.index(where)]

    def seat_of(self, figure: int) -> str:
        """Return the sphinx seat a figure stands on."""
        return self.box.seats[self.figures.index(figure)]

    def stock(self, colour: str) -> int:
        """Cards of a colour beside the box."""
        return self.box.each - sum(hand.count(colour) for hand in self.hands)
