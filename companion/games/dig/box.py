"""The box: six layers of cards, the tray, the coins. Data, checked before anybody digs."""

from __future__ import annotations

from collections import Counter
from functools import cache
from string import ascii_uppercase

import msgspec

PARTS = ("obelisk_base", "obelisk_mid", "obelisk_tip", "snake_head", "snake_body", "snake_tail")
MASK = "mask"
UNLISTED = "unlisted"
"""Begins the name of a card of which only the number is known."""


class Tray(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cells, and where they lie."""

    rows: int
    columns: int
    board_mm: tuple[float, float]
    origin_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    card_mm: tuple[float, float]
    card_height_mm: float
    assumed: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(
            cell_at(column, row) for row in range(self.rows) for column in range(self.columns)
        )


def cell_at(column: int, row: int) -> str:
    """Return the name of a cell.

    >>> cell_at(1, 2)
    'B3'
    """
    return f"{ascii_uppercase[column]}{row + 1}"


def place_of(cell: str) -> tuple[int, int]:
    """Return the column and the row of a cell.

    >>> place_of("B3")
    (1, 2)
    """
    return ascii_uppercase.index(cell[0]), int(cell[1:]) - 1


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card: what it shows, and the number on it."""

    id: int
    card: str
    value: int
    assumed: bool = False
    value_assumed: bool = False
    """In a file: that the number alone is a guess."""


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The cards of one colour."""

    name: str
    colour: str
    cards: tuple[Card, ...]
    colour_assumed: bool = False


class Money(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gold: int
    silver: int
    silver_for_gold: int = 5
    skip_fee: int = 3


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every player gets."""

    scarabs: int = 2
    barricades: int = 1
    gold: int = 1
    silver: int = 5


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    tray: Tray
    money: Money
    kit: Kit
    scarabs: int
    barricades: int
    colours: tuple[str, ...]
    layers: tuple[Layer, ...]
    assumed: tuple[str, ...] = ()
    learned: tuple[str, ...] = ()
    """Facts the table has shown in this game that were guessed otherwise."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the tray, row by row from the top."""
        return self.tray.cells

    @property
    def top(self) -> int:
        """The number of the cover layer; the bottom one is number 1."""
        return len(self.layers)

    def worth(self, gold: int, silver: int) -> int:
        """Coins in silver.

        A gold coin is worth as many silver ones as the box says.
        """
        return gold * self.money.silver_for_gold + silver

    def has(self, label: str) -> bool:
        return label in _values(self.layers)

    def value(self, label: str) -> int:
        """Return the number printed on a card."""
        return _values(self.layers)[label]

    @property
    def values(self) -> tuple[int, ...]:
        """Every number that is printed on a card, the lowest first."""
        return tuple(sorted(set(_values(self.layers).values())))

    def labels(self, layer: int) -> Counter[str]:
        """Return how many cards of a layer show what."""
        return _labels(self.layers)[layer - 1]

    def numbers(self, layer: int) -> Counter[int]:
        """Return how many cards of a layer are worth what."""
        return _numbers(self.layers)[layer - 1]


def label_of(layer: int, card: str) -> str:
    """Return what the camera calls a card: its layer, which it knows by the colour, and its
    picture.

    >>> label_of(3, "necklace")
    '3-necklace'
    """
    return f"{layer}-{card}"


def layer_of(label: str) -> int:
    return int(label.partition("-")[0])


def card_of(label: str) -> str:
    return label.partition("-")[2]


def is_unlisted(label: str) -> bool:
    """Whether only the number of a card is known, not its picture."""
    return card_of(label).startswith(UNLISTED)


@cache
def _labels(layers: tuple[Layer, ...]) -> tuple[Counter[str], ...]:
    return tuple(
        Counter(label_of(number, card.card) for card in layer.cards)
        for number, layer in enumerate(layers, 1)
    )


@cache
def _numbers(layers: tuple[Layer, ...]) -> tuple[Counter[int], ...]:
    return tuple(Counter(card.value for card in layer.cards) for layer in layers)


@cache
def _values(layers: tuple[Layer, ...]) -> dict[str, int]:
    return {
        label_of(number, card.card): card.value
        for number, layer in enumerate(layers, 1)
        for card in layer.cards
    }
