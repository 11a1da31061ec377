"""Markers to print: to glue into the corners of a board, to fold over them, or on a board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Board, Corners
from ..geometry.markers import GAUGE_MM, MARKER_MM, RIM_MM, Paper, as_printed
from .ink import (
    BLACK,
    CUT,
    FOLD,
    WHITE,
    Drawn,
    Fill,
    InkLine,
    InkPose,
    InkText,
    box,
    cut_box,
    laid,
)
from .sheets import KitPart, KitPiece

SQUARES = 6
FLAP_MM = 18.0
SEAM_MM = 0.02
"""Light squares overlap by this much: no printer may show a dark line between two of them."""


def marker(number: int) -> NDArray[np.uint8]:
    """Return the six by six squares of a printed marker, 0 black and 255 white."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    # OpenCV before 4.7, as Debian 12 ships it, has another name for the same thing
    draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
    return np.asarray(draw(dictionary, number, 6), np.uint8)


def squares(number: int, side: float) -> Drawn:
    """Return a marker as one dark square with light squares on it."""
    each = side / SQUARES
    light = [
        box(column * each, row * each - SEAM_MM, run * each, each + 2 * SEAM_MM)
        for row, line in enumerate(marker(number))
        for column, run in _runs([shade > 127 for shade in line])
    ]
    return (Fill((box(0, 0, side, side),), BLACK), *(Fill((ring,), WHITE) for ring in light))


def _runs(lights: list[bool]) -> list[tuple[int, int]]:
    """Return where runs of light squares begin in a row, and how long each is."""
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
    """Return the markers of a board where they are printed on it, each with its white rim."""
    drawn: list[Fill] = []
    for number, corners in as_printed(board, paper).markers.items():
        drawn += _placed(number, corners)
    return tuple(drawn)


def _placed(number: int, corners: Corners) -> list[Fill]:
    (left, top), (right, _), *_ = corners
    side = right - left
    rim = Fill((box(left - RIM_MM, top - RIM_MM, side + 2 * RIM_MM, side + 2 * RIM_MM),), WHITE)
    shapes = laid(squares(number, side), InkPose(left, top))
    return [rim, *(shape for shape in shapes if isinstance(shape, Fill))]


def gauges(paper: Paper) -> Drawn:
    """Return the markers near the corners of a sheet."""
    return tuple(
        shape
        for number, corners in paper.gauges.items()
        for shape in laid(squares(number, GAUGE_MM), InkPose(*corners[0]))
    )


def marker_part(paper: Paper, copies: int = 2) -> KitPart:
    """Markers to glue into the corners of any board, each *copies* times."""
    pieces = tuple(_to_glue(paper.first + n, n) for _ in range(copies) for n in range(4))
    return KitPart("markers", pieces, fixed=True, gauged=True)


def _to_glue(number: int, corner: int) -> KitPiece:
    whole = MARKER_MM + 2 * RIM_MM
    drawn = (
        cut_box(whole, whole, WHITE),
        *laid(squares(number, MARKER_MM), InkPose(RIM_MM, RIM_MM)),
        *_bend(corner, whole, whole, 4.0),
        InkText((whole / 2, whole + 3.6), f"{number}", 3.0, anchor="middle"),
    )
    return KitPiece(whole, whole + 5, drawn)


def plate_part(paper: Paper) -> KitPart:
    """Markers with two flaps each, to fold over the corners of a board: nothing is glued on it."""
    pieces = tuple(_plate(paper.first + n, n) for n in range(4))
    return KitPart("plates", pieces, fixed=True)


def _plate(number: int, corner: int) -> KitPiece:
    """Draw a plate for a corner: the marker lies in the corner,
    the flaps go below its two edges."""
    whole, flap = MARKER_MM + 2 * RIM_MM, FLAP_MM
    x = flap if corner in (0, 3) else 0.0
    y = flap if corner in (0, 1) else 0.0
    side_x = 0.0 if corner in (0, 3) else whole
    side_y = 0.0 if corner in (0, 1) else whole
    drawn = (
        Fill((box(x, y, whole, whole),), WHITE, CUT),
        Fill((box(side_x, y, flap, whole),), "", CUT),
        Fill((box(x, side_y, whole, flap),), "", CUT),
        *laid(squares(number, MARKER_MM), InkPose(x + RIM_MM, y + RIM_MM)),
        *_fold(side_x if corner in (1, 2) else flap, y, 0.0, whole),
        *_fold(x, side_y if corner in (2, 3) else flap, whole, 0.0),
        InkText((x + whole / 2, side_y + flap / 2 + 1), f"{number}", 3.0, anchor="middle"),
    )
    return KitPiece(whole + flap, whole + flap, drawn)


def _fold(x: float, y: float, across: float, down: float) -> Drawn:
    return (InkLine(((x, y), (x + across, y + down)), FOLD, 0.2, dashed=True),)


def _bend(corner: int, width: float, height: float, long: float) -> Drawn:
    """Draw a heavy angle at the corner of the plate that goes into the board's corner."""
    x = 0.0 if corner in (0, 3) else width
    y = 0.0 if corner in (0, 1) else height
    into_x, into_y = (long if x == 0.0 else -long), (long if y == 0.0 else -long)
    return (InkLine(((x + into_x, y), (x, y), (x, y + into_y)), BLACK, 0.6),)
