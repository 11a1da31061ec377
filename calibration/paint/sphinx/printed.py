"""A court on paper: the spiral with its walls and doors, the cards, sphinxes, pawns and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...geometry.board import Board
from ...geometry.markers import Paper
from ...kit.ink import (
    CUT,
    WHITE,
    Disc,
    Drawn,
    Fill,
    InkLine,
    InkPose,
    Point,
    Ring,
    Shape,
    box,
    cut_box,
    laid,
    sign,
)
from ...kit.plates import on_board
from ...kit.sheets import KitPart, KitPiece, Poster
from ...kit.tokens import back_of, fold, folded, folded_over, ink_of
from .faces import BACK, COLOURS, INK, LINEN, PIPS, SNAKE, SPHINX
from .floor import Prints
from .studio import niche_mm

SAND, LINE, WALL, PRINT = "#d4be9e", "#b0987a", "#5b4632", "#604e3e"
FELT, FELT_LINE = "#e3d3b4", "#8d7244"
DIE_MM, FLAP_MM = 16.0, 5.0
DOOR_MM, DOOR_BASE_MM, DOOR_FOOT_MM = (22.0, 14.0), (26.0, 10.0), 4.0
"""A secret door: how wide and high it stands, its base, and the foot that is glued below that."""
SPHINX_WIDE_MM, SPHINX_SIDE_MM = 22.0, 24.0
"""A sphinx is a tent: how wide, and the side of its triangle."""
COLOUR_MM = (16.0, 20.0)
"""A colour card; its ends are put into the slits below a sphinx."""
NET: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""Where the faces of a die lie in its net, in columns and rows."""
ORDER = (0, 1, 2, 4, 3, 5)
"""Opposite faces are the first and the last, the second and the fifth, the third and the fourth."""


@dataclass(frozen=True)
class Tomb:
    """What is in a box of the court, as far as it is printed."""

    cards: Sequence[str]
    """The colour of every card."""
    pawns: Sequence[str]
    pawn_mm: Point
    sphinxes: Sequence[str]
    mummies: int
    dice: Sequence[Sequence[str]]
    card_mm: Point


def sphinx_parts(tomb: Tomb, prints: Prints, board: Board, paper: Paper) -> list[KitPart]:
    """Return everything that is needed to play without a bought box."""
    back = back_of(*tomb.card_mm, BACK, LINEN)
    cards = tuple(folded(*tomb.card_mm, card(colour, tomb.card_mm), back) for colour in tomb.cards)
    colours = tuple(dict.fromkeys(tomb.cards))
    doors = [_door() for _ in prints.doors]
    return [
        KitPart("board", _court(prints, board, paper)),
        KitPart("cards", cards, how=("fold_card",)),
        KitPart("sphinxes", tuple(_tent() for _ in tomb.sphinxes), how=("tent",)),
        KitPart("colours", tuple(_colour_card(colour) for colour in colours)),
        KitPart("doors", tuple(doors), how=("door",)),
        KitPart("bases", tuple(_door_base() for _ in doors)),
        KitPart("pawns", tuple(_pawn(colour, tomb.pawn_mm[0]) for colour in tomb.pawns),
                how=("top",)),
        KitPart("dice", tuple(_die(faces) for faces in tomb.dice), how=("die",)),
    ]  # fmt: skip


def _tent() -> KitPiece:
    """A sphinx that stands by itself: two sides, and a floor with slits for its colour card."""
    wide, side, flap = SPHINX_WIDE_MM, SPHINX_SIDE_MM, 7.0
    drawn: list[Shape] = []
    high = 3 * side + flap
    ring: Ring = (
        (0, 0), (wide, 0), (wide, 3 * side), (wide - 2, high), (2, high), (0, 3 * side)
    )  # fmt: skip
    drawn.append(Fill((ring,), ink_of("gold"), CUT))
    for turned, y in ((180.0, side), (0.0, side)):
        drawn += _lying((wide / 2, y), 0.8 * wide, turned)
    drawn += (fold((0, y), (wide, y)) for y in (side, 2 * side, 3 * side))
    for y in SLITS:
        drawn.append(InkLine(((1.5, 2 * side + y), (wide - 1.5, 2 * side + y)), CUT, 0.3))
    return KitPiece(wide, high, tuple(drawn))


SLITS = (4.0, 20.0)
"""Where the slits are in the floor of a sphinx."""


