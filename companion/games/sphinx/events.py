"""What has happened at the sphinx, in the past tense, each with the clauses behind it."""

from __future__ import annotations

from companion.core.verdict import Event

from .box import Face
from .state import Visit


class ColoursSealed(Event, frozen=True, tag=True):
    """Six colours were read, all different. What they are stays under the seal."""

    colours: tuple[str, ...]
    salt: str
    digest: str
    because: tuple[str, ...] = ("SPHINX-03", "SPHINX-05")

    def __repr__(self) -> str:
        return "ColoursSealed(hidden)"


class Begun(Event, frozen=True, tag=True):
    tracked: bool
    digest: str
    because: tuple[str, ...] = ("SPHINX-06", "SPHINX-07", "SPHINX-09")


class DiceThrown(Event, frozen=True, tag=True):
    seat: int
    faces: tuple[Face, ...]
    because: tuple[str, ...] = ("SPHINX-10", "SPHINX-11")


class DieUsed(Event, frozen=True, tag=True):
    """A pawn moves by a number; what it passes is settled next."""

    seat: int
    face: int
    start: int
    end: int
    door: int | None
    visits: tuple[Visit, ...]
    because: tuple[str, ...] = ("SPHINX-12", "SPHINX-13", "SPHINX-15")


class GuardsApproached(Event, frozen=True, tag=True):
    """A number reaches the first guard; the pawn goes to the treasure square."""

    seat: int
    face: int
    start: int
    visits: tuple[Visit, ...]
    because: tuple[str, ...] = ("SPHINX-36a", "SPHINX-36b", "SPHINX-36c", "SPHINX-37a")


class DieForfeited(Event, frozen=True, tag=True):
    seat: int
    face: int
    why: str
    because: tuple[str, ...]


class DiceLost(Event, frozen=True, tag=True):
    """A claim ended the turn before these were used."""

    faces: tuple[Face, ...]
    because: tuple[str, ...] = ("SPHINX-O-05", "SPHINX-O-22")


class SphinxesSwapped(Event, frozen=True, tag=True):
    seat: int
    guard: str
    temple: str
    because: tuple[str, ...] = ("SPHINX-21", "SPHINX-22", "SPHINX-23")


class CardTaken(Event, frozen=True, tag=True):
    seat: int
    colour: str
    square: int
    because: tuple[str, ...] = ("SPHINX-29",)


class CardLeft(Event, frozen=True, tag=True):
    seat: int
    colour: str
    square: int
    because: tuple[str, ...] = ("SPHINX-29", "SPHINX-O-14")


class CardReturned(Event, frozen=True, tag=True):
    seat: int
    colour: str
    square: int
    because: tuple[str, ...] = ("SPHINX-30",)


class CardKept(Event, frozen=True, tag=True):
    seat: int
    colour: str
    square: int
    because: tuple[str, ...] = ("SPHINX-47",)


class SphinxLifted(Event, frozen=True, tag=True):
    """A look in secret; the sphinx is back on its seat."""

    seat: int
    where: str
    square: int
    because: tuple[str, ...] = ("SPHINX-31", "SPHINX-32", "SPHINX-O-26")


class LookDeclined(Event, frozen=True, tag=True):
    seat: int
    square: int
    because: tuple[str, ...] = ("SPHINX-31", "SPHINX-O-15")


class MummySilent(Event, frozen=True, tag=True):
    """The one look of this turn is used already."""

    seat: int
    square: int
    because: tuple[str, ...] = ("SPHINX-33",)


class CardStolen(Event, frozen=True, tag=True):
    seat: int
    victim: int
    colour: str
    square: int
    because: tuple[str, ...] = ("SPHINX-34",)


class StealWaived(Event, frozen=True, tag=True):
    seat: int
    victim: int
    square: int
    because: tuple[str, ...] = ("SPHINX-34", "SPHINX-O-12")


class NothingStolen(Event, frozen=True, tag=True):
    """There is nothing to steal here: no fitting card, or a victim robbed before."""

    seat: int
    victim: int
    square: int
    why: str
    because: tuple[str, ...]


