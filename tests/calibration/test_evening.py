"""Looks of one evening: what was confirmed is read for the rest of it, unless it is taken back."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.boards.wall import wall_board
from calibration.paint import PAPYRUS, Studio, random_scene
from calibration.read.reader import Looker
from calibration.read.taught import Lesson, Taught
from calibration.read.tonight import MOST, MOST_OF_A_LABEL, with_looks
from tests.small import lesson

BOARD = wall_board(4, 3)
FACES = ("cat_L", "cat_R", "ibis_L", "ibis_R")
LIES = {"1,0": "cat_R", "2,0": "ibis_L", "3,1": "cat_L", "0,2": "cat_R", "2,2": "ibis_R"}


@pytest.fixture(scope="module")
def taught() -> Taught:
    """One face was taught out of focus."""
    good = lesson(BOARD, FACES)
    return replace(
        good, lessons=tuple(_blurred(x) if x.label == "cat_R" else x for x in good.lessons)
    )


def _blurred(one: Lesson) -> Lesson:
    return replace(one, face=np.ascontiguousarray(cv2.GaussianBlur(one.face, (0, 0), 5)))


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio(BOARD, PAPYRUS, random_scene(8, (960, 540), 0.4), LIES)


def labels(looker: Looker, studio: Studio) -> dict[str, str | None]:
    look = looker.look(studio.frame())
    return {cell: look.cells[cell].label for cell in LIES}


def test_a_confirmed_look_is_read_elsewhere_too_until_its_ruling_is_taken_back(
    taught: Taught, studio: Studio
) -> None:
    looker = Looker(BOARD, taught)
    before = labels(looker, studio)
    assert [cell for cell, label in before.items() if label is None] == ["1,0", "0,2"]
    assert looker.learn(7, studio.frame(), {"1,0": "cat_R"})
    assert labels(looker, studio) == LIES
    looker.unlearn(6)
    assert labels(looker, studio) == LIES
    looker.unlearn(7)
    assert labels(looker, studio) == before
    assert looker.taught is taught


def test_a_false_word_that_would_change_what_other_cells_seem_to_be_teaches_nothing(
    taught: Taught, studio: Studio
) -> None:
    looker = Looker(BOARD, taught)
    before = labels(looker, studio)
    assert not looker.learn(7, studio.frame(), {"1,0": "ibis_R"})
    assert not looker.learn(8, studio.frame(), {"1,0": "layer-3"})
    assert labels(looker, studio) == before


def test_looks_are_few_and_what_was_taught_stays_as_it_is(taught: Taught) -> None:
    face = taught.lessons[0].face
    alike = {n: (Lesson("card", "cat_R", face),) for n in range(9)}
    assert len(with_looks(taught, alike).lessons) == len(taught.lessons) + MOST_OF_A_LABEL
    many = {n: (Lesson("card", f"face {n}", face),) for n in range(99)}
    assert len(with_looks(taught, many).lessons) == len(taught.lessons) + MOST
    assert with_looks(taught, {}) is taught
