"""How voices become one chance: where they agree the eye is sure, where they don't it is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.read.agreement import SMOOTH, VoteResult, chances_of, kinship
from calibration.read.chances import SURE
from calibration.read.features import REACH, TEMPLATE, WIDE, grey
from calibration.read.learnt import doubted
from calibration.read.overlay import OverlaidTile, Overlay
from calibration.read.texture_colours import hues_of
from calibration.teach.train_set import Pupil, Showing

PLAIN = np.array([False, False, True])
"""Three labels: two drawn ones and the bare cell."""


def heard(
    nets: tuple[float, ...],
    behind: tuple[float, ...],
    named: int = 0,
    short: float = 0.0,
    lumps: float = 0.25,
) -> VoteResult:
    laid = OverlaidTile(
        label=np.array([named]),
        like=np.array([0.9]),
        aside=np.zeros((1, 2), int),
        behind=np.array([behind], float),
        lumps=np.array([lumps]),
        straight=np.zeros((1, WIDE, WIDE, 3), np.float32),
        shades=np.zeros((1, WIDE, WIDE), np.float32),
        changed=np.zeros(1, bool),
    )
    said = np.log(np.array([nets]) / sum(nets))
    paper = np.full((1, 3), 0.5)
    return VoteResult(said, PLAIN, 2, np.array([-6.0]), laid, paper, np.array([short]))


def sure(what: VoteResult) -> bool:
    return bool(chances_of(what)[0, :-1].max() >= SURE)


def test_where_all_voices_agree_the_eye_is_sure() -> None:
    assert sure(heard((0.98, 0.01, 0.005, 0.002), (0, 0.9, 1)))


def test_nets_alone_do_not_tell_twins_apart_that_taught_pictures_cannot() -> None:
    assert not sure(heard((0.98, 0.01, 0.005, 0.002), (0, 0.02, 1)))


def test_a_drawing_that_taught_pictures_take_for_another_is_left_open() -> None:
    assert not sure(heard((0.98, 0.01, 0.005, 0.002), (0.9, 0, 1), named=1))


def test_nets_that_are_not_sure_are_not_made_sure_by_the_pictures() -> None:
    assert not sure(heard((0.6, 0.2, 0.1, 0.1), (0, 1, 1)))


def test_what_is_unlike_everything_taught_is_something_else() -> None:
    assert not sure(heard((0.98, 0.01, 0.005, 0.004), (0, 0.9, 1), short=0.3))


def test_a_stroke_that_no_taught_picture_explains_is_something_else() -> None:
    assert not sure(heard((0.98, 0.01, 0.005, 0.004), (0, 0.9, 1), lumps=0.5))


def test_a_face_without_a_drawing_beside_strange_things_may_be_an_arm() -> None:
    places = np.array([(x, y) for y in range(3) for x in range(3)], float)
    chances = np.tile([0.0, 0.0, 0.99, 0.01], (9, 1))
    doubtful = np.ones(9, bool)
    assert (doubted(chances, doubtful, places) == chances).all()
    chances[[0, 1]] = 0, 0, 0.2, 0.8
    found = doubted(chances, doubtful, places)
    assert found[4, 2] < SURE  # beside both
    assert found[8, 2] == 0.99  # beside neither
    assert np.allclose(found.sum(axis=1), 1)
    assert (doubted(chances, ~doubtful, places) == chances).all()


def strokes(dice: np.random.Generator, wide: bool) -> NDArray[np.float32]:
    patch = np.full((WIDE, WIDE, 3), 0.9, np.float32)
    patch[14:38, 24:28] = 0.1
    patch[14:18, 16 if wide else 24 : 36] = 0.1
    return np.asarray(patch + dice.normal(0, 0.02, patch.shape), np.float32)


def letter(wide: bool = True, also: bool = False) -> NDArray[np.float32]:
    """A foot with a short or a long arm; *also* with a bar nobody taught."""
    patch = strokes(np.random.default_rng(3), wide)
    if also:
        patch[28:32, 16:26] = 0.1
    return patch


def taught() -> Overlay:
    shades = grey(np.stack([letter(True), letter(False)]))
    start = (WIDE - TEMPLATE) // 2
    inner = slice(start, start + TEMPLATE)
    return Overlay.of(shades[:, inner, inner], np.arange(2), 2)


def moved(patch: NDArray[np.float32], degrees: float, x: float, y: float) -> NDArray[np.float32]:
    move = cv2.getRotationMatrix2D((WIDE / 2, WIDE / 2), degrees, 1.0)
    move[:, 2] += x, y
    size = (WIDE, WIDE)
    return np.asarray(cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE))


@pytest.mark.parametrize(("degrees", "x", "y"), [(7, 0, 0), (-9, 2, -3), (0, -8, 7), (5, 8, 8)])
def test_a_thing_that_lies_askew_or_far_aside_is_laid_straight(
    degrees: float, x: float, y: float
) -> None:
    patch = moved(letter(), degrees, x, y)
    laid = taught().laid_over(np.stack([patch, patch]))
    assert laid.label.tolist() == [0, 0]
    assert (laid.like > 0.9).all()
    assert (np.abs(laid.aside) <= REACH).all()
    again = taught().laid_over(laid.straight)
    assert (again.like >= laid.like - 0.01).all()


def test_blur_leaves_no_lump_and_a_bar_nobody_taught_does() -> None:
    blurred = cv2.GaussianBlur(letter(), (0, 0), 1.0)
    shaded = letter() * np.linspace(0.7, 1.1, WIDE, dtype=np.float32)[None, :, None]
    plain, soft, shade, bar = (
        taught().laid_over(np.stack([letter(), blurred, shaded, letter(also=True)])).lumps
    )
    assert max(plain, soft, shade) < SMOOTH < bar


def test_cells_of_one_board_stand_by_their_own_kind() -> None:
    dice = np.random.default_rng(1)
    patches = np.stack([strokes(dice, n % 2 == 0) for n in range(10)])
    label, sure = np.arange(10) % 2, np.arange(10) < 8
    kin = kinship(grey(patches), np.zeros((10, 2), int), label, sure, 3)
    for cell in (8, 9):
        own, other = label[cell], 1 - label[cell]
        assert kin.behind[cell, own] == 0 < 0.5 < kin.behind[cell, other]
        assert kin.unlike[cell, own] < 2 < kin.unlike[cell, other]
    assert not kin.behind[:, 2].any()  # of a label nobody is sure of nothing is said


def texture(dice: np.random.Generator, colour: tuple[float, float, float]) -> NDArray[np.float32]:
    lumps = dice.normal(0, 0.08, (WIDE, WIDE, 1))
    return np.clip(np.array(colour) + lumps, 0, 1).astype(np.float32)


def test_a_texture_is_known_by_its_nearest_look_in_any_turn() -> None:
    dice = np.random.default_rng(2)
    looks = {0: [(0.2, 0.7, 0.3), (0.2, 0.3, 0.7)], 1: [(0.8, 0.4, 0.2)]}
    taught, labels, shown = [], [], []
    for picture in range(4):
        for label, colours in looks.items():
            for colour in colours:
                taught.append(texture(dice, colour))
                labels.append(label)
                shown.append(picture)
    hues = hues_of(np.stack(taught), np.array(labels), np.array(shown))
    for label, colours in looks.items():
        for colour in colours:
            seen = np.rot90(texture(dice, colour))[None]
            away = hues.away(seen, 2)[0]
            assert away.argmin() == label
            assert away.min() < 3 * hues.usual
    assert hues.away(texture(dice, (0.1, 0.1, 0.1))[None], 2).min() > 3 * hues.usual


@pytest.mark.parametrize("pictures", [4, 16])
def test_textures_are_textures_however_many_pictures_show_them(pictures: int) -> None:
    dice = np.random.default_rng(5)
    colours = {"meadow": (0.3, 0.7, 0.3), "lake": (0.8, 0.5, 0.3)}
    names = [name for name in colours for _ in range(4)]
    showings = [
        Showing(
            "card",
            tuple(f"c{n}" for n in range(len(names))),
            tuple(names),
            np.zeros((len(names), 2)),
            np.stack([texture(dice, colours[name]) for name in names]),
        )
        for _ in range(pictures)
    ]
    assert Pupil.of(showings, bare=False).textured
