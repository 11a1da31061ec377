"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.boxes import BoxFile, wrong, wrong_players
from companion.core.verdict import Saying

from .box import Box, Kit, Layer, Money, Tray
from .learning import keep, seen

OBELISK_CARDS = {"obelisk_base": 2, "obelisk_mid": 2, "obelisk_tip": 2}
SNAKE_CARDS = {"snake_head": 1, "snake_body": 1, "snake_tail": 1}
FEWEST_LAYERS = 2
"""One to be uncovered, and its cover."""
LARGEST_SIDE = 9
"""Cells along a side of the tray."""


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scarabs: int
    barricades: int
    colours: tuple[str, ...]
    colours_assumed: bool = False


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    name: str
    players: tuple[int, int]
    tray: Tray
    money: Money
    kit: Kit
    pieces: Pieces
    layers: tuple[Layer, ...]


def assumptions(file: File) -> Iterator[str]:
    """Yield the facts that are not confirmed yet, each by its key and what it is about."""
    if file.tray.assumed:
        yield "tray"
    if file.pieces.colours_assumed:
        yield "colours"
    if any(layer.colour_assumed for layer in file.layers):
        yield "layers"
    for number, layer in enumerate(file.layers, 1):
        if unsure := sum(card.assumed or card.value_assumed for card in layer.cards):
            yield f"cards:{unsure},{number}"


def contradictions(file: File) -> Iterator[Saying]:
    yield from _wrong_sizes(file)
    yield from _wrong_kit(file)
    yield from _wrong_ids(file)
    for number, layer in enumerate(file.layers, 1):
        yield from _wrong_layer(file, number, layer)
    if file.layers and any(card.value for card in file.layers[-1].cards):
        yield wrong("dig.box.top_layer")


def _wrong_sizes(file: File) -> Iterator[Saying]:
    tray = file.tray
    if not (1 <= tray.rows <= LARGEST_SIDE and 1 <= tray.columns <= LARGEST_SIDE):
        yield wrong("dig.box.tray", columns=tray.columns, rows=tray.rows, most=LARGEST_SIDE)
    if len(file.layers) < FEWEST_LAYERS:
        yield wrong("dig.box.layers", layers=len(file.layers), least=FEWEST_LAYERS)
    yield from wrong_players(file.players, 2, len(file.pieces.colours))


def _wrong_kit(file: File) -> Iterator[Saying]:
    stock = {
        "scarabs": (file.kit.scarabs, file.pieces.scarabs),
        "barricades": (file.kit.barricades, file.pieces.barricades),
        "gold": (file.kit.gold, file.money.gold),
        "silver": (file.kit.silver, file.money.silver),
    }
    most = file.players[1]
    for what, (each, there) in stock.items():
        if each < 0 or each * most > there:
            yield wrong("dig.box.stock", what=what, each=each, players=most, there=there)
    if file.money.silver_for_gold < 2 or file.money.skip_fee < 0:
        yield wrong("dig.box.money", places=["silver_for_gold", "skip_fee"])


def _wrong_ids(file: File) -> Iterator[Saying]:
    ids = Counter(card.id for layer in file.layers for card in layer.cards)
    for id_, count in ids.items():
        if count > 1:
            yield wrong("dig.box.card_twice", card=id_, count=count)


def _wrong_layer(file: File, number: int, layer: Layer) -> Iterator[Saying]:
    cells = file.tray.rows * file.tray.columns
    if len(layer.cards) != cells:
        yield wrong("dig.box.cells", layer=number, cards=len(layer.cards), cells=cells)
    values: dict[str, int] = {}
    for card in layer.cards:
        if not card.card.replace("_", "").isalnum():
            yield wrong("dig.box.card_name", card=card.id, name=card.card)
        first = values.setdefault(card.card, card.value)
        if first != card.value:
            yield wrong(
                "dig.box.two_values", layer=number, name=card.card, one=first, other=card.value
            )
    counts = Counter(card.card for card in layer.cards)
    for parts in (OBELISK_CARDS, SNAKE_CARDS):
        found = {name: counts[name] for name in parts}
        if any(found.values()) and found != parts:
            yield wrong("dig.box.parts", layer=number, found=found, expected=parts)


def _flatten(file: File) -> Box:
    return Box(
        name=file.name,
        players=file.players,
        tray=file.tray,
        money=file.money,
        kit=file.kit,
        scarabs=file.pieces.scarabs,
        barricades=file.pieces.barricades,
        colours=file.pieces.colours,
        layers=tuple(_doubted(layer) for layer in file.layers),
        assumed=tuple(assumptions(file)),
    )


def _doubted(layer: Layer) -> Layer:
    """Make a card a guess if anything about it is."""
    cards = (
        replace(card, assumed=card.assumed or card.value_assumed, value_assumed=False)
        for card in layer.cards
    )
    return replace(layer, cards=tuple(cards))


load_box = BoxFile("dig", Box, File, contradictions, _flatten, keep, seen)
read_box = load_box.read
