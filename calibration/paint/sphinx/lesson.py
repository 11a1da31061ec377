"""A lesson for a court: every pawn, card and die shown as an owner would show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...boards.sphinx import FLOOR
from ...geometry.board import DOWN, EMPTY, PAWN, Board
from ...read.taught import Taught
from ...teach.edition import teach
from ..scene import random_scene
from ..studio import Shown
from .faces import PIPS, SNAKE
from .floor import Prints
from .studio import LYING, SphinxStudio


def sphinx_lesson(
    board: Board,
    prints: Prints,
    pawns: Sequence[str],
    colours: Sequence[str],
    size: tuple[int, int] = (1280, 720),
    seed: int = 1,
) -> Iterator[Shown]:
    """Paint the bare court, then courts on which every pawn, card and face of a die appears."""
    studio = SphinxStudio(board, prints, random_scene(seed, size, harshness=0.0))
    faces = {PAWN: tuple(pawns), "colour": (DOWN, *colours), "die": (*map(str, PIPS), SNAKE)}
    floors = {cell.id: FLOOR for cell in board.cells if cell.kind.startswith("square")}
    bare = {cell.id: EMPTY for cell in board.cells if cell.kind in LYING}
    yield studio.frame(), bare | floors
    for shown in range(3):
        labels = dict(bare)
        for kind, all_faces in faces.items():
            cells = [cell.id for cell in board.cells if cell.kind == kind]
            few = cells[shown::7] if kind == PAWN else cells
            for number, cell in enumerate(few):
                labels[cell] = all_faces[(number + shown * len(few)) % len(all_faces)]
        studio.set(labels)
        yield studio.frame(), labels
        studio.set({cell: EMPTY for cell in labels})


def learn_sphinx(
    board: Board,
    prints: Prints,
    pawns: Sequence[str],
    colours: Sequence[str],
    size: tuple[int, int] = (1280, 720),
) -> Taught:
    """Teach our own pieces, so that a rehearsal can be seen."""
    return teach(board, sphinx_lesson(board, prints, pawns, colours, size))
