"""What few markers leave open: the camera may stand in several ways that look the same to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..boards.board import Board
from .pose import Array, Pose, believed, jacobian

SPREAD_PX = 2.5
"""How far off a marker may be seen: it was laid by hand, and perhaps on the table."""
STEPS = ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1))
"""How many standard deviations are tried in the two directions that are most open."""


def open_poses(pose: Pose, board: Board, points_mm: Array) -> list[Pose]:
    """The pose, and others that put *points_mm* nearly where they are seen, the board elsewhere."""
    first, second = _most_open(pose, board, points_mm)
    return [replace(pose, values=pose.values + a * first + b * second) for a, b in STEPS]


def _most_open(pose: Pose, board: Board, points_mm: Array) -> tuple[Array, Array]:
    """The two changes of a pose, each of one standard deviation, that move the board most."""
    spread = _spread(pose, points_mm)
    corners = jacobian(pose, np.array(board.outline_mm))
    sizes, ways = np.linalg.eigh(corners @ spread @ corners.T)
    first, second = (spread @ corners.T @ ways[:, -n] / np.sqrt(sizes[-n]) for n in (1, 2))
    return first, second


def leeway_px(pose: Pose, known_mm: Array, points_mm: Array) -> Array:
    """(points, 2): how far from where a pose puts points they may be seen (standard deviation),
    while *known_mm* stay where they are seen."""
    moves = jacobian(pose, points_mm)
    variance = np.einsum("ij,jk,ik->i", moves, _spread(pose, known_mm), moves)
    return np.sqrt(np.maximum(variance, 0)).reshape(-1, 2)


def _spread(pose: Pose, known_mm: Array) -> Array:
    """(8, 8): how far, and how together, the values of a pose may be off."""
    known = np.vstack([jacobian(pose, known_mm) / SPREAD_PX, believed(pose.values)])
    precision = known.T @ known
    return np.asarray(np.linalg.inv(precision + 1e-9 * np.diag(np.diag(precision))), float)
