"""A painted photograph of a finished pyramid, read apart and counted for the page."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.paint.kheops.studio import KheopsStudio
from calibration.paint.scene import random_scene
from calibration.read.result import crop
from companion.app.known_pieces import KnownPieces
from companion.app.table_page import read_photograph, scoring_of
from companion.games.kheops.labels import TWO_PAWNS
from companion.rooms import board_of, room_of
from companion.table import Table
from companion.web import Looked
from companion.workshop.teach import Editions
from tests.rooms.kheops.laid import SMALL, laid, small_box
from tests.saying import refuses
from tests.web.kheops_scenes import standing
from tests.web.scenes import a_browser, a_table, an_app

SIZE = (1280, 720)
BOX = small_box(5, 2)
CELLS = {
    "U0.0": "corridor-2-rot_c@1", "D0.0": "corridor-2-rot_c@0", "U0.1": "corridor-3-swap@0",
    "D0.1": "corridor-2-forbid@2", "U0.2": "corridor-2@0", "U1.0": "room-1-rot_r@1",
    "D1.0": "room-2-move@0", "U1.1": "room-2-ankh@1", "U2.0": "room-3-double@0",
}  # fmt: skip
PAWNS = {"U0.0": "white-worker", "U1.1": "blue-worker", "D0.0": "white-mummy", "U1.0": "blue-mummy"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    state = laid(SMALL).state
    return standing(tmp_path, state.but(box=BOX))


def photographed(table: Table) -> bytes:
    board = board_of(table.game, BOX)
    pawns = {f"{cell}:pawn": PAWNS.get(cell, "empty") for cell in CELLS}
    studio = KheopsStudio(board, random_scene(3, SIZE, 0.0), CELLS | pawns)
    return bytes(cv2.imencode(".jpg", studio.frame())[1])


def test_a_painted_photograph_is_read_without_a_wrong_label(table: Table) -> None:
    learn = partial(room_of("kheops").taught, BOX, SIZE)
    scoring = scoring_of(table, learn)
    assert scoring is not None
    looked: Looked = scoring.read(photographed(table))
    for cell, label in CELLS.items():
        assert looked.cells.get(cell, label) == label
        assert label == looked.cells.get(cell) or label in looked.doubts[cell]
    assert len(looked.doubts) < 6
    assert set(looked.places) == set(CELLS)
    assert all(0 <= part <= 1 for corner in looked.places["U2.0"] for part in corner)
    sheet = scoring.tell({**looked.cells, **CELLS}, {})
    assert len(sheet["cells"]) == 9
    shown = cv2.imdecode(np.frombuffer(scoring.crop(looked.picture, ["D0.1"]), np.uint8), 1)
    bare = crop(board_of(table.game, BOX), looked.picture, ["D0.1"])
    assert shown.shape == cv2.imdecode(np.frombuffer(bare, np.uint8), 1).shape
    assert np.abs(shown - cv2.imdecode(np.frombuffer(bare, np.uint8), 1)).max() > 60


def test_a_picture_without_the_pyramid_is_reported_as_one(table: Table) -> None:
    learn = partial(room_of("kheops").taught, BOX, SIZE)
    blank = bytes(cv2.imencode(".png", np.full((480, 640, 3), 90, np.uint8))[1])
    with refuses(ValueError, match=r"\w+ \w+ \w+"):
        read_photograph(board_of(table.game, BOX), learn, TWO_PAWNS, blank)


def test_an_owner_who_wants_no_camera_is_told_when_a_photograph_arrives(
    table: Table, tmp_path: Path
) -> None:
    Editions(tmp_path).use("kheops", "")
    known = KnownPieces("kheops", table.state.box, tmp_path)
    client = a_browser(an_app(table, scoring=scoring_of(table, known)))
    answer = client.post("/score", data=photographed(table), content_type="image/jpeg")
    assert answer.status_code == 422
    assert "/workshop/editions" in answer.json["say"]


def test_other_rooms_score_no_photographs(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    assert scoring_of(table, KnownPieces("wall", table.state.box)) is None
