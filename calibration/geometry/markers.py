"""The markers in the corners of every board, as they are printed.

A board printed on A4 has markers 0..3 in its corners, one printed on Letter has 4..7: so the
camera knows the paper. Sheets of markers carry four more, by which the camera measures how large
the printer made them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import BadBoard
from .board import Board, Corners, Point, window

MARKER_MM = 24.0
RIM_MM = 3.0
GAUGE_MM = 15.0
"""The side of the four markers near the corners of a sheet."""
GAUGE_EDGE_MM = 14.0
"""How far they are from the edges of the paper."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper, with the numbers of the markers that are printed on it."""

    name: str
    width: float
    height: float
    first: int
    """The marker in the upper left corner of a board; the others follow clockwise."""
    gauge: int
    """The first of the markers near the corners of the sheet itself."""

    @property
    def gauges(self) -> dict[int, Corners]:
        """Where the markers of the sheet are printed, in millimetres of the sheet."""
        near, side = GAUGE_EDGE_MM, GAUGE_MM
        right, low = self.width - near - side, self.height - near - side
        places = ((near, near), (right, near), (right, low), (near, low))
        return {self.gauge + n: window(x, y, side, side) for n, (x, y) in enumerate(places)}


A4 = Paper("a4", 210.0, 297.0, 0, 8)
LETTER = Paper("letter", 215.9, 279.4, 4, 12)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


def paper_called(name: str) -> Paper:
    try:
        return PAPERS[name]
    except KeyError:
        raise BadBoard(f"no paper called {name!r}; there are {', '.join(PAPERS)}") from None


def corner_markers(width_mm: float, height_mm: float) -> dict[int, Corners]:
    """Put markers 0..3 into the corners: top left, top right, bottom right, bottom left."""
    near, side = RIM_MM, MARKER_MM
    right, low = width_mm - near - side, height_mm - near - side
    places: tuple[Point, ...] = ((near, near), (right, near), (right, low), (near, low))
    return {number: window(x, y, side, side) for number, (x, y) in enumerate(places)}


def as_printed(board: Board, paper: Paper = A4, scale: float = 1.0) -> Board:
    """Return the board with the markers of a paper in its corners, printed *scale* times as large.

    A marker is glued with its white rim into the corner of the board, so it shrinks towards it.
    """
    corners = dict(enumerate(board.outline_mm))
    markers = {
        number + paper.first: tuple(_towards(corners[number], at, scale) for at in marker)
        for number, marker in board.markers.items()
        if number in corners
    }
    return replace(board, markers=markers)


def _towards(corner: Point, at: Point, scale: float) -> Point:
    return corner[0] + (at[0] - corner[0]) * scale, corner[1] + (at[1] - corner[1]) * scale
