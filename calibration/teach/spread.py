"""A spread: all pieces side by side on a table, no board; each is squared and cut like a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..boards.board import Cell, window
from ..find.pieces import Quad, find_pieces
from ..read.cues import WIDE
from ..read.patches import SIDE, frame_of
from .exposure import Exposure, in_rows_of, thumb_of

PAPER = 0.88
"""How bright the paper of a card is, where white is 1, as long as nothing of the box was seen on
its board."""
BRIGHT = 90
"""The brightest part of a piece (percentile) is its paper."""

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class Piece:
    """How a loose piece looks: its sides, and the windows in it that show a face, in mm."""

    kind: str
    sides_mm: tuple[float, float]
    windows_mm: tuple[Rect, ...]


def spread_out(
    picture: NDArray[np.uint8], piece: Piece, paper: float = PAPER
) -> tuple[Exposure, bytes] | None:
    """Every face in the picture, and all of them as people see them; None where none is found."""
    quads = find_pieces(picture, piece.sides_mm)
    if not quads:
        return None
    cells = [Cell("", piece.kind, window(*rect)) for rect in piece.windows_mm]
    white = np.median([_white(picture, quad) for quad in quads], axis=0) / paper
    patches = [
        _patch(picture, _way(quad, piece), cell).astype(np.float32) / white
        for quad in quads
        for cell in cells
    ]
    names = tuple(str(number) for number in range(len(patches)))
    stacked = np.stack(patches).astype(np.float32)
    shown = [thumb_of(picture, _way(quad, piece), cell) for quad in quads for cell in cells]
    return Exposure(names, stacked, loose=piece.kind), in_rows_of(shown)


def _way(quad: Quad, piece: Piece) -> NDArray[np.float64]:
    """From millimetres of a piece to pixels of the picture."""
    wide, high = piece.sides_mm
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, quad), np.float64)


def _patch(picture: NDArray[np.uint8], way: NDArray[np.float64], cell: Cell) -> NDArray[np.uint8]:
    """What is cut out of a cell on the board, cut out of a loose piece."""
    frame = frame_of(cell)
    reach = WIDE / SIDE
    corners = [
        frame.middle + reach * (x * frame.right + y * frame.down)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    pixels = cv2.perspectiveTransform(np.array([corners], np.float64), way)[0]
    flat = np.array([(0, 0), (WIDE, 0), (WIDE, WIDE), (0, WIDE)], np.float32)
    back = cv2.getPerspectiveTransform(pixels.astype(np.float32), flat)
    large = float(np.linalg.norm(pixels[1] - pixels[0]))
    finer = max(1, round(large / WIDE))
    grown = np.diag([finer, finer, 1.0]) @ back
    cut = cv2.warpPerspective(
        picture, grown, (WIDE * finer, WIDE * finer), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.resize(cut, (WIDE, WIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _white(picture: NDArray[np.uint8], quad: Quad) -> NDArray[np.floating]:
    """The brightest of a piece: its paper."""
    flat = np.array([(0, 0), (64, 0), (64, 64), (0, 64)], np.float32)
    square = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, flat), (64, 64))
    return np.asarray(np.percentile(square[4:-4, 4:-4].reshape(-1, 3), BRIGHT, axis=0))


def paper_of(faces: Sequence[NDArray[np.float32]]) -> float:
    """How bright the paper of a box is, by faces that were seen on its board."""
    if not faces:
        return PAPER
    return float(np.median([np.percentile(face.mean(axis=2), BRIGHT) for face in faces]))
