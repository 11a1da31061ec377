"""A rehearsed pyramid in real time: stage, eye and people at once, through the daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import app
from companion.core.game import load_room
from companion.core.seats import Seat

GAME = load_room("kheops")
BOX = GAME.load_box(None)
GIVE_UP_SECONDS = 150.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[app.Running]:
    seats = (Seat("Anna", "white"), Seat("Ben", "blue"))
    evening = app.GameSession(
        GAME, BOX, seats, GAME.house_rules(), tmp_path / "live.sqlite", port=0
    )
    one = app.rehearse(evening, app.Rehearsing(seed=11, speed=5.0, harshness=0.2))
    yield one
    one.stop()


def test_base_pawn_and_tile_are_seen_and_the_game_goes_on(running: app.Running) -> None:
    until = time.monotonic() + GIVE_UP_SECONDS
    seen: set[str] = set()
    while not {"LayBase", "SetPawn", "BuildTile"} <= seen and time.monotonic() < until:
        past = running.table.timeline.past
        seen = {type(one.made.move).__name__ for one in past if one.by == "eye"}
        time.sleep(0.2)
    assert {"LayBase", "SetPawn", "BuildTile"} <= seen
    said = {type(one.made.move).__name__ for one in running.table.timeline.past if one.by != "eye"}
    assert "Begin" in said
