"""A rehearsed bowl in real time: eye, scale, people and page at once, through the daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.core.game import load_room
from companion.core.seats import Seat

GAME = load_room("bowl")
BOX = GAME.load_box(None)
GIVE_UP_SECONDS = 150.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[app.Running]:
    seats = (Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1]))
    evening = app.GameSession(
        GAME, BOX, seats, GAME.house_rules(), tmp_path / "live.sqlite", port=0
    )
    one = app.rehearse(evening, app.Rehearsing(seed=3, speed=4.0, harshness=0.2))
    yield one
    one.stop()


def await_all(running: app.Running, wanted: set[str]) -> set[str]:
    """Who has made moves once everybody wanted has, or patience has run out."""
    until = time.monotonic() + GIVE_UP_SECONDS
    by: set[str] = set()
    while not wanted <= by and time.monotonic() < until:
        by = {past.by for past in running.table.timeline.past}
        time.sleep(0.2)
    return by


def test_tiles_are_seen_boulders_are_weighed_and_people_say_the_rest(
    running: app.Running,
) -> None:
    assert await_all(running, {"eye", "scale", "table"}) >= {"eye", "scale", "table"}
    gauges: dict[str, Any] = running.table.gauges()
    assert gauges["scale"]["trace"]
    assert gauges["replay"]["points"]
    assert gauges["weights"]["problem"] is None
