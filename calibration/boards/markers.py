"""The markers in the corners of every board, as they are printed."""

from __future__ import annotations

from .board import Corners, Point, window

MARKER_MM = 24.0
RIM_MM = 3.0


def corner_markers(width_mm: float, height_mm: float) -> dict[int, Corners]:
    """Put markers 0..3 into the corners: top left, top right, bottom right, bottom left."""
    near, side = RIM_MM, MARKER_MM
    right, low = width_mm - near - side, height_mm - near - side
    places: tuple[Point, ...] = ((near, near), (right, near), (right, low), (near, low))
    return {number: window(x, y, side, side) for number, (x, y) in enumerate(places)}
