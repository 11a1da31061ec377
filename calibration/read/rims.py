"""The rims around the cells: a rim that is not board-coloured has something lying over it.

Where cells touch there are no rims.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..geometry.board import PAWN, TRIANGLES, Cell
from ..geometry.light import BURNT, Light, sample
from ..geometry.patches import middles_of
from ..geometry.pose import Pose
from ..geometry.robust import middle, plane_through
from .tint import GAMMA

BESIDE_MM = 1.2
"""How far outside a cell its rim is looked at."""
PER_SIDE = 5
RIMLESS = TRIANGLES | {"stack", "pit", PAWN}
"""Around cells of these kinds there is no board to be seen."""
FEWEST = 5
"""With fewer cells the rims cannot vote."""
HUE_LIMIT = 0.045
DARK_LIMIT = 0.45
BRIGHT_LIMIT = 0.35
"""Differences of the logarithm of a rim's colour from the others' that mean it is covered."""
PLAINLY, ALIKE = 0.35, 0.5
"""Where a cell differs plainly from the usual rim, as a logarithm, it should differ from its own by
at least this share of that."""
BURNT_SPOTS = 4
"""Number of burnt-out spots that cause a halo around them."""
GREY, GREY_ANYHOW = 0.2, 0.03
"""Allowed tint of a reflection: relative, and absolute."""
TOLERANCE = 5.0
"""The same in units of the usual spread among this board's rims."""


def strange_rims(
    picture: NDArray[np.uint8], pose: Pose, light: Light, cells: Sequence[Cell], places: NDArray
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return how unlike the board each cell's rim looks; from 1 on it isn't the board. Also the
    difference of its light from the others', as a logarithm of each channel, and the logarithm of
    its colour.

    And by how much, as a logarithm of each channel, the light on it differs from the others', and
    the logarithm of its colour.
    """
    if len(cells) < FEWEST or cells[0].kind in RIMLESS or not _have_rims(tuple(cells)):
        return np.zeros(len(cells)), np.zeros((len(cells), 3)), np.zeros((len(cells), 3))
    logs, burnt = _rims(picture, pose, light, cells)
    away = logs - _plane(logs, places)
    if burnt >= BURNT_SPOTS:
        away = _unveiled(away, logs)
    grey = away.mean(axis=1)
    hue = np.abs(away - grey[:, None]).max(axis=1)
    hue_limit = max(HUE_LIMIT, TOLERANCE * float(middle(hue)))
    spread = TOLERANCE * 1.5 * float(middle(np.abs(grey)))
    dark, bright = max(DARK_LIMIT, spread), max(BRIGHT_LIMIT, spread)
    return np.maximum(hue / hue_limit, np.maximum(-grey / dark, grey / bright)), away, logs


def _unveiled(away: NDArray[np.float64], logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Differences without those of rims in the halo of a glaring spot.

    A halo adds the same grey light to every colour; whatever lies over a rim has its own.
    """
    seen, usual = np.exp(GAMMA * logs), np.exp(GAMMA * (logs - away))
    veil = seen - usual
    size = veil.mean(axis=1, keepdims=True)
    grey = (np.abs(veil - size) <= GREY * size + GREY_ANYHOW).all(axis=1) & (size[:, 0] > 0)
    return np.where(grey[:, None], 0.0, away)


def _rims(
    picture: NDArray[np.uint8], pose: Pose, light: Light, cells: Sequence[Cell]
) -> tuple[NDArray[np.float64], int]:
    """(cells, 3): logarithm of the middle colour of each cell's rim, relieved of the light; and how
    many spots of rims are burnt out."""
    points = _rim_points(tuple(cells))
    raw = sample(picture, pose.project(points))
    colours = raw.astype(float).reshape(len(cells), -1, 3)
    usual = middle(colours, axis=1) / 255
    burnt = int((raw.min(axis=1) > BURNT).sum())
    return np.log(np.maximum(usual, 0.01) / light.at_all(middles_of(cells))), burnt


def melted(
    colours: NDArray[np.float64], rims: NDArray[np.float64], away: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return which cells have the colour of their own rim, though the board's rims look
    different: something covers both.

    *colours* are those of the cells, *rims* the logarithms of their rims', which differ from the
    others' by *away*.
    """
    own = np.log(np.maximum(colours, 0.01))
    from_rim = np.linalg.norm(own - rims, axis=1)
    usually = np.linalg.norm(own - (rims - away), axis=1)
    return np.asarray((usually > PLAINLY) & (from_rim < ALIKE * usually))


@lru_cache(maxsize=16)
def _have_rims(cells: tuple[Cell, ...]) -> bool:
    """Whether there is board between the cells, rather than one cell beside the other."""
    corners = np.array([cell.polygon_mm for cell in cells], float)
    low, high = corners.min(axis=1), corners.max(axis=1)
    points = _rim_points(cells)[:, None]
    within = ((points > low) & (points < high)).all(axis=2).any(axis=1)
    return bool(within.mean() < 0.5)


def rim_points(cells: Sequence[Cell]) -> NDArray[np.float64]:
    """Points on the rims of all cells that have one."""
    some = tuple(cell for cell in cells if cell.kind not in RIMLESS)
    if len(some) < FEWEST or not _have_rims(some):
        return np.zeros((0, 2))
    return _rim_points(some)


@lru_cache(maxsize=16)
def _rim_points(cells: tuple[Cell, ...]) -> NDArray[np.float64]:
    return np.concatenate([_around(cell) for cell in cells])


def _around(cell: Cell) -> NDArray[np.float64]:
    corners = np.array(cell.polygon_mm, float)
    inmost = corners.mean(axis=0)
    away = corners - inmost
    outer = inmost + away * (1 + BESIDE_MM / np.abs(away).max(axis=1, keepdims=True))
    steps = np.linspace(0.1, 0.9, PER_SIDE)[:, None]
    ends = zip(outer, np.roll(outer, -1, axis=0), strict=True)
    return np.concatenate([a + (b - a) * steps for a, b in ends])


def _plane(logs: NDArray[np.float64], places: NDArray) -> NDArray[np.float64]:
    """Fit a plane through the rims, leaving out odd ones."""
    return plane_through(logs, places, level=0.5, least=0.03, rounds=6)
