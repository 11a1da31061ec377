"""A tray of deep cells as a board: stacks of cards that sink card by card below the rim.

A card is called ``3-necklace``: the layer it belongs to, counted from the floor, and what it
shows. ``3-necklace@E`` lies with the upper end of its picture to the east, ``3-snake_body@EW``
along the row, whichever end is up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import BadBoard
from ..geometry.board import WAYS, Board, Cell, Point, window
from ..geometry.markers import corner_markers

BARRICADE = "barricade"
PLAY_MM = 1.2
"""How much room a card has on every side of it in its cell."""
SUNK_MM = 1.0
"""How far below the rim the highest card lies in a full tray."""


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray with its cards: everything that has to be known to paint it."""

    board: Board
    card_mm: Point
    card_height_mm: float
    papers: tuple[str, ...]
    """The colour of each layer's cards (``#rrggbb``), the one on the floor first."""
    values: tuple[tuple[str, int], ...] = ()
    """The number printed on each card."""

    @property
    def layers(self) -> int:
        return len(self.papers)

    def value(self, label: str) -> int | None:
        return dict(self.values).get(label)

    def depth_mm(self, height: int) -> float:
        """Return how far below the rim the face of the topmost of *height* cards lies."""
        return SUNK_MM + (self.layers - height) * self.card_height_mm

    def opening_mm(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the walls of a cell: left, top, right, bottom."""
        (left, top), _, (right, low), _ = cell.polygon_mm
        return (left - PLAY_MM, top - PLAY_MM, right + PLAY_MM, low + PLAY_MM)


def dig_board(
    size_mm: Point,
    card_mm: Point,
    places: Mapping[str, Point],
    depth_mm: float = 9.0,
    name: str = "tray",
) -> Board:
    """Lay out a cell for cards of *card_mm* around each of *places*, on a board of *size_mm*.

    A full cell is filled to a height of *depth_mm*; it is looked at half way down.
    """
    if not places:
        raise BadBoard(f"board {name!r} has no cells; name at least one place")
    wide, high = card_mm
    half_way = -(SUNK_MM + depth_mm / 2)
    cells = tuple(
        Cell(cell, "pit", window(x - wide / 2, y - high / 2, wide, high), rise_mm=half_way)
        for cell, (x, y) in places.items()
    )
    return Board(name, *size_mm, corner_markers(*size_mm), cells)


def layer_of(label: str) -> int | None:
    """Return the layer a card belongs to; None if the label names no layer."""
    number = label.partition("-")[0]
    return int(number) if number.isdecimal() else None


def way_of(label: str) -> str:
    """Return which way a picture points; north if its label doesn't say.

    >>> way_of("3-necklace"), way_of("3-snake_head@S"), way_of("3-snake_body@EW")
    ('N', 'S', 'E')
    """
    return label.partition("@")[2][:1] or WAYS[0]
