"""Two worlds that differ only in the tiles still face down look the same to everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.bowl import moves as m
from companion.table import Table
from tests.web.bowl_scenes import a_bowl, play_until, shows
from tests.web.scenes import do
from tests.web.test_secrets import differing

ROLES = ["table", "referee", "seat-0", "seat-1"]
FACES = (m.FlipTile("P1", "red", 3), m.FlipTile("P1", "blue", 0))
"""What lies under the same tile, in one world and in the other."""


def about_to_flip(move: object) -> bool:
    return isinstance(move, m.FlipTile) and move.field == "P1"


def a_world(folder: Path) -> Table:
    """A game in which the next thing is to flip the first tile of the pyramid."""
    folder.mkdir()
    table = a_bowl(folder, stopped=True)
    play_until(table, 5, lambda move, events: about_to_flip(move))
    table.gauge("scale", shows("idle", wanted=None))
    return table


@pytest.fixture
def worlds(tmp_path: Path) -> list[Table]:
    return [a_world(tmp_path / str(n)) for n in range(len(FACES))]


@pytest.mark.parametrize("role", ROLES)
def test_a_face_down_tile_gives_nothing_away(worlds: list[Table], role: str) -> None:
    """Either face may come next, and until it does all bytes are alike."""
    for world, face in zip(worlds, FACES, strict=True):
        assert face in list(world.game.legal_moves(world.state))
    assert differing(worlds, role) == set()


@pytest.mark.parametrize("role", ROLES)
def test_once_it_is_flipped_everybody_sees_it(worlds: list[Table], role: str) -> None:
    for world, face in zip(worlds, FACES, strict=True):
        do(world, face)
    assert {"/state", "/events"} <= differing(worlds, role)
