"""A way of round tiles on paper: the board, its tiles, figures, scarabs and the bowl's plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...geometry.board import Board, Point
from ...geometry.markers import Paper
from ...kit.ink import CUT, Disc, Drawn, Fill, InkLine, InkText, Shape, box, sign
from ...kit.plates import on_board
from ...kit.sheets import KitPart, KitPiece, Poster
from ...kit.tokens import figure, folded, ink_of, token
from .tiles import BACKS, COLOURS, INK, MUMMY, PLACES, SIZES, colour_and_mummies

SAND, FIELD = "#e6d2a6", "#5b4632"
PLATE_MM = 170.0


@dataclass(frozen=True)
class Kit:
    """What is in a box of the bowl, as far as it is printed."""

    tiles: Sequence[tuple[str, str]]
    """Kind and face of every tile."""
    way: Sequence[Point]
    """The middles of the fields in their order."""
    scarab_fields: Sequence[Point]
    figures: Sequence[str]
    scarabs: int
    boulders: Sequence[tuple[str, int, float]]
    """Colour, how many, how large."""
    bowl_at: Point


def bowl_parts(kit: Kit, board: Board, kinds: Mapping[str, str], paper: Paper) -> list[KitPart]:
    """Return everything needed to play without a bought box, except the bowl and its boulders."""
    side = board.cells[0].polygon_mm[1][0] - board.cells[0].polygon_mm[0][0]
    tiles = tuple(tile_piece(kind, face, side) for kind, face in kit.tiles)
    people = tuple(figure(15.0, 24.0, colour, "ankh") for colour in kit.figures)
    scarabs = tuple(token(15.0, "green", "scarab") for _ in range(kit.scarabs))
    mummy = figure(18.0, 28.0, "white", "eye")
    return [
        KitPart("board", _board(kit, board, kinds, paper), how=("trap",)),
        KitPart("tiles", tiles, how=("fold_tile",)),
        KitPart("figures", (*people, mummy), how=("fold_figure",)),
        KitPart("tokens", scarabs),
        KitPart("plate", (_plate(kit),), fixed=True),
    ]


def _board(kit: Kit, board: Board, kinds: Mapping[str, str], paper: Paper) -> Poster:
    drawn: list[Shape] = [Fill((board.outline_mm,), SAND, CUT)]
    drawn.append(InkLine(tuple(kit.way), "#a9895a", 4.0))
    for x, y in kit.way:
        drawn.append(Disc((x, y), (17.5, 17.5), "#cdb283", "#8f7246", 0.4))
    for cell in board.cells:
        (left, _), (right, _), *_ = cell.polygon_mm
        half = (right - left) / 2
        ground = BACKS.get(kinds.get(cell.id, ""), BACKS["desert"])
        drawn.append(Disc(cell.middle_mm, (half + 1.4, half + 1.4), ground))
        drawn.append(Disc(cell.middle_mm, (half, half), FIELD))
    for x, y in kit.scarab_fields:
        drawn += sign("scarab", (x, y - 20), 8, ink=INK)
    drawn.append(Disc(kit.bowl_at, (40, 40), "", INK, 0.5))
    drawn += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def tile_piece(kind: str, face: str, side: float) -> KitPiece:
    """Return a tile with its back beside it."""
    return folded(side, side, _face(face, side), _back(kind, side))


def _face(face: str, side: float) -> Drawn:
    colour, mummies = colour_and_mummies(face)
    half = side / 2
    drawn: list[Shape] = [
        Disc((half, half), (half, half), COLOURS[colour], CUT),
        Disc((half, half), (0.9 * half, 0.9 * half), "", INK, 0.04 * half),
    ]
    for x, y in PLACES[mummies]:
        size = SIZES[mummies] * half
        for down, (wide, high), ink in MUMMY:
            at = (half + x * half, half + y * half + down * size)
            drawn.append(Disc(at, (wide * size, high * size), ink))
    return tuple(drawn)


def _back(kind: str, side: float) -> Drawn:
    half = side / 2
    return (
        Disc((half, half), (half, half), BACKS.get(kind, BACKS["desert"]), CUT),
        Disc((half, half), (0.9 * half, 0.9 * half), "", INK, 0.04 * half),
        *sign("eye", (half, half), 0.62 * side, ink=INK),
    )


def _plate(kit: Kit) -> KitPiece:
    """Where the bowl stands on the scale; a boulder covers the disc of its colour."""
    middle = PLATE_MM / 2
    drawn: list[Shape] = [
        Fill((box(0, 0, PLATE_MM, PLATE_MM),), "#ffffff", CUT),
        *(Disc((middle, middle), (r, r), "", "#333333", 0.3) for r in (82.0, 60.0, 40.0)),
        InkLine(((middle - 8, middle), (middle + 8, middle)), "#333333", 0.3),
        InkLine(((middle, middle - 8), (middle, middle + 8)), "#333333", 0.3),
    ]
    for n, (colour, count, size) in enumerate(kit.boulders):
        at = (middle - 36 + 24 * n, middle + 22)
        drawn.append(Disc(at, (size / 2, size / 2), ink_of(colour), "#333333", 0.3))
        drawn.append(InkText((at[0], at[1] + 19), f"{count} x {size:g} mm", 3, anchor="middle"))
    return KitPiece(PLATE_MM, PLATE_MM, tuple(drawn))
