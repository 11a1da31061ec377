"""Two worlds that differ only in the tiles people hold look the same to everybody."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.kheops import moves as m
from companion.table import Table
from tests.web.kheops_scenes import a_pyramid, looked_at, play_until, scoring_of
from tests.web.scenes import a_browser, an_app, do
from tests.web.test_scoring import SEEN
from tests.web.test_secrets import differing

ROLES = ["table", "referee", "seat-0", "seat-1"]


def a_world(folder: Path) -> Table:
    """A game in which a tile is due that only its player has seen."""
    folder.mkdir()
    table = a_pyramid(folder, stopped=True)
    play_until(table, 12, lambda move, _: isinstance(move, m.BuildTile) and table.state.turns == 4)
    return table


@pytest.fixture
def worlds(tmp_path: Path) -> list[Table]:
    return [a_world(tmp_path / str(n)) for n in range(2)]


def held(worlds: list[Table]) -> list[m.BuildTile]:
    """The tile the player on turn holds and is about to build: one in each world."""
    moves = list(worlds[0].game.legal_moves(worlds[0].state))
    tiles = [move for move in moves if isinstance(move, m.BuildTile) and move.turn == 0]
    one, other = tiles[0], next(move for move in tiles if move.face != tiles[0].face)
    assert {one.cell} == {other.cell}
    return [one, other]


@pytest.mark.parametrize("role", ROLES)
def test_a_tile_in_the_hand_gives_nothing_away(worlds: list[Table], role: str) -> None:
    """Either tile may come next, and until it does all bytes are alike."""
    for world, tile in zip(worlds, held(worlds), strict=True):
        assert tile in world.game.legal_moves(world.state)
    assert differing(worlds, role) == set()


@pytest.mark.parametrize("role", ROLES)
def test_once_it_is_built_everybody_sees_it(worlds: list[Table], role: str) -> None:
    for world, tile in zip(worlds, held(worlds), strict=True):
        do(world, tile)
    assert {"/state", "/events"} <= differing(worlds, role)


def test_a_photograph_is_seen_only_by_whoever_knows_its_name(worlds: list[Table]) -> None:
    """One world has scored a photograph, the other has not; nobody else can tell."""
    table = worlds[0]
    app = an_app(table, scoring=scoring_of(lambda data: looked_at(SEEN, picture=data)))
    client = a_browser(app)
    before = client.get("/state").data, client.get("/").data
    picture = bytes(cv2.imencode(".jpg", np.zeros((9, 9, 3), np.uint8))[1])
    name = client.post("/score", data=picture, content_type="image/jpeg").json["name"]
    assert (client.get("/state").data, client.get("/").data) == before
    assert len(name) >= 16
    assert client.get("/score/another/picture.jpg").status_code == 404
    assert client.get(f"/score/{name}/picture.jpg").headers["Cache-Control"] == "no-store"
