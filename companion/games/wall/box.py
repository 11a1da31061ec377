"""The box: cards, columns and geometry as data, checked before anybody plays with it."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain

import msgspec

LARGEST = 50
"""More slots, or cards in one slot, than any wall has: a slip of the pen."""
Place = tuple[int, int]
"""(x, y): x from the left as players see it, y from the bottom."""
Sign = tuple[str, str]
"""An animal and the way it looks."""


@cache
def animal_of(face: str) -> str:
    return face.rpartition("_")[0]


@cache
def gaze_of(face: str) -> str:
    return face.rpartition("_")[2]


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """How many cards fit, and how many animals a card shows."""

    slots: int
    capacity: int
    block: tuple[int, int]
    window_mm: tuple[float, float] = (34.0, 40.0)
    assumed: bool = False

    @property
    def cards(self) -> int:
        """How many cards fill it."""
        return self.slots * self.capacity

    @property
    def width(self) -> int:
        return self.slots * self.block[0]

    @property
    def height(self) -> int:
        return self.capacity * self.block[1]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A hieroglyph card: rows from the bottom up, each place ``animal_L`` or ``animal_R``."""

    id: str
    cells: tuple[tuple[str, ...], ...]
    assumed: bool = False

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """What it shows, row by row from the bottom."""
        return tuple(chain.from_iterable(self.cells))

    @cached_property
    def signs(self) -> tuple[Sign, ...]:
        """The same, each face taken apart."""
        return tuple((animal_of(face), gaze_of(face)) for face in self.faces)

    @cached_property
    def animals(self) -> frozenset[str]:
        """Which animals it shows, whatever way they look."""
        return frozenset(animal_of(face) for face in self.faces)


class CurseCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Three animals to be found in one line."""

    id: str
    animals: tuple[str, str, str]
    assumed: bool = False


class Box(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    wall: Wall
    animals: tuple[str, ...]
    columns: tuple[str, ...]
    scarabs: int
    researchers: int
    hand: int
    colours: tuple[str, ...]
    stack: tuple[int, ...]
    values: tuple[tuple[int, tuple[int, ...]], ...]
    pharaohs: tuple[str, ...]
    bonus: int
    first_pile: int
    cards: tuple[Card, ...]
    curse_cards: tuple[CurseCard, ...]
    assumed: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    """Facts the table has shown in this game that were guessed otherwise."""

    @cached_property
    def by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def alike(self) -> dict[str, str]:
        """For every card the first one that shows the same."""
        first: dict[tuple[tuple[str, ...], ...], str] = {}
        return {card.id: first.setdefault(card.cells, card.id) for card in self.cards}

    def card(self, card_id: str) -> Card:
        return self.by_id[card_id]

    def has_card(self, card_id: str) -> bool:
        return card_id in self.by_id

    def curse_card(self, card_id: str) -> CurseCard | None:
        return next((card for card in self.curse_cards if card.id == card_id), None)

    def worth(self, eyes: int) -> tuple[int, ...]:
        """Return what a mummy behind this many eyes may be worth."""
        return dict(self.values)[eyes]
