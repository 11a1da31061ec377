"""Where the board lies when little says so: two markers, clicked corners, cards that lie aside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.errors import Complaint
from calibration.find.locate import LocateResult, NotFound, astray, find_by_markers
from calibration.geometry.board import Board, Cell, board_from_scene, window
from calibration.geometry.patches import Search
from calibration.geometry.pictures import Levels
from calibration.geometry.pose import open_poses
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.compare import compare
from calibration.read.hypotheses import settled
from calibration.read.reader import Looker
from calibration.read.rims import _have_rims
from calibration.read.rivals import betweenness
from calibration.read.taught import Taught
from tests.bench.pictures.robustness import papered, worsened
from tests.small import lesson

FACES = tuple(f"{animal}_{gaze}" for animal in ("camel", "cat", "ibis", "snake") for gaze in "LR")
SIZE = (960, 540)


@pytest.fixture(scope="module")
def board() -> Board:
    return wall_board(5, 4)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return lesson(board, FACES)


@pytest.fixture(scope="module")
def labels(board: Board) -> dict[str, str]:
    dice = np.random.default_rng(5)
    return {cell.id: str(dice.choice((*FACES, "empty"))) for cell in board.cells}


@pytest.fixture(scope="module")
def frame(board: Board, labels: dict[str, str]) -> np.ndarray:
    return Studio(board, PAPYRUS, random_scene(12, SIZE, 0.3), labels).frame()


@pytest.fixture(scope="module")
def true(board: Board, frame: np.ndarray) -> LocateResult:
    sight = find_by_markers(Levels(frame), board)
    assert isinstance(sight, LocateResult)
    return sight


def apart_px(board: Board, one: LocateResult, other: LocateResult) -> float:
    outline = np.array(board.outline_mm)
    return float(np.abs(one.pose.project(outline) - other.pose.project(outline)).max())


def seen_markers(board: Board, sight: LocateResult, keys: tuple[int, ...]) -> dict[int, np.ndarray]:
    return {key: sight.pose.project(np.array(board.markers[key])) for key in keys}


@pytest.mark.parametrize("hidden", [(0, 1), (1, 2), (0, 2)])
def test_with_two_markers_hidden_the_board_is_found_or_the_markers_named(
    board: Board,
    taught: Taught,
    labels: dict[str, str],
    frame: np.ndarray,
    true: LocateResult,
    hidden: tuple[int, int],
) -> None:
    covered = papered(frame, seen_markers(board, true, hidden), 2, 1)
    looker = Looker(board, taught)
    look = looker.look(covered)
    assert {k: c.label for k, c in look.cells.items() if c.label not in (None, labels[k])} == {}
    if look.found:
        assert looker._sight is not None
        assert apart_px(board, looker._sight, true) < 8
    else:
        assert look.reason == Complaint("eye.corner", {"markers": list(hidden)})


def test_nothing_is_taught_from_a_board_with_two_markers_hidden(
    board: Board, frame: np.ndarray, true: LocateResult
) -> None:
    covered = papered(frame, seen_markers(board, true, (0, 3)), 2, 1)
    found = find_by_markers(Levels(covered), board)
    assert isinstance(found, NotFound)
    assert found.reason == Complaint("eye.corner", {"markers": [0, 3]})


def test_two_markers_leave_open_where_the_rest_lies(board: Board, true: LocateResult) -> None:
    seen = np.concatenate([np.array(board.markers[key]) for key in (0, 1)])
    for pose in open_poses(true.pose, board, seen)[1:]:
        at_markers = np.abs(pose.project(seen) - true.pose.project(seen)).max()
        assert apart_px(board, replace(true, pose=pose), true) > 2 * at_markers


def test_a_board_whose_cards_all_lie_aside_is_moved_to_them(
    board: Board, taught: Taught, frame: np.ndarray, true: LocateResult
) -> None:
    seen = np.concatenate([np.array(board.markers[key]) for key in (0, 1)])
    for pose in open_poses(true.pose, board, seen)[1:3]:
        start = replace(true, pose=pose, markers={key: true.markers[key] for key in (0, 1)})
        assert apart_px(board, start, true) > 6
        moved = settled(Levels(frame), board, taught, start)
        assert moved is not None
        assert apart_px(board, moved, true) < 4


def test_a_board_that_lies_right_stays_where_it_is(
    board: Board, taught: Taught, frame: np.ndarray, true: LocateResult
) -> None:
    kept = settled(Levels(frame), board, taught, true)
    assert kept is not None
    assert np.array_equal(kept.pose.values, true.pose.values)


def test_clicked_corners_serve_after_a_nudge_of_a_whole_window_rim(
    board: Board, taught: Taught, labels: dict[str, str], frame: np.ndarray, true: LocateResult
) -> None:
    bare = replace(board, markers={})
    clicked = true.pose.project(np.array(board.outline_mm)) + np.array([9.0, -7.0])
    looker = Looker(bare, taught, clicked.astype(float))
    look = looker.look(frame)
    assert look.found, look.reason
    assert looker._sight is not None
    assert apart_px(board, looker._sight, true) < 6
    assert {k: c.label for k, c in look.cells.items() if c.label not in (None, labels[k])} == {}


def test_a_board_that_moved_by_half_a_row_since_its_corners_were_clicked_is_astray(
    board: Board, true: LocateResult
) -> None:
    clicked = true.pose.project(np.array(board.outline_mm)).astype(float)
    middles = true.pose.project(np.array([board.cell(key).middle_mm for key in ("2,1", "2,2")]))
    row = (middles[1] - middles[0]).astype(float)
    assert not astray(board, true.pose, clicked + 0.2 * row)
    assert astray(board, true.pose, clicked + 0.6 * row)


def test_cells_that_touch_have_no_rims(board: Board) -> None:
    touching = tuple(
        Cell(f"{i},{j}", "card", window(20 * i, 20 * j, 20, 20)) for i in range(4) for j in range(4)
    )
    assert _have_rims(board.cells)
    assert not _have_rims(touching)


def test_between_two_faces_neither_is_near(taught: Taught) -> None:
    bank = taught.bank("card")
    one, other = (bank.faces[bank.labels.index(name)] for name in ("cat_L", "cat_R"))
    for share, least, most in ((0.0, -0.2, 0.2), (0.5, 0.4, 0.6)):
        mixed = ((1 - share) * one + share * other)[None].astype(np.float32)
        search = Search(0, np.zeros((1, 1, 1), np.float32))
        matches = compare(mixed, bank, search)
        cost = matches.structure.astype(float) + 1000
        for place, name in enumerate(("cat_L", "cat_R")):
            cost[0, bank.names.index(name)] = place
        assert least < betweenness(mixed, bank, matches, cost)[0] < most


def test_a_board_of_a_kind_nobody_heard_of_has_cards_and_tiles() -> None:
    scene = {
        "kind": "letters",
        "board": {"w_mm": 60, "h_mm": 60},
        "markers": {"mode": "told", "nominal_mm": {"0": [[0, 0], [1, 0], [1, 1], [0, 1]]}},
        "cells": [
            {"id": "a", "rect_mm": [5, 5, 20, 20]},
            {"id": "b", "poly_mm": [[30, 30], [50, 30], [40, 12]]},
        ],
    }
    board = board_from_scene(scene)
    assert [cell.kind for cell in board.cells] == ["card", "tile"]
    assert board.markers == {}


def test_a_lamp_that_is_lit_in_the_middle_of_a_game_is_noticed(
    board: Board, taught: Taught, labels: dict[str, str], frame: np.ndarray
) -> None:
    """The board stays where it is, and everything on it is read anew in the light there is."""
    looker = Looker(board, taught)
    looker.look(worsened("dim light", frame, 3))
    lit = looker.look(frame)
    assert lit.changed == {cell.id for cell in board.cells}
    assert {name: cell.label for name, cell in lit.cells.items()} == labels


def test_a_card_that_changes_in_the_same_light_is_read_alone(
    board: Board, taught: Taught, labels: dict[str, str], frame: np.ndarray
) -> None:
    name = next(name for name, label in labels.items() if label == "empty")
    studio = Studio(board, PAPYRUS, random_scene(12, SIZE, 0.3), {**labels, name: "cat_L"})
    looker = Looker(board, taught)
    looker.look(frame)
    assert looker.look(studio.frame()).changed == {name}
