"""One picture an owner shows: every cell cut out of it, and what the owner says lies in some.

The picture itself is not kept: what was cut out is enough to learn from, now and in a year.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import BadTeaching, Complaint
from ..find.locate import LocateResult, NotFound, find_by_corners, find_by_markers
from ..geometry.board import EMPTY, FLOOR, PAWN, Board, Cell, plain
from ..geometry.patches import cut, frame_of, rises_of
from ..geometry.pictures import Levels, jpeg
from ..geometry.pose import Pose
from ..read.bare import Bare, bare_cells
from ..read.examine import places_of, relit
from ..read.features import MARGIN
from ..read.ground import Ground, ground_of
from ..read.taught import Lesson, has_no_way
from .arrays import opened
from .edition import TaughtView
from .learnt_reader import KINDS, Showing

WHITE = 160
"""White paper in a file of 8 bit, so that gloss up to 1.6 is kept."""
THUMB_PX, THUMBS_ACROSS = 96, 10
"""How large a cell is shown to people, and how many stand side by side in one picture."""
AROUND = 1.12
"""How much more than the cell itself people see."""


@dataclass(frozen=True)
class Exposure:
    """Cells that were cut out of one picture; white paper is 1."""

    cells: tuple[str, ...]
    patches: NDArray[np.float32] = field(repr=False, compare=False)
    """(cells, WIDE, WIDE, 3), relieved of the light"""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What lies in them, as far as somebody said so."""
    loose: str = ""
    """The kind of all of them, where they lay beside the board: then they are no cells of it."""
    ground: Ground | None = field(default=None, repr=False, compare=False)
    """What the board itself looks like around them."""

    @cached_property
    def faces(self) -> dict[str, NDArray[np.float32]]:
        """Each cell without what surrounds it."""
        inner = self.patches[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
        return {
            cell: np.ascontiguousarray(face) for cell, face in zip(self.cells, inner, strict=True)
        }

    def patch(self, cell: str) -> NDArray[np.float32]:
        """Cut out a cell with its surroundings."""
        found: NDArray[np.float32] = self.patches[self.cells.index(cell)]
        return found

    def named(self, labels: Mapping[str, str]) -> Exposure:
        """Name what is in the cells."""
        for cell in labels:
            if cell not in self.cells:
                raise BadTeaching("fault.teach.no_cell", board="", cell=cell, label=labels[cell])
        return replace(self, labels=dict(labels))


def sight_of(
    board: Board, levels: Levels, corners_px: ArrayLike | None = None
) -> LocateResult | NotFound:
    """Locate the board in a picture: by its markers, or by corners somebody tapped."""
    if corners_px is None:
        return find_by_markers(levels, board)
    return find_by_corners(levels, board, np.asarray(corners_px, float))


def exposed(
    board: Board, picture: NDArray[np.uint8], corners_px: ArrayLike | None = None
) -> Exposure | Complaint:
    """Cut every cell out of a picture, or say why the board is not found in it."""
    levels = Levels(picture)
    sight = sight_of(board, levels, corners_px)
    if isinstance(sight, NotFound):
        return sight.reason
    patches = relit(cut(levels, sight.pose, board.cells, MARGIN)[0], sight.light, board.cells)
    ground = ground_of(levels, board, sight.pose, sight.light)
    return Exposure(tuple(cell.id for cell in board.cells), patches, ground=ground)


def bare_labels(board: Board) -> dict[str, str]:
    """Return the label of every cell of an empty board; pawn cells have nothing to learn."""
    return {
        cell.id: FLOOR if cell.kind.startswith("square") else EMPTY
        for cell in board.cells
        if cell.kind != PAWN
    }


def lessons_in(board: Board, exposure: Exposure) -> tuple[Lesson, ...]:
    """Return the faces that were named in it."""
    kinds = kinds_in(board, exposure)
    return tuple(
        _upright(Lesson(kinds[cell], label, exposure.faces[cell]))
        for cell, label in exposure.labels.items()
        if cell in kinds
    )


def kinds_in(board: Board, exposure: Exposure) -> dict[str, str]:
    """Return the kind of every cell that was cut out."""
    if exposure.loose:
        return dict.fromkeys(exposure.cells, exposure.loose)
    return {cell.id: cell.kind for cell in board.cells}


def _upright(lesson: Lesson) -> Lesson:
    """Drop the direction of a card of the tray that looks the same when turned."""
    wayless = lesson.kind == "pit" and has_no_way(lesson)
    return replace(lesson, label=plain(lesson.label)) if wayless else lesson


def seen_in(board: Board, exposure: Exposure) -> TaughtView:
    """Return everything it teaches."""
    own = () if exposure.loose else board.cells
    named = [cell for cell in own if cell.id in exposure.labels]
    kinds = sorted({cell.kind for cell in named} & KINDS)
    showings = tuple(
        _showing(board, exposure, [cell for cell in named if cell.kind == kind]) for kind in kinds
    )
    return TaughtView(lessons_in(board, exposure), showings, bare_in(board, exposure))


def bare_in(board: Board, exposure: Exposure) -> Bare | None:
    """Return what it shows of the bare board."""
    if exposure.loose or exposure.ground is None:
        return None
    empty = [cell for cell in board.cells if exposure.labels.get(cell.id) == EMPTY]
    return Bare(exposure.ground, bare_cells(empty, [exposure.faces[cell.id] for cell in empty]))


def _showing(board: Board, exposure: Exposure, cells: Sequence[Cell]) -> Showing:
    where = {name: number for number, name in enumerate(exposure.cells)}
    return Showing(
        cells[0].kind,
        tuple(cell.id for cell in cells),
        tuple(exposure.labels[cell.id] for cell in cells),
        places_of(board, cells),
        exposure.patches[[where[cell.id] for cell in cells]].astype(np.float16),
    )


def packed(exposure: Exposure) -> bytes:
    """Write an exposure as the bytes of a file."""
    about = json.dumps(
        {"cells": exposure.cells, "labels": dict(exposure.labels), "loose": exposure.loose}
    )
    faces = np.rint(np.clip(exposure.patches * WHITE, 0, 255)).astype(np.uint8)
    buffer = io.BytesIO()
    ground = exposure.ground or Ground(np.zeros((0, 2)), np.zeros((0, 3)))
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        patches=faces,
        about=np.frombuffer(about.encode(), np.uint8),
        ground=np.column_stack([ground.places, ground.colours]),
    )
    return buffer.getvalue()


