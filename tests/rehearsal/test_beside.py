"""A rehearsal beside people: in their turn the rehearsed ones wait, in the others' they play."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import load_room
from companion.core.observation import Said
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.rehearsal.live import Live
from companion.rehearsal.performance import Performance
from companion.rooms import room_of
from companion.table import Table

from .test_stuck import DarkStage


def begun(journal: Journal) -> Table:
    game = load_room("wall")
    seats = (Seat("Anna", "red"), Seat("Ben", "blue"))
    table = Table.begin(journal, game, game.load_box(None), seats, game.house_rules())
    says(table, m.Begin())
    return table


def says(table: Table, move: object) -> None:
    said = Said(by=TABLE, move=move, at=table.clock(), base=table.number)  # type: ignore[arg-type]
    assert table.submit(said).kind == "accepted"


def rehearsal(table: Table, *by_hand: int) -> Live:
    """People whose moves nobody sees, so that they soon enter them by hand."""
    performance = Performance(table, room_of("wall").people(7), DarkStage())
    live = Live(table, performance, speed=1000.0, stuck_seconds=0.001, by_hand=by_hand)
    performance.on_stage()
    return live


def go_on(live: Live, times: int = 30) -> None:
    for _ in range(times):
        live._go_on()


def test_in_the_turn_of_somebody_at_the_page_the_rehearsed_people_wait(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "x.sqlite") as journal:
        table = begun(journal)
        number = table.number
        go_on(rehearsal(table, 0))
        assert table.number == number
        assert table.state.turn == 0


def test_after_it_the_rehearsed_people_play_until_it_is_that_seats_turn_again(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / "x.sqlite") as journal:
        table = begun(journal)
        live = rehearsal(table, 1)
        while table.state.turn == 0:
            go_on(live, 1)
        number = table.number
        go_on(live)
        assert (table.number, table.state.turn) == (number, 1)
        assert live.helped >= 1


def test_everybody_may_be_at_the_page(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "x.sqlite") as journal:
        table = begun(journal)
        number = table.number
        go_on(rehearsal(table, 0, 1), 60)
        assert table.number == number
