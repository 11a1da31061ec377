"""What players do at the sphinx, as imperatives. Dice and salt arrive here: rules throw nothing."""

from __future__ import annotations

from companion.core.verdict import Move

from .box import Face


class Seal(Move, frozen=True, tag=True):
    """The colours under the six sphinxes, by seat, as scanned unseen; and the salt."""

    colours: tuple[str, ...]
    salt: str

    def __repr__(self) -> str:
        return "Seal(hidden)"


class Begin(Move, frozen=True, tag=True):
    """Everything stands as the setup wants it."""


class Throw(Move, frozen=True, tag=True):
    """The dice show these faces, in the order of the box."""

    faces: tuple[Face, ...]


class UseDie(Move, frozen=True, tag=True):
    """Move the pawn by a number."""

    face: int
    forward: bool
    stay: bool = False
    """doors_optional: the pawn ends beside a door and does not use it."""


class ApproachGuards(Move, frozen=True, tag=True):
    """Go up to the guards with a number that reaches them, and claim."""

    face: Face


class ForfeitDie(Move, frozen=True, tag=True):
    """Let a number go that cannot be moved now."""

    face: int


class SwapSphinxes(Move, frozen=True, tag=True):
    """The snake: a guard and a temple sphinx change places."""

    guard: str
    temple: str


class TakeCard(Move, frozen=True, tag=True):
    """Take the card of the square at hand."""


class LeaveCard(Move, frozen=True, tag=True):
    """Leave the card of the square at hand."""


class LookUnder(Move, frozen=True, tag=True):
    """Lift a sphinx, look, and put it back."""

    where: str


class DeclineLook(Move, frozen=True, tag=True):
    """Do not look now."""


class Steal(Move, frozen=True, tag=True):
    """Take a card of this colour from the pawn's owner at hand."""

    colour: str


class WaiveSteal(Move, frozen=True, tag=True):
    """Steal nothing from the pawn's owner at hand."""


class LayClaim(Move, frozen=True, tag=True):
    """Three own cards are laid, the first for the first guard met."""

    seat: int
    cards: tuple[str, ...]
    at: float = 0.0

    def __repr__(self) -> str:
        return f"LayClaim(seat={self.seat}, hidden)"


class AnswerClaim(Move, frozen=True, tag=True):
    """The table answers a claim, at this moment."""

    at: float


class CompareClaim(Move, frozen=True, tag=True):
    """The claimant has looked under the three guards: right or wrong."""

    right: bool


class NoteColour(Move, frozen=True, tag=True):
    """A seat notes what it saw under a sphinx, for its own eyes; None wipes the note."""

    seat: int
    where: str
    colour: str | None

    def __repr__(self) -> str:
        return f"NoteColour(seat={self.seat}, hidden)"


class SayFallen(Move, frozen=True, tag=True):
    """A sphinx was knocked over and everybody has seen its colour."""

    where: str


class MixAnew(Move, frozen=True, tag=True):
    """These seats agree to mix all six sphinxes."""

    agreed: tuple[int, ...]


class PlayOn(Move, frozen=True, tag=True):
    """The fallen sphinx is stood up, and play goes on."""


class StopTracking(Move, frozen=True, tag=True):
    """The machine no longer knows the colours; people judge from here."""


class Rescan(Move, frozen=True, tag=True):
    """These seats agree that the colours are scanned again."""

    agreed: tuple[int, ...]


class NameSquare(Move, frozen=True, tag=True):
    """The board shows this on a square: ``plain``, ``mummy``, a card's colour, or ``door-33``."""

    square: int
    shows: str


class GiveUp(Move, frozen=True, tag=True):
    """A player leaves the game."""

    seat: int


class GoOnFrom(Move, frozen=True, tag=True):
    """Nobody followed the moves so far; this is how everything lies now, and whose turn it is."""

    seat: int
    squares: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]


class CountAtEnd(Move, frozen=True, tag=True):
    """Nobody followed the moves; this seat has won the treasure."""

    seat: int
