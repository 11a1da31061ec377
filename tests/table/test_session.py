"""Hosting: a game that rests, is ended early, or changes hands, and comes back the same."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import load_room
from companion.core.observation import Answered, Reply
from companion.core.roles import REFEREE, TABLE
from companion.core.seats import Seat
from companion.journal import Journal
from companion.table import Table, session

GAME = load_room("wall")
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


class Hands:
    """A clock somebody turns."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def begun(path: Path, clock: Hands) -> Table:
    table = Table.begin(
        Journal.open(path), GAME, GAME.load_box(None), SEATS, GAME.house_rules(), clock=clock
    )
    table.submit(_begin(table))
    return table


def _begin(table: Table) -> Answered:
    reply = Reply(option="begin")
    return Answered(by=TABLE, question="setup", reply=reply, at=table.clock(), base=table.number)


def resumed(table: Table, path: Path, clock: Hands) -> Table:
    table.ledger.journal.close()
    return Table.resume(Journal.open(path), clock=clock)


def test_nothing_counts_while_a_game_rests_and_its_clock_stands(tmp_path: Path) -> None:
    clock = Hands()
    table = begun(tmp_path / "a.sqlite", clock)
    clock.at += 10
    assert session.pause(table, TABLE).kind == "accepted"
    played = table.now()
    clock.at += 3600
    answer = table.submit(_begin(table))
    assert (answer.kind, answer.say and answer.say.key) == ("refused", "table.paused")
    assert table.now() == played
    assert session.go_on(table, TABLE).kind == "accepted"
    clock.at += 5
    assert table.now() == played + 5


def test_a_game_rests_on_after_a_pulled_plug(tmp_path: Path) -> None:
    clock, path = Hands(), tmp_path / "a.sqlite"
    table = begun(path, clock)
    session.pause(table, TABLE)
    played, number = table.now(), table.number
    clock.at += 900
    again = resumed(table, path, clock)
    clock.at += 900
    assert again.at_rest() is not None
    assert (again.now(), again.number) == (played, number)
    session.go_on(again, TABLE)
    assert again.at_rest() is None


def test_pausing_twice_or_going_on_with_a_running_game_changes_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path / "a.sqlite", Hands())
    assert session.go_on(table, TABLE).kind == "unchanged"
    session.pause(table, TABLE)
    assert session.pause(table, TABLE).kind == "unchanged"


def test_a_game_ended_early_says_why_and_takes_nothing_more(tmp_path: Path) -> None:
    clock, path = Hands(), tmp_path / "a.sqlite"
    table = begun(path, clock)
    assert session.end(table, REFEREE, "  the last\ntrain leaves ").kind == "accepted"
    assert table.submit(_begin(table)).kind == "refused"
    assert session.end(table, TABLE, "again").kind == "unchanged"
    assert session.pause(table, TABLE).kind == "unchanged"
    again = resumed(table, path, clock)
    ended = again.ledger.record.ended
    assert ended is not None
    assert (ended.by, ended.reason) == ("referee", "the last train leaves")
    assert again.snapshot(TABLE)["notices"][0]["key"] == "table.ended_early"


def test_a_seat_is_handed_over_with_all_that_lies_there(tmp_path: Path) -> None:
    clock, path = Hands(), tmp_path / "a.sqlite"
    table = begun(path, clock)
    before = table.state
    assert session.hand_over(table, 1, "Carla", TABLE).kind == "accepted"
    assert [seat.name for seat in table.state.seats] == ["Anna", "Carla"]
    assert table.state.seats[1].colour == before.seats[1].colour
    assert table.timeline.opening.seats[1].name == "Carla"
    again = resumed(table, path, clock)
    assert again.state == table.state


def test_a_seat_goes_to_nobody_who_sits_here_already(tmp_path: Path) -> None:
    table = begun(tmp_path / "a.sqlite", Hands())
    assert session.hand_over(table, 1, "ANNA", TABLE).kind == "refused"
    assert session.hand_over(table, 7, "Carla", TABLE).kind == "refused"
    assert session.hand_over(table, 0, "  ", TABLE).kind == "refused"
    assert session.hand_over(table, 0, "x" * 31, TABLE).kind == "refused"
