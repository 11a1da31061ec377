"""A lesson: painted pictures that show every face once, as an owner would show the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...art import Art
from ...geometry.board import EMPTY, Board
from ...read.taught import Taught
from ...teach.edition import teach
from ..scene import random_scene
from ..studio import Shown, Studio


def painted_lesson(
    board: Board, art: Art, faces: Sequence[str], size: tuple[int, int] = (1280, 720), seed: int = 1
) -> Iterator[Shown]:
    """Paint the empty board, then boards on which every face appears."""
    scene = random_scene(seed, size, harshness=0.0)
    studio = Studio(board, art, scene)
    names = [cell.id for cell in board.cells]
    yield studio.frame(), dict.fromkeys(names, EMPTY)
    for start in range(0, len(faces), len(names)):
        some = faces[start : start + len(names)]
        labels = {name: some[n % len(some)] for n, name in enumerate(names)}
        studio.set(labels)
        yield studio.frame(), labels


def learn_painted(
    board: Board, art: Art, faces: Sequence[str], size: tuple[int, int] = (1280, 720)
) -> Taught:
    """Teach our own artwork, so that a rehearsal can be seen."""
    return teach(board, painted_lesson(board, art, faces, size))
