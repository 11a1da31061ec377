"""Painted pictures: what is put on the board is what the camera sees, where it ought to be."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.art import ANIMALS
from calibration.boards.wall import wall_board
from calibration.errors import BadBoard
from calibration.geometry.board import Board
from calibration.paint import (
    LINES,
    PAPYRUS,
    HeldCard,
    PaintedScene,
    Studio,
    UnknownFace,
    paint_flat,
    photograph,
    random_hand,
    random_scene,
    with_hand,
)
from calibration.paint.camera import stand
from calibration.paint.faces import face
from tests.saying import refuses

SMALL = (640, 360)


@pytest.fixture(scope="module")
def wall() -> Board:
    return wall_board(5, 4, 1, 1)


def cell_pixels(studio: Studio, cell: str, picture: np.ndarray) -> np.ndarray:
    x, y, w, h = studio.view.around(studio.board.cell(cell).polygon_mm)
    return picture[y : y + h, x : x + w].astype(int)


def markers_in(picture: np.ndarray) -> dict[int, np.ndarray]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    else:  # before OpenCV 4.7
        corners, ids, _ = cv2.aruco.detectMarkers(picture, dictionary)
    return {int(key): quad[0] for key, quad in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("harshness", [0.0, 0.5, 1.0])
def test_the_markers_are_found_where_the_camera_was_told_to_see_them(
    seed: int, harshness: float
) -> None:
    board = wall_board(7, 7, 2, 1)
    studio = Studio(board, PAPYRUS, random_scene(seed, (1280, 720), harshness))
    found = markers_in(studio.frame())
    assert set(found) == set(board.markers)
    for number, corners in board.markers.items():
        off = found[number] - studio.view.shot.pixels_of(np.array(corners, float))
        assert np.abs(off).max() < 2.5
        assert np.abs(off.mean(axis=0)).max() < 1.0


@pytest.mark.parametrize("seed", range(20))
def test_the_whole_board_is_in_the_picture(seed: int) -> None:
    for geometry in ((7, 7, 2, 1), (5, 4, 2, 2), (1, 1, 1, 1)):
        board = wall_board(*geometry)
        shot = stand(board.width_mm, board.height_mm, random_scene(seed, SMALL, 1.0))
        corners = shot.pixels_of(np.array(board.outline_mm))
        assert corners.min() >= 0
        assert (corners <= np.array(SMALL) - 1).all()


def test_a_card_put_in_later_looks_like_one_that_was_there_from_the_start(wall: Board) -> None:
    scene = random_scene(5, SMALL, 1.0)
    labels = {"0,0": "camel_R", "1,0": "ibis_L", "4,3": "cat_R_upside_down", "2,2": "?"}
    later = Studio(wall, PAPYRUS, scene)
    for cell, label in labels.items():
        later.set({cell: label})
    at_once = Studio(wall, PAPYRUS, scene, labels)
    assert np.array_equal(later.view.seen, at_once.view.seen)


def test_a_card_taken_out_leaves_no_trace(wall: Board) -> None:
    studio = Studio(wall, PAPYRUS, random_scene(5, SMALL, 1.0))
    empty = studio.view.seen.copy()
    studio.set({"2,1": "mule_L"})
    assert not np.array_equal(studio.view.seen, empty)
    studio.set({"2,1": "empty"})
    assert np.array_equal(studio.view.seen, empty)


def test_changing_one_cell_changes_nothing_elsewhere(wall: Board) -> None:
    studio = Studio(wall, PAPYRUS, random_scene(6, SMALL, 1.0))
    before = studio.view.seen.copy()
    studio.set({"2,1": "mule_L"})
    x, y, w, h = studio.view.around(wall.cell("2,1").polygon_mm)
    studio.view.seen[y : y + h, x : x + w] = before[y : y + h, x : x + w]
    assert np.array_equal(studio.view.seen, before)


def test_the_same_seed_gives_the_same_pictures_and_another_seed_others(wall: Board) -> None:
    def film(seed: int) -> list[np.ndarray]:
        studio = Studio(wall, PAPYRUS, random_scene(seed, SMALL), {"0,0": "cat_L"})
        return [studio.frame() for _ in range(3)]

    assert np.array_equal(film(3), film(3))
    assert not np.array_equal(film(3), film(4))


def test_two_exposures_of_a_still_table_differ_by_noise_only(wall: Board) -> None:
    scene = random_scene(3, SMALL)
    studio = Studio(wall, PAPYRUS, scene)
    first, second = studio.frame().astype(float), studio.frame().astype(float)
    assert 0 < (first - second).std() < 2 * scene.noise
    assert abs((first - second).mean()) < 0.2


def test_cards_do_not_sit_exactly_but_nearly_in_place(wall: Board) -> None:
    labels = {cell.id: "camel_R" for cell in wall.cells}
    scene = PaintedScene(seed=1, size=SMALL, jitter_mm=1.0, jitter_degrees=1.5)
    straight = Studio(wall, PAPYRUS, replace(scene, jitter_mm=0.0, jitter_degrees=0.0), labels)
    loose = Studio(wall, PAPYRUS, scene, labels)
    apart = np.abs(straight.view.seen.astype(int) - loose.view.seen.astype(int)).mean()
    assert 0.5 < apart < 10


def test_a_photograph_of_a_flat_board_is_what_the_studio_shows(wall: Board) -> None:
    scene = replace(random_scene(8, SMALL), jitter_mm=0.0, jitter_degrees=0.0, noise=0.0)
    labels = {"0,0": "cat_L", "3,3": "baboon_R"}
    flat = paint_flat(wall, labels, PAPYRUS, 4.0)
    taken = photograph(flat, wall, scene, np.random.default_rng(1)).astype(int)
    shown = Studio(wall, PAPYRUS, scene, labels)
    apart = np.abs(taken - shown.frame())
    assert apart.mean() < 4
    empty = Studio(wall, PAPYRUS, scene)
    for cell in labels:
        there = np.abs(cell_pixels(shown, cell, taken - shown.frame())).mean()
        assert there < 0.5 * np.abs(cell_pixels(shown, cell, taken - empty.frame())).mean()


def test_a_jpeg_is_nearly_the_picture(wall: Board) -> None:
    scene = random_scene(8, SMALL, 0.0)
    raw = Studio(wall, PAPYRUS, scene).frame().astype(int)
    packed = Studio(wall, PAPYRUS, replace(scene, jpeg=85)).frame().astype(int)
    assert 0 < np.abs(raw - packed).mean() < 6


def test_a_card_upside_down_is_the_card_turned_by_half() -> None:
    upright = face(PAPYRUS, "camel_R", 60, 60)
    assert np.array_equal(face(PAPYRUS, "camel_R_upside_down", 60, 60), upright[::-1, ::-1])


def test_all_fourteen_faces_and_the_stranger_differ() -> None:
    for art in (PAPYRUS, LINES):
        labels = [f"{animal}_{gaze}" for animal in ANIMALS for gaze in "LR"] + ["?"]
        faces = [face(art, label, 48, 48).astype(int) for label in labels]
        for number, one in enumerate(faces):
            for other in faces[number + 1 :]:
                assert np.abs(one - other).mean() > 4


@pytest.mark.parametrize("label", ["hippo_R", "camel", "camel_U", "", "camel_R_upside"])
def test_a_face_nobody_drew_is_refused(wall: Board, label: str) -> None:
    with refuses(UnknownFace, match="I can draw empty.*camel_L"):
        paint_flat(wall, {"0,0": label}, PAPYRUS, 2.0)


def test_a_failed_change_leaves_the_table_as_it_was(wall: Board) -> None:
    studio = Studio(wall, PAPYRUS, random_scene(1, SMALL), {"0,0": "cat_L"})
    before = studio.view.seen.copy()
    with pytest.raises(UnknownFace):
        studio.set({"0,0": "hippo_R"})
    assert studio.labels()["0,0"] == "cat_L"
    assert np.array_equal(studio.view.seen, before)


def test_a_cell_the_board_does_not_have_is_named(wall: Board) -> None:
    with pytest.raises(BadBoard, match="9,9"):
        paint_flat(wall, {"9,9": "cat_L"}, PAPYRUS, 2.0)
    with pytest.raises(BadBoard, match="9,9"):
        Studio(wall, PAPYRUS, random_scene(1, SMALL)).set({"9,9": "cat_L"})


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_hides_the_cells_it_says_it_hides(wall: Board, seed: int) -> None:
    labels = {cell.id: "ibis_R" for cell in wall.cells}
    scene = replace(random_scene(seed, SMALL, 0.3), noise=0.0)
    studio = Studio(wall, PAPYRUS, scene, labels)
    bare = studio.frame()
    hand = random_hand(seed)
    at = wall.cell("2,1").middle_mm
    covered = studio.frame(hand, at)
    hidden = studio.hidden(hand, at)
    assert max(hidden.values()) > 0.5
    for cell, share in hidden.items():
        changed = np.abs(cell_pixels(studio, cell, covered) - cell_pixels(studio, cell, bare))
        if share > 0.5:
            assert changed.mean() > 10, cell


def test_a_hand_leaves_no_trace_behind(wall: Board) -> None:
    studio = Studio(wall, PAPYRUS, replace(random_scene(2, SMALL), noise=0.0))
    before = studio.frame()
    studio.frame(random_hand(1), wall.cell("2,1").middle_mm)
    assert np.array_equal(studio.frame(), before)


def test_a_hand_far_outside_the_picture_changes_nothing() -> None:
    picture = np.full((180, 320, 3), 100, np.uint8)
    far = with_hand(picture, random_hand(1), (9000.0, 9000.0), 1.0)
    near = with_hand(picture, random_hand(1), (160.0, 90.0), 1.0)
    assert np.array_equal(far, picture)
    assert not np.array_equal(near, picture)
    assert picture.min() == picture.max() == 100


def test_a_card_sunk_into_its_slot_is_hidden_by_the_wall(wall: Board) -> None:
    studio = Studio(wall, PAPYRUS, replace(random_scene(2, SMALL), noise=0.0))
    bare = studio.frame()
    cells = (wall.cell("2,3"),)
    resting = studio.frame(card=HeldCard(cells, ("cat_L",)))
    above = studio.frame(card=HeldCard(cells, ("cat_L",), (0.0, -70.0)))
    before = studio.frame(card=HeldCard(cells, ("cat_L",), in_front=True))
    assert np.array_equal(resting, bare)
    assert not np.array_equal(above, bare)
    assert np.array_equal(cell_pixels(studio, "2,3", above), cell_pixels(studio, "2,3", bare))
    assert not np.array_equal(cell_pixels(studio, "2,3", before), cell_pixels(studio, "2,3", bare))
