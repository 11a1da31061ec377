"""The four corner markers, to be cut out with their white rim and glued into the corners."""

from __future__ import annotations

from functools import partial

from calibration.boards.markers import MARKER_MM, RIM_MM
from calibration.paint.flat import marker

from .paper import box, laid_out, text

PLACES = ("top left", "top right", "bottom right", "bottom left")


def marker_sheet(spare: int = 1) -> str:
    """One page with markers 0..3, each *spare* times more than needed."""
    whole = MARKER_MM + 2 * RIM_MM
    pieces = [partial(_marker, number) for number in range(len(PLACES))] * (1 + spare)
    return laid_out("Corner markers", whole, whole + 6, pieces)[0]


def _marker(number: int, left: float, top: float) -> str:
    whole, square = MARKER_MM + 2 * RIM_MM, MARKER_MM / 6
    dark = [
        f'<rect class="square" x="{left + RIM_MM + column * square:g}" '
        f'y="{top + RIM_MM + row * square:g}" width="{square:g}" height="{square:g}"/>'
        for row, line in enumerate(marker(number))
        for column, shade in enumerate(line)
        if shade < 128
    ]
    name = text(left + whole / 2, top + whole + 4, f"{number}: {PLACES[number]}", 3, "middle")
    # crisp edges: no printer may show paper between two dark squares
    squares = '<g fill="#000" shape-rendering="crispEdges">' + "".join(dark) + "</g>"
    return box(left, top, whole, whole, "marker", "#fff") + squares + name
