"""Phase 2 at the bowl: the figure goes to the nearest field of the drawn colour."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.moving import choices, outcome
from companion.games.bowl.state import Phase
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, Position, begun, laid

ROW = "r b r b r b y"


def drawn(place: str = "D4", letter: str = "r", **rules: Any) -> Position:
    """A boulder was drawn cleanly and the figure on D4 may move."""
    return laid(ROW, figures={ME: place}, **rules).name(letter).clean()


def test_the_first_player_goes_to_the_first_red_field_ex_bowl_01_bowl_c_29() -> None:
    """BOWL-C-29: whatever the players are called."""
    table = begun().flip("r").clean()
    assert table.state.bag[0] == 1
    assert table.options == ("forward", "stay")
    table = table.answer("forward")
    assert table.field(ME) == "D1"
    slipped = begun().flip("r").slide("red")
    assert slipped.field(ME) == "START"
    assert slipped.state.phase == Phase.REBUILD


def test_a_figure_moves_only_without_a_landslide_bowl_21() -> None:
    slid = laid(ROW, figures={ME: "D4"}).name("r").slide()
    assert slid.refused(m.MoveFigure("D5")).clause == "BOWL-21"
    assert slid.refused(m.StayPut()).clause == "BOWL-21"


def test_the_direction_is_free_bowl_22_bowl_c_27() -> None:
    """BOWL-C-27: not forward only, and not compulsory."""
    assert drawn().options == ("forward", "backward", "stay")
    tapped = [option.cells for option in drawn().question.options]
    assert tapped == [(drawn().answer("forward").field(ME),), ("D3",), ()]
    assert drawn().answer("forward").field(ME) == "D5"
    assert drawn().answer("backward").field(ME) == "D3"


def test_while_a_hand_is_in_the_bowl_the_page_knows_where_the_figure_may_go_bowl_22() -> None:
    wanted = laid(ROW, figures={ME: "D4"}).name("r")
    assert goals(wanted) == {"forward": "D5", "backward": "D3"}
    assert goals(wanted.clean()) == {}
    assert goals(begun().flip("r")) == {"forward": "D1"}
    hurried = laid(ROW, figures={ME: "D4"}, variant="quick", move_optional=False)
    assert goals(hurried.name("r")) == {}


def goals(table: Position) -> dict[str, str]:
    found: dict[str, str] = GAME.view(table.state, TABLE)["trap"]["goals"]
    return found


def test_the_figure_goes_to_the_nearest_such_field_only_bowl_23() -> None:
    table = drawn("D2")
    assert table.to("D3").field(ME) == "D3"
    refusal = table.refused(m.MoveFigure("D5"))
    assert (refusal.clause, refusal.say.key) == ("BOWL-23", "bowl.not_the_nearest")
    assert refusal.say.values["expected"] == ["D3", "D1"]


def test_a_field_of_another_colour_or_face_down_is_refused_bowl_23() -> None:
    assert drawn().refused(m.MoveFigure("D6")).say.key == "bowl.other_colour"
    assert drawn().refused(m.MoveFigure("P1")).say.key == "bowl.other_colour"
    assert drawn().refused(m.MoveFigure("FRONT")).say.key == "bowl.other_colour"
    assert drawn().refused(m.MoveFigure("nowhere")).say.key == "bowl.no_such_field"


def test_many_figures_may_share_a_field_bowl_24() -> None:
    table = laid("r", players=3, figures={RIVAL: "D1"}).name("r").clean().to("D1")
    assert list(table.state.on(1)) == [ME, RIVAL]
    assert "BOWL-24" in table.clauses_of(e.FigureMoved)


def test_after_the_move_the_next_player_explores_bowl_25() -> None:
    table = drawn().answer("forward")
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)
    assert table.clauses_of(e.TurnPassed) == ("BOWL-25",)


def test_the_target_need_not_be_the_tile_just_flipped_bowl_26() -> None:
    table = laid("r b r", figures={ME: "START"}).flip("r").clean()
    assert table.options == ("forward", "stay")
    assert table.answer("forward").field(ME) == "D1"


def test_the_own_field_does_not_count_bowl_o_08() -> None:
    table = drawn("D3")
    assert table.refused(m.MoveFigure("D3")).clause == "BOWL-O-08"
    assert table.answer("forward").field(ME) == "D5"
    assert drawn("D3").answer("backward").field(ME) == "D1"


def test_staying_is_allowed_and_does_nothing_bowl_o_09() -> None:
    table = laid(f"{DESERT} | r3 b r", figures={ME: "P1"}, mummy="P9 entrance", scarabs={ME: 1})
    table = table.name("r").clean().stay()
    assert table.mummy == "P9 entrance"
    assert table.state.scarabs == (1, 0)
    assert table.clauses_of(e.FigureStayed) == ("BOWL-O-09",)


def test_a_household_may_make_the_move_compulsory_bowl_o_09() -> None:
    table = drawn(move_optional=False)
    assert table.options == ("forward", "backward")
    assert table.refused(m.StayPut()).clause == "BOWL-O-09"


def test_a_move_without_a_choice_is_made_silently_bowl_o_09() -> None:
    table = drawn("START", move_optional=False)
    assert table.field(ME) == "D1"
    assert table.state.turn == RIVAL


def test_backward_may_lead_out_of_the_pyramid_bowl_22() -> None:
    table = laid(f"{DESERT} | b r", figures={ME: "P1"}).name("r").clean()
    assert table.answer("backward").field(ME) == "D5"


def test_passing_the_mummy_does_no_harm_bowl_50() -> None:
    row = f"{DESERT} | b y g r"
    there = laid(row, figures={ME: "P1"}, mummy="P3 entrance").name("r").clean().to("P4")
    assert (there.field(ME), there.state.scarabs[ME]) == ("P4", 0)
    back = laid(row, figures={ME: "P4"}, mummy="P3 entrance", choose_scope="any_open")
    back = back.name("b").clean().to("P1")
    assert (back.field(ME), back.state.scarabs[ME]) == ("P1", 0)


def test_the_quick_variant_goes_forward_only_bowl_70() -> None:
    table = drawn(variant="quick")
    assert table.options == ("forward", "stay")
    assert table.refused(m.MoveFigure("D3")).clause == "BOWL-70"
    assert "BOWL-70" in table.answer("forward").clauses_of(e.FigureMoved)


@pytest.mark.parametrize("place", ["START", "D2", "D4", "D7"])
def test_where_to_go_is_asked_only_when_it_makes_a_difference(place: str) -> None:
    asked = drawn(place, "r", choose_scope="any_open")
    if asked.state.phase == Phase.MOVE:
        outcomes = [outcome(asked.state, choice) for choice in choices(asked.state)]
        assert len(set(outcomes)) > 1


def test_when_every_way_ends_alike_nobody_is_asked() -> None:
    """P1 and P3 both wake the mummy for the same walk, and it meets the figure on either."""
    here: dict[str, Any] = {"figures": {ME: "P2"}, "mummy": "P4 entrance", "move_optional": False}
    table = laid(f"{DESERT} | b3 y b3 g", **here).name("b").clean()
    assert (table.field(ME), table.mummy) == ("FRONT", "P4 chamber")
    assert table.state.turn == RIVAL
    kept = laid(f"{DESERT} | b3 y b3 g", scarabs={ME: 2}, **here)
    assert kept.name("b").clean().options == ("forward", "backward")


def test_the_advised_way_is_forward() -> None:
    advised = [o.name for o in drawn().question.options if o.advised]
    assert advised == ["forward"]
    assert GAME.questions(drawn().state)[0].cells == ("D5", "D3")
