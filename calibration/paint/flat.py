"""The flat front of a board, straight from above: stone, markers, windows and their cards."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..art import EMBLEMS, Art
from ..errors import BadBoard
from ..geometry.board import EMPTY, Board, Cell, Corners
from ..geometry.markers import RIM_MM
from ..kit.plates import marker
from .faces import Picture, draw_sign, in_window
from .scene import PaintedScene

STONE = (118, 148, 176)
BEHIND_MM = 3.0
"""How far a card reaches behind the frame of its window."""

Rect = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Lay:
    """How loosely cards sit behind their windows, drawn per cell and face from a seed."""

    seed: int = 0
    jitter_mm: float = 0.0
    jitter_degrees: float = 0.0

    def affine(
        self, cell: str, label: str, scale: float, middle: tuple[float, float]
    ) -> NDArray[np.float64]:
        mark = zlib.crc32(f"{self.seed}/{cell}/{label}".encode())
        x, y, turn = np.random.default_rng(mark).uniform(-1, 1, 3)
        lie = np.asarray(cv2.getRotationMatrix2D(middle, turn * self.jitter_degrees, 1.0))
        lie[:, 2] += np.array([x, y]) * self.jitter_mm * scale
        return lie


def lay_of(scene: PaintedScene) -> Lay:
    return Lay(scene.seed, scene.jitter_mm, scene.jitter_degrees)


def paint_flat(
    board: Board,
    labels: Mapping[str, str],
    art: Art,
    px_per_mm: float = 4.0,
    lay: Lay | None = None,
) -> Picture:
    """Paint the front of *board* with a label per cell; a cell without one is empty."""
    unknown = labels.keys() - {cell.id for cell in board.cells}
    if unknown:
        raise BadBoard(f"board {board.name!r} has no cells {sorted(unknown)}; nothing is painted")
    flat = paint_body(board, px_per_mm)
    for cell in board.cells:
        paint_cell(flat, cell, labels.get(cell.id, EMPTY), art, px_per_mm, lay or Lay())
    return flat


def paint_cell(flat: Picture, cell: Cell, label: str, art: Art, px_per_mm: float, lay: Lay) -> Rect:
    """Repaint one window in place and say which pixels changed (x, y, width, height)."""
    x, y, width, height = rect = pixels(cell.polygon_mm, px_per_mm)
    rim = round(BEHIND_MM * px_per_mm)
    middle = (width / 2 + rim, height / 2 + rim)
    lie = lay.affine(cell.id, label, px_per_mm, middle)
    flat[y : y + height, x : x + width] = in_window(art, label, width, height, rim, lie)
    return rect


def pixels(corners: Corners, px_per_mm: float) -> Rect:
    """Return the upright box around *corners*, in pixels of the flat picture."""
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    left, top = round(min(xs) * px_per_mm), round(min(ys) * px_per_mm)
    return (left, top, round(max(xs) * px_per_mm) - left, round(max(ys) * px_per_mm) - top)


def paint_body(board: Board, px_per_mm: float, framed: bool = True) -> Picture:
    """Paint the stone with its carved margin, a frame around each cell, and the markers."""
    width, height = round(board.width_mm * px_per_mm), round(board.height_mm * px_per_mm)
    flat = _stone(width, height)
    _carve_margin(flat, board, px_per_mm)
    for cell in board.cells if framed else ():
        x, y, w, h = pixels(cell.polygon_mm, px_per_mm)
        cv2.rectangle(flat, (x - 2, y - 2), (x + w + 1, y + h + 1), (70, 92, 112), 2, cv2.LINE_AA)
    for number, corners in board.markers.items():
        _paint_marker(flat, number, corners, px_per_mm)
    return flat


def _stone(width: int, height: int) -> Picture:
    """Sandstone: patches of three sizes on one warm tone."""
    dice = np.random.default_rng((23, width, height))
    tone = np.zeros((height, width), np.float32)
    for size, strength in ((3, 5.0), (24, 6.0), (120, 6.0)):
        small = (max(2, width // size + 2), max(2, height // size + 2))
        patch = dice.normal(0, strength, small[::-1]).astype(np.float32)
        tone += np.asarray(cv2.resize(patch, (width, height), interpolation=cv2.INTER_CUBIC))
    return np.asarray(np.clip(np.array(STONE) + tone[..., None], 0, 255), np.uint8)


def _carve_margin(flat: Picture, board: Board, px_per_mm: float) -> None:
    """Scratch emblems into the margin above and below the windows, away from the markers."""
    tops = [min(y for _, y in cell.polygon_mm) for cell in board.cells]
    margin, clear = min(tops), 2 * RIM_MM + 32.0
    size = 0.5 * margin
    scale = size * px_per_mm / 100
    count = int((board.width_mm - 2 * clear) // (1.5 * size))
    for place in range(count):
        left = clear + (place + 0.25) * (board.width_mm - 2 * clear) / count
        for row, top in enumerate((0.25 * margin, board.height_mm - 0.75 * margin)):
            sign = EMBLEMS[(place + row) % len(EMBLEMS)]
            offset = (left * px_per_mm, top * px_per_mm)
            draw_sign(flat, sign, bool(row), scale, offset, body=None, ink=(92, 120, 146))


def _paint_marker(flat: Picture, number: int, corners: Corners, px_per_mm: float) -> None:
    left, top, width, height = pixels(corners, px_per_mm)
    rim = round(RIM_MM * px_per_mm)
    edge = (max(0, left - rim), max(0, top - rim))
    cv2.rectangle(flat, edge, (left + width + rim, top + height + rim), (240, 242, 242), -1)
    square = cv2.resize(marker(number), (width, height), interpolation=cv2.INTER_NEAREST)
    flat[top : top + height, left : left + width] = np.clip(square, 28, 240)[..., None]
