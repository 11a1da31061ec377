"""A wall of any geometry becomes a board."""

from __future__ import annotations

import pytest

from calibration.boards.wall import wall_board
from calibration.errors import BadBoard
from calibration.geometry.markers import MARKER_MM, RIM_MM

GEOMETRIES = [(7, 7, 2, 1), (7, 7, 1, 1), (5, 4, 2, 2), (5, 7, 1, 2), (1, 1, 1, 1)]


@pytest.mark.parametrize(("slots", "capacity", "w", "h"), GEOMETRIES)
def test_every_place_of_the_wall_is_a_window(slots: int, capacity: int, w: int, h: int) -> None:
    board = wall_board(slots, capacity, w, h)
    expected = {f"{x},{y}" for x in range(slots * w) for y in range(capacity * h)}
    assert {cell.id for cell in board.cells} == expected


def test_place_nought_nought_is_at_the_bottom_left() -> None:
    board = wall_board(7, 7, 2, 1)
    x, y = board.cell("0,0").middle_mm
    assert all(x <= cell.middle_mm[0] and y >= cell.middle_mm[1] for cell in board.cells)
    right, up = board.cell("1,0").middle_mm, board.cell("0,1").middle_mm
    assert right[0] > x
    assert up[1] < y


@pytest.mark.parametrize(("slots", "capacity", "w", "h"), GEOMETRIES)
def test_windows_keep_clear_of_each_other_and_of_the_markers(
    slots: int, capacity: int, w: int, h: int
) -> None:
    board = wall_board(slots, capacity, w, h)
    boxes = [(*cell.polygon_mm[0], *cell.polygon_mm[2]) for cell in board.cells]
    for corners in board.markers.values():
        (left, top), (right, bottom) = corners[0], corners[2]
        assert right - left == bottom - top == MARKER_MM
        rim = (left - RIM_MM, top - RIM_MM, right + RIM_MM, bottom + RIM_MM)
        assert rim[0] >= 0
        assert rim[1] >= 0
        assert rim[2] <= board.width_mm
        assert rim[3] <= board.height_mm
        boxes.append(rim)
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            apart = (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )
            assert apart


def test_a_wall_without_slots_is_refused() -> None:
    with pytest.raises(BadBoard, match="at least 1"):
        wall_board(0, 7, 2, 1)
