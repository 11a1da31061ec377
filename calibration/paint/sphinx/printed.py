"""A court on paper: the spiral with its walls and doors, the cards, sphinxes, pawns and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...boards.board import Board
from ...boards.markers import Paper
from ...kit.ink import CUT, Disc, Drawn, Fill, Lie, Line, Point, Shape, box, laid, sign
from ...kit.plates import on_board
from ...kit.sheets import Part, Piece, Poster
from ...kit.tokens import back_of, figure, folded
from .faces import BACK, COLOURS, INK, LINEN, PIPS, SNAKE, SPHINX
from .floor import Prints

SAND, LINE, WALL = "#d4be9e", "#b0987a", "#5b4632"
DIE_MM, FLAP_MM = 16.0, 5.0
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


def sphinx_parts(tomb: Tomb, prints: Prints, board: Board, paper: Paper) -> list[Part]:
    """Everything that is needed to play without a bought box."""
    back = back_of(*tomb.card_mm, BACK, LINEN)
    cards = tuple(folded(*tomb.card_mm, card(colour, tomb.card_mm), back) for colour in tomb.cards)
    pawns = [figure(*tomb.pawn_mm, colour, "ankh") for colour in tomb.pawns]
    sphinxes = [figure(24.0, 24.0, "gold", "eye", name) for name in tomb.sphinxes]
    return [
        Part("board", _court(prints, board, paper)),
        Part("cards", cards),
        Part("figures", (*pawns, *sphinxes)),
        Part("dice", tuple(_die(faces) for faces in tomb.dice)),
    ]


def card(colour: str, size: Point) -> Drawn:
    """A lying sphinx on its colour."""
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
            shapes.append(Fill((cell.polygon_mm,), "#e3d3b4", "#8d7244", 0.3))
    shapes += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(shapes))


def _square(prints: Prints, square: int, corner: Point) -> list[Shape]:
    side, (x, y) = prints.court.square_mm, corner
    middle = (x + side / 2, y + side / 2)
    drawn: list[Shape] = [Fill((box(x, y, side, side),), SAND, LINE, 0.2)]
    if square == 0:
        arrow = ((20, 42), (55, 42), (55, 25), (82, 50), (55, 75), (55, 58), (20, 58))
        drawn.append(
            Fill((tuple((x + a * side / 100, y + b * side / 100) for a, b in arrow),), INK)
        )
    elif square in prints.colours:
        drawn.append(Fill((box(x + 0.3 * side, y + 0.2 * side, 0.4 * side, 0.6 * side),), INK))
        inner = box(x + 0.34 * side, y + 0.24 * side, 0.32 * side, 0.52 * side)
        drawn.append(Fill((inner,), COLOURS.get(prints.colours[square], "#8a8a8a")))
    elif square in prints.mummies:
        drawn += sign("eye", middle, 0.6 * side, ink=INK)
    if square in prints.guards or square in prints.niches:
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
                drawn.append(Line(ends, WALL, 1.2))
            if row + 1 < len(grid) and abs(square - grid[row + 1][column]) != 1:
                ends = (court.corner_mm(row + 1, column), court.corner_mm(row + 1, column + 1))
                drawn.append(Line(ends, WALL, 1.2))
    low, far = court.corner_mm(len(grid), 0)[1], court.corner_mm(0, len(grid[0]))[0]
    x, y = court.corner_mm(0, 0)
    drawn.append(Fill((box(x, y, far - x, low - y),), "", WALL, 1.6))
    return drawn


def _doors(prints: Prints) -> list[Shape]:
    """A disc on which each door turns."""
    drawn: list[Shape] = []
    for door in prints.doors:
        here, there = (prints.court.middle_mm(prints.place(square)) for square in door)
        middle = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
        drawn.append(Disc(middle, (4.0, 4.0), "#f3ead2", WALL, 0.6))
        drawn.append(Line((here, there), WALL, 0.3, dashed=True))
    return drawn


def _die(faces: Sequence[str]) -> Piece:
    """The net of a die with flaps to glue."""
    each, edge = DIE_MM, FLAP_MM
    drawn: list[Shape] = []
    for (column, row), number in zip(NET, ORDER, strict=True):
        x, y = edge + column * each, edge + row * each
        drawn.append(Fill((box(x, y, each, each),), LINEN, "#555555", 0.2))
        drawn += laid(_die_face(faces[number % len(faces)]), Lie(x, y))
    for column in (0, 2, 3):
        x = edge + column * each
        for y, way in ((edge + each, -1), (edge + 2 * each, 1)):
            flap = ((x, y), (x + 2, y + way * edge), (x + each - 2, y + way * edge), (x + each, y))
            drawn.append(Fill((flap,), "#ffffff", CUT))
    side = edge + 4 * each
    last = ((side, edge + each), (side + edge, edge + each + 2), (side + edge, edge + 2 * each - 2))
    drawn.append(Fill(((*last, (side, edge + 2 * each)),), "#ffffff", CUT))
    return Piece(4 * each + 2 * edge, 3 * each + 2 * edge, tuple(drawn))


def _die_face(face: str) -> Drawn:
    if face == SNAKE:
        return sign("snake", (DIE_MM / 2, DIE_MM / 2), 0.8 * DIE_MM, ink="#1d6b34")
    pips = PIPS.get(int(face), ()) if face.isdecimal() else ()
    scale = DIE_MM / 100
    return tuple(Disc((x * scale, y * scale), (1.5, 1.5), INK) for x, y in pips)
