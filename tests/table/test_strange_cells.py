"""What looked strange when a move was ruled on is no news in the next picture."""

from __future__ import annotations

from pathlib import Path

from companion.core.observation import SOMETHING_ELSE, Reading, Said, Seen
from companion.core.roles import TABLE
from companion.core.verdict import Move
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.table import Table
from tests.rooms.wall.laid import laid

UNKNOWN = {SOMETHING_ELSE: 0.98, "empty": 0.02}


def a_wall(folder: Path) -> Table:
    box, seats = GAME.load_box(None), laid().state.seats
    table = Table.begin(Journal.open(folder / "wall.sqlite"), GAME, box, seats, GAME.house_rules())
    table.submit(Said(by=TABLE, move=m.Begin(), at=0.0))
    return table


def see(table: Table, unknown: tuple[str, ...], **shows: str) -> str:
    """A picture of the wall as it stands, but for some cells."""
    labels = dict(GAME.visible(table.state)) | {k.replace("_", ","): v for k, v in shows.items()}
    readings = {cell: Reading({label: 1.0}) for cell, label in labels.items()}
    readings |= {cell: Reading(UNKNOWN) for cell in unknown}
    return table.submit(Seen(readings=readings, at=1.0)).kind


def made(table: Table) -> list[Move]:
    return [past.made.move for past in table.timeline.past][1:]


def test_a_window_that_turns_strange_where_a_card_may_lie_holds_the_next_card_up(
    tmp_path: Path,
) -> None:
    table = a_wall(tmp_path)
    assert see(table, ("8,0",), **{"6_0": "camel_L", "7_0": "mule_L"}) == "refused"
    assert made(table) == []


def test_once_a_move_was_ruled_on_beside_it_the_game_goes_on(tmp_path: Path) -> None:
    table, first = a_wall(tmp_path), m.InsertCard(3, "H01")
    see(table, ("8,0",), **{"6_0": "camel_L", "7_0": "mule_L"})
    table.submit(Said(by=TABLE, move=first, at=2.0))
    see(table, ("8,0",), **{"0_0": "camel_R", "1_0": "crocodile_R"})
    assert made(table) == [first, m.InsertCard(0, "H04")]


def test_the_strange_window_is_still_named_after_the_move(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    assert see(table, ("8,3",), **{"6_0": "camel_L", "7_0": "mule_L"}) == "refused"
    assert made(table) == [m.InsertCard(3, "H01")]
    assert table.snapshot(TABLE)["refusal"]["cells"] == ("8,3",)


def test_a_window_that_was_read_again_counts_as_any_other(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    see(table, ("8,0",))
    table.submit(Said(by=TABLE, move=m.InsertCard(3, "H01"), at=2.0))
    see(table, ())
    table.submit(Said(by=TABLE, move=m.InsertCard(2, "H03"), at=3.0))
    assert see(table, ("8,0",), **{"0_0": "camel_R", "1_0": "crocodile_R"}) == "refused"
    assert len(made(table)) == 2


def test_it_is_named_once_and_not_again_with_every_move(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    see(table, ("8,3",), **{"6_0": "camel_L", "7_0": "mule_L"})
    assert see(table, ("8,3",), **{"0_0": "camel_R", "1_0": "crocodile_R"}) == "accepted"
    assert table.snapshot(TABLE)["refusal"] is None
    assert see(table, ("8,3",)) == "unchanged"


def test_of_two_cells_only_the_one_is_named_that_nobody_was_told_of(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    see(table, ("8,3",), **{"6_0": "camel_L", "7_0": "mule_L"})
    shows = {"0_0": "camel_R", "1_0": "crocodile_R"}
    assert see(table, ("8,3", "8,4"), **shows) == "refused"
    assert table.snapshot(TABLE)["refusal"]["cells"] == ("8,4",)


def test_a_card_that_shows_where_nothing_could_be_made_out_is_complained_about(
    tmp_path: Path,
) -> None:
    table = a_wall(tmp_path)
    see(table, ("8,3",), **{"6_0": "camel_L", "7_0": "mule_L"})
    see(table, ("8,3",), **{"0_0": "camel_R", "1_0": "crocodile_R"})
    assert see(table, (), **{"8_3": "camel_L", "9_3": "ibis_L"}) == "refused"


def test_a_window_that_was_read_meanwhile_is_named_anew(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    see(table, ("8,3",), **{"6_0": "camel_L", "7_0": "mule_L"})
    see(table, (), **{"0_0": "camel_R", "1_0": "crocodile_R"})
    assert see(table, ("8,3",)) == "refused"