def _lying(at: Point, side: float, degrees: float) -> Drawn:
    """A lying sphinx below a point, or above it if it is turned over."""
    shapes = tuple(
        Fill((tuple(((x - 50) * side / 100, (y - 6) * side / 100) for x, y in shape),), INK)
        for shape in SPHINX
    )
    return laid(shapes, InkPose(*at, degrees=degrees))


def _colour_card(colour: str) -> KitPiece:
    """Folded, so that its colour does not show through its back."""
    wide, high = COLOUR_MM
    front = (Fill((box(0, 0, wide, high),), COLOURS.get(colour, "#8a8a8a")),)
    return folded_over(wide, high, front, (Fill((box(0, 0, wide, high),), LINEN),))


def _door() -> KitPiece:
    """A door folded over its top, with two feet that go through the slit of its base."""
    (wide, high), foot = DOOR_MM, DOOR_FOOT_MM
    whole = 2 * (high + foot)
    drawn: list[Shape] = [cut_box(wide, whole, WHITE)]
    drawn.append(Fill((box(0, foot, wide, 2 * high),), "#967a5c"))
    for y in (foot, foot + high):
        drawn.append(Fill((box(2, y + 2, wide - 4, high - 4),), "", LINEN, 0.4))
        drawn += sign("ankh", (wide / 2, y + high / 2), 0.6 * high, ink=LINEN)
    drawn += (fold((0, y), (wide, y)) for y in (foot, foot + high, foot + 2 * high))
    return KitPiece(wide, whole, tuple(drawn))


def _door_base() -> KitPiece:
    wide, deep = DOOR_BASE_MM
    slit = DOOR_MM[0] + 0.6
    ends = ((wide - slit) / 2, deep / 2), ((wide + slit) / 2, deep / 2)
    return KitPiece(wide, deep, (cut_box(wide, deep, "#c9a97a"), InkLine(ends, CUT, 0.3)))


def _pawn(colour: str, across: float) -> KitPiece:
    """The top of a pawn, to be glued on a cork or a counter of the same width."""
    half = across / 2
    return KitPiece(across, across, (Disc((half, half), (half, half), COLOURS[colour], CUT),))


def card(colour: str, size: Point) -> Drawn:
    """Draw a lying sphinx on its colour."""
    width, height = size
    rim, side = width / 14, 0.62 * width
    corner = ((width - side) / 2, (height - side) / 2)
    drawn: list[Shape] = [
        Fill((box(0, 0, width, height),), COLOURS.get(colour, "#8a8a8a")),
        Fill((box(rim, rim, width - 2 * rim, height - 2 * rim),), "", LINEN, 0.6),
    ]
    for shape in SPHINX:
        ring = tuple((corner[0] + x * side / 100, corner[1] + y * side / 100) for x, y in shape)
        drawn.append(Fill((ring,), LINEN))
    return tuple(drawn)


def _court(prints: Prints, board: Board, paper: Paper) -> Poster:
    court, drawn = prints.court, [Fill((board.outline_mm,), "#efe3cb", CUT)]
    shapes: list[Shape] = [*drawn]
    for row, squares in enumerate(prints.grid):
        for column, square in enumerate(squares):
            shapes += _square(prints, square, court.corner_mm(row, column))
    shapes += _walls(prints)
    shapes += _doors(prints)
    for cell in board.cells:
        if cell.kind in ("colour", "die"):
            shapes.append(Fill((cell.polygon_mm,), FELT, FELT_LINE, 0.5))
    for square in prints.niches:
        half = 0.42 * court.square_mm
        shapes.append(Disc(niche_mm(prints, square), (half, half), SAND, WALL, 0.6))
    shapes += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(shapes))


def _square(prints: Prints, square: int, corner: Point) -> list[Shape]:
    side, (x, y) = prints.court.square_mm, corner
    middle = (x + side / 2, y + side / 2)
    drawn: list[Shape] = [Fill((box(x, y, side, side),), SAND, LINE, 0.2)]
    if square == 0:
        arrow = ((20, 42), (55, 42), (55, 25), (82, 50), (55, 75), (55, 58), (20, 58))
        drawn.append(
            Fill((tuple((x + a * side / 100, y + b * side / 100) for a, b in arrow),), PRINT)
        )
    elif square in prints.colours:
        drawn.append(Fill((box(x + 0.3 * side, y + 0.2 * side, 0.4 * side, 0.6 * side),), PRINT))
        inner = box(x + 0.34 * side, y + 0.24 * side, 0.32 * side, 0.52 * side)
        drawn.append(Fill((inner,), COLOURS.get(prints.colours[square], "#8a8a8a")))
    elif square in prints.mummies:
        drawn += sign("eye", middle, 0.6 * side, ink=PRINT)
    if square in prints.guards:
        drawn.append(Disc(middle, (0.42 * side, 0.42 * side), "", WALL, 0.6))
    return drawn


