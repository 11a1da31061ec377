"""A board read once, from one picture, with nothing known of before: what a table that has been
watched would never show has to be looked for as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..find.locate import LocateResult, NotFound
from ..geometry.board import EMPTY, PAWN, Board, Cell, Corners, Point
from ..geometry.patches import COARSE, SIDE, cut, frame_of, rectified, search_for
from ..geometry.pictures import Levels
from .bare_vote import around
from .compare import costs, expected_rest
from .decide import read
from .examine import examine, relit
from .faces import Bank, shrink
from .halo import Cleared, cleared
from .pawns import hidden_by, look_for_pawns, pawn_readings
from .result import CellReading, Look
from .taught import Taught
from .tracker import covered_markers, seek
from .under_pawn import look_closer


def with_surroundings(board: Board) -> Board:
    """Add a cell wherever a tile on the board could touch the pyramid from outside."""
    tiles = [cell for cell in board.cells if cell.kind == "turned_tile"]
    taken = {_rounded(cell.middle_mm) for cell in tiles}
    beside: dict[Point, Cell] = {}
    for cell in tiles:
        for side, corners in zip("LRB", _neighbours(cell), strict=True):
            outer = Cell(f"beside {cell.id} {side}", "turned_tile", corners)
            at = _rounded(outer.middle_mm)
            if at not in taken and all(_on(board, corner) for corner in corners):
                beside.setdefault(at, outer)
    return replace(board, cells=(*board.cells, *beside.values()))


def _on(board: Board, point: Point) -> bool:
    return 0 <= point[0] <= board.width_mm and 0 <= point[1] <= board.height_mm


def _neighbours(cell: Cell) -> tuple[Corners, Corners, Corners]:
    """Return the triangles behind the left, right and lower edge of a cell, as if it pointed up."""
    left, right, tip = cell.polygon_mm
    return (
        (tip, left, _mirrored(right, left, tip)),
        (right, tip, _mirrored(left, right, tip)),
        (right, left, _mirrored(tip, left, right)),
    )


def _mirrored(corner: Point, one: Point, other: Point) -> Point:
    """Return where a corner lands if its triangle is folded over the opposite edge."""
    return one[0] + other[0] - corner[0], one[1] + other[1] - corner[1]


def _rounded(point: Point) -> Point:
    return round(point[0]), round(point[1])


LIKE_A_TOP = 1.6
"""What a pawn's top may leave unexplained, in units of the expected."""
SAME_COLOUR = 0.09
"""How far the mean colour of a top may be from the taught one (white = 1)."""
APART = 0.85
"""Two pawns are at least this many diameters apart."""


@dataclass(frozen=True)
class Alone:
    """One look, with what only a single look needs to know."""

    look: Look
    cut_off: frozenset[str] = frozenset()
    """Cells that are not, or not wholly, in the picture."""
    crowded: frozenset[str] = frozenset()
    """Pawn cells on whose tile more than one pawn stands."""


def look_alone(picture: NDArray[np.uint8], board: Board, taught: Taught) -> Alone:
    """Read a pyramid and what touches it from outside."""
    levels, wide = Levels(picture), with_surroundings(board)
    sight = seek(levels, wide, taught, None)
    if isinstance(sight, NotFound):
        return Alone(Look("refused", sight.reason, {}, (sight.reason,)))
    clear = cleared(levels, wide, sight)
    cells = _read(clear, wide, sight, taught)
    look = Look(
        "found", None, cells, covered_markers(board, sight), frozenset(cells),
        lambda: rectified(levels.full, board, sight.pose),
    )  # fmt: skip
    pawns = [cell for cell in board.cells if cell.kind == PAWN]
    standing = [cell for cell in pawns if look.cells[cell.id].label != EMPTY]
    crowded = (cell.id for cell in standing if _tops(clear.levels, board, sight, cell, taught) > 1)
    return Alone(look, frozenset(_cut_off(board.cells, sight)), frozenset(crowded))


def _read(
    clear: Cleared, board: Board, sight: LocateResult, taught: Taught
) -> dict[str, CellReading]:
    """Read tiles and pawns, and look closely at what pawns leave open of their tiles."""
    tiles = tuple(cell for cell in board.cells if cell.kind != PAWN)
    pawns = tuple(cell for cell in board.cells if cell.kind == PAWN)
    levels, margin = clear.levels, search_for(tiles, sight.pose).margin
    seen = examine(levels, board, sight, tiles, taught.bank(tiles[0].kind), margin)
    glare, washed = clear.glare(board, sight, seen), clear.washed_out(sight, seen)
    standing = look_for_pawns(levels, board, sight, seen, pawns, taught.bank(PAWN), glare)
    beside = around(levels, board, sight, taught.bare, seen, bool(glare.any()))
    hidden = hidden_by(standing, seen)
    read_ = read(seen, board, sight.light, hidden, glare, beside, washed)
    readings = read_ | pawn_readings(standing, pawns, read_)
    return readings | look_closer(levels, board, sight, seen, standing, readings)


def _cut_off(cells: Sequence[Cell], sight: LocateResult) -> list[str]:
    width, height = sight.pose.size
    return [cell.id for cell in cells if not _within(cell, sight, width, height)]


def _within(cell: Cell, sight: LocateResult, width: int, height: int) -> bool:
    seen = sight.pose.project(np.array(cell.polygon_mm), cell.rise_mm)
    return bool((seen >= 0).all() and (seen < (width, height)).all())


def _tops(levels: Levels, board: Board, sight: LocateResult, cell: Cell, taught: Taught) -> int:
    """Return how many pawns stand on the tile of a pawn cell."""
    bank = taught.bank(PAWN)
    tile = board.cell(cell.stands_on)
    mm = frame_of(cell).mm_per_pixel[0]
    reach = float(np.linalg.norm(np.array(tile.polygon_mm[0]) - tile.middle_mm)) / 2
    margin = COARSE * round(reach / mm / COARSE)
    patch = relit(cut(levels, sight.pose, [cell], margin)[0], sight.light, [cell])
    cost, places = _costs(shrink(patch), bank)
    wide = APART * (SIDE / COARSE) / cell.manner.inner
    found: list[Any] = []
    for at in places[np.argsort(cost)]:
        if all(np.hypot(*(at - other)) >= wide for other in found):
            found.append(at)
    return len(found)


def _costs(small: NDArray[Any], bank: Bank) -> tuple[NDArray[Any], NDArray[Any]]:
    """Find where a taught top fits, and how well: costs, and places as y and x.

    Only places of the colour of a top are compared with it.
    """
    side, faces = SIDE // COARSE, bank.coarse
    disc = faces.weight.reshape(side, side, 3)[:, :, 0] / faces.pixels
    first, count = side // 2, small.shape[1] - side + 1
    mean = cv2.filter2D(small[0], cv2.CV_32F, disc, anchor=(first, first))
    mean = mean[first : first + count, first : first + count].reshape(-1, 3)
    alike = np.all(
        [np.abs(mean[:, k, None] - bank.folded.mean[:, k]) < SAME_COLOUR for k in range(3)], axis=0
    )
    at = np.flatnonzero(alike.any(axis=1))
    y, x = np.divmod(at, count)
    _, rest, gain, _, _ = costs(small, bank, np.zeros_like(at), y, x)
    fit = rest / expected_rest(bank.folded.power, gain)
    score = np.where(alike[at], fit, np.inf).min(axis=1, initial=np.inf)
    good = score < LIKE_A_TOP
    return score[good], np.column_stack([y, x])[good]
