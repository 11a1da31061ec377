"""A board seen by a camera, whose cards come and go: only what changes is painted again."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from ..art import Art
from ..errors import BadBoard
from ..geometry.board import EMPTY, Board, Cell, Point
from .faces import Picture
from .flat import lay_of, paint_cell, paint_flat
from .hands import Arm, HeldCard, PaintedHand, lay_card
from .light import Sensor, tint
from .scene import PaintedScene
from .view import PaintedView

Shown = tuple[NDArray[np.uint8], Mapping[str, str]]
"""A picture of a lesson, with what lies in every cell of it."""
FINER = 1.3
"""How much finer the flat board is painted than the camera can see."""

NEARER = 1.12
"""How much larger a hand in front of the board appears than the board behind it."""


class Studio:
    """What the camera sees of a board; the same seed gives the same pictures."""

    view_of: type[PaintedView] = PaintedView

    def __init__(
        self, board: Board, art: Art, scene: PaintedScene, labels: Mapping[str, str] | None = None
    ) -> None:
        self.board, self.art, self.scene = board, art, scene
        self.view = self.view_of(board, scene)
        self._cells = {cell.id: cell for cell in board.cells}
        self._labels = dict.fromkeys(self._cells, EMPTY) | dict(labels or {})
        self._lay = lay_of(scene)
        self._scale = FINER * self.view.shot.px_per_mm()
        self._flat = self.paint_board()
        self._arms: dict[PaintedHand, Arm] = {}
        self._sensor = Sensor(scene, scene.dice(5))
        self.view.unroll(self._flat, self._scale)

    def labels(self) -> dict[str, str]:
        """Return what lies in every cell now."""
        return dict(self._labels)

    def set(self, labels: Mapping[str, str]) -> None:
        """Put these faces into these cells; the others stay as they are."""
        unknown = labels.keys() - self._cells.keys()
        if unknown:
            raise BadBoard(f"board {self.board.name!r} has no cells {sorted(unknown)}")
        for cell_id, label in labels.items():
            if self._labels[cell_id] != label:
                self._put(cell_id, label)

    def _put(self, cell_id: str, label: str) -> None:
        cell = self._cells[cell_id]
        self.paint_label(cell, label)
        self.view.look(self._flat, self.view.around(cell.polygon_mm))
        self._labels[cell_id] = label

    def paint_board(self) -> Picture:
        """Paint the flat front with everything that lies on it."""
        return paint_flat(self.board, self._labels, self.art, self._scale, self._lay)

    def paint_label(self, cell: Cell, label: str) -> None:
        """Paint one cell of the flat front again."""
        paint_cell(self._flat, cell, label, self.art, self._scale, self._lay)

    def frame(
        self,
        hand: PaintedHand | None = None,
        at_mm: Point = (0.0, 0.0),
        card: HeldCard | None = None,
    ) -> Picture:
        """Render one exposure of the board, with a hand that pinches at *at_mm* if given.

        A *card* is pinched by its upper edge, wherever *at_mm* says.
        """
        if hand is None and card is None:
            return self.expose(self.view.seen)
        clean = self.view.seen.copy()
        if card is not None:
            lay_card(clean, card, self.art, self.view, self._scale)
            at_mm = card.grip_mm
        if hand is not None:
            self.arm(hand).over(clean, self.pixel(at_mm))
        return self.expose(clean)

    def pixel(self, at_mm: Point) -> tuple[float, float]:
        """Return where a point of the board appears in the picture."""
        x, y = self.view.shot.pixels_of(np.array([at_mm], float))[0]
        return float(x), float(y)

    def arm(self, hand: PaintedHand) -> Arm:
        """Return the drawn arm of a hand; drawn once, since every frame shows it again."""
        if hand not in self._arms:
            light = tint(self.scene) * self.scene.exposure * (1 - self.scene.slope / 2)
            self._arms[hand] = Arm(hand, NEARER * self.view.shot.px_per_mm(), light)
        return self._arms[hand]

    def hidden(self, hand: PaintedHand, at_mm: Point) -> dict[str, float]:
        """Return the share of every cell that a hand hides, as ground truth."""
        cover = self.arm(hand).covered(self.scene.size, self.pixel(at_mm))
        return {cell.id: self._hidden(cover, cell) for cell in self.board.cells}

    def _hidden(self, cover: NDArray[np.float32], cell: Cell) -> float:
        x, y, w, h = self.view.around(cell.polygon_mm)
        return float(cover[y : y + h, x : x + w].mean())

    def expose(self, clean: Picture) -> Picture:
        """Apply the sensor to a clean picture."""
        return compressed(self._sensor.expose(clean), self.scene.jpeg)


def photograph(
    flat: Picture, board: Board, scene: PaintedScene, rng: np.random.Generator | None = None
) -> Picture:
    """Photograph one flat front once; *rng* rolls the sensor's noise."""
    view = PaintedView(board, scene)
    view.unroll(flat, flat.shape[1] / board.width_mm)
    return compressed(Sensor(scene, rng or scene.dice(5)).expose(view.seen), scene.jpeg)


def compressed(picture: Picture, quality: int) -> Picture:
    """Send a picture through JPEG; quality 0 leaves it alone."""
    if not quality:
        return picture
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
