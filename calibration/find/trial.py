"""Trying where a board without markers lies: the place that can be read is the right one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..boards.board import UPSIDE_DOWN, Board
from ..errors import Complaint
from ..read.judge import judge
from ..read.looked import CellReading
from ..read.patches import inside
from ..read.pictures import Levels
from ..read.reading import places_of
from ..read.voices import read_learnt
from ..teach.taught import Taught
from .edges import edges_seen
from .finding import PLAIN_EDGES, NotFound, Sight, apart_px
from .grid import pitch_mm
from .settle import brought_nearer, seen_at, settled

LEAST_SHARE = 0.85
"""Share of the cells that must be explained well, where nothing else says where the board lies."""
WELL = 2.5
LEAST_LEAD = 0.04
"""The best place must explain this many more cells than any really different place."""
LEAST_EDGES_LEAD = 0.02
"""A place a row aside must show this much less of the edges."""
SOME, ROUGHLY = 3, 0.25
"""One of so many cells says roughly what share can be read at a place, and how roughly."""
STANDING_SHARE, STANDING_EDGES, STANDING_LEAD = 0.75, 0.62, 0.2
"""Fewer cells are enough where so many edges are seen, and no other place explains nearly as many:
wrong places had 0.58 of the edges at most on boards of many cells, right ones 0.65 and more."""
NOT_FOUND, AMBIGUOUS = Complaint("eye.no_corners"), Complaint("eye.two_ways")


def best_sight(
    levels: Levels,
    board: Board,
    taught: Taught,
    sights: Sequence[Sight],
    least: float = LEAST_SHARE,
) -> Sight | NotFound:
    """Read the board at every place it might be; keep the one that makes sense, if one does.

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


def _fits_aside(levels: Levels, board: Board, taught: Taught, best: Sight, score: float) -> bool:
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
    """From every cell to the next one, both ways across and up and down."""
    pitch = pitch_mm(board)
    return ((pitch, 0.0), (-pitch, 0.0), (0.0, pitch), (0.0, -pitch))


def _stands_out(board: Board, scored: Sequence[tuple[float, int]], sights: list[Sight]) -> bool:
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
    first: Sight,
    score: float,
    others: Sequence[Sight],
) -> list[Sight]:
    """Those of the other places that may do as well as the first, wholly examined.

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
    levels: Levels, board: Board, taught: Taught, sights: Sequence[Sight]
) -> Sight | NotFound:
    """The place at which the learnt reader is sure of the most cells; the first fits edges best."""
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
"""A place at which so many cells are read need not be compared with others."""


def _differs(board: Board, one: Sight, other: Sight) -> bool:
    return apart_px(board, one.pose, other.pose) > 0.02 * one.pose.size[0]


def _sense(board: Board, sight: Sight) -> float:
    """The share of cells whose best label explains them well and stands upright."""
    good = total = 0
    for seen in sight.seen.values():
        verdict = judge(seen.matches, places_of(board, seen.cells), sight.light.from_paper)
        best = verdict.cost.argmin(axis=1)
        upright = np.array([not name.endswith(UPSIDE_DOWN) for name in seen.bank.names])
        good += int((upright[best] & (seen.fits(seen.matches, best) < WELL)).sum())
        total += len(best)
    return good / max(total, 1)