class DoorTurned(Event, frozen=True, tag=True):
    """Half a turn: every pawn beside the door changes sides."""

    door: int
    turned: tuple[tuple[int, int], ...]
    """Each seat turned, with the square it is on now."""
    because: tuple[str, ...] = ("SPHINX-24", "SPHINX-25", "SPHINX-26")


class ActionEnded(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("SPHINX-14", "SPHINX-42")


class ClaimLaid(Event, frozen=True, tag=True):
    seat: int
    cards: tuple[str, ...]
    at: float
    because: tuple[str, ...] = ("SPHINX-37b", "SPHINX-O-21")

    def __repr__(self) -> str:
        return f"ClaimLaid(seat={self.seat}, hidden)"


class ClaimAnswered(Event, frozen=True, tag=True):
    """The table says right or wrong, and nothing else."""

    seat: int
    right: bool
    because: tuple[str, ...] = ("SPHINX-04", "SPHINX-38")


class ClaimWon(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("SPHINX-08", "SPHINX-39")


class ClaimLost(Event, frozen=True, tag=True):
    """The guards stay, all cards go to the stock, the pawn goes back to the start."""

    seat: int
    because: tuple[str, ...] = (
        "SPHINX-40a",
        "SPHINX-40b",
        "SPHINX-40c",
        "SPHINX-41",
        "SPHINX-O-22",
    )


class TurnPassed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("SPHINX-09", "SPHINX-C-08")


class TrackingDropped(Event, frozen=True, tag=True):
    why: str
    because: tuple[str, ...] = ("SPHINX-O-23",)


class SphinxFell(Event, frozen=True, tag=True):
    where: str
    because: tuple[str, ...] = ("SPHINX-O-24",)


class SphinxesMixed(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("SPHINX-O-24", "SPHINX-05")


class SphinxStoodUp(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("SPHINX-O-24",)


class RescanAgreed(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("SPHINX-O-23",)


class ColourNoted(Event, frozen=True, tag=True):
    seat: int
    where: str
    colour: str | None
    because: tuple[str, ...] = ("SPHINX-31",)

    def __repr__(self) -> str:
        return f"ColourNoted(seat={self.seat}, hidden)"


class PlayerLeft(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("SPHINX-O-28",)


class GameEnded(Event, frozen=True, tag=True):
    winner: int
    why: str
    because: tuple[str, ...]


class SealOpened(Event, frozen=True, tag=True):
    """After the game: the salt and the colours, so that everybody can check the digest."""

    digest: str
    salt: str
    colours: tuple[tuple[str, str], ...]
    """Each seat with the colour that was under its sphinx when it was sealed."""
    swaps: tuple[tuple[str, str], ...]
    """The swaps made after the sealing."""
    because: tuple[str, ...] = ("SPHINX-O-23",)


class PositionTold(Event, frozen=True, tag=True):
    """Where pawns and cards lie in a game that is followed from here."""

    seat: int
    squares: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    because: tuple[str, ...] = ("SPHINX-09",)


class CountedAtEnd(Event, frozen=True, tag=True):
    """Who has won a game nobody followed."""

    seat: int
    because: tuple[str, ...] = ("SPHINX-39",)


SphinxEvent = (
    CountedAtEnd
    | PositionTold
    | ColoursSealed
    | Begun
    | DiceThrown
    | DieUsed
    | GuardsApproached
    | DieForfeited
    | DiceLost
    | SphinxesSwapped
    | CardTaken
    | CardLeft
    | CardReturned
    | CardKept
    | SphinxLifted
    | LookDeclined
    | MummySilent
    | CardStolen
    | StealWaived
    | NothingStolen
    | DoorTurned
    | ActionEnded
    | ClaimLaid
    | ClaimAnswered
    | ClaimWon
    | ClaimLost
    | TurnPassed
    | TrackingDropped
    | SphinxFell
    | SphinxesMixed
    | SphinxStoodUp
    | RescanAgreed
    | ColourNoted
    | PlayerLeft
    | GameEnded
    | SealOpened
)
