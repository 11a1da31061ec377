"""The outline: the cells of a pyramid of any side, their names, and which edge meets which.

Row 0 is the ground. ``U r.i`` points up, ``D r.i`` points down between ``U r.i`` and
``U r.(i+1)``. The three edges of a cell are counted clockwise: left, right, bottom of an upright
cell; right, left, top of the other kind, which is the first one turned by half a circle. So a
cell and its neighbour give their common edge the same number.
"""

from __future__ import annotations

from functools import cache

UP_SIDES = ("L", "R", "B")
DOWN_SIDES = ("R", "L", "T")
OUTSIDE = -1
EDGES = range(3)
GROUND_EDGE = 2
"""The bottom of an upright cell."""


@cache
def outline(side: int) -> tuple[str, ...]:
    """Return the cells row by row from the ground, each row from the left.

    >>> outline(2)
    ('U0.0', 'D0.0', 'U0.1', 'U1.0')
    """
    return tuple(
        f"{'D' if place % 2 else 'U'}{row}.{place // 2}"
        for row in range(side)
        for place in range(2 * (side - row) - 1)
    )


@cache
def index_of(side: int) -> dict[str, int]:
    """Return the number of every cell."""
    return {cell: number for number, cell in enumerate(outline(side))}


@cache
def neighbours(side: int) -> tuple[tuple[int, int, int], ...]:
    """For every cell and edge the number of the cell behind it, or OUTSIDE."""
    index = index_of(side)
    return tuple(
        tuple(index.get(name, OUTSIDE) for name in _beside(cell))  # type: ignore[misc]
        for cell in outline(side)
    )


def _beside(cell: str) -> tuple[str, str, str]:
    row, place = row_and_place(cell)
    if is_up(cell):
        return f"D{row}.{place - 1}", f"D{row}.{place}", f"D{row - 1}.{place}"
    return f"U{row}.{place + 1}", f"U{row}.{place}", f"U{row + 1}.{place}"


def is_up(cell: str) -> bool:
    return cell.startswith("U")


def row_and_place(cell: str) -> tuple[int, int]:
    """Return the row of a cell and its place in it.

    >>> row_and_place("D2.4")
    (2, 4)
    """
    row, _, place = cell[1:].partition(".")
    return int(row), int(place)


def sides(cell: str) -> tuple[str, str, str]:
    """Return what the three edges of a cell are called, in the order they are counted."""
    return UP_SIDES if is_up(cell) else DOWN_SIDES


def apex(side: int) -> str:
    """Return the cell at the top."""
    return outline(side)[-1]


def rests_on(side: int, cell: int) -> tuple[int, ...]:
    """Return the cells a cell rests on if stones fell: an upright one on the cell below its ground
    edge, the other kind in the notch between its two upright neighbours."""
    edges = neighbours(side)[cell]
    below = edges[2:] if is_up(outline(side)[cell]) else edges[:2]
    return tuple(number for number in below if number != OUTSIDE)


def centre(side: int, cell: str) -> tuple[float, float]:
    """Return the middle of a cell from the left and from the top, in lengths of an edge."""
    height = 3**0.5 / 2
    row, place = row_and_place(cell)
    across = place + row / 2 + (0.5 if is_up(cell) else 1.0)
    return across, (side - row - (1 / 3 if is_up(cell) else 2 / 3)) * height
