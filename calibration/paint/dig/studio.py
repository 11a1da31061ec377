"""A tray of deep cells seen by a camera: a rim with markers, stacks of cards, things held above."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from ...art import PAPYRUS
from ...boards.dig import Tray, layer_of
from ...geometry.board import EMPTY, Board, Cell, Point, plain
from ..faces import Picture
from ..flat import paint_body
from ..hands import PaintedHand
from ..scene import PaintedScene, Size, random_scene
from ..studio import FINER, Studio
from ..view import PaintedView
from .cards import card
from .held import HeldTiles, lay_held
from .pits import PitPose, Pits, fill

RIM_MM = 14.0
"""How high the rim stands above the table."""
OCHRE, LAPIS = (46, 86, 168), (150, 84, 40)


class DigView(PaintedView):
    """A camera that looks down on a tray lying on the table."""

    def __init__(self, board: Board, scene: PaintedScene) -> None:
        super().__init__(board, scene, lies_mm=RIM_MM)


def tray_scene(seed: int, size: Size = (1280, 720), harshness: float = 0.5) -> PaintedScene:
    """Draw a scene for a tray: the camera looks down, from up to a third of a right angle aside."""
    scene = random_scene(seed, size, harshness)
    tilt, side = scene.dice(9).uniform((4.0, -1.0), (10.0, 1.0))
    return replace(
        scene,
        pitch=float(tilt + 18.0 * harshness * scene.dice(10).uniform()),
        yaw=float(16.0 * harshness * side),
        shift=(scene.shift[0], 0.0),
    )


class DigStudio(Studio):
    """What the camera sees of a tray; how deep a card lies follows from its layer."""

    view_of = DigView

    def __init__(
        self, tray: Tray, scene: PaintedScene, labels: Mapping[str, str] | None = None
    ) -> None:
        self.tray = tray
        self.framed = False
        """Whether the board with the site plan lies around the tray."""
        self._heights: dict[str, int] = {}
        self._askew: dict[str, PitPose] = {}
        super().__init__(tray.board, PAPYRUS, scene)
        self._pits = Pits(tray, self.view)
        self._side = round(max(tray.card_mm) * self._scale)
        for cell in tray.board.cells:
            self._paint_pit(cell, EMPTY)
        self.set(labels or {})

    # What lies where

    def set(self, labels: Mapping[str, str]) -> None:
        self._askew = {key: lie for key, lie in self._askew.items() if key not in labels}
        super().set(labels)

    def labels(self) -> dict[str, str]:
        """Return what lies in every cell now, whichever way it points."""
        return {cell: plain(label) for cell, label in self._labels.items()}

    def lying(self, cell_id: str) -> str:
        """Return what lies in a cell, and which way."""
        return self._labels[cell_id]

    def height(self, cell_id: str) -> int:
        """Return how many cards lie in a cell."""
        return self._heights.get(cell_id, 0)

    def sink(self, cell_id: str, height: int) -> None:
        """Let what lies on top of a cell lie only this many cards high."""
        self._heights[cell_id] = height
        self._paint_pit(self._cells[cell_id], self._labels[cell_id])

    def disturb(self, cell_id: str, lie: PitPose) -> None:
        """Disturb the topmost card of a cell."""
        self._askew[cell_id] = lie
        self._paint_pit(self._cells[cell_id], self._labels[cell_id])

    def settle(self, cell_id: str) -> None:
        """Push a disturbed card back into its place."""
        self._askew.pop(cell_id, None)
        self._paint_pit(self._cells[cell_id], self._labels[cell_id])

    def put_frame(self, framed: bool) -> None:
        """Lay the board with the site plan around the tray, or take it off."""
        if framed == self.framed:
            return
        self.framed = framed
        self._flat = self.paint_board()
        self.view.look(self._flat, (0, 0, *self.scene.size))
        for cell in self.board.cells:
            self._paint_pit(cell, self._labels[cell.id])

    def _put(self, cell_id: str, label: str) -> None:
        self._heights[cell_id] = self._height_with(cell_id, label)
        self._labels[cell_id] = label
        self._paint_pit(self._cells[cell_id], label)

    def _height_with(self, cell_id: str, label: str) -> int:
        """Return the height of a card: that of its layer, or the next one for a lid or a back."""
        if plain(label) == EMPTY:
            return 0
        layer, before = layer_of(label), self._labels[cell_id]
        if layer is not None:
            return layer
        there = self.height(cell_id)
        on_top = layer_of(before) is not None or plain(before) == EMPTY
        return min(there + on_top, self.tray.layers + 1)

    def paint_board(self) -> Picture:
        flat = paint_body(self.board, self._scale)
        if self.framed:
            _paint_plan(flat, self.board, self._scale)
        return flat

    def _paint_pit(self, cell: Cell, label: str) -> None:
        depth = self._pits.depth(cell, self.height(cell.id))
        face = None if plain(label) == EMPTY else card(self.tray, label, self._side)
        painted = fill(depth, cell, face, self._askew.get(cell.id) or self._lie(cell.id, label))
        self.view.fill(painted, depth.inside, depth.where)

    def _lie(self, cell_id: str, label: str) -> PitPose:
        """Draw how loosely a card lies, from the scene's seed."""
        mark = zlib.crc32(f"{self.scene.seed}/{cell_id}/{label}".encode())
        x, y, turn = np.random.default_rng(mark).uniform(-1, 1, 3)
        loose = self.scene.jitter_mm
        return PitPose(x * loose, y * loose, turn * self.scene.jitter_degrees)

    # What is held above it

    def holding(self, hand: PaintedHand | None, held: HeldTiles) -> Picture:
        """Return one exposure with something held above the tray: a card, the shovel, or both."""
        clean = self.view.seen.copy()
        face = card(self.tray, held.label, self._side) if held.label else None
        grip = lay_held(clean, held, face, self.tray.card_mm, self.view, self._scale / FINER)
        if hand is not None:
            self.arm(hand).over(clean, grip)
        return self.expose(clean)


def _paint_plan(flat: Picture, board: Board, scale: float) -> None:
    """Paint the printed border of the site plan, between the markers."""
    for inset, colour, thick in ((29.5, OCHRE, 1.6), (2.0, OCHRE, 1.6), (26.5, LAPIS, 0.8)):
        far = (board.width_mm - inset, board.height_mm - inset)
        for start, end in _sides((inset, inset), far):
            at, to = _clear_of_markers(start, end)
            dots = [tuple(round(each * scale) for each in point) for point in (at, to)]
            cv2.line(flat, dots[0], dots[1], colour, max(1, round(thick * scale)), cv2.LINE_AA)


def _sides(near: Point, far: Point) -> tuple[tuple[Point, Point], ...]:
    (left, top), (right, low) = near, far
    corners = ((left, top), (right, top), (right, low), (left, low))
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


MARKER_ROOM_MM = 33.0


def _clear_of_markers(start: Point, end: Point) -> tuple[Point, Point]:
    """Shorten a line at both ends, where the markers are."""
    (x0, y0), (x1, y1) = start, end
    long = max(abs(x1 - x0), abs(y1 - y0))
    off = min(0.5, MARKER_ROOM_MM / long)
    return (
        (x0 + (x1 - x0) * off, y0 + (y1 - y0) * off),
        (x1 - (x1 - x0) * off, y1 - (y1 - y0) * off),
    )
