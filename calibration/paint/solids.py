"""Things that stand up from a board: the camera sees their sides, and they throw shadows.

They are painted into the sharp picture after the flat board, the far ones first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.board import Board, Point
from .camera import Matrix, PaintedShot
from .faces import Picture
from .flat import Rect
from .scene import PaintedScene
from .view import PaintedView

Colour = tuple[int, int, int]
ROUND = 24
"""How many corners a painted circle has."""
LEAN = (0.35, 0.25)
"""How far a shadow falls, in heights of what throws it."""
SHADE = 0.72
SEAM = 4
"""Pixels painted around a rectangle as well: a cut shape has a ragged edge."""


class Solid(Protocol):
    """Anything with a foot on the board and a height."""

    @property
    def height_mm(self) -> float: ...

    def foot_mm(self) -> NDArray[np.float64]:
        """Return the corners of its foot."""

    def paint(self, picture: Picture, shot: PaintedShot, corner: Point) -> None:
        """Paint it into a piece of the sharp picture whose corner lies at *corner*."""


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A pawn: a round side and a round top."""

    at_mm: Point
    radius_mm: float
    height_mm: float
    top: Colour
    side: Colour

    def foot_mm(self) -> NDArray[np.float64]:
        return circle(self.at_mm, self.radius_mm)

    def paint(self, picture: Picture, shot: PaintedShot, corner: Point) -> None:
        _stand_up(picture, shot, corner, self.foot_mm(), self.height_mm, self.top, self.side)
        inner = circle(self.at_mm, 0.55 * self.radius_mm)
        ring = above(shot, inner, self.height_mm) - corner
        cv2.polylines(picture, [_fixed(ring)], True, self.side, 1, cv2.LINE_AA, 4)


@dataclass(frozen=True, slots=True)
class Slab:
    """A piece of wall: an upright block on a rectangle."""

    low_mm: Point
    high_mm: Point
    height_mm: float
    top: Colour
    side: Colour

    def foot_mm(self) -> NDArray[np.float64]:
        (x, y), (u, v) = self.low_mm, self.high_mm
        return np.array([(x, y), (u, y), (u, v), (x, v)], float)

    def paint(self, picture: Picture, shot: PaintedShot, corner: Point) -> None:
        _stand_up(picture, shot, corner, self.foot_mm(), self.height_mm, self.top, self.side)


def circle(middle: Point, radius: float) -> NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.column_stack([middle[0] + radius * np.cos(turn), middle[1] + radius * np.sin(turn)])


def above(shot: PaintedShot, points_mm: Matrix, height_mm: float) -> Matrix:
    """Return where points at a height over the board appear, the lens included."""
    space = np.column_stack(
        [points_mm - shot.middle_mm, np.full(len(points_mm), -height_mm), np.ones(len(points_mm))]
    )
    sent = space @ shot.projection.T
    straight = sent[:, :2] / sent[:, 2:]
    seen = straight.copy()
    for _ in range(4):
        seen += straight - shot.straightened(seen)
    return np.asarray(seen)


def _stand_up(
    picture: Picture,
    shot: PaintedShot,
    corner: Point,
    foot: Matrix,
    height: float,
    top: Colour,
    side: Colour,
) -> None:
    low, high = above(shot, foot, 0.0) - corner, above(shot, foot, height) - corner
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))[:, 0]
    cv2.fillConvexPoly(picture, _fixed(hull), side, cv2.LINE_AA, 4)
    cv2.fillConvexPoly(picture, _fixed(high), top, cv2.LINE_AA, 4)


def _fixed(points: Matrix | NDArray[np.float32]) -> NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)


def shade(picture: Picture, shot: PaintedShot, corner: Point, solid: Solid) -> None:
    """Darken the board where a solid takes the light away."""
    foot = solid.foot_mm()
    far = foot + np.array(LEAN) * solid.height_mm
    fallen = above(shot, np.vstack([foot, far]), 0.0) - corner
    hull = _fixed(cv2.convexHull(fallen.astype(np.float32))[:, 0])
    left, top = np.maximum(hull.min(axis=0) // 16 - 1, 0)
    right, bottom = hull.max(axis=0) // 16 + 2
    piece = picture[top : max(top, bottom), left : max(left, right)]
    if piece.size:
        dark = np.full(piece.shape[:2], 255, np.uint8)
        cv2.fillConvexPoly(
            dark, hull - np.array([left, top]) * 16, int(SHADE * 255), cv2.LINE_AA, 4
        )
        piece[:] = cv2.multiply(piece, cv2.merge([dark, dark, dark]), scale=1 / 255)


class SolidView(PaintedView):
    """A view of a board on which things stand."""

    def __init__(self, board: Board, scene: PaintedScene) -> None:
        super().__init__(board, scene)
        self._solids: tuple[Solid, ...] = ()
        self._reaches: dict[Solid, Rect] = {}

    def stand(self, solids: Iterable[Solid]) -> list[Rect]:
        """Let exactly these things stand; says which rectangles of the frame look different."""
        now = tuple(sorted(solids, key=self._depth, reverse=True))
        moved = set(now).symmetric_difference(self._solids)
        self._solids = now
        return [self.reach(solid) for solid in moved]

    def _depth(self, solid: Solid) -> float:
        """Return the distance of a thing from the camera."""
        x, y = solid.foot_mm().mean(axis=0) - self.shot.middle_mm
        return float(self.shot.projection[2] @ np.array([x, y, 0.0, 1.0]))

    def look(self, flat: Picture, where: Rect) -> None:
        """Take the picture again in one rectangle of the frame, with whatever stands there."""
        x, y, w, h = where
        left, top = max(0, x - SEAM), max(0, y - SEAM)
        wide = (slice(top, y + h + SEAM), slice(left, x + w + SEAM))
        piece = self._sharp[wide].copy()
        board = cv2.remap(flat, self._map[0][wide], self._map[1][wide], cv2.INTER_LINEAR)
        cv2.copyTo(board, self._inside[wide], piece)
        standing = [solid for solid in self._solids if meets(self.reach(solid), where)]
        for solid in standing:
            shade(piece, self.shot, (left, top), solid)
        for solid in standing:
            solid.paint(piece, self.shot, (left, top))
        inner = piece[y - top : y - top + h, x - left : x - left + w]
        self._sharp[y : y + h, x : x + w] = inner
        self._develop(where)

    def reach(self, solid: Solid) -> Rect:
        """Return the rectangle of pixels in which a solid and its shadow appear."""
        if solid not in self._reaches:
            self._reaches[solid] = self._measured(solid)
        return self._reaches[solid]

    def _measured(self, solid: Solid) -> Rect:
        foot = solid.foot_mm()
        far = foot + np.array(LEAN) * solid.height_mm
        seen = np.vstack([
            above(self.shot, np.vstack([foot, far]), 0.0), above(self.shot, foot, solid.height_mm),
        ])  # fmt: skip
        left, top = np.floor(seen.min(axis=0)).astype(int) - self._reach
        right, bottom = np.ceil(seen.max(axis=0)).astype(int) + self._reach + 1
        w, h = self.scene.size
        left, top = max(0, int(left)), max(0, int(top))
        return left, top, max(0, min(w, int(right)) - left), max(0, min(h, int(bottom)) - top)


def meets(one: Rect, other: Rect) -> bool:
    """Whether two rectangles of pixels have a pixel in common."""
    return (
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    )  # fmt: skip
