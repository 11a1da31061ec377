"""Where the cells of a board lie, in millimetres: pure data, no pixels.

Origin top left, x to the right, y downwards. Markers are DICT_4X4_50, ids 0..3 in the
corners top left, top right, bottom right, bottom left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ..errors import BadBoard

Point = tuple[float, float]
Corners = tuple[Point, ...]

EMPTY = "empty"
DOWN = "down"
FLOOR = "floor"
"""What the bare ground of a square is called where pawns walk on it."""
SOMETHING_ELSE = "?"
TRIANGLES = frozenset(("tile", "turned_tile"))
"""Kinds of cells with three corners; the last corner is the one that points up in the cell."""
PAWN = "pawn"
UPSIDE_DOWN = "_upside_down"


@dataclass(frozen=True, slots=True)
class Manner:
    """How things may lie in a cell of one kind, so how far the eye has to search."""

    turns: int = 1
    """How many ways a thing may be turned: 1 upright, 6 by sixths, 24 freely."""
    lowest_mm: float = -4.0
    highest_mm: float = 2.0
    """How far below and above the plane of the board its face may be."""
    slack_mm: float = 2.0
    """How far it may lie off its place."""
    inner: float = 0.86
    """The share of the cell's width that is compared; the rest is rim and shadow."""
    worth: float = 80.0
    """How many independent measurements the drawing is worth; little where only colours differ."""
    doubted_level: float = 8.0
    """The cost of the mean colour that alone makes a whole doubt; less where only colour counts."""
    visited: bool = False
    """Whether pawns stand on such cells."""
    hidden_limit: float = 0.35
    """The share of the compared part that may be hidden before a cell is called covered."""

    @property
    def told_by_drawing(self) -> bool:
        """Whether things lie upright and are told apart by what is drawn on them."""
        return self.turns == 1 and self.worth >= 80.0


_TILE = Manner(turns=6, lowest_mm=-1.0, highest_mm=4.0, inner=1.0, visited=True, hidden_limit=0.55)

MANNERS: Mapping[str, Manner] = {
    "card": Manner(highest_mm=3.0),
    "stack": Manner(lowest_mm=-3.0, highest_mm=9.0, inner=0.9),
    "disc": Manner(
        turns=24,
        lowest_mm=-1.0,
        highest_mm=4.0,
        slack_mm=3.0,
        inner=0.74,
        worth=25.0,
        doubted_level=11.5,
    ),
    "colour": Manner(
        lowest_mm=-1.0, highest_mm=2.0, slack_mm=2.5, inner=0.94, worth=50.0, doubted_level=4.0
    ),
    "pit": Manner(turns=4, lowest_mm=-5.5, highest_mm=6.0, inner=0.86),
    "tile": _TILE,
    "turned_tile": replace(_TILE, turns=3),
    "square": Manner(lowest_mm=-1.0, highest_mm=1.0, slack_mm=1.0, inner=1.0, visited=True),
    "die": Manner(turns=4, lowest_mm=-2.0, highest_mm=2.0, slack_mm=1.5, inner=0.9),
    PAWN: Manner(
        turns=12, lowest_mm=-2.0, highest_mm=2.0, slack_mm=5.0, inner=0.94, worth=50.0, visited=True
    ),
}


def manner_of(kind: str) -> Manner:
    """Return how things may be placed in cells of a kind.

    A kind may say after a colon which of several faces its cells have, as ``square:sand``: such
    cells are compared with that face alone.
    """
    return MANNERS[kind.partition(":")[0]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One place that is looked at: a window with four corners or a triangle with three."""

    id: str
    kind: str
    polygon_mm: Corners
    rise_mm: float = 0.0
    """How far above the board's upper face (below it: negative) the cell's own plane lies."""
    stands_on: str = ""
    """Id of the tile that a pawn would stand on."""

    def __hash__(self) -> int:
        return hash(self.id)  # what is kept for cells is asked for in every picture

    @property
    def middle_mm(self) -> Point:
        count = len(self.polygon_mm)
        return (
            sum(x for x, _ in self.polygon_mm) / count,
            sum(y for _, y in self.polygon_mm) / count,
        )

    @property
    def manner(self) -> Manner:
        return manner_of(self.kind)


@dataclass(frozen=True, slots=True)
class Board:
    """A named board with its markers and its cells."""

    name: str
    width_mm: float
    height_mm: float
    markers: Mapping[int, Corners]
    cells: tuple[Cell, ...]
    alike: Mapping[str, str] = field(default_factory=dict)
    """Labels that mean the same as another label: their chances are added to the other's."""

    def __post_init__(self) -> None:
        if not (self.width_mm > 0 and self.height_mm > 0):
            raise BadBoard(f"board {self.name!r} measures {self.width_mm} x {self.height_mm} mm")
        if not self.cells:
            raise BadBoard(f"board {self.name!r} has no cells; it needs at least one")
        if len({cell.id for cell in self.cells}) != len(self.cells):
            raise BadBoard(f"board {self.name!r} has two cells with the same id")
        for cell in self.cells:
            _check(self, cell)
        object.__setattr__(self, "cells", tuple(_one(cell) for cell in self.cells))

    def __hash__(self) -> int:
        return hash((self.name, self.width_mm, self.height_mm, len(self.cells)))

    @property
    def outline_mm(self) -> Corners:
        w, h = self.width_mm, self.height_mm
        return ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))

    def cell(self, cell_id: str) -> Cell:
        for cell in self.cells:
            if cell.id == cell_id:
                return cell
        raise BadBoard(f"board {self.name!r} has no cell {cell_id!r}")


