"""A lesson for a pyramid: the bare board, every tile as it points up, every pawn on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...geometry.board import EMPTY, PAWN, Board
from ...read.taught import Taught
from ...teach.edition import teach
from ..scene import random_scene
from ..studio import Shown
from .studio import KheopsStudio


def kheops_lesson(
    board: Board, faces: Sequence[str], size: tuple[int, int] = (1280, 720), seed: int = 1
) -> Iterator[Shown]:
    """Paint the board without tiles, then with all of *faces*: tiles first, then pawns.

    A tile is named with its turn (``room-2@0``), a pawn is not (``white-mummy``).
    """
    studio = KheopsStudio(board, random_scene(seed, size, harshness=0.0))
    tiles = [cell.id for cell in board.cells if cell.kind != PAWN]
    pawns = [cell.id for cell in board.cells if cell.kind == PAWN]
    yield studio.frame(), dict.fromkeys(tiles, EMPTY)
    yield from _shown(studio, tiles, [face for face in faces if "@" in face])
    studio.set(dict.fromkeys(tiles, EMPTY))
    yield from _shown(studio, pawns, [face for face in faces if "@" not in face])


def _shown(studio: KheopsStudio, cells: Sequence[str], faces: Sequence[str]) -> Iterator[Shown]:
    """Boards on which all faces lie, as often as there is room."""
    for start in range(0, len(faces), len(cells)):
        some = faces[start : start + len(cells)]
        labels = {cell: some[n % len(some)] for n, cell in enumerate(cells)}
        studio.set(labels)
        yield studio.frame(), labels


def learn_kheops(board: Board, faces: Sequence[str], size: tuple[int, int] = (1280, 720)) -> Taught:
    """Teach our own tiles and pawns, so that a rehearsal can be seen."""
    return teach(board, kheops_lesson(board, faces, size))
