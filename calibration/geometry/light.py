"""How bright and of what colour white paper would be, everywhere on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import Board
from .pose import Pose
from .robust import middle

Pixel = TypeVar("Pixel", np.uint8, np.float32)

RIM_MM = 1.5
"""White paper is looked for this far outside a marker's black square."""
BURNT, BURNING = 250, 0.93
"""A pixel whose darkest channel is brighter is burnt out; paper brighter than that (0..1) burns."""
NEARLY_BURNT = 244
"""The same in a small picture, whose pixels are the mean of many: grain only ever takes away from
what is burnt out."""
DARKEST_WHITE = 0.03
"""Paper that shows less than this (0..1) is in the dark."""

BRIGHT = 0.95
"""The share of the places on a board that are darker than what is taken for white paper."""
SPREAD = np.stack(np.meshgrid(*(np.linspace(0.02, 0.98, 60),) * 2), axis=2).reshape(-1, 2)
"""Places all over a board, as shares of its sides."""


@dataclass(frozen=True)
class Light:
    """White paper's BGR as exp(a + b x + c y), per channel; x, y from -1 to 1 over the board."""

    slopes: NDArray[np.float64] = field(repr=False)
    board_mm: tuple[float, float]
    from_paper: bool
    """Whether white paper was really seen; otherwise this is a guess."""

    def at(self, point_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """White paper's BGR (0..1) at a place on the board."""
        x = 2 * point_mm[0] / self.board_mm[0] - 1
        y = 2 * point_mm[1] / self.board_mm[1] - 1
        return np.exp(self.slopes @ np.array([1.0, x, y])).astype(np.float32)

    def at_all(self, points_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """Compute the same for many places at once: (places, 3)."""
        scaled = 2 * np.asarray(points_mm, float) / np.array(self.board_mm) - 1
        design = np.column_stack([np.ones(len(scaled)), scaled])
        return np.exp(design @ self.slopes.T).astype(np.float32)


def light_from_markers(
    picture: NDArray[np.uint8], board: Board, pose: Pose, seen: frozenset[int]
) -> Light | None:
    """Measure the light on the white rims of the markers; None when no rim is fit to be used."""
    if not seen:
        return None
    corners = np.array([board.markers[key] for key in sorted(seen)], float)
    whites = _whites(picture, pose, corners)
    fit = whites.max(axis=1) > DARKEST_WHITE
    if not fit.any():
        return None
    size = (board.width_mm, board.height_mm)
    logs = np.log(np.maximum(whites[fit], 0.02))
    return Light(_plane(corners.mean(axis=1)[fit], logs, size), size, int(fit.sum()) > 2)


def guessed_light(picture: NDArray[np.uint8], board: Board, pose: Pose) -> Light:
    """Guess the light from the brightest parts of the board."""
    points = SPREAD * (board.width_mm, board.height_mm)
    colours = sample(picture, pose.project(points))
    at = BRIGHT * (len(points) - 1)
    shares = np.array([1 - at % 1, at % 1])
    bright = [_ordered(colours[:, n], int(at), int(at) + 1) @ shares for n in range(3)]
    size = (board.width_mm, board.height_mm)
    logs = np.log(np.maximum(np.array(bright) / 255, 0.05))
    return Light(np.column_stack([logs, np.zeros((3, 2))]), size, False)


def _ordered(values: NDArray[np.uint8], *places: int) -> NDArray[np.int64]:
    """Return what stands at some places when values are put in order."""
    return np.searchsorted(np.cumsum(np.bincount(values, minlength=256)), places, side="right")


def darkest_paper(board: Board, light: Light) -> float:
    """Return how bright white paper is in the darkest corner of the board."""
    return float(light.at_all(np.array(board.outline_mm)).min())


def burnt_spots(
    thumb: NDArray[np.uint8], shrunk: int, board: Board, pose: Pose
) -> NDArray[np.uint8] | None:
    """1 where the board is burnt out, cell or not; None if it is nowhere."""
    burnt = cv2.inRange(thumb, (NEARLY_BURNT + 1,) * 3, (255,) * 3)
    if not cv2.countNonZero(burnt):
        return None
    mask = np.zeros(thumb.shape[:2], np.uint8)
    outline = pose.project(np.array(board.outline_mm)) / shrunk
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    burnt = cv2.erode(burnt & mask, np.ones((3, 3), np.uint8))
    return burnt if burnt.any() else None


def burnt_board(
    thumb: NDArray[np.uint8], shrunk: int, board: Board, pose: Pose, light: Light
) -> bool:
    """Whether a part of the board is burnt out where white paper would not be."""
    if darkest_paper(board, light) > BURNING:
        return False
    return burnt_spots(thumb, shrunk, board, pose) is not None


def _plane(
    places: NDArray[np.float64], logs: NDArray[np.float64], size: tuple[float, float]
) -> NDArray[np.float64]:
    """Fit a plane to the logarithms, flat unless enough papers say otherwise."""
    xy = 2 * places / np.array(size) - 1
    design = np.column_stack([np.ones(len(xy)), xy])
    ridge = np.diag([1e-6, 0.3, 0.3])
    return np.linalg.solve(design.T @ design + ridge, design.T @ logs).T


def _whites(
    picture: NDArray[np.uint8], pose: Pose, corners: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(markers, 3): the middle colour of each marker's rim, 0..1."""
    inmost = corners.mean(axis=1, keepdims=True)
    half = np.abs(corners - inmost).max(axis=(1, 2), keepdims=True)
    outer = inmost + (corners - inmost) * ((half + RIM_MM) / half)
    steps = np.linspace(0.1, 0.9, 9)[:, None, None, None]
    rims = outer + (np.roll(outer, -1, axis=1) - outer) * steps
    colours = sample(picture, pose.project(rims.reshape(-1, 2))).astype(float) / 255
    colours = colours.reshape(-1, *corners.shape[:2], 3).transpose(1, 0, 2, 3)
    return np.asarray(middle(colours.reshape(len(corners), -1, 3), axis=1))


def sample(picture: NDArray[Pixel], pixels: NDArray[np.float32]) -> NDArray[Pixel]:
    """Return what a picture shows at some of its pixels."""
    height, width = picture.shape[:2]
    x = np.clip(np.rint(pixels[:, 0]).astype(int), 0, width - 1)
    y = np.clip(np.rint(pixels[:, 1]).astype(int), 0, height - 1)
    return picture[y, x]
