"""Where the camera stands over the board: focal length, lens bend, turn and place.

A pose maps board millimetres (x right, y down, rise towards the camera) to pixels. It is
fitted to point pairs with a belief about ordinary cameras, so that few points suffice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .board import Board

Array = NDArray[np.float64]

FOCAL_BELIEF = 0.9
"""Focal length over picture width of an ordinary wide camera module or telephone."""
FOCAL_SPREAD = 0.2
HELD = 1e-5
"""How firmly a pose is held at first."""
BEND_SPREAD = 0.03
"""Believed size of the first radial lens term."""


@dataclass(frozen=True)
class Pose:
    """A camera over a board; ``values`` = focal, bend, turn (3), place (3)."""

    size: tuple[int, int]
    values: Array = field(repr=False)
    error_px: float = 0.0
    """Root mean square distance between where points were seen and where they should be."""
    stretch: float = 1.0
    """How much longer the board really is, downwards, than it was said to be."""

    def project(self, points_mm: Array, rise_mm: float | Array = 0.0) -> NDArray[np.float32]:
        """Map an (n, 2) array of board millimetres, *rise_mm* above the board, to pixels."""
        focal, bend = self.values[0], self.values[1]
        seen = _lifted(points_mm, rise_mm, self.stretch) @ self._turn.T + self.values[5:8]
        flat = seen[:, :2] / seen[:, 2:]
        flat *= focal * (1 + bend * np.einsum("ij,ij->i", flat, flat))[:, None]
        flat += ((self.size[0] - 1) / 2, (self.size[1] - 1) / 2)
        return flat.astype(np.float32)

    @cached_property
    def _turn(self) -> Array:
        return cv2.Rodrigues(self.values[2:5])[0]

    @property
    def eye_mm(self) -> Array:
        """Where the camera stands in board millimetres: x, y, height above the board."""
        place = -self._turn.T @ self.values[5:8]
        return np.array([place[0], place[1], -place[2]])

    def shifted(self, right_mm: float, down_mm: float) -> Pose:
        """Return the pose of a board that lies this much farther to the right and down."""
        values = self.values.copy()
        values[5:8] += self._turn @ np.array([right_mm, down_mm * self.stretch, 0.0])
        return replace(self, values=values)

    def drift(self, rise_mm: float, at_mm: Array, above_mm: float | Array = 0.0) -> Array:
        """Return the parallax of something *rise_mm* above a plane.

        The plane is *above_mm* above the board, for all places or for each.
        """
        eye = self.eye_mm
        share = rise_mm / (eye[2] - np.asarray(above_mm, float) - rise_mm)
        under = eye[:2] / (1.0, self.stretch)
        return (np.asarray(at_mm, float) - under) * np.reshape(share, (-1, 1))


def fit_pose(
    points_mm: Array,
    pixels: Array,
    size: tuple[int, int],
    start: Pose | None = None,
    spread_px: float | Array = 1.0,
    steps: int = 15,
    stretch: float = 1.0,
) -> Pose | None:
    """Fit a pose to points seen; None when no camera over the table could see them so.

    *spread_px* is how far off the points may be seen, for all of them or for each; *steps* is how
    often the pose is bettered at most. A *start* brings its own *stretch*.
    """
    stretch = stretch if start is None else start.stretch
    points = _lifted(np.asarray(points_mm, float), 0.0, stretch)
    seen = np.asarray(pixels, float)
    values = start.values.copy() if start is not None else _first_guess(points, seen, size)
    if values is None:
        return None
    try:
        values = _descend(values, points, seen, size, spread_px, steps)
    except np.linalg.LinAlgError:
        return None
    error = _project(size, values, points)[0] - seen
    pose = Pose(size, values, float(np.sqrt((error**2).sum(axis=1).mean())), stretch)
    return pose if stands_above(pose) else None


ODD_SHAPE = 0.003
"""Corners this far off, as a share of the picture's width, are not those of a board of this
shape."""
STRETCHES, CLICKED_PX = np.exp(np.linspace(-0.12, 0.12, 5)), 3.0


def fit_outline(outline_mm: Array, corners_px: Array, size: tuple[int, int]) -> Pose | None:
    """Fit a pose to four clicked corners.

    A grid that was said to be square and is a little longer than wide is taken as it is seen.
    """
    pose = fit_pose(outline_mm, corners_px, size)
    if pose is not None and pose.error_px <= ODD_SHAPE * size[0]:
        return pose
    seen, said = (
        np.linalg.norm(x - np.roll(x, -1, axis=0), axis=1) for x in (corners_px, outline_mm)
    )
    wide, high = (seen / np.maximum(said, 1e-6)).reshape(2, 2).mean(axis=0)
    stretches = high / max(wide, 1e-6) * STRETCHES
    poses = [
        fit_pose(outline_mm, corners_px, size, spread_px=CLICKED_PX, stretch=float(stretch))
        for stretch in stretches
    ]
    return min(
        (found for found in (pose, *poses) if found is not None),
        key=lambda found: found.error_px,
        default=None,
    )


def stands_above(pose: Pose) -> bool:
    """Whether a camera may really stand there."""
    sane = np.isfinite(pose.values).all()
    return bool(sane and pose.eye_mm[2] > 20 and 0.2 < pose.values[0] / pose.size[0] < 6)


def _lifted(points_mm: Array, rise_mm: float | Array, stretch: float) -> Array:
    points = np.asarray(points_mm, float).reshape(-1, 2)
    lifted = np.empty((len(points), 3))
    lifted[:, :2] = points
    lifted[:, 1] *= stretch
    lifted[:, 2] = -np.asarray(rise_mm, float)
    return lifted


def _matrix(size: tuple[int, int], focal: float) -> Array:
    return np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])


def _project(size: tuple[int, int], values: Array, points: Array) -> tuple[Array, Array]:
    """Project points (n, 2) with their derivatives, as ``cv2.projectPoints`` does."""
    lens = np.array([values[1], 0, 0, 0, 0.0])
    pixels, slopes = cv2.projectPoints(
        points.reshape(-1, 1, 3), values[2:5], values[5:8], _matrix(size, values[0]), lens
    )
    return pixels.reshape(-1, 2), slopes


def _by_values(slopes: Array, into: Array) -> Array:
    """Sort the slopes of a projection by the values of a pose: (2 n, 8)."""
    np.add(slopes[:, 6], slopes[:, 7], out=into[:, 0])
    into[:, 1], into[:, 2:] = slopes[:, 10], slopes[:, :6]
    return into


def jacobian(pose: Pose, points_mm: Array) -> Array:
    """Return the derivative of pixels by the values of a pose: (2 n, 8), x before y."""
    slopes = _project(pose.size, pose.values, _lifted(points_mm, 0.0, pose.stretch))[1]
    return _by_values(slopes, np.empty((len(slopes), 8)))


def believed(values: Array) -> Array:
    """Return the derivative of the beliefs about focal length and lens: (2, 8)."""
    rows = np.zeros((2, 8))
    rows[0, 0], rows[1, 1] = 1 / (values[0] * FOCAL_SPREAD), 1 / BEND_SPREAD
    return rows


def _first_guess(points: Array, seen: Array, size: tuple[int, int]) -> Array | None:
    """Try some focal lengths and keep the one that explains the points best."""
    best: tuple[float, Array] | None = None
    for ratio in (0.6, 0.8, 1.0, 1.4):
        matrix = _matrix(size, ratio * size[0])
        try:
            ok, turn, place = cv2.solvePnP(points, seen, matrix, None, flags=cv2.SOLVEPNP_IPPE)
        except cv2.error:
            return None
        if not ok:
            continue
        values = np.concatenate([[ratio * size[0], 0.0], turn.ravel(), place.ravel()])
        cost = float(((_project(size, values, points)[0] - seen) ** 2).mean())
        cost += (np.log(ratio / FOCAL_BELIEF) / FOCAL_SPREAD) ** 2 / max(len(points), 1)
        if np.isfinite(values).all() and (best is None or cost < best[0]):
            best = (cost, values)
    return None if best is None else best[1]


def _descend(
    values: Array,
    points: Array,
    seen: Array,
    size: tuple[int, int],
    spread_px: float | Array,
    steps: int,
) -> Array:
    """Levenberg-Marquardt with the beliefs about focal length and lens as two more residuals."""
    belief = FOCAL_BELIEF * size[0]
    damp = HELD
    weight = np.repeat(1 / np.broadcast_to(np.asarray(spread_px, float), len(points)), 2)

    def residuals(v: Array) -> tuple[Array, Array]:
        pixels, slopes = _project(size, v, points)
        error, jacobian = np.empty(len(weight) + 2), np.empty((len(weight) + 2, 8))
        near = error[:-2]
        np.multiply((pixels - seen).ravel(), weight, out=near)
        np.minimum(np.maximum(near, -50, out=near), 50, out=near)
        error[-2] = math.log(max(v[0], 1.0) / belief) / FOCAL_SPREAD
        error[-1] = v[1] / BEND_SPREAD
        into = _by_values(slopes, jacobian[:-2])
        into *= weight[:, None]
        jacobian[-2:] = believed(v)
        return error, jacobian

    error, jacobian = residuals(values)
    for _ in range(steps):
        normal = jacobian.T @ jacobian
        normal.flat[::9] += damp * (normal.flat[::9] + 1e-12)
        solved, step = cv2.solve(normal, -jacobian.T @ error[:, None])
        if not solved:
            raise np.linalg.LinAlgError  # these points leave the camera open
        trial = values + step[:, 0]
        if trial[0] <= 0.2 * size[0] or abs(trial[1]) > 0.5:
            damp *= 10
            continue
        new_error, new_jacobian = residuals(trial)
        gain = float(error @ error - new_error @ new_error)
        if gain > 0:
            values, error, jacobian, damp = trial, new_error, new_jacobian, damp / 5
            if gain < 1e-4:
                break
        else:
            damp *= 8
    return values


SPREAD_PX = 2.5
"""How far off a marker may be seen: it was laid by hand, and perhaps on the table."""
STEPS = ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1))
"""How many standard deviations are tried in the two directions that are most open."""


def open_poses(pose: Pose, board: Board, points_mm: Array) -> list[Pose]:
    """Return the pose, and others that project *points_mm* nearly alike but move the board."""
    first, second = _most_open(pose, board, points_mm)
    return [replace(pose, values=pose.values + a * first + b * second) for a, b in STEPS]


def _most_open(pose: Pose, board: Board, points_mm: Array) -> tuple[Array, Array]:
    """Return the two changes of a pose, one standard deviation each, that move the board most."""
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
