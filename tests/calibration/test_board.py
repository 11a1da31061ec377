"""Boards are data: what makes no sense is refused by saying what was found."""

from __future__ import annotations

import pytest

from calibration.errors import BadBoard
from calibration.geometry.board import Board, Cell, board_from_scene, window


def cell(name: str = "a", kind: str = "card", x: float = 10, y: float = 10) -> Cell:
    return Cell(name, kind, window(x, y, 20, 20))


def test_a_cell_knows_its_middle() -> None:
    assert cell().middle_mm == (20.0, 20.0)


def test_a_board_gives_its_outline_clockwise_from_the_top_left() -> None:
    board = Board("b", 100, 50, {}, (cell(),))
    assert board.outline_mm == ((0, 0), (100, 0), (100, 50), (0, 50))


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ((), "no cells"),
        ((cell(), cell()), "same id"),
        ((cell(kind="damaged"),), "damaged"),
        ((cell(x=500),), "outside"),
        ((Cell("a", "card", ((1.0, 1.0), (2.0, 2.0))),), "2 corners"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused(cells: tuple[Cell, ...], says: str) -> None:
    with pytest.raises(BadBoard, match=says):
        Board("b", 100, 50, {}, cells)


def test_a_board_of_no_size_is_refused() -> None:
    with pytest.raises(BadBoard, match="measures"):
        Board("b", 0, 50, {}, (cell(),))


def test_an_unknown_cell_is_refused_by_name() -> None:
    with pytest.raises(BadBoard, match="'z'"):
        Board("b", 100, 50, {}, (cell(),)).cell("z")


@pytest.mark.parametrize("scene", [{}, {"kind": "wall"}, {"kind": "wall", "board": 3}])
def test_a_scene_without_a_board_is_refused(scene: dict[str, object]) -> None:
    with pytest.raises(BadBoard, match="does not describe a board"):
        board_from_scene(scene)