@lru_cache(maxsize=4096)
def _one(cell: Cell) -> Cell:
    """Equal cells of all boards as one: what is kept for cells is found without comparing them."""
    return cell


def _check(board: Board, cell: Cell) -> None:
    if cell.kind.partition(":")[0] not in MANNERS:
        known = ", ".join(sorted(MANNERS))
        raise BadBoard(f"cell {cell.id!r} is of kind {cell.kind!r}; the kinds are {known}")
    if len(cell.polygon_mm) not in (3, 4):
        raise BadBoard(f"cell {cell.id!r} has {len(cell.polygon_mm)} corners; expected 3 or 4")
    if (cell.kind in TRIANGLES) != (len(cell.polygon_mm) == 3):
        raise BadBoard(
            f"cell {cell.id!r} of kind {cell.kind!r} has {len(cell.polygon_mm)} corners; "
            f"{', '.join(sorted(TRIANGLES))} have 3, all others 4"
        )
    if cell.kind == PAWN and not any(other.id == cell.stands_on for other in board.cells):
        raise BadBoard(f"pawn cell {cell.id!r} stands on {cell.stands_on!r}, which is no cell")
    x, y = cell.middle_mm
    if not (0 <= x <= board.width_mm and 0 <= y <= board.height_mm):
        raise BadBoard(f"cell {cell.id!r} lies outside board {board.name!r}")


def window(x: float, y: float, width: float, height: float) -> Corners:
    """Name the four corners of an upright window by its top left corner and size."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def triangle(middle: Point, edge_mm: float, up: bool = True) -> Corners:
    """Name the corners of an equilateral cell by its middle; the last is its own top.

    A cell that points down is one that points up, turned by half a circle.
    """
    (x, y), sign = middle, 1 if up else -1
    low, high = sign * edge_mm / 12**0.5, sign * edge_mm / 3**0.5
    half = sign * edge_mm / 2
    return ((x - half, y + low), (x + half, y + low), (x, y - high))


def plain(label: str) -> str:
    """Return a label without the way its picture points."""
    return label.partition("@")[0]


SCENE_KINDS: Mapping[str, str] = {
    "wall": "card",
    "track": "disc",
    "sphinx": "colour",
    "tray": "stack",
    "pyramid": "tile",
}
"""What lies in the cells of each kind of scene; elsewhere tiles in triangles, otherwise cards."""
MARKERLESS = ("none", "told")


def board_from_scene(scene: Mapping[str, Any]) -> Board:
    """Build the board of a scene file, using only what a reader may know of it."""
    try:
        kind = str(scene["kind"])
        size = scene["board"]
        markers = scene["markers"]
        given = {} if markers.get("mode") in MARKERLESS else markers.get("nominal_mm") or {}
        return Board(
            name=kind,
            width_mm=float(size["w_mm"]),
            height_mm=float(size["h_mm"]),
            markers={int(key): _corners(value) for key, value in given.items()},
            cells=tuple(_cell(kind, raw) for raw in scene["cells"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadBoard(f"the scene does not describe a board: {wrong!r}") from wrong


def _cell(kind: str, raw: Mapping[str, Any]) -> Cell:
    polygon = _corners(raw["poly_mm"]) if "poly_mm" in raw else window(*raw["rect_mm"])
    unheard_of = "tile" if len(polygon) == 3 else "card"
    return Cell(id=str(raw["id"]), kind=SCENE_KINDS.get(kind, unheard_of), polygon_mm=polygon)


def _corners(raw: Any) -> Corners:
    return tuple((float(x), float(y)) for x, y in raw)


def clockwise(label: str, thirds: int) -> str:
    """Return the label of a tile after it was turned clockwise by this many thirds.

    >>> clockwise("room-2@1", 2), clockwise("down", 1)
    ('room-2@0', 'down')
    """
    face, at, turn = label.rpartition("@")
    return f"{face}@{(int(turn) + thirds) % 3}" if at and turn.isdecimal() else label


WAYS = "NWSE"
"""Which way the upper end of a picture may point, each a quarter turn to the left of the last."""
AXES = ("NS", "EW")
"""The lines a picture may lie along that means the same upside down."""


def leftwards(label: str, quarters: int) -> str:
    """Return the label of a card after it was turned to the left by this many quarters.

    >>> leftwards("2-snake_head@N", 3), leftwards("2-snake_body@NS", 3), leftwards("2-earth", 3)
    ('2-snake_head@E', '2-snake_body@EW', '2-earth')
    """
    face, _, way = label.rpartition("@")
    for ways in (tuple(WAYS), AXES):
        if way in ways:
            return f"{face}@{ways[(ways.index(way) + quarters) % len(ways)]}"
    return label
