"""A pyramid on paper: fifty triangular tiles, the ground they are laid on, and the pawns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from ...geometry.board import Board
from ...geometry.markers import Paper
from ...kit.ink import CUT, Disc, Drawn, Fill, Point, Ring, Shape, sign
from ...kit.plates import on_board
from ...kit.sheets import KitPart, KitPiece, Poster
from ...kit.tokens import fold
from .figures import looks
from .tiles import HIGH, LOW, ROCK, draw_tile, drawing
from .tiles import Shape as Outline

GROUND, FIELD, GROOVE = "#d9c79d", "#a28868", "#78624a"
BACK, BACK_INK = "#5b4632", "#d2b472"
LINE_WIDE = 0.04
"""How much smaller the inner edge of the line around a tile is than the tile."""


@dataclass(frozen=True)
class Pile:
    """What is in a box of the pyramid, as far as it is printed."""

    faces: Sequence[str]
    """Every tile by what it shows."""
    pawns: Sequence[str]
    """Colour and kind: ``white-mummy``."""
    edge_mm: float
    pawn_mm: float


class _VectorPen:
    """Draws a tile in millimetres from its upper left corner; nothing leaves its edges."""

    def __init__(self, edge: float) -> None:
        self._edge = edge
        self.drawn: list[Shape] = []

    def _at(self, point: Point) -> Point:
        return (point[0] + 0.5) * self._edge, (point[1] + HIGH) * self._edge

    def fill(self, shape: Outline, colour: str, outline: bool = False) -> None:
        if outline:
            inner = tuple((x * (1 - LINE_WIDE), y * (1 - LINE_WIDE)) for x, y in shape)
            self.drawn.append(Fill((self._ring(shape), self._ring(inner)), colour))
        else:
            self.drawn.append(Fill((self._ring(_inside(shape)),), colour))

    def _ring(self, shape: Outline) -> Ring:
        return tuple(map(self._at, shape))

    def sign(self, name: str, at: Point, side: float, ink: str) -> None:
        self.drawn += sign(name, self._at(at), side * self._edge, ink=ink)


def _inside(shape: Outline) -> Outline:
    """The part of a shape within the edges of the tile."""
    corners = ((-0.5, LOW), (0.5, LOW), (0.0, -HIGH))
    kept = shape
    for n, (x, y) in enumerate(corners):
        far_x, far_y = corners[(n + 1) % 3]
        kept = _cut_along(kept, (x, y), (far_x - x, far_y - y))
    return kept


def _cut_along(shape: Outline, start: Point, way: Point) -> Outline:
    """What of a shape is to the left of a line, y down."""

    def side(at: Point) -> float:
        return (at[0] - start[0]) * way[1] - (at[1] - start[1]) * way[0]

    kept: list[Point] = []
    for one, other in pairwise((*shape, shape[0])):
        here, there = side(one), side(other)
        if here >= 0:
            kept.append(one)
        if (here < 0) != (there < 0):
            share = here / (here - there)
            kept.append(
                (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))
            )
    return tuple(kept)


def kheops_parts(pile: Pile, board: Board, paper: Paper) -> list[KitPart]:
    """Return everything that is needed to play without a bought box."""
    return [
        KitPart("board", _ground(board, paper)),
        KitPart(
            "tiles",
            tuple(tile_piece(face, pile.edge_mm) for face in pile.faces),
            how=("fold_triangle",),
        ),
        KitPart("pawns", tuple(_pawn(label, pile.pawn_mm) for label in pile.pawns), how=("top",)),
    ]


def tile_piece(face: str, edge: float) -> KitPiece:
    """One tile with its back below it: folded backwards along the edge they share."""
    high = edge * sqrt(3) / 2
    front: Ring = ((0.0, high), (edge, high), (edge / 2, 0.0))
    whole: Ring = ((edge / 2, 0.0), (edge, high), (edge / 2, 2 * high), (0.0, high))
    drawn: Drawn = (
        *tile_face(face, edge),
        Fill((tuple((x, 2 * high - y) for x, y in front),), BACK),
        *sign("ankh", (edge / 2, high + high / 3), 0.4 * edge, ink=BACK_INK),
        Fill((whole,), "", CUT),
        fold((0, high), (edge, high)),
    )
    return KitPiece(edge, 2 * high, drawn, nests=True)


def tile_face(face: str, edge: float) -> Drawn:
    """What a tile shows, exactly as large as its three edges."""
    pen = _VectorPen(edge)
    high = edge * sqrt(3) / 2
    ring: Ring = ((0.0, high), (edge, high), (edge / 2, 0.0))
    draw_tile(pen, drawing(face))
    return (Fill((ring,), ROCK), *pen.drawn)


def _ground(board: Board, paper: Paper) -> Poster:
    drawn: list[Shape] = [Fill((board.outline_mm,), GROUND, CUT)]
    tiles = [cell for cell in board.cells if len(cell.polygon_mm) == 3]
    drawn += (Fill((cell.polygon_mm,), FIELD, GROOVE, 0.5) for cell in tiles)
    drawn += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def _pawn(label: str, across: float) -> KitPiece:
    """Return the top of a pawn, to be glued on a counter or a cork of the same width."""
    body, rings = looks(label)
    half = across / 2
    drawn: list[Shape] = [Disc((half, half), (half, half), body, CUT)]
    for share, colour in rings:
        drawn.append(Disc((half, half), (share * half, share * half), colour or body))
    return KitPiece(across, across, tuple(drawn))
