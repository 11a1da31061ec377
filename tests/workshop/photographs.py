"""Prints as a camera meets them: rendered by poppler, scaled by a printer, seen at an angle."""

from __future__ import annotations

import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from shutil import which

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry.board import Board
from calibration.geometry.markers import MARKER_MM, RIM_MM, Paper
from calibration.kit.sheets import GAP_MM, GAUGED_MM, MARGIN_MM
from calibration.paint.flat import paint_body
from companion.words import load
from companion.workshop.printables import Wish, printed

Picture = NDArray[np.uint8]
DPI = 150
PX_PER_MM = 4.0
SIZE = (1280, 720)

needs_poppler = pytest.mark.skipif(
    which("pdftoppm") is None, reason="pdftoppm is missing: sudo apt install poppler-utils"
)


def rendered(data: bytes, page: int = 1, dpi: int = DPI) -> Picture:
    """One page as poppler prints it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheet.pdf"
        file.write_bytes(data)
        asked = ["pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), "-png"]
        subprocess.run([*asked, str(file), str(Path(folder) / "out")], check=True)
        (picture,) = Path(folder).glob("out*.png")
        return np.asarray(cv2.imread(str(picture)), np.uint8)


@lru_cache(maxsize=8)
def marker_sheet(paper: str) -> Picture:
    return rendered(printed(Wish(kind="markers", paper=paper), load()))


def photographed_sheet(paper: Paper, scale: float, seed: int) -> Picture:
    """A whole sheet of markers, printed too small or too large, on a table of another shade."""
    dice = np.random.default_rng(seed)
    whole = cv2.resize(
        marker_sheet(paper.name), _pixels(paper.width, paper.height), interpolation=cv2.INTER_AREA
    )
    height, width = whole.shape[:2]
    move = np.array(
        [[scale, 0, (1 - scale) * width / 2], [0, scale, (1 - scale) * height / 2]], np.float64
    )
    sheet = cv2.warpAffine(
        whole, move, (width, height), flags=cv2.INTER_AREA, borderValue=(255, 255, 255)
    )
    shade = [float(part) for part in dice.uniform(40, 150, 3)]
    table = cv2.copyMakeBorder(sheet, 120, 120, 120, 120, cv2.BORDER_CONSTANT, value=shade)
    return seen(np.asarray(table, np.uint8), dice, (900, 1180))


def photographed_board(board: Board, paper: Paper, scale: float, seed: int) -> Picture:
    """A board into whose corners printed markers were glued."""
    flat = paint_body(_bare(board), PX_PER_MM)
    side = round((MARKER_MM + 2 * RIM_MM) * scale * PX_PER_MM)
    height, width = flat.shape[:2]
    for corner, piece in enumerate(cut_out(paper)):
        placed = cv2.resize(piece, (side, side), interpolation=cv2.INTER_AREA)
        x = 0 if corner in (0, 3) else width - side
        y = 0 if corner in (0, 1) else height - side
        flat[y : y + side, x : x + side] = placed
    table = cv2.copyMakeBorder(flat, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(70, 80, 90))
    return seen(np.asarray(table, np.uint8), np.random.default_rng(seed), SIZE)


def cut_out(paper: Paper) -> list[Picture]:
    """The four corner markers with their rims, as the scissors leave them."""
    sheet, dots = marker_sheet(paper.name), DPI / 25.4
    edge, whole = MARGIN_MM + GAUGED_MM, MARKER_MM + 2 * RIM_MM
    top, low = round(edge * dots), round((edge + whole) * dots)
    lefts = [(edge + n * (whole + GAP_MM)) * dots for n in range(4)]
    return [sheet[top:low, round(x) : round(x + whole * dots)] for x in lefts]


def seen(flat: Picture, dice: np.random.Generator, size: tuple[int, int]) -> Picture:
    """A flat scene before a camera that stands a little askew."""
    height, width = flat.shape[:2]
    way = _camera(width, height, dice, (2 * size[0], 2 * size[1]))
    fine = cv2.warpPerspective(
        flat, way, (2 * size[0], 2 * size[1]), flags=cv2.INTER_LINEAR, borderValue=(60, 60, 60)
    )
    picture = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.6) + dice.normal(0, 3, picture.shape)
    return np.asarray(np.clip(noisy * dice.uniform(0.7, 1.0), 0, 255), np.uint8)


def _camera(
    width: int, height: int, dice: np.random.Generator, size: tuple[int, int]
) -> NDArray[np.float64]:
    """From a flat scene to the pixels of a camera above it, which leans by some degrees."""
    lean = np.radians(dice.uniform(-1, 1, 3) * (10, 10, 4))
    turn = np.asarray(cv2.Rodrigues(lean)[0])
    focal = 1.1 * size[0]
    away = 1.12 * focal * max(width / size[0], height / size[1])
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]], float)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]], float)
    plane = np.column_stack([turn[:, 0], turn[:, 1], (0.0, 0.0, away)])
    return np.asarray(lens @ plane @ middle)


def _pixels(width: float, height: float) -> tuple[int, int]:
    return round(width * PX_PER_MM), round(height * PX_PER_MM)


def _bare(board: Board) -> Board:
    return Board(board.name, board.width_mm, board.height_mm, {}, board.cells)
