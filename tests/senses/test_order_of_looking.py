"""Which cells the eye looks at first and longest, and what it waits for once only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from calibration.read.result import CellReading, Glance, Look
from companion.core.cells import Hint
from companion.core.observation import Seen
from companion.senses.eye import AT_ONCE, MOST_LOOKS, Eye
from hardware.ports import Frame

STEP, PATIENCE = 0.2, 6.0
OPEN = CellReading({"cat": 0.6, "?": 0.4})
SURE = CellReading({"empty": 1.0})
COVERED = CellReading({}, "covered")


class Board:
    """A still board and a noisy camera; remembers which cells were looked at closely."""

    noise = 5.0

    def __init__(self, cells: Mapping[str, CellReading]) -> None:
        self.cells = dict(cells)
        self.closely: list[tuple[str, ...]] = []
        self.number = 0

    def read(self) -> Frame:
        self.number += 1
        return Frame(self.number, STEP * self.number, np.zeros((2, 2, 3), np.uint8))

    def close(self) -> None:
        pass

    def glance(self, picture: Any) -> Glance:
        return Glance(frozenset(), frozenset(("something",)))

    def look(self, picture: Any) -> Look:
        return Look("found", None, dict(self.cells), ())

    def closer(self, picture: Any, names: Collection[str]) -> Look:
        self.closely.append(tuple(names))
        return self.look(picture)

    def learn(self, number: int, picture: Any, shows: Mapping[str, str]) -> bool:
        return False

    def unlearn(self, number: int) -> None:
        pass

    def shown(self, picture: Any) -> bytes:
        return b""

    def forget(self) -> None:
        pass


def eye_on(board: Board) -> Eye:
    clock = lambda: STEP * board.number  # noqa: E731
    return Eye(board, board, patience_seconds=PATIENCE, pictured=False, clock=clock)


def until_told(eye: Eye, board: Board) -> float | None:
    """How many seconds pass until the eye says something."""
    begun = board.number
    for _ in range(100):
        if isinstance(eye.step(), Seen):
            return STEP * (board.number - begun)
    return None


def many(reading: CellReading, count: int = 60) -> dict[str, CellReading]:
    return {f"c{number}": reading for number in range(count)}


def test_cells_a_legal_move_may_change_are_looked_at_in_every_look() -> None:
    board = Board(many(OPEN))
    eye = eye_on(board)
    shows = dict.fromkeys(board.cells, "empty")
    eye.expect(Hint(shows, ((("c50", "c51"), ("cat",)),)))
    until_told(eye, board)
    assert board.closely
    assert all(names[:2] == ("c50", "c51") for names in board.closely)
    assert all(len(names) <= AT_ONCE for names in board.closely)


def test_the_others_have_their_turns() -> None:
    board = Board(many(OPEN))
    eye = eye_on(board)
    until_told(eye, board)
    first, second = (set(names) for names in board.closely[:2])
    assert len(first) == AT_ONCE
    assert not first & second


def test_after_as_many_looks_as_help_nothing_is_read_once_more() -> None:
    board = Board({**many(SURE, 5), "c9": COVERED})
    eye = eye_on(board)
    until_told(eye, board)
    assert 0 < len(board.closely) <= MOST_LOOKS


def test_a_cup_is_waited_for_once_and_a_hand_beside_it_as_ever() -> None:
    board = Board({**many(SURE, 5), "c9": COVERED})
    eye = eye_on(board)
    first = until_told(eye, board)
    assert first is not None
    assert first >= PATIENCE
    board.cells["c1"] = CellReading({"cat": 1.0})
    beside_the_cup = until_told(eye, board)
    assert beside_the_cup is not None
    assert beside_the_cup < PATIENCE / 3
    board.cells["c2"] = COVERED
    beside_a_hand = until_told(eye, board)
    assert beside_a_hand is not None
    assert beside_a_hand >= PATIENCE


def test_a_cup_that_went_away_and_came_back_may_be_a_hand() -> None:
    board = Board({**many(SURE, 5), "c9": COVERED})
    eye = eye_on(board)
    until_told(eye, board)
    board.cells["c9"] = SURE
    until_told(eye, board)
    board.cells["c9"] = COVERED
    again = until_told(eye, board)
    assert again is not None
    assert again >= PATIENCE
