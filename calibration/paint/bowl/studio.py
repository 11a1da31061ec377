"""A way of round tiles seen by a camera: sand, pyramid, chamber, and figures beside the tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from ...art import Art
from ...geometry.board import EMPTY, Board, Cell, Point
from ..faces import Picture, bgr
from ..flat import paint_body, pixels
from ..scene import PaintedScene
from ..studio import Studio
from .tiles import COLOURS, LINEN, SHROUD, tile, turned

FIELD = (50, 70, 91)
"""The printed place under a tile."""
PAWN_MM = 5.0


@dataclass(frozen=True, slots=True)
class Pawn:
    """A figure that stands on the board beside the tiles."""

    at_mm: Point
    colour: str


class BowlStudio(Studio):
    """What the camera sees of a track; ``kinds`` names the kind of tile in every cell."""

    def __init__(
        self,
        board: Board,
        art: Art,
        scene: PaintedScene,
        labels: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self._kinds = dict(kinds or {})
        self.pawns: tuple[Pawn, ...] = ()
        super().__init__(board, art, scene, labels)

    def stand(self, pawns: tuple[Pawn, ...]) -> None:
        """Put the figures where they belong; all others leave the board."""
        if pawns == self.pawns:
            return
        self.pawns = pawns
        self._flat = self.paint_board()
        self.view.look(self._flat, (0, 0, *self.scene.size))

    def paint_board(self) -> Picture:
        flat = paint_body(self.board, self._scale)
        for cell in self.board.cells:
            self._lay_tile(flat, cell, self._labels[cell.id])
        for pawn in self.pawns:
            _paint_pawn(flat, pawn, self._scale)
        return flat

    def paint_label(self, cell: Cell, label: str) -> None:
        self._lay_tile(self._flat, cell, label)

    def _lay_tile(self, flat: Picture, cell: Cell, label: str) -> None:
        x, y, width, height = pixels(cell.polygon_mm, self._scale)
        side = min(width, height)
        here = flat[y : y + side, x : x + side]
        here[:] = FIELD
        cv2.circle(here, (side // 2, side // 2), side // 3, (84, 112, 138), 2, cv2.LINE_AA)
        if label == EMPTY:
            return
        painted = tile(label, self._kinds.get(cell.id, ""), side)
        loose = self.scene.jitter_mm * self._scale
        placed = turned(painted, self.scene.seed, cell.id, label, loose)
        mask = np.zeros((side, side), np.uint8)
        cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
        share = mask[..., None].astype(np.float32) / 255
        here[:] = (here * (1 - share) + placed * share).astype(np.uint8)


def _paint_pawn(flat: Picture, pawn: Pawn, scale: float) -> None:
    """Paint a round foot with its shadow, and a head on it."""
    x, y = (round(each * scale) for each in pawn.at_mm)
    radius = round(PAWN_MM * scale)
    linen = pawn.colour == "mummy"
    body = bgr(LINEN if linen else COLOURS.get(pawn.colour, "#808080"))
    cv2.circle(flat, (x + radius // 3, y + radius // 3), radius, (70, 92, 112), -1, cv2.LINE_AA)
    cv2.circle(flat, (x, y), radius, body, -1, cv2.LINE_AA)
    cv2.circle(flat, (x, y), radius, bgr(SHROUD), max(1, radius // 8), cv2.LINE_AA)
    cv2.circle(flat, (x, y), radius // 2, bgr(SHROUD) if linen else body, -1, cv2.LINE_AA)
    cv2.circle(flat, (x, y), radius // 2, bgr(SHROUD), max(1, radius // 8), cv2.LINE_AA)
