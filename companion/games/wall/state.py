"""The wall as the table has shown it: frozen records, nothing anybody has to guess.

``X | None`` means the table has not shown it yet. Hands and piles are known by number only.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, cached_property
from itertools import chain

import msgspec

from companion.core.state import TableState

from .box import Box, Place
from .house import HouseRules


class Phase(StrEnum):
    SETUP = "setup"
    PLAY = "play"
    SHIFT = "shift"
    REVEAL = "reveal"
    OVER = "over"


class Piece(msgspec.Struct, frozen=True, gc=False, order=True):
    """One sarcophagus, told apart by the column it stood at and its eyes."""

    animal: str
    eyes: int


class Column(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A pillar: its scarabs, whose researcher stands there, the eyes of its stack, front first."""

    animal: str
    stack: tuple[int, ...]
    scarabs: int = 0
    researcher: int | None = None


class Chamber(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The burial chamber: what a pair can change. Compared to see whether a choice matters."""

    columns: tuple[Column, ...]
    slab: int
    won: tuple[tuple[Piece, ...], ...]

    def at(self, animal: str) -> Column:
        for column in self.columns:
            if column.animal == animal:
                return column
        raise KeyError(animal)

    def placed(self, seat: int) -> tuple[str, ...]:
        """Return the columns where a seat's researchers stand, from the left."""
        return tuple([c.animal for c in self.columns if c.researcher == seat])


class Pair(msgspec.Struct, frozen=True, gc=False, order=True):
    """Two equal animals: which, whether they look the same way, and where they are."""

    animal: str
    same_gaze: bool
    here: Place
    there: Place
    line: str = ""
    """Eyes of the Sphinx: the line this pair uses up."""


class Resolving(msgspec.Struct, frozen=True, gc=False):
    """What is left to do for the card just inserted."""

    card: str
    pairs: tuple[Pair, ...]
    laid: tuple[str, ...] = ()
    """A column's animal for every scarab this move has laid there."""
    settled: tuple[str, ...] = ()
    """Animals whose researcher right was used in this move."""
    declined: tuple[str, ...] = ()
    """Animals for which a researcher was declined; their next pair has its own right (WO-10)."""
    chosen: str | None = None
    """researchers_per_move = 1: the column that gets the one researcher; "" for none."""
    current: Pair | None = None
    """The pair being resolved while its researcher is asked about."""
    lines: tuple[tuple[Pair, ...], ...] = ()
    """Eyes of the Sphinx: lines whose pair is still to be chosen, with what they offer."""
    uncalled: tuple[Pair, ...] = ()
    """auto_detect = false: pairs on the wall nobody has called yet."""
    calling: bool = False


class Call(msgspec.Struct, frozen=True, order=True):
    """Somebody calls that they have found the cursed animals."""

    at: float
    distance: int
    """Steps clockwise from the player on turn; decides between equal times."""
    seat: int


class Curse(msgspec.Struct, frozen=True):
    """A curse round: the card turned up, since when, and who has called."""

    card: str
    since: float
    calls: tuple[Call, ...] = ()
    finder: int | None = None
    victim: int | None = None
    limit: int = 0
    """Seconds the table has set for this search, from the moment ``limited`` on; 0 for none."""
    limited: float = 0.0


class Shift(msgspec.Struct, frozen=True):
    """End of the game: whose scarabs may move now, and what they are aiming at."""

    seat: int
    plan: tuple[tuple[str, int], ...] | None = None
    """How many sarcophagi still to take from the front of which column."""
    done: int = 0
    """Scarabs moved since this seat last thought about its plan."""


class Secrets(msgspec.Struct, frozen=True):
    """What a seat has privately noted. Leaves the core only through that seat's view."""

    pharaoh: str | None = None
    values: tuple[tuple[Piece, int], ...] = ()

    def __repr__(self) -> str:
        return "Secrets(hidden)"


class Reveal(msgspec.Struct, frozen=True):
    """What a seat has turned over at the end."""

    pharaoh: str
    values: tuple[tuple[Piece, int], ...]


class State(TableState, frozen=True, kw_only=True):
    """Everything the table has shown so far."""

    box: Box
    rules: HouseRules
    chamber: Chamber
    slots: tuple[tuple[str, ...], ...]
    phase: Phase = Phase.SETUP
    piles: tuple[int, int] = (0, 0)
    """Hieroglyph cards left to draw in the first pile, and in the second."""
    hands: tuple[int, ...] = ()
    curses_left: tuple[str, ...] = ()
    drawing: bool = False
    """The player on turn still has to draw."""
    drawn: bool = False
    """The card was drawn before its pairs were settled (draw_first)."""
    used_lines: frozenset[tuple[str, str]] = frozenset()
    resolving: Resolving | None = None
    curse: Curse | None = None
    shift: Shift | None = None
    shifted: tuple[int, ...] = ()
    secrets: tuple[Secrets, ...] = ()
    reveals: tuple[Reveal | None, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards the wall holds."""
        return sum(map(len, self.slots))

    @cached_property
    def inserted(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(self.slots))

    def reserve(self, seat: int) -> int:
        """Researchers a seat still has in front of it."""
        return self.box.researchers - len(self.chamber.placed(seat))


@cache
def places_of(block: Place, slot: int, height: int) -> tuple[Place, ...]:
    """Return the places a card covers, in the order of its faces: row by row from the bottom."""
    width, rows = block
    return tuple(
        (slot * width + position, height * rows + row)
        for row in range(rows)
        for position in range(width)
    )


def faces(state: State) -> dict[Place, str]:
    """Return what every filled place of the wall shows."""
    shown: dict[Place, str] = {}
    block, card_of = state.box.wall.block, state.box.card
    for slot, cards in enumerate(state.slots):
        for height, card in enumerate(cards):
            shown.update(zip(places_of(block, slot, height), card_of(card).faces, strict=True))
    return shown
