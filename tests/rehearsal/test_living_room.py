"""Games in the light of a living room: the light itself, and people who answer what is asked."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.paint import PAPYRUS, Studio, random_scene
from tests.bench.pictures.robustness import worsened
from tests.soak import sight
from tests.soak.lamps import HOW_MANY, WAYS, Evening, Lamp, Light, evening_of


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return Studio(wall_board(3, 3), PAPYRUS, random_scene(4, (480, 270), 0.3), {}).frame()


@pytest.mark.parametrize("way", ["warm light", "half shadow", "glare spot", "blur"])
def test_a_lamp_makes_of_a_picture_what_the_robustness_kit_makes_of_it(
    way: str, picture: np.ndarray
) -> None:
    lit = Lamp(Light((way,), 7), picture.shape[:2]).over(picture)
    away = np.abs(lit.astype(int) - worsened(way, picture, 7))
    assert np.percentile(away, 99) <= 1


def test_dim_light_is_as_dark_and_as_noisy_and_never_the_same_twice(picture: np.ndarray) -> None:
    lamp = Lamp(Light(("dim light",), 7), picture.shape[:2])
    one, other, kit = lamp.over(picture), lamp.over(picture), worsened("dim light", picture, 7)
    assert not np.array_equal(one, other)
    assert float(one.mean()) == pytest.approx(float(kit.mean()), abs=1.0)
    assert float(one.std()) == pytest.approx(float(kit.std()), abs=1.5)


def test_some_games_have_plain_light_some_two_troubles_and_in_some_it_changes() -> None:
    evenings = [evening_of("wall", seed) for seed in range(100)]
    assert {len(each.first.ways) for each in evenings} == set(HOW_MANY)
    assert {way for each in evenings for way in each.first.ways} == set(WAYS)
    assert 20 < sum(each.then is not None for each in evenings) < 60
    assert evenings == [evening_of("wall", seed) for seed in range(100)]


def test_the_second_light_comes_with_its_turn() -> None:
    evening = Evening(Light(), 5, Light(("blur",)))
    assert [str(evening.at(turn)) for turn in (4, 5)] == ["plain light", "blur"]


def test_a_small_pyramid_is_played_to_its_end_in_its_light() -> None:
    game = sight.played("kheops", 3)
    assert (game["stuck"], game["wrong"]) == ("", [])
    assert game["rulings"] > 5


def test_games_of_two_eyes_stand_side_by_side() -> None:
    game = {"room": "bowl", "seed": 1, "stuck": "", "wrong": [], "rulings": 9}
    now = game | {"asked": 1, "by_hand": 2, "again": 0, "refused": 3, "misread": 2, "open": 4}
    before = game | {"asked": 5, "by_hand": 6, "again": 0, "refused": 7, "misread": 6, "open": 8}
    alone = now | {"seed": 2}
    line = sight.figures([now, alone], [before])[1]
    assert " ".join(line.split()) == "bowl 1 1 9 0 5 > 1 6 > 2 0 > 0 7 > 3 6 > 2 8 > 4"
