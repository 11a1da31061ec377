"""Trying where a board without markers lies: the place that can be read is the right one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..errors import Complaint
from ..find.edges import edges_seen, fit_edges
from ..find.grid import pitch_mm
from ..find.locate import (
    MARKER_SPREAD_PX,
    PLAIN_EDGES,
    LocateResult,
    NotFound,
    anchors_of,
    apart_px,
    lit,
)
from ..geometry.board import PAWN, UPSIDE_DOWN, Board
from ..geometry.patches import SIDE, axes_of, ends_of, inside, middles_of, scales_of
from ..geometry.pictures import Levels
from ..geometry.pose import Pose, fit_pose
from ..geometry.robust import middle
from .examine import DOUBTFUL_FIT, Examined, examine, places_of
from .judge import judge
from .learnt import read_learnt
from .result import CellReading
from .taught import Taught

LEAST_SHARE = 0.85
"""Share of the cells that must be explained well if nothing else says where the board is."""
WELL = 2.5
LEAST_LEAD = 0.04
"""The best place must explain this many more cells than any really different place."""
LEAST_EDGES_LEAD = 0.02
"""A place a row aside must show this much less of the edges."""
SOME, ROUGHLY = 3, 0.25
"""One in this many cells estimates the readable share at a place, with this uncertainty."""
STANDING_SHARE, STANDING_EDGES, STANDING_LEAD = 0.75, 0.62, 0.2
"""With this share of edges fewer readable cells are enough, if no other place explains nearly as
many: wrong places had 0.58 of the edges at most on boards of many cells, right ones 0.65 and
more."""
NOT_FOUND, AMBIGUOUS = Complaint("eye.no_corners"), Complaint("eye.two_ways")


def best_sight(
    levels: Levels,
    board: Board,
    taught: Taught,
    sights: Sequence[LocateResult],
    least: float = LEAST_SHARE,
) -> LocateResult | NotFound:
    """Read the board at every place it might be; keep the one that makes sense, if any. Of several
    in nearly the same place, the first one fits the edges best.

    Of several that are nearly the same place, the first one fits the edges best.
    """
    if not sights:
        return NotFound(NOT_FOUND)
    first = sights[0]
    if 0 < first.edges < PLAIN_EDGES and least < LEAST_SHARE:
        first = brought_nearer(levels, board, taught, first, SOME)
    first = seen_at(levels, board, taught, first)
    score = _sense(board, first)
    some = [first, *_worth_reading(levels, board, taught, first, score, sights[1:])]
    scores = [score, *(_sense(board, sight) for sight in some[1:])]
    scored = sorted(zip(scores, range(len(some)), strict=True))[::-1]
    best = some[scored[0][1]]
    if scored[0][0] < least and not _stands_out(board, scored, some):
        return NotFound(NOT_FOUND)
    nearly = [number for score, number in scored if score > scored[0][0] - LEAST_LEAD]
    if any(_differs(board, best, some[number]) for number in nearly):
        return NotFound(AMBIGUOUS)
    if least >= LEAST_SHARE and _fits_aside(levels, board, taught, best, scored[0][0]):
        return NotFound(AMBIGUOUS)
    return settled(levels, board, taught, some[min(nearly)]) or NotFound(NOT_FOUND)


def _fits_aside(
    levels: Levels, board: Board, taught: Taught, best: LocateResult, score: float
) -> bool:
    """Whether the board could as well lie a row or a column farther.

    In a grid of like windows most cells are read there too; the edges must tell.
    """
    poses = [best.pose, *(best.pose.shifted(x, y) for x, y in _steps_mm(board))]
    edges = edges_seen(levels.grey, board, poses)
    for pose, seen in zip(poses[1:], edges[1:], strict=True):
        if seen > edges[0] - LEAST_EDGES_LEAD and inside(board, pose):
            aside = seen_at(levels, board, taught, replace(best, pose=pose, seen={}))
            if _sense(board, aside) > score - LEAST_LEAD:
                return True
    return False


def _steps_mm(board: Board) -> tuple[tuple[float, float], ...]:
    """Return the steps from every cell to the next one, both across and down."""
    pitch = pitch_mm(board)
    return ((pitch, 0.0), (-pitch, 0.0), (0.0, pitch), (0.0, -pitch))


def _stands_out(
    board: Board, scored: Sequence[tuple[float, int]], sights: list[LocateResult]
) -> bool:
    """Whether the best place is one where edges are seen, and far better than any other: then a
    hand may hide some of the cells."""
    score, number = scored[0]
    best = sights[number]
    if score < STANDING_SHARE or best.edges < STANDING_EDGES:
        return False
    others = [s for s, n in scored if _differs(board, best, sights[n])]
    return all(other < score - STANDING_LEAD for other in others)


def _worth_reading(
    levels: Levels,
    board: Board,
    taught: Taught,
    first: LocateResult,
    score: float,
    others: Sequence[LocateResult],
) -> list[LocateResult]:
    """Examine those other places that may do as well as the first.

    One that is nearly the same place would have to do better. Some cells show which may not.
    """
    rough = None
    kept = []
    for sight in others:
        elsewhere = _differs(board, first, sight)
        if score > 1 - LEAST_LEAD and not elsewhere:
            continue
        if rough is None:
            rough = _sense(board, seen_at(levels, board, taught, replace(first, seen={}), SOME))
        here = _sense(board, seen_at(levels, board, taught, sight, SOME))
        if here >= rough - (ROUGHLY if elsewhere else 0.0):
            kept.append(seen_at(levels, board, taught, sight))
    return kept


READABLE = 0.5
"""The share of the cells that must be read for a place to be believed, by what was learnt."""


def most_readable(
    levels: Levels, board: Board, taught: Taught, sights: Sequence[LocateResult]
) -> LocateResult | NotFound:
    """Choose the place where the learnt reader is sure of most cells; ties go to the edges."""
    best, most = None, READABLE
    for sight in sights:
        readings: dict[str, CellReading] = {}
        for kind, learnt in taught.learnt.items():
            readings |= read_learnt(levels, board, sight, kind, learnt)
        share = sum(cell.label is not None for cell in readings.values()) / max(len(readings), 1)
        sight = replace(sight, told=readings)
        if share >= READ_WELL:
            return sight
        if share > most:
            best, most = sight, share
    return best or NotFound(NOT_FOUND)


READ_WELL = 0.93
"""Share of readable cells that makes other places unnecessary."""


def _differs(board: Board, one: LocateResult, other: LocateResult) -> bool:
    return apart_px(board, one.pose, other.pose) > 0.02 * one.pose.size[0]


def _sense(board: Board, sight: LocateResult) -> float:
    """Return the share of cells whose best label fits well and is upright."""
    good = total = 0
    for seen in sight.seen.values():
        verdict = judge(seen.matches, places_of(board, seen.cells), sight.light.from_paper)
        best = verdict.cost.argmin(axis=1)
        upright = np.array([not name.endswith(UPSIDE_DOWN) for name in seen.bank.names])
        good += int((upright[best] & (seen.fits(seen.matches, best) < WELL)).sum())
        total += len(best)
    return good / max(total, 1)


# Bettering a guessed place of the board by what is read there: when all cards seem to lie aside,
# it is the board that lies aside.
#
# The more of the board is known, the farther one may look: so a fit that leant on the wrong edges
# comes right, and one that does not come right is given up.

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


def brought_nearer(
    levels: Levels, board: Board, taught: Taught, sight: LocateResult, every: int
) -> LocateResult:
    """Move the sight once if one in *every* few cells says that the cards lie aside. This avoids
    reading all cells at a place that is rejected anyway.

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


def settled(
    levels: Levels, board: Board, taught: Taught, sight: LocateResult
) -> LocateResult | None:
    """Move the sight until the cards are in their places; None if they never are."""
    best: tuple[float, LocateResult] | None = None
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


def seen_at(
    levels: Levels, board: Board, taught: Taught, sight: LocateResult, every: int = 1
) -> LocateResult:
    """Examine all cells of a sight, or one in *every* few."""
    if sight.seen:
        return sight
    seen = {}
    for kind in sorted({cell.kind for cell in board.cells} - {PAWN}):
        cells = tuple(cell for cell in board.cells if cell.kind == kind)[::every]
        seen[kind] = examine(levels, board, sight, cells, taught.bank(kind))
    return replace(sight, seen=seen)


def _aside(sight: LocateResult) -> tuple[Array, Array, float]:
    """Return the middles of well-read cells with a drawing, and the offset of each from its place.

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
    """Return which cells show a drawing beyond doubt, and the offset of each in millimetres."""
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
    """Return the offset of the board as a whole, at its worst corner."""
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


def _moved(
    levels: Levels, board: Board, sight: LocateResult, middles: Array, aside: Array
) -> Pose | None:
    """Return the pose that puts the cards in their places, with the edges kept."""
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
