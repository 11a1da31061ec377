"""A rehearsed dig in real time: eye, people and page at once, through the daemon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import app
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.games.dig import moves as m

GAME = load_room("dig")
BOX = GAME.load_box(None)
GIVE_UP_SECONDS = 240.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[app.Running]:
    seats = (Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1]))
    evening = app.GameSession(
        GAME, BOX, seats, GAME.house_rules(), tmp_path / "live.sqlite", port=0
    )
    one = app.rehearse(evening, app.Rehearsing(seed=3, speed=4.0, harshness=0.2))
    yield one
    one.stop()


def seen(running: app.Running) -> set[type]:
    """The kinds of moves that the eye has seen so far."""
    return {type(past.made.move) for past in running.table.timeline.past if past.by == "eye"}


def test_layers_and_lifts_are_seen_and_people_say_the_rest(running: app.Running) -> None:
    until = time.monotonic() + GIVE_UP_SECONDS
    while not {m.LayLayer, m.Lift} <= seen(running) and time.monotonic() < until:
        time.sleep(0.2)
    assert {m.LayLayer, m.Lift} <= seen(running)
    assert running.table.picture()
