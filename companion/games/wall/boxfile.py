"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.core.boxes import BoxFile, listed_twice, wrong, wrong_players
from companion.core.verdict import Saying

from .box import LARGEST, Box, Card, CurseCard, Wall
from .learning import keep, seen

VALUES = "sarcophagi.values"
"""Where the file says what mummies are worth."""


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
    """Yield the facts that are not confirmed yet, each by its key and what it is about."""
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


def _contradictions(file: _File) -> Iterable[Saying]:
    yield from _wrong_sizes(file)
    yield from _wrong_animals(file)
    yield from _wrong_cards(file)
    yield from _wrong_stacks(file)


def _wrong_sizes(file: _File) -> Iterable[Saying]:
    wall = file.wall
    sizes = {"slots": [wall.slots], "capacity": [wall.capacity], "block": wall.block}
    yield from (
        wrong("wall.box.size", place=f"wall.{name}", size=size, most=LARGEST)
        for name, given in sizes.items()
        for size in given
        if not 1 <= size <= LARGEST
    )
    yield from wrong_players(file.players, 1, len(file.pieces.colours))
    if min(file.pieces.scarabs, file.pieces.researchers, file.pieces.hand) < 1:
        yield wrong("wall.box.pieces")
    if file.curse_cards and file.curse.first_pile > len(file.cards):
        yield wrong("wall.box.first_pile", pile=file.curse.first_pile, cards=len(file.cards))


def _wrong_animals(file: _File) -> Iterable[Saying]:
    known = set(file.animals.names)
    yield from listed_twice("animal", file.animals.names)
    if Counter(file.columns.order) != Counter(file.animals.names):
        yield wrong("wall.box.columns")
    named = {
        "pharaoh": file.pharaoh.cards,
        "curse": [animal for card in file.curse_cards for animal in card.animals],
        "card": [
            cell.rpartition("_")[0] for card in file.cards for row in card.cells for cell in row
        ],
    }
    for what, animals in named.items():
        for animal in sorted(set(animals) - known):
            yield wrong("wall.box.no_column", what=what, animal=animal)


def _wrong_cards(file: _File) -> Iterable[Saying]:
    width, height = file.wall.block
    if not file.cards:
        yield wrong("wall.box.no_cards")
    yield from listed_twice("card", (card.id for card in file.cards))
    yield from listed_twice("curse_card", (card.id for card in file.curse_cards))
    for card in file.cards:
        if len(card.cells) != height or any(len(row) != width for row in card.cells):
            yield wrong("wall.box.block", card=card.id, width=width, height=height)
        for cell in (cell for row in card.cells for cell in row):
            if cell.rpartition("_")[2] not in ("L", "R"):
                yield wrong("wall.box.gaze", card=card.id, cell=cell)


def _wrong_stacks(file: _File) -> Iterable[Saying]:
    for eyes in sorted(set(file.sarcophagi.stack)):
        if not file.sarcophagi.values.get(str(eyes)):
            yield wrong("wall.box.no_value", eyes=eyes, place=VALUES)
    if any(value < 1 for worth in file.sarcophagi.values.values() for value in worth):
        yield wrong("wall.box.mummy_value")
    if any(not eyes.isdigit() for eyes in file.sarcophagi.values):
        yield wrong("wall.box.eyes", place=VALUES)


load_box = BoxFile("wall", Box, _File, _contradictions, _flatten, keep, seen)
read_box = load_box.read
