"""Where the board lies from picture to picture: found once, kept, and found again when it moved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .board import Board
from .find import NotFound, Sight, find_by_corners, find_by_markers, find_by_shape
from .pictures import Levels
from .taught import Taught
from .trial import best_sight

STAYED_PX = 1.5
"""Whoever moved by less did not move."""
UNSEEN_MOVE_PX = 12.0
"""With fewer markers in view than before, a smaller move than this is not believed."""


def seek(
    levels: Levels, board: Board, taught: Taught, corners_px: NDArray[np.float64] | None
) -> Sight | NotFound:
    """Find the board by whatever it has: clicked corners, markers, or its own shape."""
    if corners_px is not None:
        return find_by_corners(levels, board, corners_px)
    if board.markers:
        return find_by_markers(levels, board)
    return best_sight(levels, board, taught, find_by_shape(levels, board))


def may_have_moved(board: Board, changed: frozenset[str] | None) -> bool:
    """Whether so much changed that board or camera may have moved."""
    if changed is None or any(name.startswith("marker ") for name in changed):
        return True
    return len(changed) > len(board.cells) / 3


def covered_markers(board: Board, sight: Sight) -> tuple[str, ...]:
    return tuple(f"marker {key} covered" for key in sorted(set(board.markers) - set(sight.markers)))


def moved_px(board: Board, one: Sight, other: Sight) -> float:
    """How far the board lies from where it lay, at the corner that moved most."""
    outline = np.array(board.outline_mm)
    return float(np.abs(one.pose.project(outline) - other.pose.project(outline)).max())


def followed(board: Board, before: Sight, now: Sight) -> tuple[Sight, tuple[str, ...]]:
    """Which of two sights to go by, and what to say of it."""
    covered, moved = covered_markers(board, now), moved_px(board, now, before)
    if len(now.markers) < len(before.markers) and moved < UNSEEN_MOVE_PX:
        return before, covered
    if moved > STAYED_PX:
        return now, (*covered, f"camera moved {moved:.0f} px")
    return before, covered
