"""A rehearsal that makes no progress says so and helps itself as a person would."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import load_room
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rehearsal.live import Live
from companion.rehearsal.performance import Performance
from companion.rooms import room_of
from companion.table import Table
from companion.words import load

GIVE_UP_SECONDS = 60.0


class DarkStage:
    """A stage nobody sees: whatever happens on it, no camera looks."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}

    def labels(self) -> dict[str, str]:
        return dict(self._labels)

    def set(self, labels) -> None:
        self._labels = dict(labels)

    def still(self, frames: int) -> Iterator[object]:
        return iter(range(frames))

    def play(self, labels_after, at_cells, person=None) -> Iterator[object]:
        self._labels = dict(labels_after)
        return iter(range(2))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    game = load_room("wall")
    box = game.load_box(None)
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    with Journal.open(tmp_path / "x.sqlite") as journal:
        yield Table.begin(journal, game, box, seats, game.house_rules())


def live(table: Table, **how: Any) -> Live:
    performance = Performance(table, room_of("wall").people(7), DarkStage())
    return Live(table, performance, speed=50.0, stuck_seconds=0.3, **how)


def test_moves_nobody_sees_are_entered_by_hand_and_counted(table: Table) -> None:
    enough = threading.Event()
    notices: set[str] = set()

    def look(number: int) -> None:
        notices.update(n["key"] for n in table.snapshot(TABLE)["notices"])
        if number >= 4:
            enough.set()

    table.on_publish(look)
    rehearsal = live(table)
    rehearsal.start()
    try:
        assert enough.wait(GIVE_UP_SECONDS)
    finally:
        rehearsal.stop()
    assert rehearsal.helped >= 2
    assert "table.rehearsal_helped" in notices
    assert {past.by for past in table.timeline.past} == {str(TABLE)}


@pytest.mark.parametrize("how", [{"playing": False}, {"answering": False}])
def test_where_people_play_along_nobody_acts_for_them(table: Table, how: dict[str, bool]) -> None:
    rehearsal = live(table, **how)
    rehearsal._moved_at = float("-inf")
    assert not rehearsal._is_stuck()


def test_the_help_is_worded() -> None:
    said = load().put("table.rehearsal_helped", {"times": 2})
    assert said.endswith("(2 times so far).")
