"""Pictures nobody can use, at every place a picture is sent to: a sentence each, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from companion.core.errors import why
from companion.core.verdict import Saying
from companion.games.wall import GAME
from companion.rooms import room_of
from companion.senses.photograph import read_board_bytes, read_table
from companion.web.table.photographs import trouble_with
from companion.words import LANGUAGES, Words, load
from companion.workshop.teach import Drafts, Editions
from companion.workshop.teach.lessons import begun, pictured
from tests.soak.painting import studio_of
from tests.soak.photographs import tale
from tests.web.test_photo_reader import as_jpeg, held_upright

BOX = GAME.load_box(None)
WALL = room_of("wall")
BOARD = WALL.board(BOX)
SIZE = (960, 540)


@pytest.fixture(scope="module")
def taught() -> Any:
    return WALL.taught(BOX, SIZE)


KHEOPS = room_of("kheops")
PYRAMID = KHEOPS.board(KHEOPS.game.load_box(None))


@pytest.fixture(scope="module")
def built() -> Any:
    """A pyramid to be counted, and what is known of its tiles."""
    told = tale("kheops", 1)
    studio = studio_of("kheops", PYRAMID, 3, SIZE)
    studio.set(told.game.visible(told.states[-1]))
    return studio.frame(), KHEOPS.taught(told.states[0].box, SIZE)


@pytest.fixture(scope="module")
def picture() -> Any:
    studio = Studio(BOARD, PAPYRUS, random_scene(3, SIZE, 0.3))
    studio.set({"6,0": "camel_L", "7,0": "mule_L"})
    return studio.frame()


def bad(picture: Any) -> dict[str, bytes]:
    """A picture as it may go wrong on its way."""
    noise = np.random.default_rng(1).integers(60, 200, picture.shape).astype(np.uint8)
    whole = as_jpeg(picture)
    return {
        "empty": b"",
        "torn": whole[:-9000],
        "corrupt": whole[:300] + bytes(len(whole) - 302) + whole[-2:],
        "black": as_jpeg(np.zeros_like(picture)),
        "blurred": as_jpeg(cv2.GaussianBlur(picture, (0, 0), 14)),
        "foreign": as_jpeg(noise),
    }


@cache
def words(language: str) -> Words:
    return load(language, strict=True)


Place = Callable[[bytes], Saying | str | None]
"""Takes a picture and says what is wrong with it; None where nothing is."""


@pytest.fixture
def places(taught: Any, built: Any, tmp_path: Path) -> dict[str, Place]:
    """Every place that takes a picture: the game, the score, a lesson, and pieces beside it."""
    bare = Studio(BOARD, PAPYRUS, random_scene(3, SIZE, 0.3))
    begun(tmp_path, BOARD, "wall", "x", WALL.chapters(BOX), False)
    pictured(tmp_path, BOARD, "wall", as_jpeg(bare.frame()), ())
    lying = WALL.loose(BOX)
    return {
        "photograph": lambda raw: read_table(raw, BOARD, taught).refused,
        "score": lambda raw: read_board_bytes(raw, PYRAMID, built[1], "two").refused or None,
        "teach": lambda raw: _complaint(lambda: pictured(tmp_path, BOARD, "wall", raw, ())),
        "spread": lambda raw: _complaint(lambda: pictured(tmp_path, BOARD, "wall", raw, (), lying)),
    }


def _complaint(step: Callable[[], object]) -> Saying | str | None:
    try:
        step()
    except ValueError as wrong:
        return why(wrong)
    return None


def test_each_is_refused_with_a_sentence_and_a_lesson_stays_as_it_was(
    places: dict[str, Place], picture: Any, tmp_path: Path
) -> None:
    lesson = Drafts(Editions(tmp_path).folder).folder("wall") / "draft.json"
    before = lesson.read_bytes()
    for name, take in places.items():
        said = {kind: take(raw) for kind, raw in bad(picture).items()}
        for kind, saying in said.items():
            assert isinstance(saying, Saying), (name, kind, saying)
            sentences = {words(language).say(saying) for language in LANGUAGES}
            assert len(sentences) == len(LANGUAGES), (name, kind)
        keys = {kind: saying.key for kind, saying in said.items() if isinstance(saying, Saying)}
        assert keys["black"] != keys["foreign"], name
        assert keys["torn"] != keys["black"], name
    assert lesson.read_bytes() == before


def test_however_the_phone_was_held_the_picture_is_taken(
    places: dict[str, Place], picture: Any, built: Any
) -> None:
    for name in ("photograph", "score", "teach"):
        shown = built[0] if name == "score" else picture
        assert places[name](held_upright(shown)) is None, name


def test_a_picture_too_large_to_unpack_is_known_by_its_head() -> None:
    """Before anything is unpacked, and before any of the four places is asked."""
    huge = b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + (9000).to_bytes(4, "big") * 2
    assert trouble_with(huge) == "huge_png"
