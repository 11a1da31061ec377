"""The eye on a painted wall: one sighting per change, none while a hand is there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.boards.wall import wall_board
from calibration.geometry.board import Board
from calibration.geometry.pictures import decoded
from calibration.paint import PAPYRUS, Studio, random_hand, random_scene
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from companion.core.cells import Hint
from companion.core.game import load_room
from companion.core.observation import Seen
from companion.rooms import room_of
from companion.senses.eye import BLANK, REPEATS, Eye
from hardware.errors import CameraGone
from hardware.ports import Frame
from tests.small import lesson
from tests.soak.painting import studio_of

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


def first_seen(eye: Eye, film: Film, pictures: list[NDArray[np.uint8]]) -> float | None:
    """How long after the first of these pictures the eye says something new."""
    began = len(film.pictures)
    film.pictures += pictures
    for _ in pictures:
        seen = eye.step()
        if seen is not None:
            return round(seen.at - (began + 1) / film.rate, 3)
    return None


CELLS = ("0,0", "1,0", "2,0", "3,0")


def waited(
    board: Board, taught: Taught, hint: Hint | None, after: dict[str, str]
) -> tuple[float | None, Eye]:
    """How long a change lies still before it is told; the board is watched from the start."""
    studio = Studio(board, PAPYRUS, random_scene(8, (960, 540), 0.4), {})
    film = Film(20.0)
    eye = Eye(film, Looker(board, taught))
    first_seen(eye, film, [studio.frame() for _ in range(12)])
    eye.expect(hint)
    studio.set(after)
    return first_seen(eye, film, [studio.frame() for _ in range(60)]), eye


def expecting(board: Board, *labels: str) -> Hint:
    """The rules allow these labels in the lowest windows."""
    return Hint({cell.id: "empty" for cell in board.cells}, ((CELLS, labels),))


def test_what_the_rules_expect_is_told_sooner_and_what_they_forbid_later(
    board: Board, taught: Taught
) -> None:
    card = {"1,0": "cat_R", "2,0": "ibis_L"}
    alone, _ = waited(board, taught, None, card)
    legal, _ = waited(board, taught, expecting(board, "cat_R", "ibis_L"), card)
    forbidden, _ = waited(board, taught, expecting(board, "ibis_L"), card)
    elsewhere, _ = waited(board, taught, expecting(board, "cat_R"), {"1,2": "cat_R"})
    assert alone is not None
    assert legal is not None
    assert legal <= 0.7 * alone
    assert forbidden == elsewhere
    assert forbidden is not None
    assert forbidden >= 1.8 * alone


def test_a_hint_changes_nothing_of_what_is_read(board: Board, taught: Taught) -> None:
    card = {"1,0": "cat_R", "2,0": "ibis_L"}
    sights = []
    for hint in (None, expecting(board, "cat_R", "ibis_L"), expecting(board, "cat_L")):
        studio = Studio(board, PAPYRUS, random_scene(8, (960, 540), 0.4), card)
        film = Film()
        film.pictures = [studio.frame() for _ in range(20)]
        eye = Eye(film, Looker(board, taught))
        eye.expect(hint)
        (seen,) = sightings(eye, film)
        sights.append({key: shows(seen).get(key) for key in CELLS})
        assert set(seen.hinted) == (set(card) if hint else set())
    assert sights[0] == sights[1] == sights[2]


def test_a_hand_is_waited_for_whatever_the_rules_expect(board: Board, taught: Taught) -> None:
    studio = Studio(board, PAPYRUS, random_scene(8, (960, 540), 0.4), {})
    film = Film()
    eye = Eye(film, Looker(board, taught), patience_seconds=60.0)
    first_seen(eye, film, [studio.frame() for _ in range(12)])
    eye.expect(expecting(board, *FACES))
    studio.set({"1,0": "cat_R"})
    x, y = board.cell("1,0").middle_mm
    hand = studio.frame(random_hand(3), (x, y))
    assert first_seen(eye, film, [hand.copy() for _ in range(20)]) is None
    assert [each.key for each in eye.complaints] == ["eye.hand"]
    assert first_seen(eye, film, [studio.frame() for _ in range(20)]) is not None


def noisy(picture: NDArray[np.uint8], dice: np.random.Generator) -> NDArray[np.uint8]:
    """A picture in dim light, with the noise of a camera that makes the most of it."""
    dim = 0.35 * picture.astype(np.float32) + 8.0
    return np.clip(dim + dice.normal(0.0, 12.0, dim.shape), 0, 255).astype(np.uint8)


def test_in_dim_light_pictures_of_a_still_board_are_laid_upon_each_other() -> None:
    """One of them leaves every tile of the bowl open or seemingly covered; eight show them all."""
    bowl = load_room("bowl")
    box = bowl.load_box(None)
    room, size = room_of("bowl"), (960, 540)
    board, taught = room.board(box), room.taught(box, size)
    labels = {"D1": "red", "D4": "blue", "P1": "green_1", "P2": "yellow_2"}
    studio = studio_of("bowl", board, 3, size)
    studio.set({**{cell.id: "down" for cell in board.cells}, **labels})
    picture, dice = studio.frame(), np.random.default_rng(5)
    single = Looker(board, taught).look(noisy(picture, dice))
    assert sum(cell.label is None for cell in single.cells.values()) > 10
    film = Film()
    film.pictures = [noisy(picture, dice) for _ in range(40)]
    (seen,) = sightings(Eye(film, Looker(board, taught)), film)
    assert {key: label for key, label in shows(seen).items() if label != "down"} == labels
    sure = [
        max(reading.chances.values(), default=0.0) >= 0.95 for reading in seen.readings.values()
    ]
    assert sum(sure) >= len(sure) - 2


def test_a_noisy_camera_is_still_while_nothing_moves_and_sees_what_does(
    board: Board, taught: Taught, studio: Studio
) -> None:
    film, dice = Film(), np.random.default_rng(6)
    film.pictures = [noisy(studio.frame(), dice) for _ in range(12)]
    studio.set({"1,0": "cat_R"})
    film.pictures += [noisy(studio.frame(), dice) for _ in range(25)]
    seen = list(sightings(Eye(film, Looker(board, taught)), film))
    assert [shows(each) for each in seen] == [{}, {"1,0": "cat_R"}]
