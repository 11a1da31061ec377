"""The box: six layers of cards, the tray, the coins. Data, checked before anybody digs."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.core.boxes import open_box, shaped

from .boxfile import File, Kit, Layer, Money, Tray, assumptions, contradictions

PARTS = ("obelisk_base", "obelisk_mid", "obelisk_tip", "snake_head", "snake_body", "snake_tail")
MASK = "mask"


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

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the tray, row by row from the top."""
        return self.tray.cells

    @property
    def top(self) -> int:
        """The number of the cover layer; the bottom one is number 1."""
        return len(self.layers)

    @property
    def all_money(self) -> int:
        return self.worth(self.money.gold, self.money.silver)

    def worth(self, gold: int, silver: int) -> int:
        """Coins in silver.

        A gold coin is worth as many silver ones as the box says.
        """
        return gold * self.money.silver_for_gold + silver

    def has(self, label: str) -> bool:
        return label in _values(self.layers)

    def value(self, label: str) -> int:
        """The number printed on a card."""
        return _values(self.layers)[label]

    @property
    def values(self) -> tuple[int, ...]:
        """Every number that is printed on a card, the lowest first."""
        return tuple(sorted(set(_values(self.layers).values())))

    def labels(self, layer: int) -> Counter[str]:
        """How many cards of a layer show what."""
        return _labels(self.layers)[layer - 1]

    def numbers(self, layer: int) -> Counter[int]:
        """How many cards of a layer are worth what."""
        return _numbers(self.layers)[layer - 1]


def label_of(layer: int, card: str) -> str:
    """What the camera calls a card: its layer, which it knows by the colour, and its picture.

    >>> label_of(3, "necklace")
    '3-necklace'
    """
    return f"{layer}-{card}"


def layer_of(label: str) -> int:
    return int(label.partition("-")[0])


def card_of(label: str) -> str:
    return label.partition("-")[2]


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


def load_box(path: Path | None = None) -> Box:
    """Read a box file; without a path, the one that comes with the room."""
    return read_box(*open_box(path, __package__))


def read_box(data: dict[str, Any], where: str = "the box") -> Box:
    """Make a box of plain data, or say everything that is wrong with it."""
    file = shaped(data, File, where, contradictions)
    return Box(
        name=file.name,
        players=file.players,
        tray=file.tray,
        money=file.money,
        kit=file.kit,
        scarabs=file.pieces.scarabs,
        barricades=file.pieces.barricades,
        colours=file.pieces.colours,
        layers=file.layers,
        assumed=tuple(assumptions(file)),
    )