def _walls(prints: Prints) -> list[Shape]:
    """Between squares that do not follow each other on the way."""
    grid, court = prints.grid, prints.court
    drawn: list[Shape] = []
    for row, squares in enumerate(grid):
        for column, square in enumerate(squares):
            if column + 1 < len(squares) and abs(square - squares[column + 1]) != 1:
                ends = (court.corner_mm(row, column + 1), court.corner_mm(row + 1, column + 1))
                drawn.append(InkLine(ends, WALL, 1.2))
            if row + 1 < len(grid) and abs(square - grid[row + 1][column]) != 1:
                ends = (court.corner_mm(row + 1, column), court.corner_mm(row + 1, column + 1))
                drawn.append(InkLine(ends, WALL, 1.2))
    low, far = court.corner_mm(len(grid), 0)[1], court.corner_mm(0, len(grid[0]))[0]
    x, y = court.corner_mm(0, 0)
    drawn.append(Fill((box(x, y, far - x, low - y),), "", WALL, 1.6))
    return drawn


def _doors(prints: Prints) -> list[Shape]:
    """Where the base of each door stands: it turns around its middle."""
    drawn: list[Shape] = []
    wide, deep = DOOR_BASE_MM
    for door in prints.doors:
        here, there = (prints.court.middle_mm(prints.place(square)) for square in door)
        x, y = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
        if here[0] != there[0]:
            wide, deep = min(DOOR_BASE_MM), max(DOOR_BASE_MM)
        else:
            wide, deep = DOOR_BASE_MM
        drawn.append(Fill((box(x - wide / 2, y - deep / 2, wide, deep),), "#e6d3b0", WALL, 0.4))
    return drawn


def _die(faces: Sequence[str]) -> KitPiece:
    """Draw the net of a die with flaps to glue."""
    each, edge = DIE_MM, FLAP_MM
    drawn: list[Shape] = [Fill((_net(each, edge),), LINEN, CUT)]
    for (column, row), number in zip(NET, ORDER, strict=True):
        drawn += laid(
            _die_face(faces[number % len(faces)]), InkPose(edge + column * each, row * each)
        )
    left, right = edge, edge + 4 * each
    for y in (each, 2 * each):
        drawn.append(fold((left, y), (right, y)))
    for n in range(4):
        x = edge + n * each
        drawn.append(fold((x, each), (x, 2 * each)))
    return KitPiece(4 * each + edge, 3 * each, tuple(drawn))


def _net(each: float, edge: float) -> Ring:
    """A cross of six squares; every free side that meets another has a flap on one of both."""
    flap, x = edge - 0.5, edge
    return (
        (x + each, 0), (x + 2 * each, 0), (x + 2 * each, each),
        (x + 2 * each + 2, each - flap), (x + 3 * each - 2, each - flap), (x + 3 * each, each),
        (x + 3 * each + 2, each - flap), (x + 4 * each - 2, each - flap), (x + 4 * each, each),
        (x + 4 * each, 2 * each),
        (x + 4 * each - 2, 2 * each + flap), (x + 3 * each + 2, 2 * each + flap),
        (x + 3 * each, 2 * each),
        (x + 3 * each - 2, 2 * each + flap), (x + 2 * each + 2, 2 * each + flap),
        (x + 2 * each, 2 * each), (x + 2 * each, 3 * each), (x + each, 3 * each),
        (x + each, 2 * each),
        (x + each - 2, 2 * each + flap), (x + 2, 2 * each + flap), (x, 2 * each),
        (0, 2 * each - 2), (0, each + 2), (x, each),
        (x + 2, each - flap), (x + each - 2, each - flap), (x + each, each),
    )  # fmt: skip


def _die_face(face: str) -> Drawn:
    if face == SNAKE:
        return sign("snake", (DIE_MM / 2, DIE_MM / 2), 0.8 * DIE_MM, ink="#1d6b34")
    pips = PIPS.get(int(face), ()) if face.isdecimal() else ()
    scale = DIE_MM / 100
    return tuple(Disc((x * scale, y * scale), (1.5, 1.5), INK) for x, y in pips)
