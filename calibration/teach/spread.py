"""A spread: all pieces side by side on a table, no board; each is squared and cut like a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.pieces import CARD, DISC, TRIANGLE, Quad, find_pieces
from ..geometry.board import Cell, window
from ..geometry.patches import SIDE, frame_of
from ..read.features import WIDE
from .exposure import Exposure, in_rows_of, thumb_of

PAPER = 0.88
"""How bright the paper of a card is, where white is 1, as long as nothing of the box was seen on
its board."""
BRIGHT, WHITEST = 90, 99.5
"""The brightest part of a piece (percentile) is its paper, or the brightest of all pieces."""
AT_ONCE, RIM = 64, 1 / 16

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class SpreadPiece:
    """How a loose piece looks: its sides, and the windows in it that show a face, in mm.

    The sides of a round or three-sided one are those of the rectangle around it.
    """

    kind: str
    sides_mm: tuple[float, float]
    windows_mm: tuple[Rect, ...]
    shape: str = CARD
    is_coloured: bool = False
    """Whether pieces differ by the colour of all their paper, so that it tells no second box."""

    @property
    def cells(self) -> list[Cell]:
        """The windows as cells of a board that is just the piece."""
        if self.shape == TRIANGLE:
            wide, high = self.sides_mm
            return [Cell("", self.kind, ((0.0, high), (wide, high), (wide / 2, 0.0)))]
        return [Cell("", self.kind, window(*rect)) for rect in self.windows_mm]


def spread_out(
    picture: NDArray[np.uint8], piece: SpreadPiece, paper: float = PAPER
) -> tuple[Exposure, bytes] | None:
    """Return every face in the picture, and all of them as people see them;
    None if none is found."""
    quads = find_pieces(picture, piece.sides_mm, piece.shape)
    if not quads:
        return None
    cells = piece.cells
    white = white_of(picture, quads, piece.shape) / paper
    patches = [
        patch_of(picture, way_of(quad, piece), cell).astype(np.float32) / white
        for quad in quads
        for cell in cells
    ]
    names = tuple(str(number) for number in range(len(patches)))
    stacked = np.stack(patches).astype(np.float32)
    shown = [thumb_of(picture, way_of(quad, piece), cell) for quad in quads for cell in cells]
    return Exposure(names, stacked, loose=piece.kind), in_rows_of(shown)


def way_of(quad: Quad, piece: SpreadPiece) -> NDArray[np.float64]:
    """Map millimetres of a piece to pixels of the picture."""
    wide, high = piece.sides_mm
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, quad), np.float64)


def patch_of(picture: NDArray[np.uint8], way: NDArray[np.float64], cell: Cell) -> NDArray[np.uint8]:
    """Cut a patch like that of a cell out of a loose piece."""
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


def white_of(picture: NDArray[np.uint8], quads: Sequence[Quad], shape: str) -> NDArray[np.floating]:
    """Return the white of the paper: the brightest of most pieces; of round ones, which may be all
    colour, the brightest there is on any of them."""
    inside = _inside(shape)
    pieces = [_squared(picture, quad)[inside] for quad in quads]
    if shape == DISC:
        return np.asarray(np.percentile(np.concatenate(pieces), WHITEST, axis=0))
    return np.asarray(np.median([np.percentile(one, BRIGHT, axis=0) for one in pieces], axis=0))


def _squared(picture: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    flat = np.array([(0, 0), (AT_ONCE, 0), (AT_ONCE, AT_ONCE), (0, AT_ONCE)], np.float32)
    way = cv2.getPerspectiveTransform(quad, flat)
    return np.asarray(cv2.warpPerspective(picture, way, (AT_ONCE, AT_ONCE)), np.uint8)


def _inside(shape: str) -> NDArray[np.bool_]:
    """Return which part of the square around a piece surely belongs to the piece."""
    y, x = (np.mgrid[:AT_ONCE, :AT_ONCE] + 0.5) / AT_ONCE
    if shape == DISC:
        return np.asarray((x - 0.5) ** 2 + (y - 0.5) ** 2 < (0.5 - RIM) ** 2)
    if shape == TRIANGLE:
        return np.asarray((y < 1 - RIM) & (np.abs(x - 0.5) < y / 2 - RIM))
    return np.asarray((np.minimum(x, y) > RIM) & (np.maximum(x, y) < 1 - RIM))


def paper_of(faces: Sequence[NDArray[np.float32]]) -> float:
    """Return how bright the paper of a box is, by faces seen on its board."""
    if not faces:
        return PAPER
    return float(np.median([np.percentile(face.mean(axis=2), BRIGHT) for face in faces]))
