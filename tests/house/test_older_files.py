"""What a house of version 0.1 gave away is taken by this one: backup, edition and box."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.read.reader import Looker
from calibration.teach.store import load
from companion.house import FOLDER
from companion.house.restore import arrive, inspect, unpack
from companion.house.shelf import SUFFIX
from companion.journal import Journal, read
from companion.rooms import room_of
from companion.table import Table
from companion.workshop.boxes.store import Boxes
from companion.workshop.teach import Editions, Teacher
from tests.house.evenings import house_in
from tests.workshop.test_teaching import BOARD, FACES, WINDOWS
from tests.workshop.test_teaching import Table as Painted

OLDER = Path(__file__).parents[1] / "older_files"


@pytest.fixture
def restored(tmp_path: Path) -> Path:
    """An empty house that took the backup over."""
    house = house_in(tmp_path)
    found = inspect(OLDER / "house.zip", tmp_path, house.name)
    assert (found.empty, found.own, len(found.new)) == (True, False, 3)
    unpack(OLDER / "house.zip", tmp_path, found)
    house.stop()
    assert arrive(tmp_path)
    return tmp_path


def test_an_older_backup_brings_its_open_game_and_its_settings(restored: Path) -> None:
    house = house_in(restored)
    assert house.place.game is not None
    assert read(restored / house.place.game)[0].kind == "opened"
    assert (restored / FOLDER / "settings.toml").read_text() == 'name = "Kitchen"\n'
    assert (restored / "cards" / "H00.png").read_bytes() == b"picture"
    house.stop()


def test_games_of_an_older_backup_go_on_where_they_stood(restored: Path) -> None:
    stood = []
    for path in sorted(restored.glob(f"*{SUFFIX}")):
        with Journal.open(path) as journal:
            table = Table.resume(journal)
            stood.append((path.name.partition("-20")[0], table.number))
            assert table.questions() or table.game.legal_moves(table.state)
    assert stood == [("sphinx-game", 7), ("wall-game", 7), ("wall-game", 1)]


def test_an_older_edition_still_reads_its_cards(tmp_path: Path) -> None:
    room, name = Teacher(tmp_path).take((OLDER / "wall.edition").read_bytes())
    assert room == "wall"
    editions = Editions(tmp_path)
    editions.use(room, name)
    used = editions.used_path(room)
    assert used is not None
    assert {lesson.label for lesson in load(used).lessons} == {"empty", *FACES}

    laid = dict(zip(WINDOWS, FACES, strict=False))
    looker = Looker(BOARD, load(used))
    found = looker.look(Painted().laid(laid))
    assert {cell: found.cells[cell].label for cell in laid} == laid


def test_an_older_box_is_taken_and_played_with(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path)
    room, wrong = boxes.take((OLDER / "bowl.toml").read_text("utf-8"))
    assert (room, wrong) == ("bowl", [])
    assert room_of(room).game.load_box(boxes.path_of(room)).name == "Phara-oh-oh!"
