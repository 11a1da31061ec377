"""Bettering a guessed place of the board by what is read there: when all cards seem to lie aside,
it is the board that lies aside.

The more of the board is known, the farther one may look: so a fit that leant on the wrong edges
comes right, and one that does not come right is given up.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..boards.board import PAWN, Board
from ..quick import middle
from ..read.patches import SIDE, axes_of, ends_of, middles_of, scales_of
from ..read.pictures import Levels
from ..read.reading import DOUBTFUL_FIT, Examined, examine
from ..teach.taught import Taught
from .edges import fit_edges
from .finding import MARKER_SPREAD_PX, Sight, anchors_of, lit
from .pose import Pose, fit_pose

Array = NDArray[np.float64]

ROUNDS = 3
FEWEST = 4
"""Fewer cards cannot say that the board lies aside."""
SETTLED_MM = 1.2
"""A board whose cards seem to lie aside by less, after all their own slack, lies where it seems."""
WORST_MM = 2.5
"""A board whose cards lie aside by more in the end was not found."""
CARD_PX, REACH_MM = 4.0, 2.5
"""How far cards may be seen from their places, and edges looked for."""


def brought_nearer(levels: Levels, board: Board, taught: Taught, sight: Sight, every: int) -> Sight:
    """The sight, moved once where one of *every* few cells says that the cards lie aside.

    So not all cells are read at a place that will not do.
    """
    middles, aside, slack = _aside(seen_at(levels, board, taught, sight, every))
    if len(middles) < FEWEST or _trend(board, middles, aside) - slack / math.sqrt(len(middles)) < (
        SETTLED_MM
    ):
        return sight
    pose = _moved(levels, board, sight, middles, aside)
    return (
        sight
        if pose is None
        else replace(lit(levels, board, pose, sight.markers), edges=sight.edges)
    )


def settled(levels: Levels, board: Board, taught: Taught, sight: Sight) -> Sight | None:
    """The sight, moved until the cards lie in their places; None when they will not."""
    best: tuple[float, Sight] | None = None
    for _ in range(ROUNDS):
        sight = seen_at(levels, board, taught, sight)
        middles, aside, slack = _aside(sight)
        if len(middles) < FEWEST:
            return best[1] if best else sight
        off = _trend(board, middles, aside) - slack / math.sqrt(len(middles))
        if best is None or off < best[0]:
            best = (off, sight)
        if off < SETTLED_MM:
            break
        pose = _moved(levels, board, sight, middles, aside)
        if pose is None:
            break
        sight = lit(levels, board, pose, sight.markers)
    return best[1] if best is not None and best[0] < WORST_MM else None


def seen_at(levels: Levels, board: Board, taught: Taught, sight: Sight, every: int = 1) -> Sight:
    """The sight with all cells examined there, or one of *every* few."""
    if sight.seen:
        return sight
    seen = {}
    for kind in sorted({cell.kind for cell in board.cells} - {PAWN}):
        cells = tuple(cell for cell in board.cells if cell.kind == kind)[::every]
        seen[kind] = examine(levels, board, sight, cells, taught.bank(kind))
    return replace(sight, seen=seen)


def _aside(sight: Sight) -> tuple[Array, Array, float]:
    """The middles of the cells with a well read drawing, and how far it lies from its place.

    And the largest slack of any of them: a few cards may lie aside together by chance.
    """
    middles, aside, slack = [np.empty((0, 2))], [np.empty((0, 2))], 0.0
    for seen in sight.seen.values():
        clear, offset = _offsets(seen, sight.pose)
        middles.append(middles_of(seen.cells)[clear])
        aside.append(offset[clear])
        slack = max(slack, seen.cells[0].manner.slack_mm)
    return np.concatenate(middles), np.concatenate(aside), slack


def _offsets(seen: Examined, pose: Pose) -> tuple[NDArray[np.bool_], Array]:
    """Which cells show a drawing beyond doubt, and by how many millimetres each lies aside."""
    best = seen.matches.structure.argmin(axis=1)
    n = np.arange(len(best))
    clear = (seen.fits(seen.matches, best) < DOUBTFUL_FIT) & (seen.bank.drawn[best] > 0.5)
    margin = (seen.patches.shape[1] - SIDE) // 2
    place = (seen.matches.place[n, best] - margin) * scales_of(seen.cells)
    low, high = ends_of(seen.cells, pose)
    along = high - low
    share = ((place - low) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-9)
    off = place - low - np.clip(share, 0, 1)[:, None] * along
    return clear, np.einsum("ni,nij->nj", off, axes_of(seen.cells))


def _trend(board: Board, middles: Array, aside: Array) -> float:
    """How far the board as a whole seems to lie aside, at the corner where it is worst."""
    design = np.column_stack([np.ones(len(middles)), middles])
    weight = np.ones(len(middles))
    for _ in range(4):
        wide = design * weight[:, None]
        ridge = np.diag([1e-6, *(0.5 * np.array([board.width_mm, board.height_mm]) ** 2 / 9)])
        plane = np.linalg.solve(wide.T @ design + ridge, wide.T @ aside)
        left = np.linalg.norm(aside - design @ plane, axis=1)
        weight = 1 / (1 + (left / max(0.7, float(middle(left)))) ** 2)
    corners = np.column_stack([np.ones(4), np.array(board.outline_mm)]) @ plane
    return float(np.linalg.norm(corners, axis=1).max())


def _moved(levels: Levels, board: Board, sight: Sight, middles: Array, aside: Array) -> Pose | None:
    """The pose under which the cards lie in their places, and the edges where they are seen."""
    points, pixels = middles, sight.pose.project(middles + aside).astype(float)
    spread = np.full(len(points), CARD_PX)
    if sight.markers:
        held = anchors_of(board, sight.markers)
        points, pixels = np.concatenate([points, held[0]]), np.concatenate([pixels, held[1]])
        spread = np.concatenate([spread, np.full(len(held[0]), MARKER_SPREAD_PX)])
    pose = fit_pose(points, pixels, levels.size, start=sight.pose, spread_px=spread)
    if pose is None:
        return None
    fitted = fit_edges(levels.grey, board, pose, REACH_MM)
    return pose if fitted is None else fitted.pose
