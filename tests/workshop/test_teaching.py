"""Teaching in steps: the house proposes, the owner confirms, and a lesson can wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.read.taught import Taught
from calibration.teach.course import Chapter, Course, cells_of, close_pairs, proposed
from calibration.teach.exposure import bare_labels, exposed, packed, unpacked
from calibration.teach.store import load
from companion.games.wall import GAME
from companion.rooms import every_room, room_of
from companion.workshop.teach import Draft, Editions, NotTaught, Teacher
from companion.workshop.teach.lessons import begun, pictured
from tests.saying import refuses
from tests.soak.painting import studio_of
from tests.workshop.spreads import Piece, disc, spread, strewn, triangle

BOX = GAME.load_box(None)
BOARD = room_of("wall").board(BOX)
FACES = room_of("wall").labels(BOX)
WINDOWS = [cell.id for cell in cells_of(BOARD, "card")]


class Table:
    """A painted wall to be photographed."""

    def __init__(self, seed: int = 3) -> None:
        self._studio = Studio(BOARD, PAPYRUS, random_scene(seed, (1280, 720), 0.3))

    def laid(self, labels: Mapping[str, str]) -> Any:
        self._studio.set(dict.fromkeys(WINDOWS, "empty") | dict(labels))
        return self._studio.frame()

    def photograph(self, labels: Mapping[str, str]) -> bytes:
        return cv2.imencode(".png", self.laid(labels))[1].tobytes()


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.fixture(scope="module")
def shown(table: Table) -> bytes:
    """Every face once, in the order of the box."""
    return table.photograph(dict(zip(WINDOWS, FACES, strict=False)))


@pytest.fixture
def teacher(tmp_path: Path) -> Teacher:
    return Teacher(tmp_path)


def test_an_edition_is_taught_tried_and_used(
    teacher: Teacher, table: Table, shown: bytes, tmp_path: Path
) -> None:
    draft = teacher.begin("wall", "Grandma's 1987", again=False)
    assert (draft.step, draft.edition) == ("empty", "Grandma-s-1987")
    draft = teacher.show("wall", table.photograph({}))
    assert (draft.step, draft.missing) == ("faces", (FACES,))
    draft = teacher.show("wall", shown)
    proposal = {cell: group.label for group in draft.proposals for cell in group.cells}
    assert proposal == dict(zip(WINDOWS, FACES, strict=False))

    other_phone = Teacher(tmp_path)
    draft = other_phone.name("wall", draft.pending, proposal)
    assert (draft.step, draft.concerns) == ("learn", ())
    draft = other_phone.learn("wall")
    used = Editions(tmp_path).used_path("wall")
    assert used is not None
    assert {lesson.label for lesson in load(used).lessons} == {"empty", *FACES}

    five = dict(zip(WINDOWS[5::9], draft.trial, strict=False))
    draft = teacher.show("wall", table.photograph(five))
    assert draft.tried is not None
    assert draft.tried.found == {face: (cell,) for cell, face in five.items()}
    assert draft.tried.passed


def test_a_new_lamp_takes_one_picture_whose_names_are_known(
    teacher: Teacher, table: Table, shown: bytes, tmp_path: Path
) -> None:
    teacher.begin("wall", "x", again=False)
    teacher.show("wall", table.photograph({}))
    draft = teacher.show("wall", shown)
    names = dict(zip(WINDOWS, FACES, strict=False))
    teacher.name("wall", draft.pending, names)
    teacher.learn("wall")
    before = load(_used(tmp_path))

    draft = teacher.begin("wall", "x", again=True)
    assert (draft.step, draft.extends != "") == ("learn", True)
    draft = teacher.show("wall", Table(seed=11).photograph(names))
    proposal = {cell: group.label for group in draft.proposals for cell in group.cells}
    assert proposal == names
    teacher.name("wall", draft.pending, proposal)
    draft = teacher.learn("wall")
    after = load(_used(tmp_path))
    for face in FACES:
        assert _lessons(after, face) == _lessons(before, face) + 1


def _used(state: Path) -> Path:
    used = Editions(state).used_path("wall")
    assert used is not None
    return used


def _lessons(taught: Taught, face: str) -> int:
    return sum(lesson.label == face for lesson in taught.lessons)


def test_a_test_round_says_what_was_not_there(teacher: Teacher, table: Table, shown: bytes) -> None:
    teacher.begin("wall", "x", again=False)
    teacher.show("wall", table.photograph({}))
    draft = teacher.show("wall", shown)
    teacher.name("wall", draft.pending, dict(zip(WINDOWS, FACES, strict=False)))
    draft = teacher.learn("wall")
    laid = dict(zip(WINDOWS, draft.trial[:4], strict=False))
    draft = teacher.show("wall", table.photograph(laid))
    assert draft.tried is not None
    assert not draft.tried.passed
    assert draft.tried.found[draft.trial[4]] == ()


def test_the_same_face_in_many_windows_wants_one_name(table: Table) -> None:
    course = Course(BOARD, (Chapter("card", FACES),), "x")
    empty, few = table.laid({}), FACES[:4]
    laid = {cell: few[n % 4] for n, cell in enumerate(WINDOWS)}
    course = course.shown(_exposed(empty).named(bare_labels(BOARD)))
    picture = table.laid(laid)
    groups = proposed(course, course.chapters[0], _exposed(picture), picture)
    assert [group.label for group in groups] == list(few)
    assert all(laid[cell] == group.label for group in groups for cell in group.cells)


def test_a_spread_beside_the_board_wants_one_name_for_each_face(
    teacher: Teacher, table: Table
) -> None:
    cards = [card.cells[0] for card in BOX.cards[:21]]
    laid = [label for card in cards for label in card]
    teacher.begin("wall", "x", again=False)
    teacher.show("wall", table.photograph({}))
    with refuses(ValueError, "separate pieces"):
        teacher.show("wall", _png(np.full((600, 800, 3), 90, np.uint8)), spread=True)
    draft = teacher.show("wall", _png(spread(cards, BOX.wall.window_mm)), spread=True)
    named = {cell: laid[int(cell)] for group in draft.proposals for cell in group.cells}
    assert len(named) == len(laid)
    assert all(len({named[cell] for cell in group.cells}) == 1 for group in draft.proposals)
    assert len(draft.proposals) <= len(set(laid)) + 2
    draft = teacher.name("wall", draft.pending, named)
    assert draft.concerns == ()
    assert set(draft.missing[0]) == set(FACES) - set(laid)


def spread_in(room: str, pieces: Sequence[Piece], turned: float, state: Path) -> Draft:
    """What is proposed for pieces spread beside the empty board of a room."""
    around = room_of(room)
    box = around.game.load_box(None)
    board, loose = around.board(box), around.loose(box)
    faces = [one for one in around.chapters(box) if one[0] == loose[0].kind and len(one[1]) > 1]
    begun(state, board, room, "x", tuple(faces), False)
    studio = studio_of(room, board, 3, (1280, 720))
    studio.set(dict.fromkeys(studio.labels(), "empty"))
    pictured(state, board, room, _png(studio.frame()), ())
    return pictured(state, board, room, _png(strewn(pieces, 1, 8, turned)), (), loose)


def test_round_tiles_lie_turned_any_way_in_a_spread(tmp_path: Path) -> None:
    labels = ["red", "red_1", "red_3", "blue", "blue_1", "yellow_2"] * 3
    draft = spread_in("bowl", [disc(label, "", 30.0) for label in labels], 180.0, tmp_path)
    groups = [{labels[int(cell)] for cell in group.cells} for group in draft.proposals]
    assert sum(len(group.cells) for group in draft.proposals) == len(labels)
    assert all(len(group) == 1 for group in groups)
    assert len(groups) == len(set(labels))


def test_triangles_are_found_even_where_they_are_as_dark_as_the_table(tmp_path: Path) -> None:
    labels = ["corridor-2@0", "corridor-3@0", "room-1-ankh@0", "room-2-curse@0"] * 3
    draft = spread_in("kheops", [triangle(label, 60.0) for label in labels], 12.0, tmp_path)
    groups = [{labels[int(cell)] for cell in group.cells} for group in draft.proposals]
    assert sum(len(group.cells) for group in draft.proposals) == len(labels)
    assert all(len(group) == 1 for group in groups)
    assert len(groups) == len(set(labels))


def test_one_face_under_two_names_is_asked_for_again(
    teacher: Teacher, table: Table, shown: bytes
) -> None:
    teacher.begin("wall", "x", again=False)
    teacher.show("wall", table.photograph({}))
    draft = teacher.show("wall", table.photograph(dict.fromkeys(WINDOWS[:2], FACES[0])))
    wrong = dict(zip(WINDOWS, FACES[:2], strict=False))
    draft = teacher.name("wall", draft.pending, wrong)
    assert draft.concerns[0].kind == "taken_for"
    assert {draft.concerns[0].one, draft.concerns[0].other} == set(FACES[:2])
    asked = draft.concerns[0]
    draft = teacher.enough("wall", asked.one, asked.other)
    assert asked not in draft.concerns
    draft = teacher.back("wall")
    assert draft.missing == (FACES,)


def test_pictures_nobody_can_use_are_a_sentence_each_and_nothing_is_lost(
    teacher: Teacher, table: Table
) -> None:
    teacher.begin("wall", "x", again=False)
    before = teacher.show("wall", table.photograph({}))
    good = table.photograph({})
    bad = {
        "too dark": _png(np.zeros((720, 1280, 3), np.uint8)),
        "blurred": _png(cv2.GaussianBlur(table.laid({}), (0, 0), 25)),
        "Every place looks empty": good,
        "cut short": cv2.imencode(".jpg", table.laid({}))[1].tobytes()[:2000],
        "can't read this as a picture": b"\x89PNG\r\n\x1a\n" + bytes(200),
        "any marker": _png(np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)),
    }
    for words, raw in bad.items():
        with refuses(ValueError, words):
            teacher.show("wall", raw)
    now = teacher.drafts.read("wall")
    assert now is not None
    assert (now.shown, now.step) == (before.shown, "faces")


def test_a_photograph_held_sideways_and_tapped_corners_teach_as_well(
    teacher: Teacher, table: Table
) -> None:
    teacher.begin("wall", "x", again=False)
    turned = cv2.rotate(table.laid({}), cv2.ROTATE_90_COUNTERCLOCKWISE)
    draft = teacher.show("wall", _held(cv2.imencode(".jpg", turned)[1].tobytes(), 6))
    assert draft.step == "faces"


def test_steps_that_are_not_due_are_refused(teacher: Teacher, table: Table) -> None:
    with pytest.raises(NotTaught):
        teacher.show("wall", table.photograph({}))
    teacher.begin("wall", "x", again=False)
    with pytest.raises(NotTaught):
        teacher.learn("wall")
    with pytest.raises(NotTaught):
        teacher.name("wall", "0007", {WINDOWS[0]: FACES[0]})
    with pytest.raises(NotTaught):
        teacher.enough("bowl", "a", "b")
    teacher.stop("wall")
    assert teacher.drafts.read("wall") is None


def test_an_exposure_comes_back_from_its_file(table: Table) -> None:
    exposure = _exposed(table.laid({})).named({WINDOWS[0]: "camel_L"})
    again = unpacked(packed(exposure))
    assert (again.cells, again.labels) == (exposure.cells, exposure.labels)
    assert float(np.abs(again.patches - exposure.patches).max()) < 0.01
    with refuses(ValueError, "damaged"):
        unpacked(packed(exposure)[:-500])


def test_every_room_has_chapters_of_cells_that_are_on_its_board() -> None:
    for room in every_room():
        box = room.game.load_box(None)
        kinds = {cell.kind for cell in room.board(box).cells}
        chapters = room.chapters(box)
        assert {kind for kind, _ in chapters} <= kinds
        faces = {face for _, some in chapters for face in some}
        assert set(room.labels(box)) <= faces


def test_nothing_shown_means_nothing_alike() -> None:
    assert close_pairs(Course(BOARD, (Chapter("card", FACES),), "x")) == ()


def _exposed(picture: Any) -> Any:
    return exposed(BOARD, picture)


def _png(picture: Any) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def _held(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with the note of a phone that was held another way (EXIF)."""
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"
    body = b"Exif\x00\x00" + tiff + bytes([0, orientation, 0, 0]) + bytes(4)
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]
