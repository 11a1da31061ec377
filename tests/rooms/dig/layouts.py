"""Layers as they may be laid: a right one of every kind, and small changes that break it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.dig.box import label_of
from tests.rooms.dig.laid import CELLS, OWN

PARTS = ("obelisk_base", "obelisk_mid", "obelisk_tip", "snake_head", "snake_body", "snake_tail")
LETTERS = dict(zip("bmthsl", PARTS, strict=True))
"""b m t: base, middle, tip of an obelisk; h s l: head, body, tail of the snake."""

THREE_AND_THREE = """
b b h .
m m s .
t t l .
. . . .
"""
TWO_AND_FOUR = """
b m m t
b t . .
h s l .
. . . .
"""
RIGHT_LAYERS = (
    THREE_AND_THREE,
    TWO_AND_FOUR,
    "b t h .  m m s .  t b l .  . . . .",
    "t . . .  m . b t  m . . .  b l s h",
)
FREELY = """
. . . .
. . . .
. . . .
. . . .
"""


def layer(number: int, drawing: str) -> dict[str, str]:
    """The cells of a layer as drawn; dots are filled with the layer's other cards."""
    marks = drawing.split()
    assert len(marks) == len(CELLS)
    labels = OWN.labels(number)
    others = [label for label in labels.elements() if label.partition("-")[2] not in PARTS]
    if set(marks) == {"."}:
        others = list(labels.elements())
    return {
        cell: label_of(number, LETTERS[mark[0]]) + mark[1:] if mark != "." else others.pop(0)
        for cell, mark in zip(CELLS, marks, strict=True)
    }


def right(number: int) -> dict[str, str]:
    return layer(number, THREE_AND_THREE if 2 <= number <= 5 else FREELY)


def shuffled(number: int, dice: Random) -> dict[str, str]:
    """The cards of a layer anywhere."""
    labels = list(OWN.labels(number).elements())
    dice.shuffle(labels)
    return dict(zip(CELLS, labels, strict=True))


def but(cells: Mapping[str, str], **changes: str) -> dict[str, str]:
    return {**cells, **changes}


def swapped(cells: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    return {**cells, one: cells[other], other: cells[one]}


def is_right_by_hand(cells: Mapping[str, str]) -> bool:
    """Whether snake and obelisks are whole: every way of cutting the tray into lines is tried."""
    grid = {
        (CELLS.index(c) % 4, CELLS.index(c) // 4): v.partition("-")[2] for c, v in cells.items()
    }
    lines = [
        [((x + dx * k, y + dy * k), way) for k in range(length)]
        for x in range(4)
        for y in range(4)
        for way, (dx, dy) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items()
        for length in (2, 3, 4)
    ]
    read = [
        ([_in_line(grid[place], way) for place, way in line], {place for place, _ in line})
        for line in lines
        if all(place in grid for place, _ in line)
    ]
    snake = any(names == ["snake_tail", "snake_body", "snake_head"] for names, _ in read)
    obelisks = [
        places
        for names, places in read
        if names == ["obelisk_base", *["obelisk_mid"] * (len(names) - 2), "obelisk_tip"]
    ]
    pairs = [(one, other) for one in obelisks for other in obelisks if not one & other]
    return snake and any(len(one) + len(other) == 6 for one, other in pairs)


def _in_line(card: str, way: str) -> str:
    """What a card is in a line that goes this way; nothing where it lies across or points back."""
    name, _, seen = card.partition("@")
    along = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}[way]
    fits = seen in ("", way, along) or (name in ("obelisk_mid", "snake_body") and seen in along)
    return name if fits else "across"
