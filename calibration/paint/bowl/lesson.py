"""A lesson for a track: every tile shown with every face it can have, as an owner would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...art import PAPYRUS
from ...geometry.board import DOWN, EMPTY, Board
from ...read.taught import Taught
from ...teach.edition import teach
from ..scene import random_scene
from ..studio import Shown
from .studio import BowlStudio


def bowl_lesson(
    board: Board,
    kinds: Mapping[str, str],
    faces: Sequence[str],
    size: tuple[int, int] = (1280, 720),
    seed: int = 1,
) -> Iterator[Shown]:
    """Paint the board without tiles, with all backs, then with all faces."""
    studio = BowlStudio(board, PAPYRUS, random_scene(seed, size, harshness=0.0), kinds=kinds)
    names = [cell.id for cell in board.cells]
    for label in (EMPTY, DOWN):
        studio.set(dict.fromkeys(names, label))
        yield studio.frame(), dict.fromkeys(names, label)
    for start in range(0, len(faces), len(names)):
        some = faces[start : start + len(names)]
        labels = {name: some[n % len(some)] for n, name in enumerate(names)}
        studio.set(labels)
        yield studio.frame(), labels


def learn_bowl(
    board: Board,
    kinds: Mapping[str, str],
    faces: Sequence[str],
    size: tuple[int, int] = (1280, 720),
) -> Taught:
    """Teach our own tiles, so that a rehearsal can be seen."""
    return teach(board, bowl_lesson(board, kinds, faces, size))
