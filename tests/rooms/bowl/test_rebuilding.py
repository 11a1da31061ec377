"""The last boulder of a colour, the rebuild, and the extra turn it earns."""

from __future__ import annotations

from typing import Any

from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.box import Box
from companion.games.bowl.boxfile import read_box
from companion.games.bowl.state import Phase
from tests.rooms.bowl.laid import ME, OWN, RIVAL, Position, box_data, laid


def last_blue(**given: Any) -> Position:
    """One blue boulder is left, and blue is wanted."""
    given = {"bowl": {"blue": 1}, "figures": {ME: "D1"}, **given}
    return laid("r b y b", **given).name("b")


def test_the_last_of_a_colour_means_rebuild_bowl_35() -> None:
    table = last_blue().clean()
    assert table.clauses_of(e.LastBoulderTaken)[0] == "BOWL-35"
    assert last_blue().clean().stay().state.phase == Phase.REBUILD


def test_a_landslide_with_the_last_boulder_earns_nothing_bowl_35() -> None:
    table = last_blue().slide("blue").rebuild()
    assert table.state.turn == RIVAL


def test_the_last_of_a_colour_counts_not_the_last_of_the_bowl_bowl_c_03() -> None:
    table = last_blue()
    assert sum(table.state.bowl) == 16
    assert table.clean().state.extra


def test_one_left_is_no_rebuild_yet_bowl_35() -> None:
    table = last_blue(bowl={"blue": 2}).clean().stay()
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)


def test_that_player_explores_and_moves_once_more_bowl_36_bowl_t4_bowl_c_19() -> None:
    """BOWL-C-19: a whole extra turn, exploring and moving."""
    table = last_blue().clean().to("D2")
    assert (table.field(ME), table.state.phase) == ("D2", Phase.REBUILD)
    table = table.rebuild()
    assert table.clauses_of(e.ExtraTurnGranted)[0] == "BOWL-36"
    assert (table.state.turn, table.state.phase) == (ME, Phase.EXPLORE)
    assert (sum(table.state.bowl), sum(table.state.bag)) == (20, 0)
    table = table.name("y").clean().to("D3")
    assert (table.field(ME), table.state.turn) == ("D3", RIVAL)


def test_first_the_move_then_the_rebuild_then_the_extra_turn_bowl_o_21() -> None:
    table = last_blue().clean()
    assert table.state.phase == Phase.MOVE
    assert table.refused(m.RebuildTrap()).clause == "BOWL-13"
    moved = table.to("D2")
    assert moved.refused(m.NameColour("yellow")).clause == "BOWL-15"
    assert "BOWL-O-21" in moved.clauses_of(e.RebuildDue)


def test_an_extra_turn_brings_no_other_by_itself_bowl_o_22() -> None:
    table = last_blue().clean().stay().rebuild().name("b").clean().stay()
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)


def single_boulders() -> Box:
    data = box_data()
    for boulder in data["boulders"]:
        boulder["count"] = 1
    return read_box(data)


def test_with_one_boulder_each_every_draw_brings_another_turn_bowl_o_22() -> None:
    table = laid("r b", box=single_boulders())
    for _ in range(3):
        table = table.name("r").clean().stay().rebuild()
        assert (table.state.turn, table.state.phase) == (ME, Phase.EXPLORE)


def test_an_extra_turn_is_a_turn_of_its_own_bowl_c_19() -> None:
    before = last_blue()
    after = before.clean().stay().rebuild()
    assert after.state.turns == before.state.turns + 1


def test_a_rebuild_takes_all_boulders_the_bag_included_bowl_13() -> None:
    table = laid("r b", bowl={"red": 2, "green": 4, "blue": 3}).name("r").slide()
    assert sum(table.state.bag) == 6
    assert table.question.ask.values["boulders"] == sum(OWN.full_bowl) == 20
    assert table.rebuild().state.bowl == (5, 5, 5, 5)


def test_a_trap_that_stands_is_not_rebuilt_bowl_13() -> None:
    assert laid("r").refused(m.RebuildTrap()).clause == "BOWL-13"


def test_a_boulder_too_many_is_noticed_bowl_13() -> None:
    state = laid("r").state.but(bowl=(5, 5, 5, 4))
    assert [say.values["colour"] for say in GAME.broken(state)] == ["green"]
