"""The eye on a painted wall: one sighting per change, none while a hand is there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.boards.board import Board
from calibration.boards.wall import wall_board
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.look import Looker
from calibration.read.pictures import decoded
from calibration.teach.taught import Taught
from companion.core.observation import Seen
from companion.senses.eye import BLANK, REPEATS, Eye
from hardware.errors import CameraGone
from hardware.ports import Frame
from tests.small import lesson

FACES = ("cat_L", "cat_R", "ibis_L", "ibis_R")


class Film:
    """A camera that shows given pictures at given moments."""

    def __init__(self, rate: float = 10.0) -> None:
        self.pictures: list[NDArray[np.uint8]] = []
        self.rate = rate
        self._shown = 0

    def read(self) -> Frame | None:
        if self._shown >= len(self.pictures):
            return None
        self._shown += 1
        return Frame(self._shown, self._shown / self.rate, self.pictures[self._shown - 1])

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def board() -> Board:
    return wall_board(4, 3)


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return lesson(board, FACES)


@pytest.fixture
def studio(board: Board) -> Studio:
    return Studio(board, PAPYRUS, random_scene(8, (960, 540), 0.4), {})


def shows(seen: Seen) -> dict[str, str]:
    best = {}
    for key, reading in seen.readings.items():
        label = max(reading.chances, key=lambda name: reading.chances[name])
        if label != "empty":
            best[key] = label
    return best


def sightings(eye: Eye, film: Film) -> Iterator[Seen]:
    for _ in range(len(film.pictures)):
        seen = eye.step()
        if seen is not None:
            yield seen


def test_the_board_is_sighted_once_at_the_start(
    board: Board, taught: Taught, studio: Studio
) -> None:
    film = Film()
    film.pictures = [studio.frame() for _ in range(12)]
    seen = list(sightings(Eye(film, Looker(board, taught)), film))
    assert [shows(x) for x in seen] == [{}]
    assert seen[0].picture.startswith(b"\xff\xd8")


def test_whoever_watches_sees_the_board_alone_or_everything_where_there_is_none(
    board: Board, taught: Taught, studio: Studio
) -> None:
    film = Film()
    film.pictures = [studio.frame() for _ in range(12)]
    eye = Eye(film, Looker(board, taught))
    assert eye.view() == b""
    eye.step()
    everything = decoded(eye.view(), "view")
    assert everything.shape[:2] == (360, 640)
    list(sightings(eye, film))
    alone = decoded(eye.view(), "view")
    assert alone.shape[1] / alone.shape[0] == pytest.approx(board.width_mm / board.height_mm, 0.02)


@pytest.mark.parametrize("rate", [5.0, 10.0, 30.0])
def test_an_inserted_card_is_sighted_once_at_any_rate(
    board: Board, taught: Taught, studio: Studio, rate: float
) -> None:
    film = Film(rate)
    quiet = round(0.8 * rate) + 1
    film.pictures = [studio.frame() for _ in range(quiet)]
    studio.set({"1,0": "cat_R"})
    film.pictures += [studio.frame() for _ in range(quiet)]
    seen = list(sightings(Eye(film, Looker(board, taught)), film))
    assert [shows(x) for x in seen] == [{}, {"1,0": "cat_R"}]


def test_asking_to_look_again_gives_a_fresh_sighting(
    board: Board, taught: Taught, studio: Studio
) -> None:
    film = Film()
    film.pictures = [studio.frame() for _ in range(20)]
    eye = Eye(film, Looker(board, taught))
    seen = []
    for step in range(20):
        if step == 12:
            eye.look_again()
        if eye.step() is not None:
            seen.append(step)
    assert len(seen) == 2
    assert seen[1] >= 12


def test_a_lens_cap_is_noticed_and_nothing_is_sighted(board: Board, taught: Taught) -> None:
    film = Film()
    film.pictures = [np.zeros((540, 960, 3), np.uint8) for _ in range(12)]
    eye = Eye(film, Looker(board, taught))
    assert list(sightings(eye, film)) == []
    assert eye.complaints == (BLANK,)


def test_a_film_of_one_picture_is_noticed(board: Board, taught: Taught, studio: Studio) -> None:
    film = Film()
    film.pictures = [studio.frame()] * 40
    eye = Eye(film, Looker(board, taught), noise_expected=True)
    assert len(list(sightings(eye, film))) == 1
    assert eye.complaints == (REPEATS,)


def test_a_camera_that_hangs_is_noticed(board: Board, taught: Taught) -> None:
    now = [0.0]
    eye = Eye(Film(), Looker(board, taught), clock=lambda: now[0])
    assert eye.step() is None
    assert not eye.complaints
    now[0] = 3.0
    assert eye.step() is None
    assert eye.complaints == (REPEATS,)


def test_a_camera_that_is_pulled_out_is_told_to_whoever_drives_the_eye(
    board: Board, taught: Taught
) -> None:
    class Pulled:
        def read(self) -> Frame | None:
            raise CameraGone("no camera")

        def close(self) -> None:
            pass

    with pytest.raises(CameraGone):
        Eye(Pulled(), Looker(board, taught)).step()
