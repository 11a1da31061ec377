"""The camera in front of the board: which point of which plane each pixel looks at.

The board stands upright in the plane z = 0, millimetres from its middle, y down; the table
top meets it at the board's lower edge. The camera stands at negative z.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .scene import PaintedScene

Matrix = NDArray[np.float64]
Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PaintedShot:
    """A camera that has found its place."""

    scene: PaintedScene
    projection: Matrix
    """3x4: millimetres in space to straight-lined pixels."""
    middle_mm: tuple[float, float]

    def board_to_pixels(self) -> Matrix:
        """Return the homography from board millimetres (origin top left) to
        straight-lined pixels."""
        return self.plane_to_pixels(0.0)

    def plane_to_pixels(self, behind_mm: float) -> Matrix:
        """Return the same for the plane this far behind the board's face, or in front of it if
        negative.

        The millimetres are still those of the board, straight above or below each point of it.
        """
        to_middle = np.eye(3)
        to_middle[:2, 2] = (-self.middle_mm[0], -self.middle_mm[1])
        lower = self.projection[:, 2] * behind_mm + self.projection[:, 3]
        plane = np.column_stack([self.projection[:, 0], self.projection[:, 1], lower])
        return np.asarray(plane @ to_middle)

    def table_to_pixels(self) -> Matrix:
        """Return the homography from the table's (x, z) millimetres to straight-lined pixels."""
        high = self.projection[:, 1] * self.middle_mm[1] + self.projection[:, 3]
        return np.column_stack([self.projection[:, 0], self.projection[:, 2], high])

    def pixels_of(self, points_mm: Matrix, behind_mm: float = 0.0) -> Matrix:
        """Return where points of the board (n x 2, millimetres) appear, the lens included."""
        return self._bent(through(self.plane_to_pixels(behind_mm), points_mm))

    def spots_of(self, spots_mm: Matrix) -> Matrix:
        """Return where points in space appear: n x 3,
        millimetres on the board and behind its face."""
        from_middle = spots_mm - np.array([*self.middle_mm, 0.0])
        sent = from_middle @ self.projection[:, :3].T + self.projection[:, 3]
        return self._bent(sent[:, :2] / sent[:, 2:])

    def _bent(self, straight: Matrix) -> Matrix:
        """Let the lens bend straight-lined pixels."""
        seen = straight.copy()
        for _ in range(6):
            seen += straight - self.straightened(seen)
        return seen

    def px_per_mm(self) -> float:
        """Return how many pixels a millimetre in the middle of the board takes."""
        x, y = self.middle_mm
        beside = self.pixels_of(np.array([(x, y), (x + 10, y), (x, y + 10)], float))
        return float(np.linalg.norm(beside[1:] - beside[0], axis=1).max() / 10)

    def straightened(self, pixels: Matrix) -> Matrix:
        """Undo the lens: where a pixel would be if straight lines stayed straight."""
        middle = np.array(self.scene.size, float) / 2
        away = pixels - middle
        far = (away**2).sum(axis=-1, keepdims=True) / middle[0] ** 2
        return np.asarray(middle + away * (1 + self.scene.lens * far))

    def looks_at(self, to_pixels: Matrix) -> tuple[Map, Map]:
        """Return for every pixel the point of the plane whose homography is *to_pixels*."""
        return self.looks_at_in((0, 0, *self.scene.size), to_pixels)

    def looks_at_in(self, where: tuple[int, int, int, int], to_pixels: Matrix) -> tuple[Map, Map]:
        """Return the same for one rectangle of the picture (x, y, width, height)."""
        x, y, w, h = where
        across, down = np.arange(x, x + w, dtype=float), np.arange(y, y + h, dtype=float)
        grid = np.stack(np.meshgrid(across, down), -1)
        from_pixels = np.asarray(np.linalg.inv(to_pixels), np.float64)
        plane = through(from_pixels, self.straightened(grid))
        return plane[..., 0].astype(np.float32), plane[..., 1].astype(np.float32)

    def horizon(self) -> Map:
        """Return for every pixel how far below the horizon it looks (negative: above)."""
        w, h = self.scene.size
        line = np.linalg.inv(self.table_to_pixels())[2]
        line = line * np.sign(line[1] * h + line[0] * w / 2 + line[2])
        x, y = np.meshgrid(np.arange(w), np.arange(h))
        return np.asarray(line[0] * x + line[1] * y + line[2], np.float32)


def through(homography: Matrix, points: Matrix) -> Matrix:
    """Send points (..., 2) through a homography."""
    ones = np.ones((*points.shape[:-1], 1))
    sent = np.concatenate([points, ones], axis=-1) @ homography.T
    return np.asarray(sent[..., :2] / sent[..., 2:])


def stand(width_mm: float, height_mm: float, scene: PaintedScene) -> PaintedShot:
    """Walk back until the board fills its share of the picture, then aim."""
    corners = np.array(
        [
            (x, y, 0, 1)
            for x in (-width_mm / 2, width_mm / 2)
            for y in (-height_mm / 2, height_mm / 2)
        ]
    )
    near, far = 0.6 * max(width_mm, height_mm), 40 * max(width_mm, height_mm)
    for _ in range(40):
        away = (near * far) ** 0.5
        box = _box(_projection(scene, away), corners)
        share = ((box[1] - box[0]) / scene.size).max()
        near, far = (away, far) if share > scene.fill else (near, away)
    projection = _projection(scene, far)
    aimed = _aim(_box(projection, corners), scene) @ projection
    return PaintedShot(scene, aimed, (width_mm / 2, height_mm / 2))


def _box(projection: Matrix, corners: Matrix) -> Matrix:
    sent = corners @ projection.T
    flat = sent[:, :2] / sent[:, 2:]
    return np.array([flat.min(axis=0), flat.max(axis=0)])


def _aim(box: Matrix, scene: PaintedScene) -> Matrix:
    """Shift the picture so that the board stands where the scene wants it."""
    size = np.array(scene.size, float)
    room = (size - (box[1] - box[0])) / 2
    wanted = size / 2 + np.array(scene.shift) * room * 0.8
    shift = np.eye(3)
    shift[:2, 2] = wanted - box.mean(axis=0)
    return shift


def _projection(scene: PaintedScene, away_mm: float) -> Matrix:
    yaw, pitch, roll = np.radians([scene.yaw, scene.pitch, scene.roll])
    ahead = np.array([-np.sin(yaw) * np.cos(pitch), np.sin(pitch), np.cos(yaw) * np.cos(pitch)])
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    turned = np.array(
        [
            np.cos(roll) * right + np.sin(roll) * down,
            np.cos(roll) * down - np.sin(roll) * right,
            ahead,
        ]
    )
    focal = scene.focal * scene.size[0]
    lens = np.array([[focal, 0, scene.size[0] / 2], [0, focal, scene.size[1] / 2], [0, 0, 1.0]])
    placed = np.column_stack([turned, turned @ (ahead * away_mm)])
    return np.asarray(lens @ placed)
