"""A pyramid on paper: fifty triangular tiles, the ground they are laid on, and the pawns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ...boards.board import Board
from ...boards.markers import Paper
from ...kit.ink import CUT, Disc, Drawn, Fill, Shape, box, sign
from ...kit.plates import on_board
from ...kit.sheets import Part, Piece, Poster
from .figures import looks
from .tiles import HIGH, LOW, ROCK, draw_tile, drawing
from .tiles import Shape as Outline

GROUND = "#d9c79d"


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
    """Draws a tile in millimetres; its upper left corner is the origin."""

    def __init__(self, edge: float) -> None:
        self._edge = edge
        self.drawn: list[Shape] = []

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] + 0.5) * self._edge, (point[1] + HIGH) * self._edge

    def fill(self, shape: Outline, colour: str, outline: bool = False) -> None:
        ring = tuple(map(self._at, shape))
        if outline:
            self.drawn.append(Fill((ring,), "", colour, 0.02 * self._edge))
        else:
            self.drawn.append(Fill((ring,), colour))

    def sign(self, name: str, at: tuple[float, float], side: float, ink: str) -> None:
        self.drawn += sign(name, self._at(at), side * self._edge, ink=ink)


def kheops_parts(pile: Pile, board: Board, paper: Paper) -> list[Part]:
    """Everything that is needed to play without a bought box."""
    return [
        Part("board", _ground(board, paper)),
        Part("tiles", tuple(tile_piece(face, pile.edge_mm) for face in pile.faces)),
        Part("pawns", tuple(_pawn(label, pile.pawn_mm) for label in pile.pawns)),
    ]


def tile_piece(face: str, edge: float) -> Piece:
    """One tile, to be cut out along its three edges."""
    pen = _VectorPen(edge)
    high = edge * sqrt(3) / 2
    ring = ((0.0, high), (edge, high), (edge / 2, 0.0))
    draw_tile(pen, drawing(face))
    drawn: Drawn = (Fill((ring,), ROCK, CUT), *pen.drawn)
    return Piece(edge, (HIGH + LOW) * edge, drawn)


def _ground(board: Board, paper: Paper) -> Poster:
    drawn: list[Shape] = [Fill((board.outline_mm,), GROUND, CUT)]
    tiles = [cell for cell in board.cells if len(cell.polygon_mm) == 3]
    drawn += (Fill((cell.polygon_mm,), "#e9dcbb", "#9b8152", 0.3) for cell in tiles)
    drawn += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def _pawn(label: str, across: float) -> Piece:
    """The top of a pawn, to be glued on a counter or a cork of the same width."""
    body, rings = looks(label)
    half = across / 2
    drawn: list[Shape] = [
        Fill((box(0, 0, across, across),), "#ffffff"),
        Disc((half, half), (half, half), body, "#555555", 0.2),
    ]
    for share, colour in rings:
        drawn.append(Disc((half, half), (share * half, share * half), colour or body))
    return Piece(across, across, tuple(drawn))