TORN = (
    ValueError, KeyError, TypeError, AttributeError, OSError, EOFError, RecursionError, zlib.error,
    zipfile.BadZipFile,
)  # fmt: skip
"""What reading a damaged or strange archive raises."""


def unpacked(raw: bytes) -> Exposure:
    """Read an exposure back from its file."""
    try:
        with opened(raw) as archive:
            about = json.loads(archive["about"].tobytes())
            patches = archive["patches"].astype(np.float32) / WHITE
            around = archive["ground"] if "ground" in archive else np.zeros((0, 5))
        cells = tuple(map(str, about["cells"]))
        if patches.ndim != 4 or len(patches) != len(cells):
            raise ValueError(f"{len(cells)} cells, {patches.shape}")
        labels = {str(cell): str(label) for cell, label in about["labels"].items()}
        if around.ndim != 2 or around.shape[1] != 5:
            raise ValueError(f"shape {around.shape}")
        ground = Ground(around[:, :2], around[:, 2:]) if len(around) else None
        return Exposure(cells, patches, labels, str(about.get("loose", "")), ground)
    except TORN as wrong:
        raise BadTeaching("fault.teach.damaged", name="") from wrong


def thumbs(board: Board, picture: NDArray[np.uint8], corners_px: ArrayLike | None = None) -> bytes:
    """Render all cells for people, in rows, as one JPEG."""
    sight = sight_of(board, Levels(picture), corners_px)
    if isinstance(sight, NotFound):
        raise BadTeaching(sight.reason.key, **sight.reason.values)
    return in_rows_of([_thumb(picture, sight.pose, cell) for cell in board.cells])


def in_rows_of(thumbs: Sequence[NDArray[np.uint8]]) -> bytes:
    """Thumbs side by side, as one JPEG."""
    tiles = [*thumbs]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % THUMBS_ACROSS)
    rows = [np.hstack(tiles[n : n + THUMBS_ACROSS]) for n in range(0, len(tiles), THUMBS_ACROSS)]
    return jpeg(np.vstack(rows), 85)


def _thumb(picture: NDArray[np.uint8], pose: Pose, cell: Cell) -> NDArray[np.uint8]:
    rise = np.repeat(rises_of([cell]), 4)
    return _squared(picture, pose.project(_square_of(cell), rise))


def thumb_of(picture: NDArray[np.uint8], way: NDArray[np.float64], cell: Cell) -> NDArray[np.uint8]:
    """Render a cell for people; *way* maps its millimetres to pixels."""
    return _squared(picture, cv2.perspectiveTransform(_square_of(cell)[None], way)[0])


def _square_of(cell: Cell) -> NDArray[np.float64]:
    """Return the part of a cell that people see, in millimetres."""
    frame, share = frame_of(cell), AROUND / cell.manner.inner
    right, down = frame.right * share, frame.down * share
    sides = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([frame.middle + x * right + y * down for x, y in sides])


def _squared(picture: NDArray[np.uint8], corners: NDArray[np.floating]) -> NDArray[np.uint8]:
    flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * THUMB_PX
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, way, (THUMB_PX, THUMB_PX)), np.uint8)
