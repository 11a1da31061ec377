"""A tile in brighter light than it was taught in is the same tile, and no hand lies over it."""

from __future__ import annotations

import pytest

from calibration.paint.kheops.lesson import learn_kheops
from calibration.paint.kheops.studio import KheopsStudio
from calibration.paint.scene import random_scene
from calibration.read.reader import Looker, use_threads
from companion.core.game import load_room
from companion.rooms import board_of, labels_of

GAME = load_room("kheops")
BOX = GAME.load_box(None)
BOARD = board_of(GAME, BOX)
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def looker() -> Looker:
    use_threads(1)
    return Looker(BOARD, learn_kheops(BOARD, labels_of(GAME, BOX), SIZE))


def test_a_bright_tile_beside_a_pawn_is_not_taken_for_a_covered_one(looker: Looker) -> None:
    """Seen in a rehearsal on 16 November 2026: "something covers U3.2", for ever."""
    labels = {"D2.2": "room-2-ankh@2", "D2.2:pawn": "blue-worker", "U3.2": "corridor-3@0"}
    looker.forget()
    look = looker.look(KheopsStudio(BOARD, random_scene(7, SIZE, 0.5), labels).frame())
    assert look.cells["U3.2"].disturbed == ""
    assert look.cells["U3.2"].chances["corridor-3@0"] > 0.99


def test_a_pawn_on_a_bright_tile_is_still_seen(looker: Looker) -> None:
    labels = {"U3.2": "corridor-3@0", "U3.2:pawn": "white-worker", "D3.2": "room-2-ankh@1"}
    looker.forget()
    look = looker.look(KheopsStudio(BOARD, random_scene(7, SIZE, 0.5), labels).frame())
    assert look.cells["U3.2:pawn"].chances.get("white-worker", 0.0) > 0.95
