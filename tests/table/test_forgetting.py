"""Where a room forgets what it sees, no picture is kept: how a layer lies cannot leak."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.observation import Reading, Said, Seen
from companion.core.roles import TABLE
from companion.core.verdict import Move
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.journal import Journal
from companion.table import Table
from tests.rooms.dig.laid import CELLS, OWN, SEATS
from tests.rooms.dig.layouts import but, right

PICTURE = b"a picture of the tray"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    journal = Journal.open(tmp_path / "dig.sqlite")
    table = Table.begin(journal, GAME, OWN, SEATS[:2], GAME.house_rules(), clock=lambda: 0.0)
    say(table, m.NameBottom(0))
    return table


def say(table: Table, *moves: Move) -> None:
    for move in moves:
        assert table.submit(Said(by=TABLE, move=move, at=0.0)).kind == "accepted"


def see(table: Table, cells: dict[str, str]) -> str:
    readings = {cell: Reading({label: 1.0}) for cell, label in cells.items()}
    return table.submit(Seen(readings=readings, at=1.0, picture=PICTURE)).kind


def test_a_layer_is_checked_and_its_picture_is_not_kept_dig_06(table: Table) -> None:
    assert see(table, right(1)) == "accepted"
    assert table.state.checked == (True,)
    assert table.picture() == b""


def test_nor_is_the_picture_of_a_layer_that_was_refused(table: Table) -> None:
    assert see(table, but(right(1), A1="2-earth")) == "refused"
    assert table.picture() == b""


def test_nor_is_a_picture_kept_while_the_tray_is_turned(table: Table) -> None:
    """Somebody may have pressed the button before the cover lay whole."""
    say(table, *(m.LayLayer(n) for n in range(1, OWN.top + 1)))
    see(table, right(5))
    assert table.picture() == b""


def test_what_is_seen_of_the_digging_is_kept_as_evidence(table: Table) -> None:
    say(table, *(m.LayLayer(n) for n in range(1, OWN.top + 1)))
    say(table, m.TurnTray(1), m.TurnTray(0), m.PutBoard())
    see(table, dict.fromkeys(CELLS, "6-cover"))
    assert table.picture() == PICTURE
