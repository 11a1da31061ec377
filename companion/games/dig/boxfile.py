"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from companion.core.boxes import BoxFile, wrong_players

from .box import Box, Kit, Layer, Money, Tray

OBELISK_CARDS = {"obelisk_base": 2, "obelisk_mid": 2, "obelisk_tip": 2}
SNAKE_CARDS = {"snake_head": 1, "snake_body": 1, "snake_tail": 1}
FEWEST_LAYERS = 2
"""One to be uncovered, and its cover."""


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
    """The facts that are not confirmed yet, each by its key and what it is about."""
    if file.tray.assumed:
        yield "tray"
    if file.pieces.colours_assumed:
        yield "colours"
    if any(layer.colour_assumed for layer in file.layers):
        yield "layers"
    for number, layer in enumerate(file.layers, 1):
        if unsure := sum(card.assumed for card in layer.cards):
            yield f"cards:{unsure},{number}"


def contradictions(file: File) -> Iterator[str]:
    yield from _wrong_sizes(file)
    yield from _wrong_kit(file)
    yield from _wrong_ids(file)
    for number, layer in enumerate(file.layers, 1):
        yield from _wrong_layer(file, number, layer)
    if file.layers and any(card.value for card in file.layers[-1].cards):
        yield "the top layer holds no treasure and no hazard: every card of it is worth 0"


def _wrong_sizes(file: File) -> Iterator[str]:
    tray = file.tray
    if not (1 <= tray.rows <= 9 and 1 <= tray.columns <= 9):
        yield f"a tray of {tray.columns} x {tray.rows} cells; expected 1 to 9 each way"
    if len(file.layers) < FEWEST_LAYERS:
        yield f"{len(file.layers)} layers; expected at least {FEWEST_LAYERS}"
    yield from wrong_players(file.players, 2, len(file.pieces.colours), "colours")


def _wrong_kit(file: File) -> Iterator[str]:
    stock = {
        "scarabs": (file.kit.scarabs, file.pieces.scarabs),
        "barricades": (file.kit.barricades, file.pieces.barricades),
        "gold": (file.kit.gold, file.money.gold),
        "silver": (file.kit.silver, file.money.silver),
    }
    for what, (each, there) in stock.items():
        if each < 0 or each * file.players[1] > there:
            yield f"{each} {what} for each of {file.players[1]} players, but the box has {there}"
    if file.money.silver_for_gold < 2 or file.money.skip_fee < 0:
        yield "silver_for_gold must be at least 2, and skip_fee not below 0"


def _wrong_ids(file: File) -> Iterator[str]:
    ids = Counter(card.id for layer in file.layers for card in layer.cards)
    yield from (f"card {id_} is listed {count} times" for id_, count in ids.items() if count > 1)


def _wrong_layer(file: File, number: int, layer: Layer) -> Iterator[str]:
    cells = file.tray.rows * file.tray.columns
    if len(layer.cards) != cells:
        yield f"layer {number} has {len(layer.cards)} cards for {cells} cells"
    values: dict[str, int] = {}
    for card in layer.cards:
        if not card.card.replace("_", "").isalnum():
            yield f"card {card.id} is called {card.card!r}; use letters, digits and _"
        if values.setdefault(card.card, card.value) != card.value:
            yield (
                f"layer {number} has {card.card} worth {values[card.card]} and {card.value}; "
                "give one of them another name"
            )
    counts = Counter(card.card for card in layer.cards)
    for parts in (OBELISK_CARDS, SNAKE_CARDS):
        found = {name: counts[name] for name in parts}
        if any(found.values()) and found != parts:
            listed = ", ".join(f"{count} {name}" for name, count in found.items())
            yield f"layer {number} has {listed}; expected {', '.join(map(str, parts.values()))}"


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
        layers=file.layers,
        assumed=tuple(assumptions(file)),
    )


load_box = BoxFile("dig", Box, File, contradictions, _flatten)
read_box = load_box.read
