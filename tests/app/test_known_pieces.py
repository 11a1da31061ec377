"""What the eye knows without a lesson, and what a lesson changes while a game is open."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from calibration.read.taught import Taught
from calibration.teach.store import save
from companion.app import Running
from companion.app.house_app import HouseParts, open_house
from companion.app.known_pieces import CACHE, KnownPieces
from companion.app.table_page import read_snapshot
from companion.config.settings import Settings
from companion.core.game import ROOMS
from companion.rooms import board_of, room_of
from companion.workshop.teach import Editions
from companion.workshop.teach.editions import KIT
from tests.house.evenings import ANNA_AND_BEN
from tests.saying import refuses
from tests.workshop.photographs import needs_poppler
from tests.workshop.printed_boards import photographed


def pieces(room: str, state: Path | None = None) -> KnownPieces:
    return KnownPieces(room, room_of(room).game.load_box(None), state)


def lesson(state: Path, room: str, name: str) -> str:
    """A version in the house, learnt from our own drawing under another name."""
    taught = pieces(room)()
    named = Taught(name, "2026-11-19T10:00:00Z", taught.lessons, bare=taught.bare)
    path = save(named, Editions(state).home(room))
    return f"{path.parent.name}/{path.name}"


@needs_poppler
def test_a_photograph_of_our_own_printed_board_needs_no_lesson(tmp_path: Path) -> None:
    picture, truth = photographed("bowl", 1)
    room = room_of("bowl")
    board = board_of(room.game, room.game.load_box(None))
    data = cv2.imencode(".png", picture)[1].tobytes()
    seen = read_snapshot(board, pieces("bowl", tmp_path), data, ())
    assert seen.refused is None
    likeliest = {
        cell: max(one.chances, key=lambda label: one.chances[label])
        for cell, one in seen.readings.items()
    }
    assert likeliest == truth


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_knows_the_faces_of_its_printed_kit(room: str) -> None:
    known = room_of(room)
    shown = {x.label for x in pieces(room)().lessons}
    assert set(known.labels(known.game.load_box(None))) <= shown


def test_what_was_derived_is_kept_and_derived_again_for_another_box(tmp_path: Path) -> None:
    kept = pieces("bowl", tmp_path)
    first = kept()
    (home,) = (tmp_path / CACHE).iterdir()
    (stored,) = (path for path in home.rglob("teaching.json"))
    before = stored.stat().st_mtime_ns
    assert len(kept().lessons) == len(first.lessons)
    assert stored.stat().st_mtime_ns == before
    assert KnownPieces("bowl", "another box")._mark() != kept._mark()


def test_a_damaged_copy_is_derived_again(tmp_path: Path) -> None:
    kept = pieces("bowl", tmp_path)
    kept()
    for path in (tmp_path / CACHE).rglob("faces.npz"):
        path.write_bytes(b"torn")
    assert kept().lessons


def test_a_lesson_reaches_what_was_bound_before_it(tmp_path: Path) -> None:
    """The table of an open game holds this very object since the game began."""
    bound = pieces("bowl", tmp_path)
    assert bound.lesson() is None
    assert bound().edition == "track"
    editions = Editions(tmp_path)
    name = lesson(tmp_path, "bowl", "grandma")
    editions.use("bowl", name)
    assert bound().edition == "grandma"
    editions.use("bowl", KIT)
    assert bound().edition == "track"
    editions.use("bowl", "")
    assert not bound.is_wanted()
    with refuses(ValueError, match="doesn't want this game to be watched"):
        bound()


def test_an_open_game_learns_again_when_its_room_was_taught(tmp_path: Path) -> None:
    housed = open_house(Settings(state=str(tmp_path)), "127.0.0.1", 0)
    try:
        housed.house.begin(ANNA_AND_BEN)
        running, heard = housed.house.open, []
        assert isinstance(running, Running)
        running.relearn = lambda: heard.append("again")
        parts = housed.house._opener
        assert isinstance(parts, HouseParts)
        parts.teacher.use("bowl", lesson(tmp_path, "bowl", "grandma"))
        assert heard == []
        parts.teacher.use("wall", lesson(tmp_path, "wall", "grandma"))
        assert heard == ["again"]
    finally:
        housed.stop()
