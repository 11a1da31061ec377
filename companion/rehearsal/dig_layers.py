"""Layers as rehearsed people lay them: whole obelisks and snakes, and the slips that break them.

A card is ``3-necklace@E``: what it shows, and which way the upper end of its picture points.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.dig.box import Box, card_of, cell_at, label_of, place_of
from companion.games.dig.layout import DOWN, POINTING, SPANNING, WAYS, Fault, faults, plain

Laid = dict[str, str]
LENGTHS = ((3, 3), (2, 4), (4, 2))
"""How long the two obelisks of a layer may be (DIG-12)."""
CLOCKWISE = "NESW"


@dataclass(frozen=True)
class Slip:
    """A layer laid wrongly, and what the law says about it."""

    kind: str
    laid: Laid
    faults: tuple[Fault, ...]


def layer_laid(box: Box, layer: int, dice: random.Random) -> Laid:
    """Lay a layer lawfully, the free cards anyhow."""
    left = list(box.labels(layer).elements())
    laid: Laid = {}
    for label, cells in _whole(box, layer, dice) if _has_parts(box, layer) else ():
        laid[cells] = label
        left.remove(plain(label))
    dice.shuffle(left)
    for cell in box.cells:
        if cell not in laid:
            laid[cell] = f"{left.pop()}@{dice.choice(CLOCKWISE)}"
    return {cell: laid[cell] for cell in box.cells}


def _has_parts(box: Box, layer: int) -> bool:
    return label_of(layer, "snake_head") in box.labels(layer)


def _whole(box: Box, layer: int, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Two obelisks and a snake, each in one line, none in another's way."""
    one, other = dice.choice(LENGTHS)
    lines = {length: _lines(box, length, dice) for length in {one, other, 3}}
    chosen = next(
        (first, second, third)
        for first in lines[one]
        for second in lines[other]
        if not set(first[1]) & set(second[1])
        for third in lines[3]
        if not set(third[1]) & {*first[1], *second[1]}
    )
    for way, cells in chosen[:2]:
        middles = ["obelisk_mid"] * (len(cells) - 2)
        for part, cell in zip(("obelisk_base", *middles, "obelisk_tip"), cells, strict=True):
            yield f"{label_of(layer, part)}@{way}", cell
    way, cells = chosen[2]
    for part, cell in zip(("snake_tail", "snake_body", "snake_head"), cells, strict=True):
        yield f"{label_of(layer, part)}@{way}", cell


def _lines(box: Box, length: int, dice: random.Random) -> list[tuple[str, tuple[str, ...]]]:
    """Every straight run of so many cells, with the way it goes, shuffled."""
    found = []
    for cell in box.cells:
        x, y = place_of(cell)
        for way, (right, down) in WAYS.items():
            ends = (x + right * (length - 1), y + down * (length - 1))
            if 0 <= ends[0] < box.tray.columns and 0 <= ends[1] < box.tray.rows:
                run = tuple(cell_at(x + right * n, y + down * n) for n in range(length))
                found.append((way, run))
    dice.shuffle(found)
    return found


def slip(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Slip | None:
    """The same layer with something wrong in it; None where this slip breaks nothing."""
    kind = dice.choices(list(ODDS), list(ODDS.values()))[0]
    wrong = {**laid, **SLIPS[kind](box, layer, laid, dice)}
    found = faults(box, layer, wrong)
    return Slip(kind, wrong, found) if found else None


def _down(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    return {dice.choice(box.cells): DOWN}


def _colour(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """A card of the next layer."""
    if layer == box.top:
        return {}
    return {dice.choice(box.cells): dice.choice(sorted(box.labels(layer + 1)))}


def _part(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """A part that changed places with any other card."""
    parts = _cells_of(laid, POINTING + SPANNING)
    if not parts:
        return {}
    part, cell = dice.choice(parts), dice.choice(box.cells)
    return {cell: laid[part], part: laid[cell]}


def _twist(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """An end that points the wrong way."""
    return {cell: turned_way(laid[cell], dice.randint(1, 3)) for cell in _one(laid, POINTING, dice)}


def _across(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """A middle or the snake's body that lies across."""
    turn = dice.choice((1, 3))
    return {cell: turned_way(laid[cell], turn) for cell in _one(laid, SPANNING, dice)}


def _one(laid: Mapping[str, str], parts: tuple[str, ...], dice: random.Random) -> list[str]:
    """One of the cells with these parts, where there are any."""
    cells = _cells_of(laid, parts)
    return [dice.choice(cells)] if cells else []


def _cells_of(laid: Mapping[str, str], parts: tuple[str, ...]) -> list[str]:
    return [cell for cell, label in laid.items() if card_of(plain(label)) in parts]


SLIPS = {"part": _part, "twist": _twist, "across": _across, "colour": _colour, "down": _down}
ODDS = {"part": 4, "twist": 2, "across": 3, "colour": 1, "down": 1}
"""What goes wrong while a layer is laid, and how often."""


def turned(box: Box, cell: str, quarters: int) -> str:
    """Where a cell lies after the tray was turned clockwise by so many quarters."""
    for _ in range(quarters % 4):
        x, y = place_of(cell)
        cell = cell_at(box.tray.rows - 1 - y, x)
    return cell


def turned_way(label: str, quarters: int) -> str:
    """A card as it lies after its tray was turned."""
    face, _, way = label.partition("@")
    return f"{face}@{CLOCKWISE[(CLOCKWISE.index(way or 'N') + quarters) % 4]}"
