"""What has happened at the wall, in the past tense, each with the clauses behind it."""

from __future__ import annotations

from companion.core.verdict import Event

from .box import Place
from .state import Pair, Piece


class Begun(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("WALL-13",)


class ColumnsArranged(Event, frozen=True, tag=True):
    animals: tuple[str, ...]
    because: tuple[str, ...] = ("WALL-04",)


class CardInserted(Event, frozen=True, tag=True):
    seat: int
    slot: int
    card: str
    because: tuple[str, ...] = ("WALL-14",)


class PairsFormed(Event, frozen=True, tag=True):
    """The pairs this card makes, all to be resolved."""

    pairs: tuple[Pair, ...]
    because: tuple[str, ...] = ("WALL-21", "WALL-22", "WALL-23", "WALL-35")


class PairsHidden(Event, frozen=True, tag=True):
    """auto_detect = false: there may be pairs; the mover has to call them."""

    pairs: tuple[Pair, ...]
    because: tuple[str, ...] = ("WO-25",)


class PairCalled(Event, frozen=True, tag=True):
    pair: Pair
    because: tuple[str, ...] = ("WO-25", "WALL-21")


class CallingEnded(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("WO-25",)


class LinesOffered(Event, frozen=True, tag=True):
    """Eyes of the Sphinx: lines where more than one couple could be the pair."""

    lines: tuple[tuple[Pair, ...], ...]
    because: tuple[str, ...] = ("WALL-70", "WALL-71")


class LinePairChosen(Event, frozen=True, tag=True):
    pair: Pair
    because: tuple[str, ...] = ("WALL-71",)


class LineUsed(Event, frozen=True, tag=True):
    line: str
    animal: str
    because: tuple[str, ...] = ("WALL-71", "WO-19")


class LineExhausted(Event, frozen=True, tag=True):
    """Eyes of the Sphinx: one more of an animal in a line that has paid its pair."""

    line: str
    animal: str
    because: tuple[str, ...] = ("WALL-71", "WO-20")


class ColumnChosen(Event, frozen=True, tag=True):
    animal: str | None
    because: tuple[str, ...] = ("WO-7",)


class PairTaken(Event, frozen=True, tag=True):
    """This pair is resolved now."""

    pair: Pair
    because: tuple[str, ...] = ("WALL-38",)


class ResearcherSet(Event, frozen=True, tag=True):
    seat: int
    animal: str
    moved_from: str | None
    because: tuple[str, ...]


class ResearcherReturned(Event, frozen=True, tag=True):
    """An exchange: the displaced researcher goes back to its owner."""

    seat: int
    animal: str
    because: tuple[str, ...] = ("WALL-30", "WALL-32")


class NoResearcherSet(Event, frozen=True, tag=True):
    animal: str
    why: str
    because: tuple[str, ...]


class ScarabLaid(Event, frozen=True, tag=True):
    animal: str
    because: tuple[str, ...] = ("WALL-26",)


class ScarabWithheld(Event, frozen=True, tag=True):
    animal: str
    why: str
    because: tuple[str, ...]


class SarcophagusOpened(Event, frozen=True, tag=True):
    """The front sarcophagus goes to a seat; three scarabs return to the slab."""

    animal: str
    eyes: int
    seat: int
    because: tuple[str, ...] = ("WALL-41", "WALL-42", "WALL-44")


class SarcophagusWaits(Event, frozen=True, tag=True):
    """Three scarabs at a vacant column: the next researcher there opens at once."""

    animal: str
    because: tuple[str, ...] = ("WO-12",)


class PairResolved(Event, frozen=True, tag=True):
    pair: Pair
    because: tuple[str, ...] = ("WALL-22",)


class CardResolved(Event, frozen=True, tag=True):
    """Nothing is left to do for the inserted card."""

    because: tuple[str, ...] = ("WALL-22",)


class DrawingFirst(Event, frozen=True, tag=True):
    """A card is to be drawn before the pairs are settled (draw_first)."""

    seat: int
    because: tuple[str, ...] = ("WO-4", "WALL-63")


class CardDrawn(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("WALL-19", "WO-4")


class NothingToDraw(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("WO-15",)


class CurseTurned(Event, frozen=True, tag=True):
    card: str
    at: float
    because: tuple[str, ...] = ("WALL-63", "WALL-64")


class SearchLimited(Event, frozen=True, tag=True):
    """The table has set a time for this search, from this moment on."""

    seconds: int
    at: float
    because: tuple[str, ...] = ("WO-18",)


class CurseCalled(Event, frozen=True, tag=True):
    seat: int
    at: float
    because: tuple[str, ...] = ("WALL-66", "WO-18")


class CallStruck(Event, frozen=True, tag=True):
    """The caller pointed at something else; there is no penalty."""

    seat: int
    places: tuple[Place, ...]
    because: tuple[str, ...] = ("WALL-65", "WO-18")


class AnimalsFound(Event, frozen=True, tag=True):
    seat: int
    places: tuple[Place, ...]
    because: tuple[str, ...] = ("WALL-65", "WALL-66")


class VictimNamed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("WALL-66",)


class SarcophagusHandedOver(Event, frozen=True, tag=True):
    giver: int
    receiver: int
    piece: Piece
    because: tuple[str, ...] = ("WALL-66", "WO-17")


class CurseEnded(Event, frozen=True, tag=True):
    """The curse card leaves the game."""

    card: str
    why: str
    because: tuple[str, ...]


class TurnPassed(Event, frozen=True, tag=True):
    seat: int
    because: tuple[str, ...] = ("WALL-13",)


class WallFilled(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("WALL-49",)


class ShiftOpened(Event, frozen=True, tag=True):
    """Now this seat may shift its scarabs."""

    seat: int
    because: tuple[str, ...] = ("WALL-50",)


class ShiftPlanned(Event, frozen=True, tag=True):
    seat: int
    takes: tuple[tuple[str, int], ...] | None
    because: tuple[str, ...] = ("WALL-50", "WALL-51")


class ScarabShifted(Event, frozen=True, tag=True):
    seat: int
    source: str
    target: str
    because: tuple[str, ...] = ("WALL-50", "WALL-52")


class ShiftEnded(Event, frozen=True, tag=True):
    seat: int
    why: str
    because: tuple[str, ...] = ("WALL-50", "WALL-53")


class ShiftingDone(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("WALL-53", "WALL-54")


class PharaohNoted(Event, frozen=True, tag=True):
    seat: int
    animal: str
    because: tuple[str, ...] = ("WALL-12",)


class ValueNoted(Event, frozen=True, tag=True):
    seat: int
    piece: Piece
    value: int
    because: tuple[str, ...] = ("WALL-43",)


class TurnedOver(Event, frozen=True, tag=True):
    seat: int
    pharaoh: str
    values: tuple[tuple[Piece, int], ...]
    because: tuple[str, ...] = ("WALL-54", "WALL-55")


class GameEnded(Event, frozen=True, tag=True):
    because: tuple[str, ...] = ("WALL-56", "WALL-57")


class SlabCounted(Event, frozen=True, tag=True):
    scarabs: int
    because: tuple[str, ...] = ("WALL-48",)


class PositionTold(Event, frozen=True, tag=True):
    """How wall and columns stand in a game that is followed from here."""

    seat: int
    columns: tuple[tuple[str, int | None, int], ...]
    taken: tuple[tuple[str, int, int], ...]
    slots: tuple[tuple[str, ...], ...]
    because: tuple[str, ...] = ("WALL-13",)


class CountedAtEnd(Event, frozen=True, tag=True):
    """How the columns stand at the end of a game nobody followed."""

    columns: tuple[tuple[str, int | None, int], ...]
    taken: tuple[tuple[str, int, int], ...]
    because: tuple[str, ...] = ("WALL-49",)


WallEvent = (
    CountedAtEnd
    | PositionTold
    | Begun
    | ColumnsArranged
    | CardInserted
    | PairsFormed
    | PairsHidden
    | PairCalled
    | CallingEnded
    | LinesOffered
    | LinePairChosen
    | LineUsed
    | LineExhausted
    | ColumnChosen
    | PairTaken
    | ResearcherSet
    | ResearcherReturned
    | NoResearcherSet
    | ScarabLaid
    | ScarabWithheld
    | SarcophagusOpened
    | SarcophagusWaits
    | PairResolved
    | CardResolved
    | DrawingFirst
    | CardDrawn
    | NothingToDraw
    | CurseTurned
    | SearchLimited
    | CurseCalled
    | CallStruck
    | AnimalsFound
    | VictimNamed
    | SarcophagusHandedOver
    | CurseEnded
    | TurnPassed
    | WallFilled
    | ShiftOpened
    | ShiftPlanned
    | ScarabShifted
    | ShiftEnded
    | ShiftingDone
    | PharaohNoted
    | ValueNoted
    | TurnedOver
    | GameEnded
    | SlabCounted
)
