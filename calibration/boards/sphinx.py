"""A walled court of squares with a mat beside it: pawns stand on the squares, cards lie on the mat.

Everything is given in squares and millimetres; walls follow from which squares are neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import BadBoard
from ..geometry.board import FLOOR as FLOOR
from ..geometry.board import PAWN, Board, Cell, Point, window
from ..geometry.markers import corner_markers

MARGIN_MM = 36.0
MAT_GAP_MM = 42.0
FLOOR_SHARE = 0.66
"""The share of a square's width that is looked at: walls stand along its edges."""
PAD_MM = 20.0
"""The side of the sunken place a die is laid into."""
PAD_PITCH_MM = 44.0

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mat:
    """Where cards are laid, from the mat's own corner."""

    rows: int
    columns: int
    card_mm: Point
    pitch_mm: Point


@dataclass(frozen=True, slots=True)
class Court:
    """The squares by name with their row and column, the mat, and the pads for dice."""

    places: Mapping[str, Place]
    rows: int
    columns: int
    square_mm: float
    mat: Mat
    pawn_mm: float
    """Across the top of a pawn."""
    pawn_high_mm: float
    pads: Sequence[str] = ()

    @property
    def size_mm(self) -> Point:
        wide = 2 * MARGIN_MM + self.columns * self.square_mm + MAT_GAP_MM + self._mat_mm[0]
        return wide, 2 * MARGIN_MM + max(self.rows * self.square_mm, self._mat_mm[1])

    @property
    def _mat_mm(self) -> Point:
        mat = self.mat
        low = mat.pitch_mm[1] * mat.rows + (PAD_MM + MARGIN_MM if self.pads else 0.0)
        return mat.pitch_mm[0] * mat.columns, low

    @property
    def mat_at_mm(self) -> Point:
        """The mat's upper left corner."""
        return MARGIN_MM + self.columns * self.square_mm + MAT_GAP_MM, MARGIN_MM

    def corner_mm(self, row: float, column: float) -> Point:
        """Return the corner where rows and columns meet; square (0, 0) begins at (0, 0)."""
        return MARGIN_MM + column * self.square_mm, MARGIN_MM + row * self.square_mm

    def middle_mm(self, place: Place) -> Point:
        return self.corner_mm(place[0] + 0.5, place[1] + 0.5)


def sphinx_board(court: Court, prints: Mapping[str, str], name: str = "court") -> Board:
    """Lay out a floor and a pawn for every square, a place for every card, and the pads.

    *prints* names for every square what is printed on it: its floor is compared with that alone.
    """
    if not court.places:
        raise BadBoard(f"board {name!r} has no squares; name at least one")
    cells = (*_squares(court, prints), *_cards(court), *_pads(court))
    return Board(name, *court.size_mm, corner_markers(*court.size_mm), cells)


def floor_of(square: str) -> str:
    """Return the cell of the floor a pawn on a square would stand on."""
    return f"{square}:floor"


def _squares(court: Court, prints: Mapping[str, str]) -> Iterator[Cell]:
    side, wide = FLOOR_SHARE * court.square_mm, court.pawn_mm
    for square, place in court.places.items():
        middle, floor = court.middle_mm(place), floor_of(square)
        yield Cell(floor, f"square:{prints[square]}", _around(middle, (side, side)))
        top = _around(middle, (wide, wide))
        yield Cell(square, PAWN, top, rise_mm=court.pawn_high_mm, stands_on=floor)


def _cards(court: Court) -> list[Cell]:
    mat, (left, top) = court.mat, court.mat_at_mm
    return [
        Cell(
            f"r{row}c{column}",
            "colour",
            window(left + column * mat.pitch_mm[0], top + row * mat.pitch_mm[1], *mat.card_mm),
        )
        for row in range(mat.rows)
        for column in range(mat.columns)
    ]


def _pads(court: Court) -> list[Cell]:
    left, top = court.mat_at_mm
    low = top + court.mat.pitch_mm[1] * court.mat.rows + PAD_MM
    return [
        Cell(pad, "die", _around((left + PAD_PITCH_MM * (n + 0.5), low), (PAD_MM, PAD_MM)))
        for n, pad in enumerate(court.pads)
    ]


def _around(middle: Point, size: Point) -> tuple[Point, ...]:
    return window(middle[0] - size[0] / 2, middle[1] - size[1] / 2, *size)
