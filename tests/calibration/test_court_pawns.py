"""Pawns on the court: each of the four is known by its colour, wherever it stands."""

from __future__ import annotations

from random import Random

import pytest

from calibration.geometry.board import PAWN
from calibration.paint.scene import random_scene
from calibration.paint.sphinx.studio import SphinxStudio
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from companion.core.game import load_room
from companion.rooms import board_of, room_of
from companion.rooms.sphinx import prints_of

GAME = load_room("sphinx")
BOX = GAME.load_box(None)
BOARD, PRINTS = board_of(GAME, BOX), prints_of(BOX)
SIZE = (1280, 720)
SQUARES = [cell.id for cell in BOARD.cells if cell.kind == PAWN]


@pytest.fixture(scope="module")
def taught() -> Taught:
    return room_of("sphinx").taught(BOX, SIZE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_pawn_is_read_as_itself(taught: Taught, seed: int) -> None:
    standing = dict(zip(Random(seed).sample(SQUARES, 4), BOX.pawns, strict=True))
    studio = SphinxStudio(BOARD, PRINTS, random_scene(seed, SIZE, 0.5))
    studio.set(standing)
    look = Looker(BOARD, taught).look(studio.frame())
    read = {at: max(look.cells[at].chances.items(), key=lambda x: x[1], default=("", 0.0))
            for at in standing}  # fmt: skip
    assert {at: label for at, (label, _) in read.items()} == standing
    assert min(chance for _, chance in read.values()) > 0.9


def test_a_pawn_is_plain_or_drawn_in_all_its_lessons(taught: Taught) -> None:
    """One lesson with a bit of wall in it made green's plain tops look like bad drawings."""
    bank = taught.bank(PAWN)
    for name, faces in zip(bank.names, bank.members, strict=True):
        bare = {bool(bank.fine.power[face] == 0) for face in faces.tolist()}
        assert len(bare) == 1, name
