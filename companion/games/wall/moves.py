"""What players do at the wall, as imperatives."""

from __future__ import annotations

from companion.core.verdict import Move

from .box import Place
from .state import Piece


class Begin(Move, frozen=True, tag=True):
    """Everything stands as the setup wants it."""


class ArrangeColumns(Move, frozen=True, tag=True):
    """The pillars stand in this order, from the left (WALL-04)."""

    animals: tuple[str, ...]


class InsertCard(Move, frozen=True, tag=True):
    """The player on turn drops a card into a slot."""

    slot: int
    card: str


class CallPair(Move, frozen=True, tag=True):
    """The mover points at a pair (auto_detect = false)."""

    places: tuple[Place, ...]


class CallNoMore(Move, frozen=True, tag=True):
    """The mover has called every pair there is to see."""


class ChooseLinePair(Move, frozen=True, tag=True):
    """Eyes of the Sphinx: which two animals form the pair of a line."""

    line: str
    animal: str
    same_gaze: bool


class ChooseColumn(Move, frozen=True, tag=True):
    """researchers_per_move = 1: the column that gets it, or none."""

    animal: str | None


class ResolveNext(Move, frozen=True, tag=True):
    """The mover resolves a pair of this kind next."""

    animal: str
    same_gaze: bool


class SetResearcher(Move, frozen=True, tag=True):
    """Set a researcher for the pair at hand, from the reserve or from another own column.

    ``animal`` names the column meant, so that the move cannot come to mean another one when the
    past is put right; None means whichever is asked about.
    """

    moved_from: str | None = None
    animal: str | None = None


class SetNone(Move, frozen=True, tag=True):
    """Set no researcher for the pair at hand, at the column named or whichever is asked about."""

    animal: str | None = None


class DrawCard(Move, frozen=True, tag=True):
    """A hieroglyph card was on top of the pile and is drawn."""


class TurnCurse(Move, frozen=True, tag=True):
    """A snake was on top of the pile: this curse card is turned up."""

    card: str
    at: float = 0.0


class LimitSearch(Move, frozen=True, tag=True):
    """The table agrees on a time for this search, from this moment on."""

    seconds: int
    at: float


class CallCurse(Move, frozen=True, tag=True):
    """A seat calls "found!", at this moment."""

    seat: int
    at: float


class PointAt(Move, frozen=True, tag=True):
    """The caller points at the three animals."""

    seat: int
    places: tuple[Place, ...]


class EndCurse(Move, frozen=True, tag=True):
    """The animals were not found: time is up, or all have given up."""

    at: float
    given_up: bool = False


class NameVictim(Move, frozen=True, tag=True):
    """The finder says whom the curse strikes."""

    seat: int


class HandOver(Move, frozen=True, tag=True):
    """This sarcophagus is handed over."""

    piece: Piece


class ChoosePlan(Move, frozen=True, tag=True):
    """Shift towards these sarcophagi: how many from the front of which column."""

    takes: tuple[tuple[str, int], ...]


class ChangePlan(Move, frozen=True, tag=True):
    """Think again about what to shift for."""


class ShiftScarab(Move, frozen=True, tag=True):
    """Move one scarab from an own column to another."""

    source: str
    target: str


class EndShift(Move, frozen=True, tag=True):
    """Move no more scarabs."""


class NotePharaoh(Move, frozen=True, tag=True):
    """A seat notes its pharaoh card, for its own eyes."""

    seat: int
    animal: str


class NoteValue(Move, frozen=True, tag=True):
    """A seat notes the value of a mummy it has looked at, for its own eyes."""

    seat: int
    piece: Piece
    value: int


class TurnOver(Move, frozen=True, tag=True):
    """A seat turns over its pharaoh card and its mummies."""

    seat: int
    pharaoh: str
    values: tuple[tuple[Piece, int], ...]


class CountSlab(Move, frozen=True, tag=True):
    """Somebody, or the scale, has counted the scarabs on the slab."""

    scarabs: int


class GoOnFrom(Move, frozen=True, tag=True):
    """Nobody followed the moves so far; this is how everything stands, and whose turn it is."""

    seat: int
    columns: tuple[tuple[str, int | None, int], ...]
    """Each column with the seat of its researcher and its scarabs."""
    taken: tuple[tuple[str, int, int], ...]
    """Each opened sarcophagus: its column, its eyes, and the seat that has it."""
    slots: tuple[tuple[str, ...], ...]
    """The cards of each slot, from the bottom."""


class CountAtEnd(Move, frozen=True, tag=True):
    """Nobody followed the moves; the columns stand like this once the wall is full."""

    columns: tuple[tuple[str, int | None, int], ...]
    """Each column with the seat of its researcher and its scarabs."""
    taken: tuple[tuple[str, int, int], ...]
    """Each opened sarcophagus: its column, its eyes, and the seat that has it."""
