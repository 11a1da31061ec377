"""Private notes lie on the card in cipher; a lost key costs the notes and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.observation import TookBack
from companion.core.roles import TABLE, seat
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.table import Table
from tests.web.scenes import OPENED, a_table, do


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A wall with two notes, and a card dropped between and after them."""
    table = a_table(tmp_path, stopped=True)
    do(table, m.Begin())
    do(table, m.NotePharaoh(0, "crocodile"), seat(0))
    do(table, m.InsertCard(2, "H33"))
    do(table, m.NotePharaoh(1, "cat"), seat(1))
    do(table, m.InsertCard(5, "H25"))
    yield table
    while OPENED:
        OPENED.pop().close()


def resumed(table: Table) -> Table:
    assert isinstance(table.ledger.journal, Journal)
    OPENED.remove(table.ledger.journal)
    table.ledger.journal.close()
    book = Journal.open(table.ledger.journal.path)
    OPENED.append(book)
    return Table.resume(book)


def key_of(table: Table) -> Path:
    (key,) = (table.ledger.journal.path.parent / "keys").iterdir()
    return key


def test_a_note_is_not_to_be_found_on_the_card(table: Table) -> None:
    for path in table.ledger.journal.path.parent.glob("game.journal*"):
        assert b"NotePharaoh" not in path.read_bytes()


def test_with_its_key_everything_is_there_again(table: Table) -> None:
    again = resumed(table)
    assert again.state == table.state
    assert again.snapshot(seat(0))["view"]["notes"]["pharaoh"] == "crocodile"


def test_a_lost_key_costs_the_notes_and_nothing_else(table: Table) -> None:
    key_of(table).unlink()
    again = resumed(table)
    assert again.state.slots == table.state.slots
    assert again.snapshot(seat(0))["view"]["notes"]["pharaoh"] is None
    assert again.number == table.number
    (notice,) = again.snapshot(TABLE)["notices"]
    assert notice["key"] == "table.keys_lost"


@pytest.mark.parametrize("which", [0, 1])
def test_a_change_of_the_past_stands_without_the_key_too(table: Table, which: int) -> None:
    """Before the second note or after it: what was derived again is found by its number."""
    cards = [p for p in table.timeline.past if isinstance(p.made.move, m.InsertCard)]
    answer = table.submit(
        TookBack(by=TABLE, at=table.clock(), number=table.number_of(cards[which]))
    )
    assert answer.kind == "accepted"
    key_of(table).unlink()
    again = resumed(table)
    assert again.state.slots == table.state.slots
    assert [p.number for p in again.timeline.past] == [
        p.number for p in table.timeline.past if not isinstance(p.made.move, m.NotePharaoh)
    ]


def test_a_note_after_the_loss_has_a_key_of_its_own(table: Table) -> None:
    key_of(table).unlink()
    again = resumed(table)
    do(again, m.NotePharaoh(0, "ibis"), seat(0))
    once_more = resumed(again)
    assert once_more.snapshot(seat(0))["view"]["notes"]["pharaoh"] == "ibis"
    assert once_more.snapshot(seat(1))["view"]["notes"]["pharaoh"] is None
