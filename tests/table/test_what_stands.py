"""A room may say that something stands for good; then no correction touches it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.core.game import Rights, load_room
from companion.core.observation import Said, TookBack
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import refuse
from companion.games.wall.moves import Begin, InsertCard
from companion.journal import Journal
from companion.table import Table
from companion.table import record as table_record

GAME = load_room("wall")


def test_what_the_room_calls_fixed_cannot_be_taken_back(tmp_path: Path) -> None:
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    fixed = Rights(fixed=lambda then, now: refuse("WALL-18", "wall.wall_is_full"))
    stubborn = replace(GAME, rights=fixed)
    with Journal.open(tmp_path / "game.sqlite") as journal:
        Table.begin(journal, GAME, GAME.load_box(None), seats, GAME.house_rules())
        record = table_record.read_back(journal.entries())
        table = Table(replace_game(record, stubborn), journal)
        table.submit(Said(by=TABLE, move=Begin(), at=0.0))
        table.submit(Said(by=TABLE, move=InsertCard(0, "H03"), at=0.0))
        answer = table.submit(TookBack(by=TABLE, at=0.0))
    assert (answer.kind, answer.clause) == ("refused", "WALL-18")
    assert table.state.inserted == {"H03"}


def replace_game(record: table_record.Record, game: object) -> table_record.Record:
    from msgspec import structs

    return structs.replace(record, game=game)
