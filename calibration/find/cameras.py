"""Several poses at once, bettered together: where a board may lie at many places, all of them are
fitted in the time one takes by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.pose import BEND_SPREAD, FOCAL_BELIEF, FOCAL_SPREAD, Array, Pose, stands_above

HELD, NEAR = 1e-3, 1e-6
"""How firmly cameras are held at first, so that none steps too far; and those that are nearly where
they should be: held more firmly, focal length and distance would come right in many steps only."""
WORST = 50.0
"""A point that is farther off than this, in units of its spread, pulls no harder."""


@dataclass(frozen=True)
class CameraPose:
    """Points before some cameras; every array is (cameras, figures, points)."""

    turned: Array
    """three: turned as the camera is, but not moved"""
    deep: Array
    """one: one over the distance"""
    ways: Array
    """two: how far to the right and down, for each unit of distance"""
    far: Array
    """one: the square of that"""

    def where(self, mask: NDArray[np.bool_], other: CameraPose) -> CameraPose:
        """Return the *other* cameras where the mask is False, these where it is True."""
        chosen = mask[:, None, None]
        return CameraPose(
            *(
                np.where(chosen, getattr(self, name), getattr(other, name))
                for name in self.__dataclass_fields__
            )
        )


@dataclass(frozen=True)
class Cameras:
    """Several poses at once; the first axis of every array counts them."""

    size: tuple[int, int]
    stretch: Array
    focal: Array
    bend: Array
    turn: Array
    """(cameras, 3, 3)"""
    place: Array
    """(cameras, 3)"""

    @classmethod
    def of(cls, poses: Sequence[Pose]) -> Cameras:
        values = np.array([pose.values for pose in poses])
        turn = np.array([cv2.Rodrigues(each[2:5])[0] for each in values])
        stretch = np.array([pose.stretch for pose in poses])
        return cls(poses[0].size, stretch, values[:, 0], values[:, 1], turn, values[:, 5:8])

    @classmethod
    def over(
        cls, corners_px: Array, size_mm: tuple[float, float], size: tuple[int, int]
    ) -> Cameras:
        """Usual cameras that see the corners of a board about at (cameras, 4, 2)."""
        focal = FOCAL_BELIEF * size[0]
        right, down, first = axes_seen(corners_px, size_mm, size)
        wide, high = (np.linalg.norm(axis, axis=1, keepdims=True) for axis in (right, down))
        x = right / wide
        y = down / high
        y = y - (x * y).sum(axis=1, keepdims=True) * x
        y /= np.linalg.norm(y, axis=1, keepdims=True)
        turn = np.stack([x, y, np.cross(x, y)], axis=2)
        ones = np.ones(len(x))
        return cls(size, ones, focal * ones, 0 * ones, turn, first * 2 / (wide + high))

    def some(self, which: NDArray[Any]) -> Cameras:
        """Select cameras by number or by a mask."""
        fields = ("stretch", "focal", "bend", "turn", "place")
        return replace(self, **{name: getattr(self, name)[which] for name in fields})

    def poses(self) -> list[Pose | None]:
        """Return each camera as a pose; None if no camera could stand there."""
        found: list[Pose | None] = []
        for n, focal in enumerate(self.focal.tolist()):
            turn = cv2.Rodrigues(self.turn[n])[0].ravel()
            values = np.array([focal, self.bend[n], *turn, *self.place[n]])
            pose = Pose(self.size, values, stretch=float(self.stretch[n]))
            found.append(pose if stands_above(pose) else None)
        return found

    def seen(self, points_mm: Array) -> CameraPose:
        """Board millimetres, the same for all cameras or for each, as the cameras have them."""
        flat = self.turn[:, :, :2].copy()
        flat[:, :, 1] *= self.stretch[:, None]
        turned = np.matmul(flat, points_mm.swapaxes(-1, -2))
        there = turned + self.place[:, :, None]
        deep = 1 / there[:, 2:]
        ways = there[:, :2] * deep
        return CameraPose(turned, deep, ways, np.einsum("can,can->cn", ways, ways)[:, None])

    def pixels(self, seen: CameraPose) -> Array:
        """(cameras, 2, points): where that is in the picture."""
        sized = self.focal[:, None, None] * (1 + self.bend[:, None, None] * seen.far)
        pixels = seen.ways * sized
        pixels += np.array([[(self.size[0] - 1) / 2], [(self.size[1] - 1) / 2]])
        return pixels

    def project(self, points_mm: Array) -> Array:
        """(cameras, points, 2): board millimetres, the same for all or for each, in pixels."""
        return self.pixels(self.seen(points_mm)).transpose(0, 2, 1)

    def moved(self, step: Array) -> Cameras:
        """Changed by (cameras, 8): focal length, bend, a turn and a move."""
        return Cameras(
            self.size,
            self.stretch,
            self.focal + step[:, 0],
            self.bend + step[:, 1],
            np.matmul(_turns(step[:, 2:5]), self.turn),
            self.place + step[:, 5:8],
        )

    def where(self, mask: NDArray[np.bool_], other: Cameras) -> Cameras:
        """Return the *other* samples where the mask is True, these elsewhere."""
        return replace(
            self,
            focal=np.where(mask, other.focal, self.focal),
            bend=np.where(mask, other.bend, self.bend),
            turn=np.where(mask[:, None, None], other.turn, self.turn),
            place=np.where(mask[:, None], other.place, self.place),
        )


def axes_seen(
    corners_px: Array, size_mm: tuple[float, float], size: tuple[int, int]
) -> tuple[Array, Array, Array]:
    """(boards, 3) each: a millimetre to the right and downwards, and the first corner, as a usual
    camera sees four corners; all three as long as the first corner is deep."""
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    a, b, c, d = ((corners_px[:, k] - middle) / (FOCAL_BELIEF * size[0]) for k in range(4))
    side, slant, rest = b - c, d - c, a - b + c - d
    under = side[:, 0] * slant[:, 1] - side[:, 1] * slant[:, 0]
    g = (rest[:, 0] * slant[:, 1] - rest[:, 1] * slant[:, 0]) / under
    h = (side[:, 0] * rest[:, 1] - side[:, 1] * rest[:, 0]) / under
    right = np.column_stack([b - a + g[:, None] * b, g]) / size_mm[0]
    down = np.column_stack([d - a + h[:, None] * d, h]) / size_mm[1]
    return right, down, np.column_stack([a, np.ones(len(a))])


def bettered(
    cameras: Cameras,
    points_mm: Array,
    pixels: Array,
    weight: Array,
    steps: int,
    held: float = HELD,
) -> Cameras:
    """Move each camera until it sees the points where they were seen.

    *pixels* are (cameras, points, 2), *weight* (cameras, points) is one over the spread in pixels.
    """
    damp = np.full(len(cameras.focal), held)
    target, weight = np.ascontiguousarray(pixels.transpose(0, 2, 1)), weight[:, None]
    seen = cameras.seen(points_mm)
    error = _errors(cameras, cameras.pixels(seen) - target, weight)
    for _ in range(steps):
        slope = _slopes(cameras, seen, weight)
        normal = np.matmul(slope, slope.transpose(0, 2, 1))
        stiff = normal + (damp[:, None] * _diagonal(normal) + 1e-12)[:, :, None] * EIGHT
        try:
            step = np.linalg.solve(stiff, np.matmul(slope, error[:, :, None]))
        except np.linalg.LinAlgError:
            return cameras
        trial = cameras.moved(-step[:, :, 0])
        sane = (trial.focal > 0.2 * cameras.size[0]) & (np.abs(trial.bend) <= 0.5)
        before, seen = seen, trial.seen(points_mm)
        new = _errors(trial, trial.pixels(seen) - target, weight)
        better = sane & (_squares(new) < _squares(error))
        if better.all():
            cameras, error = trial, new
        else:
            cameras = cameras.where(better, trial)
            error = np.where(better[:, None], new, error)
            seen = seen.where(better, before)
        damp = np.where(better, damp / 5, damp * 8)
    return cameras


EIGHT, THREE = np.eye(8), np.eye(3)


def _errors(cameras: Cameras, off: Array, weight: Array) -> Array:
    """Return reprojection errors and deviations from the prior, each in units of its spread."""
    error = np.empty((len(off), 2 * off.shape[2] + 2))
    flat = error[:, :-2].reshape(off.shape)
    np.multiply(off, weight, out=flat)
    np.clip(flat, -WORST, WORST, out=flat)
    usual = np.log(np.maximum(cameras.focal, 1.0) / (FOCAL_BELIEF * cameras.size[0]))
    error[:, -2], error[:, -1] = usual / FOCAL_SPREAD, cameras.bend / BEND_SPREAD
    return error


def _squares(rows: Array) -> Array:
    return np.einsum("cn,cn->c", rows, rows)


def _diagonal(matrices: Array) -> Array:
    return np.einsum("nii->ni", matrices)


def _slopes(cameras: Cameras, seen: CameraPose, weight: Array) -> Array:
    """(cameras, 8, errors): how the errors change with a step."""
    focal, bend = cameras.focal[:, None, None], cameras.bend[:, None, None]
    x, y, z = (seen.turned[:, axis, None] for axis in range(3))
    count, points = len(focal), weight.shape[2]
    every = np.empty((count, 8, 2 * points + 2))
    every[:, :, -2:] = 0
    slope = every[:, :, :-2].reshape(count, 8, 2, points)  # a view
    wide = weight * (1 + bend * seen.far)
    np.multiply(wide, seen.ways, out=slope[:, 0])
    np.multiply(weight * focal * seen.far, seen.ways, out=slope[:, 1])
    right, down, nearer = slope[:, 5], slope[:, 6], slope[:, 7]
    deep = focal * seen.deep
    both = 2 * bend * deep * weight * seen.ways
    np.multiply(both, seen.ways[:, :1], out=right)
    np.multiply(both, seen.ways[:, 1:], out=down)
    deep *= wide
    right[:, :1] += deep
    down[:, 1:] += deep
    np.negative(right * seen.ways[:, :1] + down * seen.ways[:, 1:], out=nearer)
    np.subtract(nearer * y, down * z, out=slope[:, 2])
    np.subtract(right * z, nearer * x, out=slope[:, 3])
    np.subtract(down * x, right * y, out=slope[:, 4])
    every[:, 0, -2] = 1 / (cameras.focal * FOCAL_SPREAD)
    every[:, 1, -1] = 1 / BEND_SPREAD
    return every


CROSS = np.zeros((3, 9))
CROSS[(0, 0, 1, 1, 2, 2), (7, 5, 2, 6, 3, 1)] = (1, -1, 1, -1, 1, -1)
"""What each part of an axis adds to the matrix of a cross product."""


def _turns(ways: Array) -> Array:
    """(count, 3, 3): turns about axes as long as their angles."""
    angle = np.maximum(np.sqrt(np.einsum("ci,ci->c", ways, ways)), 1e-12)[:, None, None]
    cross = (ways @ CROSS).reshape(-1, 3, 3)
    turns = np.matmul(cross, cross) * ((1 - np.cos(angle)) / angle**2)
    turns += np.sin(angle) / angle * cross
    turns += THREE
    return turns
