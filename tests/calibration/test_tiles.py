"""Tiles tell their turn and who stands on them; what is not seen is not told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.boards.kheops import PyramidPlace, Shape, kheops_board
from calibration.errors import BadBoard
from calibration.geometry.board import EMPTY, PAWN, Board, Cell, clockwise, triangle, window
from calibration.geometry.patches import SIDE
from calibration.paint.kheops.lesson import learn_kheops
from calibration.paint.kheops.studio import KheopsStudio
from calibration.paint.scene import random_scene
from calibration.read.occlusion_fit import lumps
from calibration.read.reader import Look, Looker
from calibration.read.taught import Taught
from calibration.teach.edition import teach
from tests.bench.pictures.robustness import worsened

SIZE = (960, 540)
FACES = ("corridor-2-rot_c@0", "room-2-ankh@0", "room-1-curse@0", "corridor-3-swap@0")
PAWNS = ("white-worker", "white-mummy", "blue-worker", "blue-priest")
EDGE = 60.0


@pytest.fixture(scope="module")
def board() -> Board:
    high = EDGE * 3**0.5 / 2
    places = {
        "U0.0": PyramidPlace((EDGE / 2, 2 * high - high / 3), True, "U0.0:pawn"),
        "D0.0": PyramidPlace((EDGE, 2 * high - 2 * high / 3), False, "D0.0:pawn"),
        "U0.1": PyramidPlace((1.5 * EDGE, 2 * high - high / 3), True, "U0.1:pawn"),
        "U1.0": PyramidPlace((EDGE, high - high / 3), True, "U1.0:pawn"),
    }
    alike = {f"corridor-3-swap@{turn}": "corridor-3-swap@0" for turn in (1, 2)}
    shape = Shape((2 * EDGE, 2 * high), EDGE, (16.0, 24.0))
    return kheops_board(shape, places, alike)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return learn_kheops(board, (*FACES, *PAWNS), SIZE)


def look_at(board: Board, taught: Taught, seed: int, labels: dict[str, str]) -> Look:
    return Looker(board, taught).look(
        KheopsStudio(board, random_scene(seed, SIZE, 0.1), labels).frame()
    )


@pytest.mark.parametrize("turn", range(3))
def test_the_turn_of_a_tile_is_read_however_its_cell_points(
    board: Board, taught: Taught, turn: int
) -> None:
    labels = {
        "U0.0": f"corridor-2-rot_c@{turn}",
        "D0.0": f"room-2-ankh@{turn}",
        "U0.1": f"room-1-curse@{turn}",
        "U1.0": EMPTY,
    }
    look = look_at(board, taught, 40 + turn, labels)
    assert {name: look.cells[name].label for name in labels} == labels


def test_turns_that_look_alike_are_offered_as_one(board: Board, taught: Taught) -> None:
    reading = look_at(board, taught, 44, {"D0.0": "corridor-3-swap@2"}).cells["D0.0"]
    assert reading.label == "corridor-3-swap@0"
    assert "corridor-3-swap@2" not in reading.chances


def test_a_pawn_is_recognised_by_its_top_and_an_empty_tile_by_itself(
    board: Board, taught: Taught
) -> None:
    tiles = {"U0.0": "room-1-curse@1", "D0.0": "room-2-ankh@0", "U0.1": "corridor-2-rot_c@2"}
    pawns = {
        "U0.0:pawn": "white-mummy",
        "D0.0:pawn": "blue-priest",
        "U0.1:pawn": EMPTY,
        "U1.0:pawn": EMPTY,
    }
    look = look_at(board, taught, 45, tiles | pawns)
    assert {name: look.cells[name].label for name in pawns} == pawns
    said = {name: look.cells[name].label for name in tiles}
    assert all(label in (None, tiles[name]) for name, label in said.items())
    assert said["U0.1"] == tiles["U0.1"]


@pytest.mark.parametrize("aside_mm", [0.0, 0.8, 1.4])
def test_a_plain_pawn_taught_a_little_aside_is_still_plain(board: Board, aside_mm: float) -> None:
    """What its lesson shows beside the top is where it stood, not who it is."""
    large = (1280, 720)
    studio = KheopsStudio(board, random_scene(1, large, 0.0))
    names = [cell.id for cell in board.cells if cell.kind == PAWN]
    studio.crowd(
        tuple(
            studio.figure(label, board.cell(name), (aside_mm, -aside_mm))
            for name, label in zip(names, PAWNS, strict=True)
        )
    )
    told = teach(board, [(studio.frame(), dict(zip(names, PAWNS, strict=True)))])
    drawn = dict(zip(told.bank(PAWN).names, told.bank(PAWN).drawn > 0.5, strict=True))
    assert drawn == {
        "white-worker": False, "white-mummy": True, "blue-worker": False, "blue-priest": True
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(60100, 60104))
def test_plain_pawns_are_read_on_pale_tiles_seen_large(board: Board, seed: int) -> None:
    large = (1280, 720)
    taught = learn_kheops(board, (*FACES, *PAWNS), large)
    labels = dict(zip((c.id for c in board.cells if c.kind != PAWN), FACES, strict=True))
    plain = ("white-worker", "blue-worker")
    pawns = {f"{name}:pawn": plain[n % 2] for n, name in enumerate(labels)}
    scene = random_scene(seed, large, 0.5)
    look = Looker(board, taught).look(KheopsStudio(board, scene, labels | pawns).frame())
    assert {name: look.cells[name].label for name in pawns} == pawns


def test_a_pawn_nobody_taught_is_not_taken_for_another(board: Board, taught: Taught) -> None:
    labels = {"U0.0": "room-1-curse@1", "U0.0:pawn": "red-pharaoh"}
    reading = look_at(board, taught, 46, labels).cells["U0.0:pawn"]
    assert reading.label is None


def test_a_patch_of_paint_on_a_tile_is_no_pawn(board: Board, taught: Taught) -> None:
    studio = KheopsStudio(board, random_scene(47, SIZE, 0.0), {"U0.0": "room-1-curse@1"})
    frame = studio.frame().copy()
    looker = Looker(board, taught)
    looker.look(frame)
    assert looker._sight is not None
    corners = looker._sight.pose.project(np.array(board.cell("U0.0").polygon_mm))
    cv2.fillConvexPoly(frame, np.rint(corners).astype(np.int32), (200, 110, 45))
    look = Looker(board, taught).look(frame)
    assert look.cells["U0.0:pawn"].label is None


def test_a_label_is_turned_by_its_number() -> None:
    assert [clockwise("room-2@2", thirds) for thirds in range(3)] == [
        "room-2@2",
        "room-2@0",
        "room-2@1",
    ]
    assert clockwise("down", 2) == "down"


def test_a_cell_that_points_down_is_one_that_points_up_turned_by_half_a_circle() -> None:
    up, down = triangle((0.0, 0.0), 60.0), triangle((0.0, 0.0), 60.0, up=False)
    assert np.allclose(-np.array(up), np.array(down))


def test_a_pawn_must_stand_on_something() -> None:
    tile = Cell("t", "turned_tile", triangle((50, 50), 40))
    pawn = Cell("t:pawn", PAWN, window(42, 42, 16, 16), rise_mm=24, stands_on="u")
    with pytest.raises(BadBoard, match="stands on 'u'"):
        Board("pyramid", 100, 100, {}, (tile, pawn))


def test_a_tile_with_four_corners_is_refused() -> None:
    with pytest.raises(BadBoard, match="corners"):
        Board("pyramid", 100, 100, {}, (Cell("t", "turned_tile", window(10, 10, 20, 20)),))


def test_lumps_are_found_on_more_cells_than_a_picture_has_layers() -> None:
    count = 600
    seen = np.zeros((count, SIDE, SIDE, 3), np.float32)
    seen[-1, 8:20, 8:20] = 1.0
    faces = np.zeros_like(seen)
    slack = np.full((count, SIDE, SIDE), 0.1, np.float32)
    odd = lumps(seen, faces, np.ones(count), np.zeros((count, 3)), slack)
    assert odd[-1, 14, 14] == 1
    assert not odd[:-1].any()


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_the_halo_of_a_mirrored_lamp_is_not_a_white_pawn(
    board: Board, taught: Taught, seed: int
) -> None:
    """Out of focus it is as round and as pale as one."""
    tiles = {"U0.0": "room-1-curse@0", "D0.0": "room-2-ankh@1"}
    frame = KheopsStudio(board, random_scene(seed, SIZE, 0.3), tiles).frame()
    look = Looker(board, taught).look(worsened("blur", worsened("glare spot", frame, seed), seed))
    read = {look.cells[name].label for name in look.cells if name.endswith(":pawn")}
    assert read <= {None, EMPTY}
