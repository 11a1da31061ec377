"""A pyramid of triangular tiles seen by a camera, with figures that stand on it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ...art import PAPYRUS
from ...geometry.board import EMPTY, PAWN, Board, Cell, Point
from ..faces import Picture
from ..flat import paint_body, pixels
from ..light import table_top
from ..scene import PaintedScene
from ..solids import SolidView
from ..studio import Studio
from .figures import Figure
from .tiles import corners_in, tile

FIELD, GROOVE = (104, 136, 162), (74, 98, 120)
"""The printed place under a tile and the line around it."""
SMALLER = 0.975
"""A tile is a little smaller than its place."""
ASIDE = 4.0
"""How much looser pawns stand on the middle of their tiles than tiles lie in their places."""


class LyingView(SolidView):
    """A view of a board that lies on the table."""

    def __init__(self, board: Board, scene: PaintedScene) -> None:
        super().__init__(board, scene)
        self._sharp = table_top(self.shot)


class KheopsStudio(Studio):
    """What the camera sees of a pyramid; a pawn cell shows who stands on a tile."""

    view_of = LyingView
    view: LyingView

    def __init__(
        self, board: Board, scene: PaintedScene, labels: Mapping[str, str] | None = None
    ) -> None:
        self._pawns = {cell.id: cell for cell in board.cells if cell.kind == PAWN}
        self._times: dict[str, int] = {}
        """How often something was put into each cell: nothing lands exactly as before."""
        self._also: tuple[Figure, ...] = ()
        super().__init__(board, PAPYRUS, scene, labels)
        self._stand()

    def set(self, labels: Mapping[str, str]) -> None:
        """Lay these tiles and set these pawns; the others stay as they are."""
        super().set(labels)
        self._stand()

    def _put(self, cell_id: str, label: str) -> None:
        self._times[cell_id] = self._times.get(cell_id, 0) + 1
        if cell_id in self._pawns:
            self._labels[cell_id] = label
        else:
            super()._put(cell_id, label)

    def crowd(self, figures: tuple[Figure, ...]) -> None:
        """Put further figures where nobody should put them."""
        self._also = figures
        self._stand()

    def figure(self, label: str, cell: Cell, aside_mm: Point) -> Figure:
        """Somebody on the tile of a pawn cell, this far from its middle."""
        (left, _), (right, _) = cell.polygon_mm[:2]
        x, y = cell.middle_mm
        at = (x + aside_mm[0], y + aside_mm[1])
        return Figure(at, label, (right - left) / 2, cell.rise_mm)

    def _stand(self) -> None:
        taken = (cell for cell in self._pawns.values() if self._labels[cell.id] != EMPTY)
        pawns = tuple(self._standing(cell, self._labels[cell.id]) for cell in taken)
        for where in self.view.stand((*pawns, *self._also)):
            self.view.look(self._flat, where)

    def _standing(self, cell: Cell, label: str) -> Figure:
        """Somebody who was set on a tile, not quite in its middle."""
        dice = self._dice(cell, label)
        aside, along = dice.uniform(-1.0, 1.0, 2) * ASIDE * self.scene.jitter_mm
        return self.figure(label, cell, (float(aside), float(along)))

    def paint_board(self) -> Picture:
        flat = paint_body(self.board, self._scale, framed=False)
        for cell in self.board.cells:
            if cell.id not in self._pawns:
                self._lay_tile(flat, cell, self._labels[cell.id])
        return flat

    def paint_label(self, cell: Cell, label: str) -> None:
        self._lay_tile(self._flat, cell, label)

    def strew(self, cell: Cell, label: str) -> None:
        """Lay a tile where no tile belongs, as far as it is on the board."""
        here, corners = self._piece(self._flat, cell)
        lay_tile(here, label, corners)
        self.view.look(self._flat, self.view.around(cell.polygon_mm))

    def _lay_tile(self, flat: Picture, cell: Cell, label: str) -> None:
        here, corners = self._piece(flat, cell)
        place = np.round(corners * 16).astype(np.int32)
        bare = np.full_like(here, FIELD)
        cv2.polylines(bare, [place], True, GROOVE, 3, cv2.LINE_AA, 4)
        mask = np.zeros(here.shape[:2], np.uint8)
        cv2.fillPoly(mask, [place], 255, cv2.LINE_AA, 4)
        cv2.copyTo(bare, mask, here)
        if label != EMPTY:
            lay_tile(here, label, self._loose(cell, label, corners))

    def _piece(self, flat: Picture, cell: Cell) -> tuple[Picture, NDArray[np.float64]]:
        """Return the part of the flat board around a cell, and the cell's corners in it."""
        x, y, width, height = pixels(cell.polygon_mm, self._scale)
        left, top = max(0, x), max(0, y)
        # a pixel's middle lies half a pixel from its edge
        corners = np.array(cell.polygon_mm) * self._scale - (left + 0.5, top + 0.5)
        return flat[top : y + height, left : x + width], corners

    def _loose(self, cell: Cell, label: str, corners: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the corners of a tile put down by hand, a little smaller than its place."""
        x, y, turn = self._dice(cell, label).uniform(-1.0, 1.0, 3)
        angle = np.radians(turn * self.scene.jitter_degrees)
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        middle = corners.mean(axis=0)
        aside = np.array([x, y]) * self.scene.jitter_mm * self._scale
        return np.asarray(middle + aside + (corners - middle) @ spin * SMALLER)

    def _dice(self, cell: Cell, label: str) -> np.random.Generator:
        mark = f"{self.scene.seed}/{cell.id}/{label}/{self._times.get(cell.id, 0)}"
        return np.random.default_rng(zlib.crc32(mark.encode()))


def lay_tile(picture: Picture, label: str, corners: NDArray[np.float64]) -> None:
    """Paint a tile into *picture* with these corners (left, right, tip)."""
    face, _, turn = label.partition("@")
    edge = round(float(np.linalg.norm(corners[1] - corners[0])))
    painted = tile(face, edge)
    # a tile that is turned clockwise by a third has its left corner where its tip belongs
    there = np.roll(corners, int(turn or 0), axis=0).astype(np.float32)
    way = cv2.getAffineTransform(corners_in(edge).astype(np.float32), there)
    size = (picture.shape[1], picture.shape[0])
    placed = cv2.warpAffine(painted, way, size, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = cv2.merge([mask, mask, mask])
    lower = cv2.multiply(picture, cv2.bitwise_not(share), scale=1 / 255)
    picture[:] = cv2.add(lower, cv2.multiply(np.asarray(placed), share, scale=1 / 255))
