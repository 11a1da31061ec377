"""Markers to print: to glue into the corners of a board, to fold over them, or on a board."""

from __future__ import annotations

from ..boards.board import Board, Corners
from ..boards.markers import GAUGE_MM, MARKER_MM, RIM_MM, Paper, as_printed
from ..paint.flat import marker
from .ink import BLACK, CUT, WHITE, Drawn, Fill, Lie, Line, Words, box, cut_box, laid
from .sheets import Part, Piece

SQUARES = 6
FLAP_MM = 18.0
SEAM_MM = 0.02
"""Light squares overlap by this much: no printer may show a dark line between two of them."""


def squares(number: int, side: float) -> Drawn:
    """A marker as one dark square with light squares on it."""
    each = side / SQUARES
    light = [
        box(column * each, row * each - SEAM_MM, run * each, each + 2 * SEAM_MM)
        for row, line in enumerate(marker(number))
        for column, run in _runs([shade > 127 for shade in line])
    ]
    return (Fill((box(0, 0, side, side),), BLACK), *(Fill((ring,), WHITE) for ring in light))


def _runs(lights: list[bool]) -> list[tuple[int, int]]:
    """Where light squares begin in a row, and how many follow each other."""
    found, column = [], 0
    while column < len(lights):
        end = column
        while end < len(lights) and lights[end]:
            end += 1
        if end > column:
            found.append((column, end - column))
        column = max(end, column + 1)
    return found


def on_board(board: Board, paper: Paper) -> Drawn:
    """The markers of a board where they are printed on it, each with its white rim."""
    drawn: list[Fill] = []
    for number, corners in as_printed(board, paper).markers.items():
        drawn += _placed(number, corners)
    return tuple(drawn)


def _placed(number: int, corners: Corners) -> list[Fill]:
    (left, top), (right, _), *_ = corners
    side = right - left
    rim = Fill((box(left - RIM_MM, top - RIM_MM, side + 2 * RIM_MM, side + 2 * RIM_MM),), WHITE)
    shapes = laid(squares(number, side), Lie(left, top))
    return [rim, *(shape for shape in shapes if isinstance(shape, Fill))]


def gauges(paper: Paper) -> Drawn:
    """The markers near the corners of a sheet."""
    return tuple(
        shape
        for number, corners in paper.gauges.items()
        for shape in laid(squares(number, GAUGE_MM), Lie(*corners[0]))
    )


def marker_part(paper: Paper, copies: int = 2) -> Part:
    """Markers to glue into the corners of any board, each *copies* times."""
    pieces = tuple(_to_glue(paper.first + n, n) for _ in range(copies) for n in range(4))
    return Part("markers", pieces, fixed=True, gauged=True)


def _to_glue(number: int, corner: int) -> Piece:
    whole = MARKER_MM + 2 * RIM_MM
    drawn = (
        cut_box(whole, whole, WHITE),
        *laid(squares(number, MARKER_MM), Lie(RIM_MM, RIM_MM)),
        *_bend(corner, whole, whole, 4.0),
        Words((whole / 2, whole + 3.6), f"{number}", 3.0, anchor="middle"),
    )
    return Piece(whole, whole + 5, drawn)


def plate_part(paper: Paper) -> Part:
    """Markers with two flaps each, to fold over the corners of a board: nothing is glued on it."""
    pieces = tuple(_plate(paper.first + n, n) for n in range(4))
    return Part("plates", pieces, fixed=True)


def _plate(number: int, corner: int) -> Piece:
    """The marker lies in the corner of the board; the flaps go below its two edges."""
    whole, flap = MARKER_MM + 2 * RIM_MM, FLAP_MM
    x = flap if corner in (0, 3) else 0.0
    y = flap if corner in (0, 1) else 0.0
    side_x = 0.0 if corner in (0, 3) else whole
    side_y = 0.0 if corner in (0, 1) else whole
    drawn = (
        Fill((box(x, y, whole, whole),), WHITE, CUT),
        Fill((box(side_x, y, flap, whole),), "", CUT),
        Fill((box(x, side_y, whole, flap),), "", CUT),
        *laid(squares(number, MARKER_MM), Lie(x + RIM_MM, y + RIM_MM)),
        *_fold(side_x if corner in (1, 2) else flap, y, 0.0, whole),
        *_fold(x, side_y if corner in (2, 3) else flap, whole, 0.0),
        Words((x + whole / 2, side_y + flap / 2 + 1), f"{number}", 3.0, anchor="middle"),
    )
    return Piece(whole + flap, whole + flap, drawn)


def _fold(x: float, y: float, across: float, down: float) -> Drawn:
    return (Line(((x, y), (x + across, y + down)), "#333333", 0.2, dashed=True),)


def _bend(corner: int, width: float, height: float, long: float) -> Drawn:
    """A heavy angle at the corner that lies in the corner of the board."""
    x = 0.0 if corner in (0, 3) else width
    y = 0.0 if corner in (0, 1) else height
    into_x, into_y = (long if x == 0.0 else -long), (long if y == 0.0 else -long)
    return (Line(((x + into_x, y), (x, y), (x, y + into_y)), BLACK, 0.6),)
