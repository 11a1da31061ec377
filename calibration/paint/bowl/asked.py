"""Drawings for the questions about a box of the bowl: boulders beside a rule, and its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from ...kit.ink import Disc, Drawn, Fill, InkLine, InkText, Point, Ring, Shape, box
from ...kit.sheets import KitPart, KitPiece
from ...kit.tokens import ink_of
from .printed import tile_piece
from .tiles import BACKS

INK = "#3a2d1c"
CORNERS = (0.0, 0.9, 2.1, 3.0, 4.1, 5.0, 5.9, 7.1)
"""Where the corners of a stone are, in eighths of a turn."""
RULE_MM, MARGIN_MM = 12.0, 4.0
MOST = 8
"""More boulders of one colour than this are counted, not drawn."""

Boulder = tuple[str, int, float]
"""Colour, how many, how many millimetres."""


def asked_parts(boulders: Sequence[Boulder], tiles: Sequence[tuple[str, str]]) -> list[KitPart]:
    """Return one picture for every colour of boulders, and every tile as the file lists them."""
    return [
        KitPart("boulders", tuple(boulder_piece(*boulder) for boulder in boulders)),
        KitPart("faces", tuple(tile_piece(kind, face, 30.0) for kind, face in tiles)),
    ]


def boulder_piece(colour: str, count: int, mm: float) -> KitPiece:
    """Draw as many stones as there are, the first of them measured by a rule."""
    size = max(1.0, mm)
    shown = max(1, min(count, MOST))
    pitch = size + MARGIN_MM
    width = max(shown * pitch + MARGIN_MM, size + 8 * MARGIN_MM)
    floor = MARGIN_MM + size
    drawn: list[Shape] = [Fill((box(0, 0, width, floor + RULE_MM),), BACKS["desert"])]
    for number in range(shown):
        drawn += _stone((MARGIN_MM + number * pitch, MARGIN_MM), size, colour)
    drawn += _rule((MARGIN_MM, floor + 2.0), size)
    return KitPiece(width, floor + RULE_MM, tuple(drawn))


def _stone(corner: Point, size: float, colour: str) -> Iterator[Shape]:
    x, y = corner
    half = size / 2
    yield Disc((x + half, y + 0.96 * size), (0.46 * size, 0.06 * size), "#b89a66")
    yield Fill((_ring((x + half, y + half), half),), ink_of(colour), INK, 0.03 * size)
    light = _ring((x + 0.4 * size, y + 0.36 * size), 0.16 * size)
    yield Fill((light,), "", "#ffffff", 0.03 * size)


def _ring(middle: Point, radius: float) -> Ring:
    turns = (pi / 4 * corner for corner in CORNERS)
    return tuple((middle[0] + radius * cos(t), middle[1] + radius * sin(t)) for t in turns)


def _rule(corner: Point, size: float) -> Drawn:
    """Return how wide one of them is, in millimetres."""
    x, y = corner
    ends = ((at, y - 1.2, y + 1.2) for at in (x, x + size))
    return (
        InkLine(((x, y), (x + size, y)), INK, 0.4),
        *(InkLine(((at, above), (at, below)), INK, 0.4) for at, above, below in ends),
        InkText((x + size / 2, y + 6.0), f"{size:g} mm", 4.5, INK, "middle", True),
    )
