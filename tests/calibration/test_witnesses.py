"""What a cell's own print explains, what two readers say together, which faces have a top."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry.board import SOMETHING_ELSE, UPSIDE_DOWN
from calibration.geometry.patches import SIDE
from calibration.read.cache import WORTH, may_be_named, seen_by_both
from calibration.read.features import STRONG, WIDE, prints_of, strokes, strokes_beside
from calibration.read.result import CellReading
from calibration.read.taught import Lesson, Taught

PRINTED, BARE = "7", ""


def square(text: str, aside: float = 0.0, side: int = WIDE) -> NDArray[np.float32]:
    """Draw a square of a board with a character in its middle, so many pixels aside."""
    large = np.full((side * 4, side * 4, 3), 150, np.uint8)
    wide, font = side / 32, cv2.FONT_HERSHEY_DUPLEX
    (width, high), _ = cv2.getTextSize(text, font, 2.4 * wide, int(8 * wide))
    at = (side * 2 - width // 2, side * 2 + high // 2)
    cv2.putText(large, text, at, font, 2.4 * wide, (25, 25, 100), int(8 * wide), cv2.LINE_AA)
    way = np.array([[1, 0, 4 * aside], [0, 1, 0]], float)
    moved = cv2.warpAffine(large, way, large.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(moved, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small / np.float32(250), np.float32)


@pytest.mark.parametrize("aside", [0.0, 0.5, 2.0])
def test_a_printed_square_shows_no_stroke_beside_its_own_print(aside: float) -> None:
    prints = prints_of(square(PRINTED)[None])
    seen = 0.8 * square(PRINTED, aside)[None]
    found = strokes(seen)
    assert found[0] > STRONG[1]
    beside = strokes_beside(seen, prints, np.array([True]), found)
    assert beside[0] < STRONG[0]


def test_another_character_on_a_printed_square_is_a_stroke() -> None:
    prints = prints_of(square(PRINTED)[None])
    seen = square("3")[None]
    found = strokes(seen)
    beside = strokes_beside(seen, prints, np.array([True]), found)
    assert beside[0] > STRONG[1]
    unknown = strokes_beside(seen, prints, np.array([False]), found)
    assert unknown[0] == found[0]


def told(**chances: float) -> CellReading:
    return CellReading({**chances, SOMETHING_ELSE: 1 - sum(chances.values())})


def test_what_two_readers_say_of_a_drawing_is_surer_than_what_one_says() -> None:
    one = told(cat=0.88, dog=0.01)
    both = seen_by_both(one, told(cat=0.99), frozenset(), WORTH)
    assert one.label is None
    assert both.label == "cat"
    assert sum(both.chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "other", [told(dog=0.99), told(cat=0.2), told(blank=0.99), CellReading({})]
)
def test_nobody_is_surer_where_the_other_reader_does_not_say_the_same(other: CellReading) -> None:
    one = told(cat=0.88, dog=0.01, blank=0.01)
    both = seen_by_both(one, other, frozenset(("blank",)), WORTH)
    assert both.label is None


def test_only_an_open_cell_that_may_show_a_drawing_is_compared() -> None:
    assert may_be_named(told(cat=0.6, blank=0.1), {"blank"})
    assert not may_be_named(told(cat=0.97), {"blank"})
    assert not may_be_named(told(blank=0.6, cat=0.3), {"blank"})
    assert not may_be_named(CellReading({}, "glare"), {"blank"})


def face(name: str) -> NDArray[np.float32]:
    """Draw a figure on a card: a nine is a six that stands on its head."""
    sheet = np.full((SIDE, SIDE), 200, np.uint8)
    if name == "nought":
        cv2.circle(sheet, (16, 16), 9, 30, 3)
    elif name == "seven":
        cv2.polylines(sheet, [np.array([(7, 6), (24, 6), (13, 27)])], False, 30, 3)
    else:
        cv2.circle(sheet, (16, 20), 6, 30, 3)
        cv2.line(sheet, (11, 18), (19, 4), 30, 3)
    sheet = sheet[::-1, ::-1] if name == "nine" else sheet
    return np.repeat(sheet[..., None] / np.float32(250), 3, axis=2).astype(np.float32)


def taught(*names: str) -> set[str]:
    """Teach a face for each label, and return what the eye may call a card."""
    lessons = tuple(Lesson("card", name, face(name)) for name in names)
    return set(Taught("test", "", lessons).bank("card").names)


def test_upside_down_is_only_said_of_faces_that_show_it() -> None:
    names = taught("seven", "nought", "six", "nine")
    assert "seven" + UPSIDE_DOWN in names
    for alike in ("nought", "six", "nine"):
        assert alike + UPSIDE_DOWN not in names


def test_a_six_without_a_nine_may_be_upside_down() -> None:
    assert "six" + UPSIDE_DOWN in taught("six", "seven")
