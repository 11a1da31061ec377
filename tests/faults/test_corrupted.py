"""Spoiled settings, boxes and taught folders: each is read, or refused in a sentence."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.errors import CalibrationError
from calibration.geometry.board import Board
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.store import ABOUT, FACES, load, save
from companion.config.settings import load_settings
from companion.core.errors import TableError
from companion.core.game import ROOMS, load_room
from companion.core.seats import Seat
from companion.rooms import board_of, labels_of
from tests.faults.corrupting import spoilers
from tests.small import lesson, small_box

TIMES = 70
"""How often each file is spoiled: 560 spoiled files in all."""
SETTINGS = """
room = "wall"
seats = [{name = "Anna", colour = "red"}, {name = "Ben", colour = "blue"}]
box = ""
state = "/tmp/table"
weights = "weights.json"
[house_rules.wall]
curse_of_the_pharaoh = true
pair_order = "scarab_first"
[web]
host = "127.0.0.1"
port = 8080
[eye]
camera = "pi"
taught = "taught/wall"
settle_seconds = 0.4
width = 1280
height = 720
lock_light = true
focus_cm = 60.0
[wiring]
pins = "mock"
language = "en"
[[wiring.button]]
name = "seat-0"
pin = 5
[[wiring.lamp]]
name = "camel"
pins = [6, 13, 19]
[[wiring.scale]]
clock = 20
data = 21
"""


def each_spoiled(content: bytes, path: Path, read: Callable[[Path], object], *, text: bool) -> int:
    """Read a file spoiled in many ways; count how often it was refused."""
    refused = 0
    for seed in range(TIMES):
        dice = random.Random(seed)
        path.write_bytes(dice.choice(spoilers(text))(content, dice))
        try:
            read(path)
        except (TableError, CalibrationError) as error:
            refused += bool(str(error).strip())
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    return refused


def test_spoiled_settings(tmp_path: Path) -> None:
    assert each_spoiled(SETTINGS.encode(), tmp_path / "c.toml", load_settings, text=True)


@pytest.mark.parametrize("room", ROOMS)
def test_spoiled_boxes(tmp_path: Path, room: str) -> None:
    game = load_room(room)
    own = Path(__file__).parents[2] / "companion" / "games" / room / "box.toml"
    seats = (Seat("Ann", "red"), Seat("Bo", "blue"))

    def opened(path: Path) -> None:
        box = game.load_box(path)
        board_of(game, box)
        labels_of(game, box)
        game.opening(box, seats, game.house_rules())

    assert each_spoiled(own.read_bytes(), tmp_path / "box.toml", opened, text=True)


@pytest.fixture(scope="module")
def board() -> Board:
    return board_of(load_room("wall"), small_box())


@pytest.fixture(scope="module")
def taught(board: Board) -> Taught:
    return lesson(board, ("camel_L", "ibis_R"))


def test_a_spoiled_list_of_what_was_taught(tmp_path: Path, board: Board, taught: Taught) -> None:
    folder = save(taught, tmp_path)
    content = (folder / ABOUT).read_bytes()
    assert each_spoiled(content, folder / ABOUT, lambda _: Looker(board, load(folder)), text=True)


def test_spoiled_faces_although_their_sum_fits(
    tmp_path: Path, board: Board, taught: Taught
) -> None:
    """A wrong sum is refused at once; behind a right one the archive itself may be nonsense."""
    folder = save(taught, tmp_path)
    content, about = (folder / FACES).read_bytes(), json.loads((folder / ABOUT).read_text())

    def looked(path: Path) -> None:
        summed = {**about, "crc": zlib.crc32(path.read_bytes())}
        (folder / ABOUT).write_text(json.dumps(summed))
        Looker(board, load(folder))

    assert each_spoiled(content, folder / FACES, looked, text=False)
