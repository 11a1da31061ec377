"""Where the board lies from picture to picture: found once, kept, and found again when it moved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import Complaint
from ..find.aruco_markers import ENOUGH
from ..find.locate import (
    NOT_THERE,
    LocateResult,
    NotFound,
    apart_px,
    astray,
    find_by_shape,
    missing,
    sights_by_corners,
    sights_by_markers,
)
from ..geometry.board import Board
from ..geometry.pictures import Levels
from .hypotheses import best_sight, most_readable
from .taught import Taught

NUDGE = 0.016
"""How far a nudged camera moves the picture, as a share of its width."""
HELPED_SHARE = 0.7
"""Share of the cells that must be explained well where corners or two markers say where the board
is: a hand may hide the others."""
STAYED_PX = 1.5
"""Smaller movements don't count."""
SAME_LIGHT = 0.12
"""White paper that is brighter or darker by a smaller share than this lies in the same light."""
UNSEEN_MOVE_PX = 12.0
"""With fewer markers in view than before, a smaller move than this is not believed."""


DARK, BURNT, MUCH = 40, 250, 0.3
"""A picture whose brightest twentieth is darker than this shows nothing; one of which so large a
share is burnt out shows little."""


def seek(
    levels: Levels, board: Board, taught: Taught, corners_px: NDArray[np.float64] | None
) -> LocateResult | NotFound:
    """Find the board; where the light is to blame, neither corners nor markers are."""
    sight = _sought(levels, board, taught, corners_px)
    return NotFound(_to_blame(levels) or sight.reason) if isinstance(sight, NotFound) else sight


def _to_blame(levels: Levels) -> Complaint | None:
    """Return what is wrong with the light, if that is why nothing is found."""
    if np.percentile(levels.thumb.max(axis=2), 95) < DARK:
        return Complaint("eye.dark")
    return Complaint("eye.bright") if (levels.thumb.min(axis=2) > BURNT).mean() > MUCH else None


def _sought(
    levels: Levels, board: Board, taught: Taught, corners_px: NDArray[np.float64] | None
) -> LocateResult | NotFound:
    """Find the board by whatever it has: clicked corners, markers, or its own shape."""
    if corners_px is not None:
        return _by_corners(levels, board, taught, corners_px)
    if board.markers:
        return _by_markers(levels, board, taught)
    return best_sight(levels, board, taught, find_by_shape(levels, board))


def _by_corners(
    levels: Levels, board: Board, taught: Taught, corners_px: NDArray[np.float64]
) -> LocateResult | NotFound:
    """Find the board between its clicked corners, or a little beside them."""
    hasty = bool(taught.learnt)  # what was learnt tells a cell from the next
    for moved_px in (0.0, NUDGE * levels.size[0]):
        sights = sights_by_corners(levels, board, corners_px, moved_px, hasty)
        if isinstance(sights, NotFound):
            continue
        if taught.learnt:
            sight = most_readable(levels, board, taught, sights)
        elif not sights[0].by_edges:
            continue
        else:
            sight = best_sight(levels, board, taught, sights, HELPED_SHARE)
        if not isinstance(sight, NotFound) and not astray(board, sight.pose, corners_px, hasty):
            return sight
    return NotFound(NOT_THERE)


def _by_markers(levels: Levels, board: Board, taught: Taught) -> LocateResult | NotFound:
    """Find the board by its markers; where they are too few, reading it must say where it lies."""
    sights = sights_by_markers(levels, board)
    if isinstance(sights, NotFound) or len(sights[0].markers) >= ENOUGH:
        return sights if isinstance(sights, NotFound) else sights[0]
    sight = best_sight(levels, board, taught, sights, HELPED_SHARE)
    if isinstance(sight, NotFound):
        return NotFound(missing(frozenset(board.markers), sights[0].markers))
    return sight


def may_have_moved(board: Board, changed: frozenset[str] | None) -> bool:
    """Whether enough changed for the board or the camera to have moved."""
    if changed is None or any(name.startswith("marker ") for name in changed):
        return True
    return len(changed) > len(board.cells) / 3


def covered_markers(board: Board, sight: LocateResult) -> tuple[Complaint, ...]:
    gone = sorted(set(board.markers) - set(sight.markers))
    return (Complaint("eye.corner", {"markers": gone}),) if gone else ()


def followed(
    board: Board, before: LocateResult, now: LocateResult
) -> tuple[LocateResult, tuple[Complaint, ...]]:
    """Choose which of two sights to follow, and what to say about it."""
    covered, moved = covered_markers(board, now), apart_px(board, now.pose, before.pose)
    if len(now.markers) < len(before.markers) and moved < UNSEEN_MOVE_PX:
        return before, covered
    if moved > STAYED_PX:
        return now, (*covered, Complaint("eye.moved", {"pixels": round(moved)}))
    return (now if _relit(board, before, now) else before), covered


def _relit(board: Board, before: LocateResult, now: LocateResult) -> bool:
    """Whether another lamp was lit, or one went out: then nothing looks as it did."""
    if not (before.light.from_paper and now.light.from_paper):
        return False
    corners = np.array(board.outline_mm)
    share = now.light.at_all(corners) / before.light.at_all(corners)
    return bool(np.abs(np.log(share)).max() > SAME_LIGHT)
