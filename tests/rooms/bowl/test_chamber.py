"""The burial chamber: who may enter, two tiles, two boulders, and the end of the curse."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.core.verdict import Move
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase, Then
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, Position, laid

WAY = f"{DESERT} | r b y g r b y g r b y g r b"


def at_the_door(place: str = "P14", owned: int = 2, **given: Any) -> Position:
    both = {ME: place, RIVAL: "P14"}
    scarabs = {ME: owned, RIVAL: 2}
    if given.get("variant") == "quick":
        scarabs = {}
    return laid(WAY, figures=both, scarabs=scarabs, mummy="P1 chamber", **given)


def inside(**given: Any) -> Position:
    return at_the_door(**given).do(m.EnterChamber())


def test_two_scarabs_open_the_chamber_bowl_55() -> None:
    assert "enter" in at_the_door(owned=2).options
    assert at_the_door(owned=2).do(m.EnterChamber()).field(ME) == "CHAMBER"


@pytest.mark.parametrize("owned", [0, 1])
def test_with_fewer_it_stays_closed_bowl_55(owned: int) -> None:
    table = at_the_door(owned=owned)
    assert "enter" not in table.options
    refusal = table.refused(m.EnterChamber())
    assert (refusal.clause, refusal.say.values["found"]) == ("BOWL-55", owned)
    assert table.refused(m.FlipTile("C1", "red")).clause == "BOWL-55"


def test_entering_does_not_spend_the_scarabs_bowl_o_05() -> None:
    table = inside().flip("r").slide()
    assert table.state.scarabs[ME] == 2


def test_the_first_visitor_flips_the_first_tile_and_draws_its_colour_bowl_56() -> None:
    table = inside()
    assert table.state.phase == Phase.CHAMBER
    assert table.refused(m.FlipTile("C2", "red")).clause == "BOWL-57"
    assert table.refused(m.FlipTile("P1", "red")).clause == "BOWL-57"
    table = table.flip("y")
    assert GAME.visible(table.state)["C1"] == "yellow"
    assert (table.state.wanted, table.clauses_of(e.ColourWanted)) == ("yellow", ("BOWL-56",))


def test_flipping_the_first_chamber_tile_means_entering_bowl_56_bowl_o_17() -> None:
    table = at_the_door().do(m.FlipTile("C1", "green"))
    assert table.field(ME) == "CHAMBER"
    assert table.state == at_the_door().do(m.EnterChamber()).flip("g").state


def test_after_the_first_boulder_the_second_tile_at_once_bowl_57() -> None:
    table = inside().flip("y").clean()
    assert (table.state.phase, table.state.turn) == (Phase.CHAMBER, ME)
    table = table.flip("b")
    assert GAME.visible(table.state)["C2"] == "blue"
    assert (table.state.wanted, table.clauses_of(e.ColourWanted)) == ("blue", ("BOWL-57",))


def test_both_clean_free_the_mummy_bowl_58() -> None:
    table = inside().flip("y").clean().flip("b").clean()
    assert table.clauses_of(e.MummyFreed) == ("BOWL-58", "BOWL-60")
    assert GAME.questions(table.state) == ()


@pytest.mark.parametrize("boulders", [0, 1])
def test_a_landslide_ends_the_visit_on_the_front_field_bowl_59(boulders: int) -> None:
    table = inside().flip("y")
    if boulders:
        table = table.clean().flip("b")
    table = table.slide()
    assert table.field(ME) == "FRONT"
    assert "BOWL-59" in table.clauses_of(e.FigureSentBack)
    assert "BOWL-40" in table.clauses_of(e.RebuildDue)
    assert table.rebuild().state.turn == RIVAL


def test_no_further_turn_is_lost_bowl_c_17() -> None:
    """BOWL-C-17: the next time round the player explores as always."""
    table = inside().flip("y").slide().rebuild().do(m.NameColour("red")).do(m.GiveUp())
    assert (table.state.turn, table.state.phase) == (ME, Phase.EXPLORE)


def test_the_first_to_draw_both_wins_bowl_60() -> None:
    table = inside().flip("y").clean().flip("b").clean()
    outcome = GAME.is_over(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((ME,), ("BOWL-58", "BOWL-60"))
    assert [line.rank for line in GAME.score(table.state).lines] == [1, 2]
    assert list(GAME.legal_moves(table.state)) == []


def test_nobody_has_won_before_bowl_60() -> None:
    table = inside().flip("y").clean()
    assert GAME.is_over(table.state) is None
    assert {line.rank for line in GAME.score(table.state).lines} == {None}


def test_both_are_drawn_in_one_visit_bowl_c_18_bowl_o_18() -> None:
    """BOWL-O-18: tiles stay open; nothing is kept from a failed visit."""
    table = inside().flip("y").clean().flip("b").slide().rebuild()
    visit = table.do(m.EnterChamber())
    assert (visit.state.turn, visit.state.wanted) == (RIVAL, "yellow")
    assert "BOWL-O-18" in visit.clauses_of(e.ColourWanted)
    second = visit.clean()
    assert (second.state.wanted, GAME.is_over(second.state)) == ("blue", None)
    assert second.clean().state.winner == RIVAL


def test_an_open_chamber_tile_is_not_flipped_again_bowl_o_18() -> None:
    table = inside().flip("y").slide().rebuild()
    assert table.refused(m.FlipTile("C1", "yellow")).clause == "BOWL-O-18"
    assert not any(o.startswith("flip") for o in table.options)


def test_the_chamber_is_entered_from_the_last_field_bowl_o_17() -> None:
    table = at_the_door("P13")
    assert table.refused(m.EnterChamber()).clause == "BOWL-O-17"
    free = at_the_door("P3", chamber_entry="any_pyramid_field")
    assert free.do(m.EnterChamber()).field(ME) == "CHAMBER"
    for outside in ("FRONT", "D7"):
        closed = at_the_door(outside, chamber_entry="any_pyramid_field")
        assert closed.refused(m.EnterChamber()).clause == "BOWL-O-17"


def test_one_enters_at_the_start_of_an_exploration_only_bowl_o_17() -> None:
    assert at_the_door().name("r").refused(m.EnterChamber()).clause == "BOWL-15"


@pytest.mark.parametrize("how", [m.Landslide(), m.GiveUp(), m.WrongColour()])
def test_nobody_ever_rests_in_the_chamber_bowl_o_19(how: Move) -> None:
    table = inside().flip("y").do(how)
    assert table.field(ME) != "CHAMBER"
    assert (table.state.visit, table.state.came_from) == (None, None)


def test_who_gives_up_in_the_chamber_stands_where_they_came_from_bowl_o_34() -> None:
    table = inside().flip("y").do(m.GiveUp())
    assert (table.field(ME), table.state.turn) == ("P14", RIVAL)
    far = at_the_door("P3", chamber_entry="any_pyramid_field").do(m.EnterChamber()).flip("y")
    assert far.do(m.GiveUp()).field(ME) == "P3"


def test_a_figure_resting_there_would_be_noticed_bowl_o_19() -> None:
    state = at_the_door().state
    state = state.but(figures=(state.box.chamber, 0))
    assert [say.key for say in GAME.broken(state)] == ["bowl.broken.figure"]


def test_a_first_boulder_that_was_the_last_means_rebuild_then_the_second_bowl_o_20() -> None:
    table = inside(bowl={"yellow": 1}).flip("y").clean()
    assert (table.state.phase, table.state.then) == (Phase.REBUILD, Then.SECOND)
    table = table.rebuild()
    assert (table.state.phase, table.state.turn) == (Phase.CHAMBER, ME)
    assert table.state.bowl == (5, 5, 5, 5)
    assert table.flip("b").clean().state.winner == ME


def test_no_extra_turn_comes_of_it_bowl_o_20() -> None:
    table = inside(bowl={"yellow": 1}).flip("y").clean().rebuild().flip("b").slide()
    assert table.rebuild().state.turn == RIVAL


def test_with_both_tiles_open_the_second_colour_follows_the_rebuild_bowl_o_20() -> None:
    table = inside(bowl={"yellow": 1}, chamber="y g").clean().rebuild()
    assert (table.state.wanted, table.state.phase) == ("green", Phase.DRAW)


def test_a_second_boulder_that_was_the_last_wins_without_rebuild_bowl_o_20() -> None:
    table = inside(bowl={"blue": 1}).flip("y").clean().flip("b").clean()
    assert (table.state.phase, table.state.winner) == (Phase.OVER, ME)


def test_a_bump_in_the_chamber_repeats_that_boulder_bowl_o_33() -> None:
    table = inside().flip("y").clean().flip("b").do(m.Bump()).rebuild()
    assert (table.state.wanted, table.state.visit) == ("blue", 1)
    assert table.clean().state.winner == ME


def test_the_variant_counts_back_from_the_chamber_bowl_o_38() -> None:
    table = inside(variant="adventurous").flip("y")
    assert table.slide("staff").field(ME) == "P11"
    assert table.slide("red").field(ME) == "P13"
    assert table.slide("blue").field(ME) == "P14"
    assert "BOWL-O-38" in table.slide("red").clauses_of(e.FigureSentBack)
    plain = inside(variant="adventurous", v1_in_chamber=False).flip("y")
    assert plain.slide("staff").field(ME) == "FRONT"


def test_the_quick_variant_opens_the_chamber_to_everybody_bowl_71() -> None:
    table = at_the_door(owned=0, variant="quick")
    assert "enter" in table.options
    won = table.do(m.EnterChamber()).flip("y").clean().flip("b").clean()
    assert won.state.winner == ME
    assert "BOWL-71" in table.do(m.EnterChamber()).clauses_of(e.ChamberEntered)


def test_the_page_shows_the_visit() -> None:
    shown = GAME.view(inside().flip("y").state, TABLE)
    assert shown["chamber"]["visit"] == 0
    assert [tile["label"] for tile in shown["chamber"]["tiles"]] == ["yellow", "down"]
    assert shown["trap"]["armed"]
