"""How long a look takes at a painted wall of 1920 x 1080 and at a painted board of letters (CPU,
one thread), how many bytes it works in, and how many it reads and writes."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.boards.wall import wall_board
from calibration.find.locate import LocateResult, find_by_markers
from calibration.geometry.board import Board
from calibration.geometry.pictures import Levels
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.reader import Looker, use_threads
from calibration.teach.edition import teach
from tests.bench.letters import (
    board_of_letters,
    corners_of,
    dealt,
    photograph,
    taught_letters,
)
from tests.bench.pictures.robustness import nudged, papered
from tests.bench.touched import touched

Row = tuple[str, float, str]


def looks(rounds: int) -> Iterator[Row]:
    """Full reads with all markers, with two hidden, between clicked corners; the same once more."""
    use_threads(1)

    def timer(work: Callable[[], object]) -> float:
        """Milliseconds of CPU, in the middle of some rounds: others may work beside us."""
        times = []
        for _ in range(max(rounds, 3)):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return 1000 * statistics.median(times)

    board = wall_board(7, 7)
    faces = [f"{animal}_{gaze}" for animal in ("camel", "cat", "ibis", "snake") for gaze in "LR"]
    names = [cell.id for cell in board.cells]
    labels = dict.fromkeys(names, "empty") | dict(zip(names, faces * 4, strict=False))
    picture = Studio(board, PAPYRUS, random_scene(3, (1920, 1080), 0.2), labels).frame()
    taught = teach(board, [(picture, labels)])
    sight = find_by_markers(Levels(picture), board)
    assert isinstance(sight, LocateResult)
    seen: dict[int, Any] = {
        key: sight.pose.project(np.array(m)) for key, m in board.markers.items()
    }
    corners = nudged(sight.pose.project(np.array(board.outline_mm)).astype(float), 8.0, 1)
    whole = Looker(board, taught)
    yield from _rows(timer, whole, picture, "a painted wall at 1920 x 1080")
    yield "eye: the same picture again", timer(lambda: whole.look(picture)), "ms"
    yield "eye: read and written for the same picture again", _megabytes(whole, picture), "MB"
    hidden = papered(picture, seen, 2, 1)
    yield from _rows(timer, Looker(board, taught), hidden, "the same, two markers hidden")
    bare: Board = replace(board, markers={})
    yield from _rows(timer, Looker(bare, taught, corners), picture, "the same, corners clicked")
    yield from _rows(timer, Looker(bare, taught), picture, "the same, no markers")
    yield from _letters(timer)


Timer = Callable[[Callable[[], object]], float]


def _letters(timer: Timer) -> Iterator[Row]:
    """From the picture to the reading, the search between clicked corners included."""
    board = board_of_letters()
    taught = taught_letters(board)
    assert taught.learnt
    labels = dealt(board, 40)
    picture = photograph(board, labels, 40, 40)
    for clicked, what in ((1.0, "corners clicked"), (4.0, "corners 4 px aside")):
        corners = nudged(corners_of(board, 40), clicked, 1)
        looker = Looker(board, taught, corners)
        yield from _rows(timer, looker, picture, f"225 squares of letters, {what}")


def _rows(timer: Timer, looker: Looker, picture: Any, what: str) -> Iterator[Row]:
    looker.prepare()

    def afresh() -> None:
        looker.forget()
        looker.look(picture)

    afresh()
    yield f"eye: full read of {what}", timer(afresh), "ms"
    looker.forget()
    yield f"eye: read and written for {what}", _megabytes(looker, picture), "MB"
    tracemalloc.start()
    afresh()
    worked = tracemalloc.get_traced_memory()[1] + picture.nbytes
    tracemalloc.stop()
    yield f"eye: picture and working memory of {what}", worked / 1e6, "MB"


def _megabytes(looker: Looker, picture: Any) -> float:
    with touched() as count:
        looker.look(picture)
    return count.count / 1e6
