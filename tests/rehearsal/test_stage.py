"""The stage shows little films of what people do with the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.geometry.board import Board
from calibration.paint import PAPYRUS
from companion.rehearsal.stage import Stage
from hardware.simulated.camera import SimulatedCamera

SMALL = (480, 270)
CARD = {"2,0": "camel_R", "3,0": "ibis_L"}


@pytest.fixture(scope="module")
def wall() -> Board:
    return wall_board(4, 3, 2, 1)


def staged(board: Board, seed: int = 1, **more: Any) -> tuple[Stage, SimulatedCamera]:
    camera = SimulatedCamera()
    return Stage(camera, board, PAPYRUS, seed, SMALL, harshness=0.5, **more), camera


def whether_like(picture: Any, clean: Any) -> bool:
    """Whether a picture shows nothing but this clean one and the sensor's noise."""
    apart = picture.astype(int) - clean.astype(int)
    patches = apart[:264, :480].reshape(33, 8, 60, 8, 3).mean(axis=(1, 3))
    return bool(np.abs(patches).max() < 8)


def seen_by(camera: SimulatedCamera) -> Any:
    frame = camera.read()
    assert frame is not None
    return frame.picture


def test_a_table_set_at_once_is_before_the_camera(wall: Board) -> None:
    stage, camera = staged(wall)
    stage.set(CARD)
    assert whether_like(seen_by(camera), stage.studio.view.seen)
    assert stage.labels()["2,0"] == "camel_R"


@pytest.mark.parametrize("person", range(4))
def test_an_insertion_ends_with_the_card_in_place_and_nobody_near(wall: Board, person: int) -> None:
    stage, camera = staged(wall)
    for _ in stage.play(CARD, list(CARD), person):
        pass
    assert {cell: stage.labels()[cell] for cell in CARD} == CARD
    assert whether_like(seen_by(camera), stage.studio.view.seen)


def test_every_frame_of_the_film_is_shown_to_the_camera(wall: Board) -> None:
    stage, camera = staged(wall)
    for picture in stage.play(CARD, list(CARD)):
        assert np.array_equal(seen_by(camera), picture)


def test_the_card_is_not_in_place_before_it_has_been_carried_there(wall: Board) -> None:
    stage, _ = staged(wall)
    steps = [stage.labels()["2,0"] for _ in stage.play(CARD, list(CARD))]
    landed = steps.index("camel_R")
    assert landed >= 5
    assert set(steps[landed:]) == {"camel_R"}


def test_a_falling_card_leaves_the_windows_above_empty(wall: Board) -> None:
    stage, _ = staged(wall)
    passed = set()
    for _ in stage.play(CARD, list(CARD)):
        passed |= {cell for cell, label in stage.labels().items() if label != "empty"}
    assert passed > set(CARD)
    assert {cell for cell, label in stage.labels().items() if label != "empty"} == set(CARD)


@pytest.mark.parametrize("seed", range(4))
def test_hands_are_seen_while_the_card_is_put_in(wall: Board, seed: int) -> None:
    stage, _ = staged(wall, seed)
    empty = stage.studio.view.seen.copy()
    film = list(stage.play(CARD, list(CARD)))
    disturbed = [not whether_like(picture, empty) for picture in film[:6]]
    assert any(disturbed)


def test_a_card_can_be_taken_out_again(wall: Board) -> None:
    stage, camera = staged(wall, labels=CARD)
    for _ in stage.play(dict.fromkeys(CARD, "empty"), list(CARD)):
        pass
    assert set(stage.labels().values()) == {"empty"}
    assert whether_like(seen_by(camera), stage.studio.view.seen)


def test_a_waving_hand_changes_nothing(wall: Board) -> None:
    stage, _ = staged(wall, labels=CARD)
    before, clean = stage.labels(), stage.studio.view.seen.copy()
    film = list(stage.wave("4,1"))
    assert any(not whether_like(picture, clean) for picture in film)
    assert stage.labels() == before
    assert all(whether_like(picture, clean) for picture in stage.still(2))


def test_the_same_seed_plays_the_same_film(wall: Board) -> None:
    def film(seed: int) -> list[Any]:
        stage, _ = staged(wall, seed)
        return shrunk(stage.play(CARD, list(CARD)))

    assert np.array_equal(film(5), film(5))
    assert not np.array_equal(film(5), film(6))


def shrunk(film: Iterable[Any]) -> list[Any]:
    return [picture[::4, ::4] for picture in film]


def test_a_card_upside_down_or_a_strange_one_can_be_played_too(wall: Board) -> None:
    stage, _ = staged(wall)
    odd = {"0,0": "cat_R_upside_down", "1,0": "?"}
    for _ in stage.play(odd, list(odd)):
        pass
    assert {cell: stage.labels()[cell] for cell in odd} == odd


def test_walls_of_other_shapes_can_be_played(wall: Board) -> None:
    block = {f"{x},{y}": "baboon_L" for x in (2, 3) for y in (0, 1)}
    stage, _ = staged(wall_board(5, 2, 2, 2))
    for _ in stage.play(block, list(block)):
        pass
    assert {cell for cell, label in stage.labels().items() if label != "empty"} == set(block)
    tiny, _ = staged(wall_board(1, 1, 1, 1))
    for _ in tiny.play({"0,0": "snake_L"}, ["0,0"]):
        pass
    assert tiny.labels() == {"0,0": "snake_L"}
