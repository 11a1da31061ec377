"""Several poses at once, bettered together: where a board may lie at many places, all of them are
fitted in the time one takes by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .pose import BEND_SPREAD, FOCAL_BELIEF, FOCAL_SPREAD, Array, Pose, stands_above

WORST = 50.0
"""A point that is farther off than this, in units of its spread, pulls no harder."""


@dataclass(frozen=True)
class Cameras:
    """As a ``Pose`` each; the first axis of every array counts them."""

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
        """Those of the cameras that are chosen by number or by a mask."""
        fields = ("stretch", "focal", "bend", "turn", "place")
        return replace(self, **{name: getattr(self, name)[which] for name in fields})

    def poses(self) -> list[Pose | None]:
        """Each as a pose; None where no camera could stand so."""
        found: list[Pose | None] = []
        for n, focal in enumerate(self.focal.tolist()):
            turn = cv2.Rodrigues(self.turn[n])[0].ravel()
            values = np.array([focal, self.bend[n], *turn, *self.place[n]])
            pose = Pose(self.size, values, stretch=float(self.stretch[n]))
            found.append(pose if stands_above(pose) else None)
        return found

    def seen(self, points_mm: Array) -> tuple[Array, Array]:
        """(cameras, points, 3) turned, and (cameras, points, 3) as the camera has them."""
        lifted = points_mm * np.stack([np.ones_like(self.stretch), self.stretch], 1)[:, None]
        turned = np.matmul(lifted, self.turn[:, :, :2].transpose(0, 2, 1))
        return turned, turned + self.place[:, None]

    def project(self, points_mm: Array) -> Array:
        """(cameras, points, 2): board millimetres, the same for all or for each, in pixels."""
        _, there = self.seen(points_mm)
        flat = there[..., :2] / there[..., 2:]
        far = (flat * flat).sum(axis=2)
        flat *= (self.focal[:, None] * (1 + self.bend[:, None] * far))[..., None]
        flat += ((self.size[0] - 1) / 2, (self.size[1] - 1) / 2)
        return flat

    def moved(self, step: Array) -> Cameras:
        """Changed by (cameras, 8): focal length, bend, a turn and a move."""
        return replace(
            self,
            focal=self.focal + step[:, 0],
            bend=self.bend + step[:, 1],
            turn=np.matmul(_turns(step[:, 2:5]), self.turn),
            place=self.place + step[:, 5:8],
        )

    def where(self, mask: NDArray[np.bool_], other: Cameras) -> Cameras:
        """The *other* where the mask says so, these elsewhere."""
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
    cameras: Cameras, points_mm: Array, pixels: Array, weight: Array, steps: int
) -> Cameras:
    """Each camera moved until it sees the points where they were seen.

    *pixels* are (cameras, points, 2), *weight* (cameras, points) is one over the spread in pixels.
    """
    damp = np.full(len(cameras.focal), 1e-3)
    error, slope = _residuals(cameras, points_mm, pixels, weight)
    for left in range(steps - 1, -1, -1):
        slopes = slope.transpose(0, 2, 1)
        normal = np.matmul(slopes, slope)
        stiff = normal + (damp[:, None] * _diagonal(normal) + 1e-12)[:, :, None] * np.eye(8)
        try:
            step = np.linalg.solve(stiff, np.matmul(slopes, error[:, :, None]))
        except np.linalg.LinAlgError:
            return cameras
        trial = cameras.moved(-step[:, :, 0])
        sane = (trial.focal > 0.2 * cameras.size[0]) & (np.abs(trial.bend) <= 0.5)
        off = trial.project(points_mm) - pixels
        new = _errors(trial, off, weight)
        better = sane & ((new * new).sum(axis=1) < (error * error).sum(axis=1))
        cameras = trial if better.all() else cameras.where(better, trial)
        if left:
            error, slope = _residuals(cameras, points_mm, pixels, weight)
            damp = np.where(better, damp / 5, damp * 8)
    return cameras


def _errors(cameras: Cameras, off: Array, weight: Array) -> Array:
    """How far off points are seen and what is believed of cameras, each in units of its spread."""
    error = np.clip(off * weight[:, :, None], -WORST, WORST).reshape(len(off), -1)
    usual = np.log(np.maximum(cameras.focal, 1.0) / (FOCAL_BELIEF * cameras.size[0]))
    beliefs = (usual[:, None] / FOCAL_SPREAD, cameras.bend[:, None] / BEND_SPREAD)
    return np.concatenate([error, *beliefs], axis=1)


def _diagonal(matrices: Array) -> Array:
    return np.einsum("nii->ni", matrices)


def _residuals(
    cameras: Cameras, points_mm: Array, pixels: Array, weight: Array
) -> tuple[Array, Array]:
    """How far off the points are seen and what is believed, and how that changes with a step."""
    turned, there = cameras.seen(points_mm)
    deep = 1 / there[..., 2]
    x, y = there[..., 0] * deep, there[..., 1] * deep
    focal, bend = cameras.focal[:, None], cameras.bend[:, None]
    far = x * x + y * y
    wide, both = 1 + bend * far, 2 * bend * focal * deep
    sized = focal * wide
    middle = ((cameras.size[0] - 1) / 2, (cameras.size[1] - 1) / 2)
    off = np.stack([sized * x, sized * y], axis=2) + middle - pixels
    slope = np.empty((*off.shape, 8))
    across = both * x * y
    for axis, (own, other) in enumerate(((x, y), (y, x))):
        row = slope[:, :, axis]
        row[..., 0] = wide * own
        row[..., 1] = focal * far * own
        along = sized * deep + both * own * own
        right, down = (along, across) if axis == 0 else (across, along)
        nearer = -(along * own + across * other)
        row[..., 2] = nearer * turned[..., 1] - down * turned[..., 2]
        row[..., 3] = right * turned[..., 2] - nearer * turned[..., 0]
        row[..., 4] = down * turned[..., 0] - right * turned[..., 1]
        row[..., 5], row[..., 6], row[..., 7] = right, down, nearer
    slope *= weight[:, :, None, None]
    believed = np.zeros((len(x), 2, 8))
    believed[:, 0, 0] = 1 / (cameras.focal * FOCAL_SPREAD)
    believed[:, 1, 1] = 1 / BEND_SPREAD
    return (
        _errors(cameras, off, weight),
        np.concatenate([slope.reshape(len(x), -1, 8), believed], axis=1),
    )


def _turns(ways: Array) -> Array:
    """(count, 3, 3): turns about axes as long as their angles."""
    angle = np.maximum(np.linalg.norm(ways, axis=1), 1e-12)[:, None, None]
    x, y, z = ways.T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    twice = np.matmul(cross, cross)
    return np.eye(3) + np.sin(angle) / angle * cross + (1 - np.cos(angle)) / angle**2 * twice
