"""Learning goes on: what people said about a doubt is offered, kept by the owner, and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.paint.wall.lesson import learn_painted
from calibration.read.reader import Looker
from calibration.teach.store import load, save
from companion.app.learn_tonight import remember
from companion.core.observation import Reading, Seen
from companion.games.wall import GAME
from companion.rooms import room_of
from companion.workshop.teach import NotTaught, Teacher, TonightLesson
from companion.workshop.teach.tonight import MOST, Crop
from tests.table.evening import Evening

BOX = GAME.load_box(None)
BOARD = room_of("wall").board(BOX)
UNSURE = {"6,0": "camel_L", "7,0": {"mule_L": 0.6, "ibis_L": 0.4}}
"""Seen in the third slot; people say it is the card with the ibis."""


@pytest.fixture(scope="module")
def taught() -> Any:
    return learn_painted(BOARD, PAPYRUS, room_of("wall").labels(BOX), (960, 540))


@pytest.fixture(scope="module")
def picture(taught: Any) -> bytes:
    studio = Studio(BOARD, PAPYRUS, random_scene(4, (1280, 720), 0.3))
    studio.set({"6,0": "camel_L", "7,0": "ibis_L"})
    return Looker(BOARD, taught).look(studio.frame()).jpeg()


def seen(evening: Evening, picture: bytes, changed: dict[str, Any]) -> Seen:
    shown = dict(GAME.visible(evening.table.state)) | changed
    readings = {
        cell: Reading(label if isinstance(label, dict) else {label: 0.997, "?": 0.003})
        for cell, label in shown.items()
    }
    return Seen(readings=readings, at=evening.seconds, picture=picture)


def answered(folder: Path, picture: bytes) -> TonightLesson:
    """A game in which people settled a doubt."""
    evening, tonight = Evening(folder).begin(), TonightLesson(folder / "editions")
    remember(evening.table, tonight)
    assert evening.table.submit(seen(evening, picture, UNSURE)).kind == "unclear"
    assert tonight.crops("wall") == ()
    evening.answer("move:1")
    return tonight


def test_a_settled_doubt_offers_its_place_once(tmp_path: Path, picture: bytes) -> None:
    tonight = answered(tmp_path, picture)
    (crop,) = tonight.crops("wall")
    assert crop.cell == "7,0"
    assert tonight.picture("wall", crop.picture) == picture
    tonight.note("wall", picture, {crop.cell: crop.label})
    assert len(tonight.crops("wall")) == 1
    tonight.note("wall", picture, {f"{n},1": "camel_L" for n in range(99)})
    assert len(tonight.crops("wall")) == MOST
    assert tonight.picture("wall", "../../game.sqlite") is None
    tonight.forget("wall")
    assert tonight.crops("wall") == ()


def test_what_the_eye_saw_by_itself_is_no_lesson(tmp_path: Path, picture: bytes) -> None:
    evening, tonight = Evening(tmp_path).begin(), TonightLesson(tmp_path / "editions")
    remember(evening.table, tonight)
    sure = {"6,0": "camel_L", "7,0": "mule_L"}
    assert evening.table.submit(seen(evening, picture, sure)).kind == "accepted"
    assert tonight.crops("wall") == ()


def test_what_is_kept_makes_a_version_and_the_one_before_can_be_used_again(
    tmp_path: Path, picture: bytes, taught: Any
) -> None:
    teacher = Teacher(tmp_path)
    teacher.tonight.note("wall", picture, {"7,0": "ibis_L"})
    with pytest.raises(NotTaught):
        teacher.learn_tonight("wall", [0])
    path = save(taught, teacher.editions.home("wall"))
    first = f"{path.parent.name}/{path.name}"
    teacher.editions.use("wall", first)
    name = teacher.learn_tonight("wall", [0])
    assert teacher.editions.used("wall") == name
    assert teacher.tonight.crops("wall") == ()

    def examples(version: str) -> int:
        known = load(teacher.editions.path("wall", version)).lessons
        return sum(lesson.label == "ibis_L" for lesson in known)

    assert examples(name) >= examples(first)
    assert load(teacher.editions.path("wall", name)).version == 2
    teacher.editions.use("wall", first)
    assert teacher.editions.used("wall") == first


def test_places_are_parts_of_the_board(tmp_path: Path) -> None:
    places = Teacher(tmp_path).places("wall")
    assert set(places) == {cell.id for cell in BOARD.cells}
    assert all(0 <= a < c <= 1 and 0 <= b < d <= 1 for a, b, c, d in places.values())
    assert Crop("1", "0,0", "x").cell in places
