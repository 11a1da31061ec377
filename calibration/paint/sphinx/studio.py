"""A walled court seen by a camera: a spiral of squares, doors, sphinxes, pawns, cards and dice."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ...art import PAPYRUS
from ...boards.sphinx import Court, Place
from ...geometry.board import EMPTY, PAWN, Board, Cell, Point
from ..faces import Picture, bgr
from ..flat import paint_body, pixels
from ..scene import PaintedScene
from ..solids import Cylinder, Slab, Solid, SolidView
from ..studio import Studio
from .faces import COLOURS, card, die
from .floor import Prints, paint_floor

WALL_MM, WALL_HIGH_MM = 3.0, 9.0
SPHINX_MM, SPHINX_HIGH_MM = 10.0, 24.0
STONE, STONE_SIDE = (150, 178, 200), (96, 122, 146)
DOOR, DOOR_SIDE = (92, 120, 150), (58, 80, 104)
SAND, SAND_SIDE = (140, 176, 204), (92, 124, 152)
FELT, FELT_LINE = (180, 211, 227), (68, 114, 141)
LYING = ("colour", "die")
SHADOWED = 0.6
"""How dark the side of a pawn is compared to its top."""


class SphinxStudio(Studio):
    """What the camera sees of a court."""

    view_of = SolidView
    view: SolidView

    def __init__(
        self,
        board: Board,
        prints: Prints,
        scene: PaintedScene,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self.prints = prints
        self._built = tuple(built(prints))
        super().__init__(board, PAPYRUS, scene, labels)
        self._stand()

    def _put(self, cell_id: str, label: str) -> None:
        cell = self._cells[cell_id]
        if cell.kind != PAWN:
            super()._put(cell_id, label)
            return
        self._labels[cell_id] = label
        self._stand()

    def _stand(self) -> None:
        """Let the pawns stand where the labels have them."""
        pawns = (self._pawn(c) for c in self.board.cells if c.kind == PAWN and self._is_taken(c))
        for where in self.view.stand((*self._built, *pawns)):
            self.view.look(self._flat, where)

    def _is_taken(self, cell: Cell) -> bool:
        return self._labels[cell.id] != EMPTY

    def _pawn(self, cell: Cell) -> Solid:
        label = self._labels[cell.id]
        mark = zlib.crc32(f"{self.scene.seed}/{cell.id}/{label}".encode())
        aside, along = np.random.default_rng(mark).uniform(-2.0, 2.0, 2) * self.scene.jitter_mm
        x, y = cell.middle_mm
        court = self.prints.court
        at = (x + float(aside), y + float(along))
        return pawn(at, label, court.pawn_mm / 2, court.pawn_high_mm)

    def paint_board(self) -> Picture:
        flat = paint_body(self.board, self._scale, framed=False)
        paint_floor(flat, self.prints, self._scale)
        for cell in self.board.cells:
            if cell.kind in LYING:
                self._lay_down(flat, cell, self._labels[cell.id])
        return flat

    def paint_label(self, cell: Cell, label: str) -> None:
        self._lay_down(self._flat, cell, label)

    def _lay_down(self, flat: Picture, cell: Cell, label: str) -> None:
        x, y, width, height = pixels(cell.polygon_mm, self._scale)
        here = flat[y : y + height, x : x + width]
        here[:] = FELT
        cv2.rectangle(here, (1, 1), (width - 2, height - 2), FELT_LINE, 1, cv2.LINE_AA)
        if label == EMPTY:
            return
        painted = card(label, width, height) if cell.kind == "colour" else die(label, width)
        lie = self._lie(cell, label, (width / 2, height / 2))
        whole = np.full((height, width), 255, np.uint8)
        placed = cv2.warpAffine(painted, lie, (width, height))
        cv2.copyTo(
            np.asarray(placed), np.asarray(cv2.warpAffine(whole, lie, (width, height))), here
        )

    def _lie(self, cell: Cell, label: str, middle: Point) -> NDArray[np.float64]:
        """Draw how somebody put it down: a die on any side, a card a little askew."""
        if cell.kind != "die":
            return self._lay.affine(cell.id, label, self._scale, middle)
        turn = zlib.crc32(f"{self.scene.seed}/{cell.id}/{label}".encode()) % 4
        return np.asarray(cv2.getRotationMatrix2D(middle, 90.0 * turn, 1.0))


def pawn(at_mm: Point, colour: str, radius_mm: float, high_mm: float) -> Cylinder:
    """Return a pawn of a colour: its top in the colour itself, its side in shadow."""
    top = bgr(COLOURS[colour])
    blue, green, red = (int(SHADOWED * part) for part in top)
    return Cylinder(at_mm, radius_mm, high_mm, top, (blue, green, red))


def built(prints: Prints) -> Iterator[Solid]:
    """Yield everything that stands on a court from the start: walls, doors and sphinxes."""
    yield from _walls(prints)
    for square in prints.guards:
        yield _sphinx(prints.court.middle_mm(prints.place(square)))
    for square in prints.niches:
        yield _sphinx(niche_mm(prints, square))


def niche_mm(prints: Prints, square: int) -> Point:
    """Return the middle of the niche beside an outer square."""
    row, column = prints.place(square)
    court = prints.court
    x, y = court.middle_mm((row, column))
    away = 0.92 * court.square_mm
    across = -1 if column == 0 else 1 if column == court.columns - 1 else 0
    along = 0 if across else -1 if row == 0 else 1
    return x + away * across, y + away * along


def _sphinx(at_mm: Point) -> Cylinder:
    return Cylinder(at_mm, SPHINX_MM, SPHINX_HIGH_MM, SAND, SAND_SIDE)


def _walls(prints: Prints) -> Iterator[Slab]:
    """Yield a wall, or a door, between squares that aren't neighbours on the way."""
    rows, columns = prints.court.rows, prints.court.columns
    doors = {frozenset(door) for door in prints.doors}
    for row in range(rows):
        for column in range(columns):
            here = prints.grid[row][column]
            for down, right in ((0, 1), (1, 0)):
                beyond = (row + down, column + right)
                if beyond[0] == rows or beyond[1] == columns:
                    continue
                there = prints.grid[beyond[0]][beyond[1]]
                if abs(here - there) != 1:
                    yield _wall(prints.court, beyond, bool(down), frozenset((here, there)) in doors)
    yield from _outer(prints.court)


def _wall(court: Court, beyond: Place, lying: bool, is_door: bool) -> Slab:
    """Return the wall above (*lying*) or left of a square."""
    start = court.corner_mm(*beyond)
    length = court.square_mm
    end = (start[0] + length, start[1]) if lying else (start[0], start[1] + length)
    top, side = (DOOR, DOOR_SIDE) if is_door else (STONE, STONE_SIDE)
    return _slab(start, end, top, side)


def _outer(court: Court) -> Iterator[Slab]:
    corners = [
        court.corner_mm(row, column)
        for row, column in (
            (0, 0),
            (0, court.columns),
            (court.rows, court.columns),
            (court.rows, 0),
        )
    ]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        yield _slab(min(start, end), max(start, end), STONE, STONE_SIDE)


def _slab(start: Point, end: Point, top: tuple[int, int, int], side: tuple[int, int, int]) -> Slab:
    half = WALL_MM / 2
    low, high = (start[0] - half, start[1] - half), (end[0] + half, end[1] + half)
    return Slab(low, high, WALL_HIGH_MM, top, side)
