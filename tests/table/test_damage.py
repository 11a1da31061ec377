"""A damaged journal: the game goes on from what was saved, and everybody is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.observation import Said
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.games.wall.moves import Begin, InsertCard
from companion.journal import Journal
from companion.table import Table
from companion.words import load

GAME = load_room("wall")
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def test_a_shortened_journal_goes_on_from_what_was_saved_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.sqlite"
    with Journal.open(path) as journal:
        table = Table.begin(journal, GAME, GAME.load_box(None), SEATS, GAME.house_rules())
        table.submit(Said(by=TABLE, move=Begin(), at=0.0))
        journal.checkpoint()
        whole = path.read_bytes()
        table.submit(Said(by=TABLE, move=InsertCard(0, "H03"), at=0.0))
    for left in tmp_path.glob("game.sqlite-*"):
        left.unlink()
    path.write_bytes(whole)

    with Journal.open(path) as journal:
        table = Table.resume(journal)
        notices = table.snapshot(TABLE)["notices"]

    assert table.state.inserted == frozenset()
    assert notices == [{"key": "table.recovered", "values": {"saved": 2, "lost": 1}}]
    assert "I recovered 2 entries and lost 1" in load().put(**_worded(notices[0]))
    assert "kept in" in table.damage


def test_a_whole_journal_says_nothing(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game.sqlite") as journal:
        table = Table.begin(journal, GAME, GAME.load_box(None), SEATS, GAME.house_rules())
        assert table.snapshot(TABLE)["notices"] == []
        assert table.damage == ""


def _worded(notice: dict[str, Any]) -> dict[str, Any]:
    return {"key": notice["key"], "values": notice["values"]}
