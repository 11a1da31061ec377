"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.core.boxes import BoxFile, doubled, wrong_players

from .box import Box, Card, CurseCard, Wall

LARGEST = 50
"""More slots, or cards in one slot, than any wall has: a slip of the pen."""


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    names: tuple[str, ...]
    assumed: tuple[str, ...] = ()


class _Columns(msgspec.Struct, forbid_unknown_fields=True):
    order: tuple[str, ...]


class _Pieces(msgspec.Struct, forbid_unknown_fields=True):
    scarabs: int = 16
    researchers: int = 5
    hand: int = 3
    colours: tuple[str, ...] = ("red", "blue", "green", "yellow")
    colours_assumed: bool = False


class _Sarcophagi(msgspec.Struct, forbid_unknown_fields=True):
    stack: tuple[int, ...]
    values: dict[str, tuple[int, ...]]


class _Pharaoh(msgspec.Struct, forbid_unknown_fields=True):
    cards: tuple[str, ...]
    bonus: int = 7
    assumed: bool = False


class _Curse(msgspec.Struct, forbid_unknown_fields=True):
    first_pile: int = 20


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The box file as it is written."""

    name: str
    players: tuple[int, int]
    wall: Wall
    animals: _Names
    columns: _Columns
    sarcophagi: _Sarcophagi
    pharaoh: _Pharaoh
    cards: tuple[Card, ...]
    pieces: _Pieces = msgspec.field(default_factory=_Pieces)
    curse: _Curse = msgspec.field(default_factory=_Curse)
    curse_cards: tuple[CurseCard, ...] = ()


def _flatten(file: _File) -> Box:
    return Box(
        name=file.name,
        players=file.players,
        wall=file.wall,
        animals=file.animals.names,
        columns=file.columns.order,
        scarabs=file.pieces.scarabs,
        researchers=file.pieces.researchers,
        hand=file.pieces.hand,
        colours=file.pieces.colours,
        stack=file.sarcophagi.stack,
        values=tuple(sorted((int(eyes), worth) for eyes, worth in file.sarcophagi.values.items())),
        pharaohs=file.pharaoh.cards,
        bonus=file.pharaoh.bonus,
        first_pile=file.curse.first_pile,
        cards=file.cards,
        curse_cards=file.curse_cards,
        assumed=tuple(_assumed(file)),
    )


def _assumed(file: _File) -> Iterable[str]:
    """The facts that are not confirmed yet, each by its key and what it is about."""
    if file.wall.assumed:
        yield "wall"
    if file.animals.assumed:
        yield f"animals:{','.join(file.animals.assumed)}"
    if file.pieces.colours_assumed:
        yield "colours"
    if file.pharaoh.assumed:
        yield "pharaoh"
    if unsure := sum(card.assumed for card in file.cards):
        yield f"cards:{unsure}"
    if unsure := sum(card.assumed for card in file.curse_cards):
        yield f"curse_cards:{unsure}"


def _contradictions(file: _File) -> Iterable[str]:
    yield from _wrong_sizes(file)
    yield from _wrong_animals(file)
    yield from _wrong_cards(file)
    yield from _wrong_stacks(file)


def _wrong_sizes(file: _File) -> Iterable[str]:
    wall = file.wall
    sizes = {"slots": [wall.slots], "capacity": [wall.capacity], "block": wall.block}
    yield from (
        f"wall.{name} is {size}, expected 1 to {LARGEST}"
        for name, given in sizes.items()
        for size in given
        if not 1 <= size <= LARGEST
    )
    yield from wrong_players(file.players, 1, len(file.pieces.colours), "colours")
    if min(file.pieces.scarabs, file.pieces.researchers, file.pieces.hand) < 1:
        yield "scarabs, researchers and hand must be at least 1"
    if file.curse_cards and file.curse.first_pile > len(file.cards):
        yield f"curse.first_pile is {file.curse.first_pile} of {len(file.cards)} cards"


def _wrong_animals(file: _File) -> Iterable[str]:
    known = set(file.animals.names)
    yield from (f"animal {name!r} is listed twice" for name in doubled(file.animals.names))
    if Counter(file.columns.order) != Counter(file.animals.names):
        yield "columns.order must name every animal exactly once"
    named = {
        "pharaoh card": file.pharaoh.cards,
        "curse card": [animal for card in file.curse_cards for animal in card.animals],
        "card": [
            cell.rpartition("_")[0] for card in file.cards for row in card.cells for cell in row
        ],
    }
    for what, animals in named.items():
        for animal in sorted(set(animals) - known):
            yield f"a {what} shows {animal!r}, which no column has"


def _wrong_cards(file: _File) -> Iterable[str]:
    width, height = file.wall.block
    if not file.cards:
        yield "there are no cards"
    yield from (f"card {name!r} is listed twice" for name in doubled(c.id for c in file.cards))
    yield from (
        f"curse card {name!r} is listed twice" for name in doubled(c.id for c in file.curse_cards)
    )
    for card in file.cards:
        if len(card.cells) != height or any(len(row) != width for row in card.cells):
            yield f"card {card.id!r} does not show {width} x {height} animals as wall.block says"
        for cell in (cell for row in card.cells for cell in row):
            if cell.rpartition("_")[2] not in ("L", "R"):
                yield f"card {card.id!r} shows {cell!r}; an animal looks _L or _R"


def _wrong_stacks(file: _File) -> Iterable[str]:
    for eyes in sorted(set(file.sarcophagi.stack)):
        if not file.sarcophagi.values.get(str(eyes)):
            yield f"sarcophagi.values says nothing about {eyes} eyes"
    if any(value < 1 for worth in file.sarcophagi.values.values() for value in worth):
        yield "a mummy is worth at least 1"
    if any(not eyes.isdigit() for eyes in file.sarcophagi.values):
        yield "sarcophagi.values is keyed by the number of eyes"


load_box = BoxFile("wall", Box, _File, _contradictions, _flatten)
read_box = load_box.read
