"""How long a look takes at a painted wall of 1920 x 1080, and how many bytes it works in."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.boards.board import Board
from calibration.boards.wall import wall_board
from calibration.find.finding import Sight, find_by_markers
from calibration.kit.robustness import nudged, papered
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.look import Looker, use_threads
from calibration.read.pictures import Levels
from calibration.teach.teaching import teach

Timer = Callable[[Callable[[], object]], float]
Row = tuple[str, float, str]


def looks(timer: Timer) -> Iterator[Row]:
    """Full reads with all markers, with two hidden, between clicked corners; the same once more."""
    use_threads(1)
    board = wall_board(7, 7)
    faces = [f"{animal}_{gaze}" for animal in ("camel", "cat", "ibis", "snake") for gaze in "LR"]
    names = [cell.id for cell in board.cells]
    labels = dict.fromkeys(names, "empty") | dict(zip(names, faces * 4, strict=False))
    picture = Studio(board, PAPYRUS, random_scene(3, (1920, 1080), 0.2), labels).frame()
    taught = teach(board, [(picture, labels)])
    sight = find_by_markers(Levels(picture), board)
    assert isinstance(sight, Sight)
    seen: dict[int, Any] = {
        key: sight.pose.project(np.array(m)) for key, m in board.markers.items()
    }
    corners = nudged(sight.pose.project(np.array(board.outline_mm)).astype(float), 8.0, 1)
    whole = Looker(board, taught)
    yield from _rows(timer, whole, picture, "a painted wall at 1920 x 1080")
    yield "eye: the same picture again", timer(lambda: whole.look(picture)), "ms"
    hidden = papered(picture, seen, 2, 1)
    yield from _rows(timer, Looker(board, taught), hidden, "the same, two markers hidden")
    bare: Board = replace(board, markers={})
    yield from _rows(timer, Looker(bare, taught, corners), picture, "the same, corners clicked")


def _rows(timer: Timer, looker: Looker, picture: Any, what: str) -> Iterator[Row]:
    looker.prepare()

    def afresh() -> None:
        looker.forget()
        looker.look(picture)

    afresh()
    yield f"eye: full read of {what}", timer(afresh), "ms"
    tracemalloc.start()
    afresh()
    worked = tracemalloc.get_traced_memory()[1] + picture.nbytes
    tracemalloc.stop()
    yield f"eye: picture and working memory of {what}", worked / 1e6, "MB"
