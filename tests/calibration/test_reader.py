"""The eye on painted walls: right, or silent, and only as busy as it has to be."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.errors import BadPicture, BadTeaching, Complaint
from calibration.find.aruco_markers import _where_they_must_be, find_markers
from calibration.geometry.board import SOMETHING_ELSE, Board
from calibration.geometry.pictures import Levels
from calibration.paint import LINES, PAPYRUS, Art, Studio, random_scene
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.edition import teach
from tests.bench.pictures.robustness import WORSE, worsened
from tests.saying import refuses
from tests.small import lesson

ANIMALS = ("camel", "cat", "ibis", "snake")
FACES = tuple(f"{animal}_{gaze}" for animal in ANIMALS for gaze in "LR")
SIZE = (960, 540)


@pytest.fixture(scope="module")
def board() -> Board:
    return wall_board(5, 4)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return lesson(board, FACES)


def filled(board: Board, seed: int) -> dict[str, str]:
    dice = np.random.default_rng(seed)
    choice = (*FACES, "empty", "empty", "empty")
    return {cell.id: str(dice.choice(choice)) for cell in board.cells}


def wrong(looker: Looker, picture: np.ndarray, labels: dict[str, str]) -> dict[str, str]:
    look = looker.look(picture)
    assert look.found, look.reason
    return {
        key: cell.label
        for key, cell in look.cells.items()
        if cell.label is not None and cell.label != labels[key]
    }


@pytest.mark.parametrize("art", [PAPYRUS, LINES], ids=["papyrus", "lines"])
@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_read_in_any_art(board: Board, art: Art, seed: int) -> None:
    labels = filled(board, seed)
    studio = Studio(board, art, random_scene(seed + 20, SIZE, 0.4), labels)
    look = Looker(board, lesson(board, FACES, art)).look(studio.frame())
    assert {key: cell.label for key, cell in look.cells.items()} == labels


@pytest.mark.parametrize("how", list(WORSE))
def test_what_is_made_worse_is_not_read_wrongly(board: Board, taught: Taught, how: str) -> None:
    labels = filled(board, 7)
    studio = Studio(board, PAPYRUS, random_scene(31, SIZE, 0.3), labels)
    looker = Looker(board, taught)
    assert wrong(looker, studio.frame(), labels) == {}
    worse = worsened(how, studio.frame(), 5)
    look = looker.look(worse)
    said = {key: cell.label for key, cell in look.cells.items() if cell.label is not None}
    assert all(labels[key] == label for key, label in said.items())


def test_an_unchanged_picture_is_not_read_again(board: Board, taught: Taught) -> None:
    studio = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.3), filled(board, 1))
    looker = Looker(board, taught)
    first = looker.look(studio.frame())
    assert looker.look(studio.frame()).changed == frozenset()
    assert looker.look(studio.frame()).cells == first.cells


def test_only_the_cell_that_changed_is_read_again(board: Board, taught: Taught) -> None:
    studio = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.3), {})
    looker = Looker(board, taught)
    looker.look(studio.frame())
    studio.set({"2,1": "ibis_L"})
    look = looker.look(studio.frame())
    assert look.changed == {"2,1"}
    assert look.cells["2,1"].label == "ibis_L"


def test_a_card_upside_down_is_called_so(board: Board, taught: Taught) -> None:
    labels = {cell.id: "empty" for cell in board.cells} | {"1,1": "cat_L", "3,2": "ibis_R"}
    frame = Studio(board, PAPYRUS, random_scene(6, SIZE, 0.0), labels).frame()
    looker = Looker(board, taught)
    looker.look(frame)
    assert looker._sight is not None
    corners = looker._sight.pose.project(np.array(board.cell("1,1").polygon_mm))
    x0, y0 = np.ceil(corners.min(axis=0)).astype(int)
    x1, y1 = np.floor(corners.max(axis=0)).astype(int)
    frame = frame.copy()
    frame[y0:y1, x0:x1] = frame[y0:y1, x0:x1][::-1, ::-1]
    look = looker.look(frame)
    assert look.cells["1,1"].label == "cat_L_upside_down"
    assert look.cells["3,2"].label == "ibis_R"


def test_a_card_nobody_taught_is_something_else(board: Board, taught: Taught) -> None:
    labels = {cell.id: "empty" for cell in board.cells} | {"2,2": "baboon_L"}
    studio = Studio(board, PAPYRUS, random_scene(9, SIZE, 0.2), labels)
    reading = Looker(board, taught).look(studio.frame()).cells["2,2"]
    assert reading.label is None
    assert reading.chances.get(SOMETHING_ELSE, 1.0) > 0.5


def test_a_card_that_looks_the_other_way_is_not_taken_for_its_twin(board: Board) -> None:
    one_way = {cell.id: "empty" for cell in board.cells}
    one_way |= dict(zip(one_way, (face for face in FACES if face.endswith("_L")), strict=False))
    shown = Studio(board, PAPYRUS, random_scene(3, SIZE, 0.0), one_way).frame()
    labels = {cell.id: "empty" for cell in board.cells}
    labels |= {f"{x},2": f"{animal}_R" for x, animal in enumerate(ANIMALS)}
    frame = Studio(board, PAPYRUS, random_scene(8, SIZE, 0.1), labels).frame()
    assert wrong(Looker(board, teach(board, [(shown, one_way)])), frame, labels) == {}


def test_what_was_half_hidden_stays_as_doubtful_when_another_cell_changes(
    board: Board, taught: Taught
) -> None:
    labels = filled(board, 4)
    studio = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.2), labels)
    looker = Looker(board, taught)
    looker.look(studio.frame())
    assert looker._sight is not None
    corners = looker._sight.pose.project(np.array(board.cell("1,1").polygon_mm)).astype(int)
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)

    def with_a_finger() -> np.ndarray:
        frame = studio.frame().copy()
        frame[y0 : (y0 + y1) // 2, (x0 + x1) // 2 : x1] = (90, 130, 190)
        return frame

    first = looker.look(with_a_finger()).cells["1,1"]
    studio.set({"3,2": "ibis_L" if labels["3,2"] != "ibis_L" else "cat_R"})
    again = looker.look(with_a_finger())
    assert "1,1" not in again.changed
    assert "3,2" in again.changed
    assert again.cells["1,1"].label == first.label
    assert again.cells["1,1"].disturbed == first.disturbed


def test_markers_the_small_picture_misses_are_found_where_they_must_be(board: Board) -> None:
    frame = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.0), {}).frame()
    levels = Levels(frame)
    everywhere = find_markers(levels, board.markers)
    assert set(everywhere) == set(board.markers)
    two = {key: everywhere[key] for key in (0, 2)}
    again = _where_they_must_be(levels, board.markers, two)
    assert set(again) == set(everywhere)
    assert max(float(np.abs(again[key] - everywhere[key]).max()) for key in again) < 1.5


def test_a_nudged_camera_is_reported_and_the_board_read_all_the_same(
    board: Board, taught: Taught
) -> None:
    labels = filled(board, 2)
    frame = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.2), labels).frame()
    looker = Looker(board, taught)
    looker.look(frame)
    look = looker.look(worsened("bump 20 px", frame, 1))
    assert any(each.key == "eye.moved" for each in look.complaints)
    assert {k: c.label for k, c in look.cells.items() if c.label not in (None, labels[k])} == {}


def test_a_covered_marker_is_named_and_the_rest_read(board: Board, taught: Taught) -> None:
    labels = filled(board, 3)
    frame = Studio(board, PAPYRUS, random_scene(4, SIZE, 0.2), labels).frame().copy()
    first = Looker(board, taught)
    first.look(frame)
    assert first._sight is not None
    corner = first._sight.pose.project(np.array(board.markers[2])).astype(int)
    frame[corner[:, 1].min() : corner[:, 1].max(), corner[:, 0].min() : corner[:, 0].max()] = 90
    look = Looker(board, taught).look(frame)
    assert Complaint("eye.corner", {"markers": [2]}) in look.complaints
    assert {k: c.label for k, c in look.cells.items() if c.label not in (None, labels[k])} == {}


def test_a_picture_without_the_board_is_refused_in_words(board: Board, taught: Taught) -> None:
    noise = np.random.default_rng(1).integers(90, 110, (540, 960, 3)).astype(np.uint8)
    look = Looker(board, taught).look(noise)
    assert not look.found
    assert look.reason == Complaint("eye.no_marker")
    assert look.cells == {}
    assert look.picture() is None
    assert look.jpeg() == b""


def test_a_picture_of_one_pixel_is_refused(board: Board, taught: Taught) -> None:
    with refuses(BadPicture, match="1 x 1"):
        Looker(board, taught).look(np.zeros((1, 1, 3), np.uint8))


def test_another_resolution_is_read_as_well(board: Board, taught: Taught) -> None:
    labels = filled(board, 5)
    looker = Looker(board, taught)
    for size in ((960, 540), (1280, 720)):
        frame = Studio(board, PAPYRUS, random_scene(12, size, 0.2), labels).frame()
        assert wrong(looker, frame, labels) == {}


def test_a_grey_picture_is_never_read_wrongly(board: Board, taught: Taught) -> None:
    labels = filled(board, 6)
    frame = Studio(board, PAPYRUS, random_scene(12, SIZE, 0.2), labels).frame()
    grey = frame.mean(axis=2).astype(np.uint8)
    assert wrong(Looker(board, taught), grey, labels) == {}


def test_a_teaching_for_another_kind_of_board_is_refused(board: Board, taught: Taught) -> None:
    from calibration.geometry.board import Cell, window

    tray = Board("tray", 100, 100, {}, (Cell("a", "stack", window(10, 10, 40, 40)),))
    with refuses(BadTeaching, match="stack"):
        Looker(tray, taught)
