"""Looking into the cells of a tray: what a ray from the camera meets, and where the walls shade.

The walls stand upright around each cell. A ray that passes the opening meets the topmost card,
the gap beside it, or a wall; a card that lies deeper is smaller, further along the ray, and more
of it is hidden by the wall nearest to the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ...boards.dig import Tray
from ...geometry.board import Cell, window
from ..camera import Map
from ..faces import Picture
from ..flat import Rect
from ..scene import PaintedScene
from ..view import PaintedView

WALL = (52, 74, 98)
FLOOR = (38, 48, 60)
GAP = (16, 21, 27)
AMBIENT = 0.14
"""How much less of the light from all around reaches the floor than the rim."""
DARKEST_SHADE = 0.42
SOFTNESS = 0.45
"""The width of a shadow's edge, in depths."""


@dataclass(frozen=True, slots=True)
class PitPose:
    """How a card lies in its cell: how far off its middle, and how it is turned."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True)
class Depth:
    """What the camera sees of one cell down to one depth."""

    where: Rect
    inside: NDArray[np.uint8]
    """255 where the ray passes the opening"""
    x: Map
    y: Map
    """where the ray meets the plane of the card, in millimetres of the board"""
    wall: NDArray[np.uint8]
    """255 where it meets a wall first"""
    wall_share: Map
    """how far down the wall, from 0 to 1"""
    light: Map
    """how much light arrives where it ends"""


def sun(scene: PaintedScene) -> tuple[float, float]:
    """Return how far a shadow falls to the right and down, in depths; it follows from the seed."""
    angle, slant = scene.dice(8).uniform((0.0, 0.25), (2 * np.pi, 0.9))
    return (float(slant * np.cos(angle)), float(slant * np.sin(angle)))


class Pits:
    """All cells of one tray as one camera sees them."""

    def __init__(self, tray: Tray, view: PaintedView) -> None:
        self._tray, self._view = tray, view
        self._sun = sun(view.scene)
        self._darkness = 0.3 * DARKEST_SHADE + 0.7 * DARKEST_SHADE * min(1.0, 2 * view.scene.shadow)
        self._depths: dict[tuple[str, int], Depth] = {}

    def depth(self, cell: Cell, height: int) -> Depth:
        """Look into a cell that holds this many cards; worked out once."""
        key = (cell.id, height)
        if key not in self._depths:
            self._depths[key] = self._look_in(cell, max(0.2, self._tray.depth_mm(height)))
        return self._depths[key]

    def _look_in(self, cell: Cell, deep: float) -> Depth:
        left, top, right, low = self._tray.opening_mm(cell)
        where = self._view.around(window(left, top, right - left, low - top))
        shot = self._view.shot
        at_rim = shot.looks_at_in(where, shot.plane_to_pixels(0.0))
        at_card = shot.looks_at_in(where, shot.plane_to_pixels(deep))
        inside = _within(*at_rim, (left, top, right, low))
        down, share = _before_wall(at_rim, at_card, (left, top, right, low))
        light = self._light(at_card, deep, (left, top, right, low))
        return Depth(where, _mask(inside), *at_card, _mask(~down), share, light)

    def _light(self, at: tuple[Map, Map], deep: float, walls: tuple[float, ...]) -> Map:
        """Return the shadow of the walls, and the dimness of a hole."""
        left, top, right, low = walls
        x, y = (each - deep * far for each, far in zip(at, self._sun, strict=True))
        free = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, low - y))
        lit = np.clip(free / (SOFTNESS * deep + 0.3) + 0.5, 0, 1)
        lit = lit * lit * (3 - 2 * lit)
        dusk = 1 - AMBIENT * deep / self._tray.depth_mm(0)
        return np.asarray(dusk * (1 - self._darkness * (1 - lit)), np.float32)


def _within(x: Map, y: Map, walls: tuple[float, ...]) -> NDArray[np.bool_]:
    left, top, right, low = walls
    return np.asarray((x >= left) & (x <= right) & (y >= top) & (y <= low))


def _before_wall(
    rim: tuple[Map, Map], card: tuple[Map, Map], walls: tuple[float, ...]
) -> tuple[NDArray[np.bool_], Map]:
    """Whether a ray reaches the card before a wall, and if not, how far down the wall it ends."""
    left, top, right, low = walls
    share = np.ones_like(rim[0])
    for axis, least, most in ((0, left, right), (1, top, low)):
        start, along = rim[axis], card[axis] - rim[axis]
        end = np.where(along > 0, most, least)
        safe = np.where(np.abs(along) < 1e-6, 1e-6, along)
        share = np.minimum(
            share, np.where(_outside(card[axis], least, most), (end - start) / safe, 1.0)
        )
    return _within(*card, walls), np.asarray(np.clip(share, 0, 1), np.float32)


def _outside(at: Map, least: float, most: float) -> NDArray[np.bool_]:
    return np.asarray((at < least) | (at > most))


def _mask(where: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.asarray(where.astype(np.uint8) * 255)


def fill(depth: Depth, cell: Cell, face: Picture | None, lie: PitPose) -> Picture:
    """Paint what is seen in a cell: the card if there is one, the gap around it, the walls."""
    shape = (*depth.x.shape, 3)
    ground = np.full(shape, GAP if face is not None else FLOOR, np.float32)
    if face is None:
        ground += _grain(shape[0], shape[1])
    else:
        _lay(ground, depth, cell, face, lie)
    ground *= depth.light[..., None]
    wall = np.array(WALL, np.float32) * (1 - 0.55 * depth.wall_share[..., None])
    return np.asarray(np.where(depth.wall[..., None] > 0, wall, ground), np.uint8)


def _lay(
    ground: NDArray[np.float32], depth: Depth, cell: Cell, face: Picture, lie: PitPose
) -> None:
    """Draw a card onto the ground of its cell, in place."""
    high, wide = face.shape[:2]
    (left, top), _, (right, low), _ = cell.polygon_mm
    x, y = (depth.x - cell.middle_mm[0] - lie.x_mm), (depth.y - cell.middle_mm[1] - lie.y_mm)
    turn = np.radians(lie.degrees)
    across = (x * np.cos(turn) + y * np.sin(turn)) / (right - left) + 0.5
    along = (y * np.cos(turn) - x * np.sin(turn)) / (low - top) + 0.5
    u, v = (across * wide - 0.5).astype(np.float32), (along * high - 0.5).astype(np.float32)
    seen = np.asarray(cv2.remap(face, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    edge = np.minimum(np.minimum(u + 1, wide - u), np.minimum(v + 1, high - v))
    share = np.clip(edge, 0, 1)[..., None]
    ground *= 1 - share
    ground += share * seen


@lru_cache(maxsize=64)
def _grain(high: int, wide: int) -> NDArray[np.float32]:
    dice = np.random.default_rng(7)
    coarse = dice.normal(0, 5, (high // 4 + 2, wide // 4 + 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (wide, high)), np.float32)[..., None]
