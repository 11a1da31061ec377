"""A dig on paper: the cards of every layer, the ground around the tray, coins and barricades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...boards.dig import Tray
from ...geometry.markers import Paper
from ...kit.ink import CUT, Disc, Drawn, Fill, InkLine, InkPose, InkText, Shape, box, cut_box, laid
from ...kit.plates import on_board
from ...kit.sheets import MOUNTED, KitPart, KitPiece, Poster
from ...kit.tokens import token
from ..faces import bgr
from .cards import DARKEST_INKED, HAZARD, IRON, LIGHT, PLANK, PLANK_EDGE, TREASURE, border
from .pictures import INK, DigPen, Points, draw_picture

GROUND, FLOOR, FLOOR_INK = "#dcc59a", "#3c3026", "#4a3d31"


@dataclass(frozen=True)
class Hoard:
    """What is in a box of the dig, as far as it is printed."""

    layers: Sequence[Sequence[tuple[str, int]]]
    """The cards of each layer from the floor up: what they show and what they are worth."""
    gold: int
    silver: int
    silver_for_gold: int
    scarabs: int
    barricades: int
    colours: Sequence[str]


class VectorPen(DigPen):
    """Draws the same pictures as lines and outlines, in a box of 100 by 100."""

    def __init__(self, ink: str = INK) -> None:
        self.ink = ink
        self.drawn: list[Shape] = []

    def fill(self, points: Points, colour: str, edge: float = 1.6) -> None:
        ring = tuple((float(x), float(y)) for x, y in points)
        self.drawn.append(Fill((ring,), colour, self.ink if edge else "", edge))

    def line(self, points: Points, colour: str = "", wide: float = 2.0) -> None:
        ring = tuple((float(x), float(y)) for x, y in points)
        self.drawn.append(InkLine(ring, colour or self.ink, wide))

    def disc(
        self, at: tuple[float, float], radii: tuple[float, float], colour: str, edge: float = 1.6
    ) -> None:
        self.drawn.append(Disc(at, radii, colour, self.ink if edge else "", edge))


def dig_parts(hoard: Hoard, tray: Tray, paper: Paper) -> list[KitPart]:
    """Return everything that is needed to play without a bought box."""
    layers = [
        KitPart(
            "layer",
            tuple(card_piece(tray, number, name, worth) for name, worth in cards),
            stock=MOUNTED,
            how=("mount",),
        )
        for number, cards in enumerate(hoard.layers, 1)
    ]
    side = tray.card_mm[0]
    coins = [token(16.0, "gold", text=str(hoard.silver_for_gold)) for _ in range(hoard.gold)]
    coins += [token(14.0, "silver", text="1") for _ in range(hoard.silver)]
    scarabs = [token(15.0, "green", "scarab") for _ in range(hoard.scarabs)]
    scarabs += [token(15.0, colour, "ankh") for colour in hoard.colours]
    return [
        KitPart("board", _ground(tray, paper), how=("tray",)),
        KitPart("floor", _floor(tray)),
        *layers,
        KitPart(
            "barricades",
            tuple(_barricade(side) for _ in range(hoard.barricades)),
        ),
        KitPart("coins", tuple(coins)),
        KitPart("tokens", tuple(scarabs)),
    ]


def card_piece(tray: Tray, layer: int, name: str, worth: int) -> KitPiece:
    """Return one card: paper and border of its layer, its picture, and its number."""
    side, paper = tray.card_mm[0], tray.papers[layer - 1]
    pen = VectorPen(LIGHT if sum(bgr(paper)) / 3 < DARKEST_INKED else INK)
    border(pen, layer, pen.ink)
    draw_picture(pen, name)
    if worth:
        _number(pen, worth)
    drawn: Drawn = (
        cut_box(side, side, paper),
        *laid(_cut_off(pen.drawn), InkPose(scale=side / 100)),
    )
    return KitPiece(side, side, drawn)


def _cut_off(drawn: Sequence[Shape]) -> list[Shape]:
    """Obelisks and snakes end at the edge of their card."""
    return [
        Fill(tuple(tuple(map(_inside, ring)) for ring in shape.rings), *_ink(shape))
        if isinstance(shape, Fill)
        else shape
        for shape in drawn
    ]


def _inside(point: tuple[float, float]) -> tuple[float, float]:
    return min(100.0, max(0.0, point[0])), min(100.0, max(0.0, point[1]))


def _ink(shape: Fill) -> tuple[str, str, float]:
    return shape.colour, shape.edge, shape.wide


def _number(pen: VectorPen, worth: int) -> None:
    hazard = worth < 0
    pen.drawn.append(Disc((78, 79), (12.5, 9.5), HAZARD if hazard else TREASURE, INK, 1.6))
    ink = TREASURE if hazard else INK
    pen.drawn.append(InkText((78, 83), f"{worth:+d}", 11, ink, "middle", True))


def _ground(tray: Tray, paper: Paper) -> Poster:
    """The plan around the tray: its cells are cut out together with the board below it."""
    board = tray.board
    drawn: list[Shape] = [Fill((board.outline_mm,), GROUND, CUT)]
    for cell in board.cells:
        left, top, right, low = tray.opening_mm(cell)
        drawn.append(Fill((box(left, top, right - left, low - top),), FLOOR, CUT))
    drawn += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def _floor(tray: Tray) -> Poster:
    """What is seen at the bottom of the tray: dark, with the name of every cell."""
    cells = [tray.opening_mm(cell) for cell in tray.board.cells]
    lefts, tops = min(one[0] for one in cells), min(one[1] for one in cells)
    rim = 6.0
    wide = max(one[2] for one in cells) - lefts + 2 * rim
    high = max(one[3] for one in cells) - tops + 2 * rim
    drawn: list[Shape] = [Fill((box(0, 0, wide, high),), FLOOR, CUT)]
    for cell in tray.board.cells:
        x, y = cell.middle_mm
        drawn.append(
            InkText((x - lefts + rim, y - tops + rim + 2), cell.id, 6, FLOOR_INK, "middle")
        )
    return Poster(wide, high, tuple(drawn))


def _barricade(side: float) -> KitPiece:
    pen = VectorPen()
    for y in (25, 50, 75):
        pen.line([(0, y), (100, y)], PLANK_EDGE, 2.6)
    for x in (12, 88):
        pen.fill([(x - 6, 0), (x + 6, 0), (x + 6, 100), (x - 6, 100)], IRON, 1)
    pen.disc((50, 52), (21, 21), IRON)
    pen.disc((50, 52), (14, 14), PLANK, 1)
    drawn: Drawn = (cut_box(side, side, PLANK), *laid(pen.drawn, InkPose(scale=side / 100)))
    return KitPiece(side, side, drawn)
