"""The signs on our cards can be drawn, told left from right, and shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration import art
from calibration.paint.faces import draw_sign
from tests.saying import refuses


def drawn(sign: str, looks_left: bool = False) -> np.ndarray:
    picture = np.zeros((100, 100, 3), np.uint8)
    draw_sign(picture, sign, looks_left, 1.0, (0, 0), body=(255, 255, 255), ink=(255, 255, 255))
    return picture[..., 0] > 127


def test_there_are_seven_animals_and_three_emblems() -> None:
    assert set(art.paths()) == {*art.ANIMALS, *art.EMBLEMS}
    assert len(art.ANIMALS) == 7


@pytest.mark.parametrize("sign", [*art.ANIMALS, *art.EMBLEMS])
def test_every_sign_fills_its_box_and_stays_inside(sign: str) -> None:
    points = np.array([point for ring in art.rings(sign) for point in ring])
    assert points.min() >= 0
    assert points.max() <= art.BOX
    assert np.ptp(points, axis=0).max() == pytest.approx(art.BOX, abs=0.2)


@pytest.mark.parametrize("animal", art.ANIMALS)
def test_every_animal_carries_its_head_on_the_right(animal: str) -> None:
    points = np.array([point for ring in art.rings(animal) for point in ring])
    highest = points[points[:, 1].argmin()]
    assert highest[0] > art.BOX / 2


@pytest.mark.parametrize("animal", art.ANIMALS)
def test_no_animal_can_be_taken_for_its_mirror_image(animal: str) -> None:
    right, left = drawn(animal), drawn(animal, looks_left=True)
    assert (left == np.roll(right[:, ::-1], 1, axis=1)).mean() > 0.99
    alike = (left & right).sum() / (left | right).sum()
    assert alike < 0.5


def test_no_two_animals_look_alike() -> None:
    for first in art.ANIMALS:
        for second in art.ANIMALS:
            if first != second:
                one, other = drawn(first), drawn(second)
                assert (one & other).sum() / (one | other).sum() < 0.75, (first, second)


@pytest.mark.parametrize("sign", art.ANIMALS)
def test_a_silhouette_is_the_outer_lines_only(sign: str) -> None:
    assert 1 <= len(art.outer_rings(sign)) <= art.path(sign).count("Z")


def test_every_animal_has_a_pigment_of_its_own() -> None:
    pigments = [art.PAPYRUS.pigment(animal) for animal in art.ANIMALS]
    assert len(set(pigments)) == 7
    assert art.LINES.pigment("camel") == art.LINES.paper


def test_an_unknown_sign_is_refused_by_naming_the_known_ones() -> None:
    with refuses(art.UnknownSign, match="“hippo”.*camel, mule"):
        art.path("hippo")


def test_the_outlines_are_small_enough_for_a_page_and_carry_their_licence() -> None:
    folder = Path(art.__file__).parent
    assert (folder / "glyphs.json").stat().st_size < 120_000
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()
